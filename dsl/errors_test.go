package dsl_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// The rules in testdata/errors are full of mistakes, and say which: a line on which a diagnostic is
// expected ends in
//
//	### "regexp" "regexp" …
//
// with one regular expression for each diagnostic, to be found in `CODE: summary = detail = help`.
// If the line cannot hold a comment, as inside a picture, a later line says `### -2 "regexp"`: two
// lines above (or +1: below). A file holds many texts, separated by lines `---`. What every game
// needs and a text leaves out is added at its end. The test fails for a diagnostic that is missing
// and for one that is not expected, except for unused things in a text that is not about them.
func TestMistakes(t *testing.T) {
	long.OneThread(t)
	files, err := filepath.Glob("../testdata/errors/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of mistakes: %v", err)
	}
	expected := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		line := 1
		for i, chunk := range strings.Split("\n"+string(text), "\n---") {
			if i > 0 { // the rest of the line of dashes
				_, rest, _ := strings.Cut(chunk, "\n")
				chunk = rest
				line++
			} else {
				chunk = strings.TrimPrefix(chunk, "\n")
			}
			base := filepath.Base(name)
			first := line
			line += strings.Count(chunk, "\n") + 1
			t.Run(fmt.Sprintf("%s:%d", base, first), func(t *testing.T) {
				expected += mistakes(t, base, chunk)
			})
		}
	}
	if expected < 120 {
		t.Errorf("only %d mistakes are tried", expected)
	}
}

type expectation struct {
	line   int
	regexp *regexp.Regexp
	met    bool
}

var (
	expectLine   = regexp.MustCompile(`### *([-+]\d+)? *((?:"(?:[^"\\]|\\.)*" *)+)$`)
	expectRegexp = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// mistakes checks one text and returns how many diagnostics it expects.
func mistakes(t *testing.T, name, text string) int {
	var want []*expectation
	for i, line := range strings.Split(text, "\n") {
		m := expectLine.FindStringSubmatch(line)
		if m == nil {
			if strings.Contains(line, "###") {
				t.Fatalf("line %d: %q is no expectation", i+1, line)
			}
			continue
		}
		at := i + 1
		if m[1] != "" {
			n, _ := strconv.Atoi(m[1])
			at += n
		}
		for _, quoted := range expectRegexp.FindAllString(m[2], -1) {
			pattern, err := strconv.Unquote(quoted)
			if err != nil { // as written, with single backslashes
				pattern = quoted[1 : len(quoted)-1]
			}
			re, err := regexp.Compile(pattern)
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			want = append(want, &expectation{line: at, regexp: re})
		}
	}
	f := source.NewFile(name, completed(text))
	var list diag.List
	if strings.Contains(text, "# with the options ") {
		options := map[string]string{}
		_, rest, _ := strings.Cut(text, "# with the options ")
		first, _, _ := strings.Cut(rest, "\n")
		for _, field := range strings.Fields(first) {
			key, value, _ := strings.Cut(field, "=")
			options[key] = value
		}
		_, list = dsl.Load(f, options, errorLibrary{})
	} else {
		_, list = dsl.Load(f, nil, errorLibrary{})
	}
	for _, d := range list {
		line := 0
		if d.Span.Valid() {
			line, _ = d.Span.File.Position(d.Span.Lo)
			if d.Span.File != f {
				line = -1
			}
		}
		said := fmt.Sprintf("%s: %s = %s = %s", d.Code, d.Summary, d.Detail, d.Suggestion)
		found := false
		for _, w := range want {
			if !w.met && (w.line == line || line <= 0) && w.regexp.MatchString(said) {
				w.met, found = true, true
				break
			}
		}
		if !found && !ignored(d, text) {
			t.Errorf("line %d: not expected: %s", line, said)
		}
	}
	for _, w := range want {
		if !w.met {
			t.Errorf("line %d: nothing like %q was reported", w.line, w.regexp)
		}
	}
	if t.Failed() {
		t.Logf("the text was:\n%s", f.Text)
	}
	return len(want)
}

// ignored reports whether an unexpected diagnostic does no harm: something unused or without words,
// in a text about other things.
func ignored(d *diag.Diagnostic, text string) bool {
	if d.Severity == diag.Error || strings.Contains(text, `"W30`) {
		return false
	}
	return d.Code >= "W300" && d.Code <= "W305" || d.Code == "W314" || d.Code == "W325"
}

// completed adds what every game needs and a text leaves out.
func completed(text string) string {
	declares := func(word string) bool {
		return regexp.MustCompile(`(?m)^\s*` +
			word).MatchString(text)
	}
	if declares("# as it is") || declares("game .*extends") {
		return text
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	add := func(word, line string) {
		if !declares(word + `\b`) {
			text += line + "\n"
		}
	}
	add("game", `game "Example"`)
	add("players", "players White, Black")
	add("board", "board square(8, 8)")
	if !declares(`piece\b`) && !declares(`setup\b`) {
		first := "White"
		if m := regexp.MustCompile(`(?m)^players (\w+)`).FindStringSubmatch(text); m != nil {
			first = m[1]
		}
		text += "setup { " + first + " man: cells }\n"
	}
	add("piece", "piece man")
	var moves []string
	for _, m := range regexp.MustCompile(`(?m)^(?:move|chance) (\w+)`).FindAllStringSubmatch(text,
		-1) {
		moves = append(moves, m[1])
	}
	if moves == nil {
		add("turn", "turn pass")
	} else {
		add("turn", "turn "+strings.Join(moves, ", ")+" else pass")
	}
	return text
}

// errorLibrary finds the files in testdata/errors/library.
type errorLibrary struct{}

func (errorLibrary) Find(name, from string) (*source.File, error) {
	text, err := os.ReadFile(filepath.Join("../testdata/errors/library", name+".rules"))
	if err != nil {
		return nil, errors.New("It is neither beside the file nor in the library.")
	}
	return source.NewFile(name+".rules", string(text)), nil
}
