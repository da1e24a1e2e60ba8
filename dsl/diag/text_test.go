package diag

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"boardgame/dsl/source"
)

var update = flag.Bool("update", false, "rewrite the golden texts")

// at returns the span of the first occurrence of part in a text.
func at(f *source.File, part string) source.Span {
	i := strings.Index(f.Text, part)
	if i < 0 {
		panic("no " + part)
	}
	return source.Span{File: f, Lo: i, Hi: i + len(part)}
}

var jump = source.NewFile("cage.rules", `game "Cage"

move jump {
  from  p in mine
  over  v in p.d & their
	to	q in empty
  # 囲い 🚀 and e`+"\u0301"+` stand before the mistake: mine & theirs
  do    remove v,
        p -> q
  let a = 1
  let b = 2
  let c = 3
}
`)

func examples() map[string]struct {
	list List
	o    Options
} {
	long := source.NewFile("long.rules",
		strings.Repeat("mine | ", 2000)+"their"+strings.Repeat(" | mine", 2000)+"\n")
	junk := source.NewFile("junk\x1b[31m.rules", "game \x00\x07\xff\xfe \x1b[2J \u202etxet\n")
	type example = struct {
		list List
		o    Options
	}
	return map[string]example{
		"one": {List{{Code: "E101", Span: at(jump, "their"), Summary: "unknown name `their`",
			Detail: "Expected a set of sites.", Suggestion: "did you mean `theirs`?"}},
			Options{Summary: true}},
		"tabs": {List{{Code: "E101", Span: at(jump, "q in"), Summary: "after tabs"}}, Options{}},
		"wide": {List{{Severity: Warning, Code: "W301", Span: at(jump, "mine & theirs"),
			Summary: "this set is always empty"}}, Options{}},
		"several-lines": {List{{Code: "E012", Span: at(jump, "remove v,\n        p -> q"),
			Summary: "two lines",
			Related: []Related{{at(jump, "move jump {\n"), "`move jump` is opened here"},
				{source.Span{}, "seen nowhere"}}}}, Options{Context: 1}},
		"block": {List{{Severity: Note, Span: source.Span{File: jump, Lo: at(jump, "move jump").Lo,
			Hi: len(jump.Text)}, Summary: "a whole declaration"}}, Options{}},
		"long": {List{{Code: "E101", Span: at(long, "their"), Summary: "far to the right"}},
			Options{Width: 60}},
		"long-mark": {List{{Code: "E101",
			Span:    source.Span{File: long, Lo: 14, Hi: len(long.Text) - 1},
			Summary: "nearly the whole line"}}, Options{Width: 60}},
		"narrow": {List{{Code: "E101", Span: at(jump, "their"), Summary: "unknown name `their`",
			Detail: "One of the pieces, regions, counters or definitions of the game was " +
				"expected.\nA second paragraph.",
			Suggestion: "did you mean `theirs`, which is the set of all enemies?"}},
			Options{Width: 10}},
		"end-of-file": {List{{Code: "E013", Span: source.Span{File: jump, Lo: len(jump.Text),
			Hi: len(jump.Text)}, Summary: "`}` is missing"}}, Options{Context: 1}},
		"nowhere": {List{{Code: "E900", Summary: "no such file"}}, Options{Summary: true}},
		"junk": {List{{Code: "E001", Span: source.Span{File: junk, Lo: 5, Hi: 9},
			Summary: "these signs mean nothing: \x1b[2J"}}, Options{}},
		"limit": {List{{Span: at(jump, "from"), Summary: "first"},
			{Severity: Warning, Span: at(jump, "over"), Summary: "second"},
			{Severity: Warning, Summary: "third"}}, Options{Limit: 1, Summary: true}},
		"colour": {List{{Code: "E101", Span: at(jump, "their"), Summary: "red",
			Suggestion: "green"}}, Options{Color: true}},
	}
}

// The texts were checked by eye once and kept; -update rewrites them.
func TestText(t *testing.T) {
	for name, x := range examples() {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := Text(&b, x.list, x.o); err != nil {
				t.Fatal(err)
			}
			golden(t, filepath.Join("testdata", name+".txt"), b.Bytes())
		})
	}
}

// The last line names the page of the worst diagnostic, wherever it stands.
func TestThePageOfTheWorst(t *testing.T) {
	note, warning, failure := &Diagnostic{Code: "N400", Severity: Note, Summary: "a note"},
		&Diagnostic{Code: "W502", Severity: Warning, Summary: "a warning"},
		&Diagnostic{Code: "E100", Severity: Error, Summary: "an error"}
	for _, c := range []struct {
		list List
		want string
	}{
		{List{note, failure, warning}, "E100"}, {List{note, warning}, "W502"}, {List{note}, "N400"},
	} {
		var b strings.Builder
		if err := Text(&b, c.list, Options{Summary: true}); err != nil {
			t.Fatal(err)
		}
		if want := "run `boardgame explain " + c.want + "`\n"; !strings.HasSuffix(b.String(), want) {
			t.Errorf("%q does not end with %q", b.String(), want)
		}
	}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, examples()["several-lines"].list); err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join("testdata", "several-lines.json"), b.Bytes())
	b.Reset()
	if err := JSON(&b, nil); err != nil || b.String() != "[]\n" {
		t.Errorf("no diagnostics are %q, %v", b.String(), err)
	}
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s: -want +got\n%s", file, d)
	}
}

