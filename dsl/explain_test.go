package dsl_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/verify/audit"
	"boardgame/interp/verify/ruletest"
	"boardgame/testdata/long"
)

// without lists the codes whose page cannot show an example: they are about files that are not text
// or far too big, about several files of different sorts, about what no text can cause, or about
// what only chance finds.
var without = []diag.Code{"E001", "E002", "E004", "E040", "E203", "E403", "E404", "N404",
	"N500", "W508", "W510"}

// Every code that boardgame reports has a page, and every page is about such a code.
func TestEveryCodeHasAPage(t *testing.T) {
	given := map[diag.Code]bool{}
	literal := regexp.MustCompile(`diag\.Code\s*=\s*"([EWN]\d{3})"`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") ||
			strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range literal.FindAllSubmatch(text, -1) {
			given[diag.Code(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(given) < 50 {
		t.Fatalf("only %d codes were found in the source", len(given))
	}
	for code := range given {
		if _, ok := diag.Explain(code); !ok {
			t.Errorf("%s has no page in dsl/diag/explain", code)
		}
	}
	for _, code := range diag.Codes() {
		if !given[code] {
			t.Errorf("there is a page for %s, which nothing gives", code)
		}
	}
}

// The examples of the pages are correct: the wrong one causes the code, the right one neither that
// nor any error.
func TestExamplesOfThePages(t *testing.T) {
	long.OneThread(t)
	for k, code := range diag.Codes() {
		page, _ := diag.Explain(code)
		examples := examplesOf(page)
		var wrong, right int
		for _, x := range examples {
			if x.wrong {
				wrong++
			} else {
				right++
			}
		}
		if none := slices.Contains(without, code); none != (len(examples) == 0) || !none &&
			(wrong == 0 || right == 0) {
			t.Errorf("%s has %d wrong and %d right examples", code, wrong, right)
		}
		if !long.Case(k, 12) {
			continue
		}
		for i, x := range examples {
			t.Run(fmt.Sprintf("%s/%d", code, i), func(t *testing.T) {
				list := say(t, code, x)
				drawn := slices.ContainsFunc(list,
					func(d *diag.Diagnostic) bool { return d.Code == code })
				if x.wrong && !drawn {
					t.Errorf("the wrong example does not draw %s:\n%s\n%s", code, x.text,
						written(t, list))
				}
				if !x.wrong && (drawn || list.HasErrors()) {
					t.Errorf("the right example is wrong:\n%s\n%s", x.text, written(t, list))
				}
			})
		}
	}
}

func written(t *testing.T, list diag.List) string {
	var b bytes.Buffer
	if err := diag.Text(&b, list, diag.Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// say returns the diagnostics for an example.
func say(t *testing.T, code diag.Code, x example) diag.List {
	if strings.HasPrefix(string(code), "E4") {
		_, list := ruletest.Parse(source.NewFile("example.txtar", x.text))
		return list
	}
	a := txtar.Parse([]byte(x.text))
	f := source.NewFile("example.rules", framed(string(a.Comment)))
	game, list := dsl.Load(f, x.options, shelf(a.Files))
	if code[1] == '5' && !list.HasErrors() {
		report, err := audit.Run(context.Background(), interp.New(game),
			audit.Options{Games: 60, Actions: 300, Time: time.Minute, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, report.List(true)...)
	}
	return list
}

// framed adds the declarations that every game needs and an example leaves out. An example that has
// most of them stays as it is: in that case the missing one is the point.
func framed(text string) string {
	declares := func(pattern string) bool {
		return regexp.MustCompile(`(?m)^ *(` + pattern +
			`)`).MatchString(text)
	}
	if declares(`game .* extends`) || declares(`game\b`) && declares(`(players|board|turn)\b`) {
		return text
	}
	turn := "turn pass\n"
	var moves []string
	for _, m := range regexp.MustCompile(`(?m)^move (\w+)`).FindAllStringSubmatch(text, -1) {
		moves = append(moves, m[1])
	}
	if moves != nil {
		turn = "turn " + strings.Join(moves, ", ") + " else pass\n"
	}
	var frame strings.Builder
	for _, d := range []string{"game \"Example\"\n", "players White, Black\n",
		"board square(8, 8)\n", "piece man\n", turn} {
		if word, _, _ := strings.Cut(d, " "); !declares(word + `\b`) {
			frame.WriteString(d)
		}
	}
	return frame.String() + text
}

// shelf is a library of the files of an example.
type shelf []txtar.File

func (s shelf) Find(name, _ string) (*source.File, error) {
	for _, f := range s {
		if strings.TrimSuffix(f.Name, ".rules") == strings.TrimSuffix(name, ".rules") {
			return source.NewFile(f.Name, string(f.Data)), nil
		}
	}
	return nil, fmt.Errorf("there is no file %s", name)
}

// An example is a rules text of a page. Declarations that it leaves out do not matter. Lines like
// `-- NAME.rules --` introduce other files that it refers to.
type example struct {
	wrong   bool              // the text causes the code; otherwise it does not
	options map[string]string // the options it is loaded with: those after -o in the fence
	text    string
}

// examplesOf returns the rules texts of a page, in order.
func examplesOf(p diag.Page) []example {
	var all []example
	for rest := p.Text; ; {
		_, after, found := strings.Cut(rest, "\n```")
		if !found {
			return all
		}
		info, body, _ := strings.Cut(after, "\n")
		kind, given, _ := strings.Cut(info, " -o ")
		body, rest, found = strings.Cut("\n"+body, "\n```")
		if !found {
			return all
		}
		if kind == "wrong" || kind == "right" {
			x := example{wrong: kind == "wrong", text: strings.TrimPrefix(body, "\n") + "\n"}
			if name, value, ok := strings.Cut(given, "="); ok {
				x.options = map[string]string{name: value}
			}
			all = append(all, x)
		}
	}
}

func TestExamplesOfAPage(t *testing.T) {
	p := diag.Page{Text: "# E1: x\n\n```wrong\na\n\nb\n```\nwords\n```\nneither\n```\n```right -o " +
		"n=1\nc\n```\n"}
	want := []example{{wrong: true, text: "a\n\nb\n"},
		{options: map[string]string{"n": "1"}, text: "c\n"}}
	if got := examplesOf(p); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
