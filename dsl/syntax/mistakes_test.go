package syntax

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

var update = flag.Bool("update", false, "write the golden files anew")

// told writes diagnostics one per line, as in the golden files, and what was understood in spite of
// them.
func told(f *source.File, tree *File, list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		line, column := f.Position(d.Span.Lo)
		fmt.Fprintf(&b, "%d:%d %s %q %s", line, column, d.Code, d.Span.Text(), d.Summary)
		if d.Suggestion != "" {
			fmt.Fprintf(&b, " (%s)", d.Suggestion)
		}
		for _, r := range d.Related {
			line, column := f.Position(r.Span.Lo)
			fmt.Fprintf(&b, " [%d:%d %s]", line, column, r.Message)
		}
		b.WriteByte('\n')
	}
	b.WriteString("understood:")
	for _, d := range tree.Decls {
		b.WriteByte(' ')
		b.WriteString(outline(d))
	}
	b.WriteByte('\n')
	return b.String()
}

// outline describes a declaration by its word and the number of its parts of each sort.
func outline(d Decl) string {
	switch d := d.(type) {
	case *Move:
		then := 0
		if d.Then != nil {
			then = 1
		}
		return fmt.Sprintf("move(%s %d %d %d %d)", d.Name.Text, len(d.Clauses), len(d.Do),
			len(d.Ensure), then)
	case *End:
		return fmt.Sprintf("end(%d)", len(d.Sentences))
	case *Setup:
		return fmt.Sprintf("setup(%d)", len(d.Items))
	case *Def:
		return fmt.Sprintf("def(%s %d)", d.Name.Text, len(d.Params))
	case *CondDecl:
		var parts []string
		for c := d; c != nil; c = c.ElseIf {
			for _, x := range c.Then {
				parts = append(parts, outline(x))
			}
			for _, x := range c.Else {
				parts = append(parts, "else", outline(x))
			}
		}
		return "if(" + strings.Join(parts, " ") + ")"
	}
	return strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", d), "*syntax."))
}

// Every word that begins a declaration is recognized if it is misspelled.
func TestMisspeltDeclarations(t *testing.T) {
	for _, word := range slices.Concat(token.DeclWords, token.SoftDeclWords) {
		f := source.NewFile("x.rules", "board square(3, 3)\n"+word+word[len(word)-1:]+" x\n")
		_, list := Parse(f)
		if want := fmt.Sprintf("did you mean `%s`?", word); len(list) == 0 ||
			!strings.Contains(list[0].Suggestion, want) {
			t.Errorf("%s%v: the suggestion is not: %s", f.Text, list, want)
		}
	}
}

// Every archive holds texts with mistakes, each followed by its diagnostics.
func TestMistakes(t *testing.T) {
	names, err := filepath.Glob("testdata/mistakes/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no mistakes to try: %v", err)
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
			if strings.HasSuffix(part.Name, ".said") {
				continue
			}
			f := source.NewFile(part.Name, string(part.Data))
			tree, list := Parse(f)
			checkDiagnostics(t, f, list)
			got := told(f, tree, list)
			out.Files = append(out.Files, part,
				txtar.File{Name: part.Name + ".said", Data: []byte(got)})
			if !*update && got != want[part.Name+".said"] {
				t.Errorf("%s, %s:\n%s\nsaid:\n%s\nshould have said:\n%s", name, part.Name,
					part.Data, got, want[part.Name+".said"])
			}
		}
		if *update {
			if err := os.WriteFile(name, txtar.Format(out), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// grammarTalk lists words that only the grammar and Go know. No message may contain them.
var grammarTalk = []string{"Expr", "Domain", "Stride", "Sum", "CondDecl", "SetupItem", "PerPlayer",
	"<name>", "syntax.", "lexer", "token",
	"sub-expression", "(expected", "participle", "nil", "runtime error"}

// checkDiagnostics checks what holds for every diagnostic of the parser.
func checkDiagnostics(t testing.TB, f *source.File, list diag.List) {
	t.Helper()
	for _, d := range list {
		if d.Span.File != f || d.Span.Lo < 0 || d.Span.Hi < d.Span.Lo || d.Span.Hi > len(f.Text) {
			t.Errorf("%s: bad span %d..%d in a text of %d", d.Summary, d.Span.Lo, d.Span.Hi,
				len(f.Text))
		}
		if d.Summary == "" || d.Code == "" || d.Code == token.Confused {
			t.Errorf("bad diagnostic %s %q %s", d.Code, d.Summary, d.Detail)
		}
		for _, word := range grammarTalk {
			if strings.Contains(d.Summary+d.Detail+d.Suggestion, word) &&
				!strings.Contains(f.Text, word) {
				t.Errorf("the message speaks of %q: %s %s %s", word, d.Summary, d.Detail,
					d.Suggestion)
			}
		}
		for _, r := range d.Related {
			if r.Span.File != f || r.Span.Lo < 0 || r.Span.Hi < r.Span.Lo ||
				r.Span.Hi > len(f.Text) {
				t.Errorf("%s: bad related span", d.Summary)
			}
		}
	}
}

// The fix of a set joined with commas leaves alone those inside of its members.
func TestFixOfMembers(t *testing.T) {
	for set, want := range map[string]string{
		"a1, b2 , c3":             "a1 | b2 | c3",
		"a1, ring(b2, 1), c3":     "a1 | ring(b2, 1) | c3",
		"a1, {b2, b3}, mine.left": "a1 | {b2, b3} | mine.left",
	} {
		f := source.NewFile("x", "region r = "+set+"\n")
		_, list := Parse(f)
		if len(list) != 1 || len(list[0].Fixes) != 1 {
			t.Errorf("%s: %v", set, list)
			continue
		}
		fix := list[0].Fixes[0]
		if got := f.Text[:fix.Span.Lo] + fix.Text + f.Text[fix.Span.Hi:]; got !=
			"region r = "+want+"\n" {
			t.Errorf("%s becomes %s", set, got)
		}
	}
}