// Whatever a file and a span are, every line fits the width, the terminal obeys no character of the
// file, and the marks are under the span: the excerpt's text cut at the marks' columns begins as
// the span does.
func TestTextProperties(t *testing.T) {
	alphabet := []rune("abc \t\n囲é🚀\x00\x1b\u202e.|")
	rapid.Check(t, func(t *rapid.T) {
		text := string(rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, 300).Draw(t, "text"))
		f := source.NewFile("f", text)
		lo := rapid.IntRange(0, len(text)).Draw(t, "lo")
		hi := rapid.IntRange(lo, len(text)).Draw(t, "hi")
		width := rapid.IntRange(0, 120).Draw(t, "width")
		var b bytes.Buffer
		d := &Diagnostic{Span: source.Span{File: f, Lo: lo, Hi: hi}, Summary: "s"}
		if err := Text(&b, List{d}, Options{Width: width, Context: width % 3}); err != nil {
			t.Fatal(err)
		}
		if width == 0 {
			width = defaultWidth
		}
		width = max(width, narrowest)
		for _, line := range strings.Split(b.String(), "\n") {
			if n := columnsOf(line); n > width {
				t.Fatalf("%d columns in %d: %q", n, width, line)
			}
		}
		if !utf8.ValidString(b.String()) || strings.ContainsAny(b.String(), "\x00\x1b\u202e") {
			t.Fatalf("a control character came through: %q", b.String())
		}
	})
}

func TestMarksStandUnderTheSpan(t *testing.T) {
	for _, before := range []string{"", "abc ", "\t", "a\tb\t", "囲い ", "🚀 ", "e\u0301 ",
		strings.Repeat("x ", 300), strings.Repeat("囲\t", 300)} {
		f := source.NewFile("f", before+"HERE after")
		var b bytes.Buffer
		if err := Text(&b, List{{Span: at(f, "HERE"), Summary: "s"}}, Options{Width: 50}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		text, marks := lines[2], lines[3]
		i, j := strings.Index(text, "HERE"), strings.Index(marks, "^^^^")
		if i < 0 || j < 0 || columnsOf(text[:i]) != columnsOf(marks[:j]) ||
			strings.Count(marks, "^") != 4 {
			t.Errorf("after %.20q:\n%s\n%s", before, text, marks)
		}
	}
}

func TestHugeLine(t *testing.T) {
	f := source.NewFile("f", strings.Repeat("🚀\t", 2<<20)+"HERE")
	var b bytes.Buffer
	if err := Text(&b, List{{Span: at(f, "HERE"), Summary: "s"}}, Options{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "HERE\n") || b.Len() > 1000 {
		t.Errorf("%d bytes: %.400q", b.Len(), b.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestErrorsOfTheWriterAreReturned(t *testing.T) {
	list := examples()["one"].list
	if err := Text(broken{}, list, Options{}); err == nil {
		t.Error("Text: no error")
	}
	if err := JSON(broken{}, list); err == nil {
		t.Error("JSON: no error")
	}
}

func TestJSONRoundTrip(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, examples()["one"].list); err != nil {
		t.Fatal(err)
	}
	var got []map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil || len(got) != 1 {
		t.Fatal(err, got)
	}
	for key, want := range map[string]any{"file": "cage.rules", "line": 5.0, "column": 20.0,
		"endColumn": 25.0, "code": "E101", "severity": "error"} {
		if got[0][key] != want {
			t.Errorf("%s is %v, not %v", key, got[0][key], want)
		}
	}
}

func TestEveryPageIsComplete(t *testing.T) {
	for _, code := range Codes() {
		p, ok := Explain(Code(strings.ToLower(string(code))))
		if !ok || p.Code != code || p.Title == "" ||
			!strings.HasPrefix(p.Text, "# "+string(code)+": ") {
			t.Errorf("%s: the page begins with %.40q", code, p.Text)
		}
	}
	if _, ok := Explain("../explain/E001"); ok {
		t.Error("a path is a code")
	}
}

// Signs after a full line, and wide characters at a cut, need no more room than there is.
func TestNoWiderThanTheRoom(t *testing.T) {
	for _, c := range []struct {
		text   string
		lo, hi int
	}{
		{"aaaaaaaaaaaa囲囲囲🚀", 25, 25},
		{"a囲aaaaaaaaaaa囲🚀", 2, 21},
	} {
		var b bytes.Buffer
		d := &Diagnostic{Span: source.Span{File: source.NewFile("f", c.text), Lo: c.lo, Hi: c.hi},
			Summary: "s"}
		if err := Text(&b, List{d}, Options{Width: 1, Context: 1}); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(b.String(), "\n") {
			if n := columnsOf(line); n > narrowest {
				t.Errorf("%q: %d columns in %d: %q", c.text, n, narrowest, line)
			}
		}
	}
}
