package format

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/testdata/long"
)

var update = flag.Bool("update", false, "write the golden files anew")

// places are the only thing that formatting changes.
var places = cmp.FilterPath(
	func(p cmp.Path) bool { return p.Last().Type().String() == "lexer.Position" }, cmp.Ignore())

// gameFiles returns the texts of real games, by file name.
func gameFiles(t testing.TB) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../syntax/testdata/games/*.rules")
	if err != nil || len(names) == 0 {
		t.Fatalf("no game files: %v", err)
	}
	texts := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(name)] = string(text)
	}
	return texts
}

// comments returns the comments of a text in order.
func comments(f *source.File) []string {
	var out []string
	for _, t := range syntax.Tokens(f) {
		if t.Kind == syntax.CommentToken {
			out = append(out, strings.TrimRight(t.Text, " \t\r"))
		}
	}
	return out
}

// check formats a text, checks what holds for every text, and returns the formatted one.
func check(t testing.TB, text string) string {
	t.Helper()
	f := source.NewFile("text", text)
	tree, list := syntax.Parse(f)
	got, said := Format(f)
	if list.HasErrors() {
		if got != text || !said.HasErrors() {
			t.Errorf("a text with mistakes has been changed, or its mistakes are not reported")
		}
		return got
	}
	g := source.NewFile("formatted", got)
	again, list := syntax.Parse(g)
	for _, d := range list {
		if d.Span.Valid() && len(said) == 0 {
			t.Errorf("the formatted text has a mistake: %s", d.Summary)
		}
	}
	if diff := cmp.Diff(tree.Decls, again.Decls, places); diff != "" {
		t.Errorf("the formatted text means something else:\n%s", diff)
	}
	// Comments at the ends of lines stay after their code, those on lines of their own before it,
	// so they keep their order.
	if a, b := comments(f), comments(g); !slices.Equal(a, b) {
		t.Errorf("comments before %q, after %q", a, b)
	}
	if twice, _ := Format(g); twice != got {
		t.Errorf("formatting again changes the text:\n%s", cmp.Diff(got, twice))
	}
	for i, ln := range strings.Split(got, "\n") {
		if strings.TrimRight(ln, " \t") != ln && !strings.Contains(got, `"""`) {
			t.Errorf("line %d has blanks at its end", i+1)
		}
	}
	return got
}

func TestGames(t *testing.T) {
	for name, text := range gameFiles(t) {
		got := check(t, text)
		if t.Failed() {
			t.Fatalf("%s:\n%s", name, got)
		}
		// The games were written by hand in this layout; only columns differ here and there.
		if squeeze(got) != squeeze(text) {
			t.Errorf("%s has other lines than before:\n%s", name, cmp.Diff(text, got))
		}
	}
}

// squeeze replaces every run of blanks with one blank.
func squeeze(text string) string {
	var lines []string
	for _, ln := range strings.Split(text, "\n") {
		lines = append(lines, strings.Join(strings.Fields(ln), " "))
	}
	return strings.Join(lines, "\n")
}

// However a game is broken into lines and indented, formatting keeps its meaning, and formatting it
// again changes nothing.
func TestMangledGames(t *testing.T) {
	long.OneThread(t)
	for name, text := range gameFiles(t) {
		tokens := syntax.Tokens(source.NewFile("", text))
		for _, between := range []string{" ", "\n", "  \n\n\n\t"} {
			var b strings.Builder
			for i, token := range tokens {
				if i > 0 && tokens[i-1].Kind == syntax.CommentToken {
					b.WriteString("\n")
				}
				if i > 0 && token.Pos.Offset > tokens[i-1].End.Offset {
					b.WriteString(between)
				}
				b.WriteString(token.Text)
			}
			if got := check(t, b.String()); t.Failed() {
				t.Fatalf("%s with %q between tokens:\n%s", name, between, got)
			}
		}
	}
}

// Every archive holds texts, each followed by its canonical layout.
func TestLayout(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("nothing to format: %v", err)
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]string{}
		for _, part := range archive.Files {
			want[part.Name] = string(part.Data)
		}
		out := &txtar.Archive{Comment: archive.Comment}
		for _, part := range archive.Files {
			if strings.HasSuffix(part.Name, ".formatted") {
				continue
			}
			got := check(t, string(part.Data))
			if t.Failed() {
				t.Fatalf("%s, %s:\n%s", name, part.Name, got)
			}
			out.Files = append(out.Files, part,
				txtar.File{Name: part.Name + ".formatted", Data: []byte(got)})
			if !*update && got != want[part.Name+".formatted"] {
				t.Errorf("%s, %s:\n%s", name, part.Name,
					cmp.Diff(want[part.Name+".formatted"], got))
			}
		}
		if *update {
			if err := os.WriteFile(name, txtar.Format(out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestMistakesAreLeftAlone(t *testing.T) {
	const text = "def   a  =  & 3\n\n\n\ndef b=4"
	got, list := Format(source.NewFile("text", text))
	if got != text || len(list) != 1 {
		t.Errorf("got %q with %d diagnostics", got, len(list))
	}
}

func FuzzFormat(f *testing.F) {
	for _, text := range gameFiles(f) {
		f.Add(text)
	}
	names, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range archive.Files {
			f.Add(string(part.Data))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 1<<13 {
			check(t, text)
		}
	})
}
