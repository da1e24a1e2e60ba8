package dsl_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// pages returns the texts of the project's pages by their path relative to this package.
func pages(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	read := func(path string) error {
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	}
	err := filepath.WalkDir("../docs", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		return read(path)
	})
	if err == nil {
		err = read("../README.md")
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 5 {
		t.Fatalf("only %d pages were found", len(all))
	}
	return all
}

// A block holds the text of a fenced block and the number of its first line.
type block struct {
	text string
	line int
}

// blocks returns the blocks of a page that are fenced with a given word.
func blocks(page, word string) []block {
	var all []block
	var open *block
	line := 0
	for text := range strings.Lines(page) {
		line++
		switch fence := strings.TrimSpace(text); {
		case open == nil && fence == "```"+word:
			open = &block{line: line + 1}
		case open != nil && fence == "```":
			all = append(all, *open)
			open = nil
		case open != nil:
			open.text += text
		}
	}
	return all
}

// source returns the block as a file whose messages refer to the lines of the page.
func (b block) source(page string) *source.File {
	return source.NewFile(page, strings.Repeat("\n", b.line-1)+b.text)
}

// beside finds the complete games of a page by name, and the built-in games.
type beside map[string]*source.File

func (b beside) Find(name, from string) (*source.File, error) {
	if f, ok := b[name]; ok {
		return f, nil
	}
	return ruleset.Library{}.Find(name, from)
}

var title = regexp.MustCompile(`(?m)^game "([^"]*)"`)

// Everything that the pages show of the language is correct. A complete game checks without a
// warning. For anything less, what is missing is filled in, and the result has no error.
func TestRulesOfThePages(t *testing.T) {
	found := 0
	for name, page := range pages(t) {
		shelf := beside{}
		for _, b := range blocks(page, "rules") {
			found++
			t.Run(fmt.Sprintf("%s:%d", filepath.Base(name), b.line), func(t *testing.T) {
				f := b.source(name)
				if _, list := dsl.Parse(f); len(list) > 0 {
					t.Fatal(written(t, list))
				}
				if m := title.FindStringSubmatch(b.text); m != nil {
					shelf[strings.ToLower(m[1])] = source.NewFile(strings.ToLower(m[1])+".rules",
						f.Text)
					if list := dsl.Check(f, shelf); warns(list) {
						t.Error(written(t, list))
					}
					return
				}
				// What is missing follows, so that messages refer to the lines of the page.
				text := framed(b.text)
				frame := strings.TrimSuffix(text, b.text)
				if list := dsl.Check(source.NewFile(name, f.Text+"\n"+frame), shelf); list.HasErrors() {
					t.Error(written(t, list))
				}
			})
		}
	}
	if found < 10 {
		t.Errorf("only %d blocks of rules were found", found)
	}
}

// warns reports whether there is an error or a warning.
func warns(list diag.List) bool {
	for _, d := range list {
		if d.Severity != diag.Note {
			return true
		}
	}
	return false
}

// The grammar in the reference is the one that the parser uses.
func TestGrammarOfTheReference(t *testing.T) {
	const file, begin, end = "../docs/language.md", "<!-- grammar -->\n", "<!-- end of grammar -->"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), begin)
	got, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the grammar", file)
	}
	want := "\n```ebnf\n" + strings.TrimSpace(syntax.EBNF()) + "\n```\n\n"
	if *update {
		if err := os.WriteFile(file, []byte(head+begin+want+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the grammar in %s is not the parser's (go test ./dsl -run Grammar -update "+
			"writes it; -want +got):\n%s", file, diff)
	}
}

// workshop is a game in which the recipes are tried; %s is where the recipe goes.
const workshop = `game "Workshop"
players White facing north, Black facing south
board square(8, 8)%s
piece king, queen, rook, man
counter taken = 0 this turn
counter points per player = 0
counter hand per player = 9
%s
move step {
  from p in mine
  to   q in p.around & empty
  %s
  do   p -> q%s
  %s
}
move capture {
  from  p in mine
  along d in orthogonal
  over  v in p.d & theirs
  to    q in v.d & empty
  do    remove v, p -> q, taken += 1
  then  capture from q
}
move build {
  from p in mine
  at   c in p.around & empty
  do   place man on c
}
memory deck = queen | rook
chance roll {
  with a in 1..6
  with b in 1..a
  %s
  do   taken := a + b
  %s
}
turn %s
end { %s }
`

// recipe fits a recipe into the workshop, at the place named in its row.
func recipe(place, text string) (string, bool) {
	board, declaration, condition, effect, then, turn, end := "", "", "", "", "",
		"step, capture, build else pass else roll", "win if no theirs"
	drawn, after := "", ""
	switch place {
	case "a condition":
		condition = "if " + text
	case "a set":
		condition = "if some " + text
	case "a number":
		condition = "if " + text + " > 0"
	case "a line of the rules":
		declaration = text
	case "a line of a move":
		condition = text
	case "an effect":
		effect = ", " + text
	case "the end of a move":
		then = text
	case "a line of a chance move":
		drawn = text
	case "the end of a chance move":
		after = text
	case "the turn":
		turn = strings.TrimPrefix(text, "turn ")
	case "the end":
		end = text
	case "the board":
		board = " " + text
	default:
		return "", false
	}
	return fmt.Sprintf(workshop, board, declaration, condition, effect, then, drawn, after, turn,
		end), true
}

// The recipes work in the place named beside them.
func TestRecipes(t *testing.T) {
	long.OneThread(t)
	const file = "../docs/writing-a-game.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("^\\| (.*) \\| (.*) \\| (`.*`) \\|$")
	_, table, _ := strings.Cut(string(text), "## Recipes")
	recipes := 0
	for line := range strings.Lines(table) {
		m := row.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		recipes++
		code := strings.ReplaceAll(strings.Trim(m[3], "`"), `\|`, "|")
		rules, ok := recipe(m[2], code)
		if !ok {
			t.Errorf("%s: %q is no place that the test knows", m[1], m[2])
			continue
		}
		if list := dsl.Check(source.NewFile(m[1], rules), nil); list.HasErrors() {
			t.Errorf("%s: %s", code, written(t, list))
		}
	}
	if recipes < 15 {
		t.Errorf("only %d recipes were found", recipes)
	}
}

// Every link in the pages, to a file or to a heading, has a target.
func TestLinks(t *testing.T) {
	all := pages(t)
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for name, page := range all {
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			file, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(file, "://") {
				continue
			}
			at := name
			if file != "" {
				at = filepath.Join(filepath.Dir(name), file)
			}
			if _, err := os.Stat(at); err != nil {
				t.Errorf("%s: there is no %s", name, m[1])
			} else if heading != "" && !hasHeading(all[at], heading) {
				t.Errorf("%s: %s has no heading %q", name, at, heading)
			}
		}
	}
}

// hasHeading reports whether a heading of a page has this anchor.
func hasHeading(page, anchor string) bool {
	for line := range strings.Lines(page) {
		if heading, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok &&
			strings.HasPrefix(line, "#") {
			slug := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(
				strings.ToLower(strings.TrimSpace(heading)), "")
			if strings.ReplaceAll(slug, " ", "-") == anchor {
				return true
			}
		}
	}
	return false
}

// Each change that the README proposes can be made on its own, and the result is a game.
func TestChangesOfTheReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`boardgame rules ([a-z-]+) --out mine\.rules`).FindStringSubmatch(
		string(text))
	if m == nil {
		t.Fatal("the README does not say whose rules to change")
	}
	rs := gametest.Ruleset(t, m[1])
	rows := regexp.MustCompile("(?m)^\\| `([^`]*)` \\| `([^`]*)` \\| .* \\|$").
		FindAllStringSubmatch(string(text), -1)
	if len(rows) < 3 {
		t.Errorf("only %d changes were found", len(rows))
	}
	for _, row := range rows {
		if strings.Count(rs.File.Text, row[1]) != 1 {
			t.Errorf("%q does not stand once in the rules of %s", row[1], m[1])
			continue
		}
		changed := source.NewFile(row[2], strings.Replace(rs.File.Text, row[1], row[2], 1))
		if list := dsl.Check(changed, nil); warns(list) {
			t.Errorf("%s: %s", row[2], written(t, list))
		}
	}
}

// The map of the packages in docs/project/architecture.md has all of them, and each imports only
// those above it.
func TestArchitecture(t *testing.T) {
	long.OneThread(t)
	text, err := os.ReadFile("../docs/project/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	module := strings.Fields(string(mod))[1]
	place := map[string]int{} // in the map
	for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z0-9/]*) {2,}\S`).FindAllStringSubmatch(
		string(text), -1) {
		place[m[1]] = len(place) + 1
	}
	mapped := func(name string) int { return place[name] }
	seen := map[string]bool{}
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		top := filepath.Dir(path) == ".."
		if d.IsDir() && (d.Name() == "testdata" && !top || strings.HasPrefix(d.Name(), ".") &&
			path != "..") {
			return fs.SkipDir
		}
		if d.IsDir() && top && !slices.Contains([]string{"cmd", "docs", "dsl", "interp", "repl",
			"rulesets", "testdata"}, d.Name()) {
			t.Errorf("%s is no folder that belongs at the top", d.Name())
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel("..", filepath.Dir(path))
		name := filepath.ToSlash(folder)
		if seen[name] = true; mapped(name) == 0 {
			t.Errorf("docs/project/architecture.md does not name the package %s", name)
		}
		for _, i := range file.Imports {
			imported, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module+"/")
			if ours && mapped(imported) > mapped(name) {
				t.Errorf("%s imports %s, which stands below it in docs/project/architecture.md", name,
					imported)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range place {
		if !seen[name] {
			t.Errorf("docs/project/architecture.md names %s, which is no package", name)
		}
	}
}

// api returns the packages that docs/project/architecture.md lists as the API.
func api(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../docs/project/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "The API for other programs is:\n")
	list, _, _ := strings.Cut(rest, "\nEach of them")
	var names []string
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(list, -1) {
		names = append(names, m[1])
	}
	if len(names) < 30 {
		t.Fatalf("docs/project/architecture.md lists only %d packages of the API", len(names))
	}
	return names
}

// Every package of the API has an example.
func TestExamples(t *testing.T) {
	for _, name := range api(t) {
		files, err := filepath.Glob(filepath.Join("..", name, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(files, func(file string) bool {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Contains(string(text), "\nfunc Example") &&
				strings.Contains(string(text), "\n\t// Output:")
		}) {
			t.Errorf("%s has no example with an output", name)
		}
	}
}

// A package outside the API exports a function only if another package uses it, and a list of
// constants or variables only if another package uses one of them. That package may be a test.
func TestExportedNames(t *testing.T) {
	long.OneThread(t)
	inAPI := map[string]bool{}
	for _, name := range api(t) {
		inAPI[filepath.Join("..", name)] = true
	}
	used := map[string]map[string]bool{} // by name: the folders that select it
	var ours []string                    // files of packages that are not API
	selected := regexp.MustCompile(`\.([A-Z]\w*)`)
	outside := regexp.MustCompile(`(?m)^package \w+_test$`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		folder := filepath.Dir(path)
		from := folder
		if outside.Match(text) {
			from += " from outside"
		}
		for _, m := range selected.FindAllSubmatch(text, -1) {
			if used[string(m[1])] == nil {
				used[string(m[1])] = map[string]bool{}
			}
			used[string(m[1])][from] = true
		}
		if !inAPI[folder] && !strings.HasSuffix(path, "_test.go") {
			ours = append(ours, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range ours {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			exported := exportedBy(decl)
			if len(exported) > 0 && !slices.ContainsFunc(exported, func(name string) bool {
				folders := len(used[name])
				return folders > 1 || folders == 1 && !used[name][filepath.Dir(path)]
			}) {
				t.Errorf("%s: no other package uses %s", path, strings.Join(exported, ", "))
			}
		}
	}
}

// exportedBy returns the exported functions, constants and variables of a declaration.
func exportedBy(decl ast.Decl) (names []string) {
	add := func(id *ast.Ident) {
		if id.IsExported() {
			names = append(names, id.Name)
		}
	}
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv == nil {
			add(decl.Name)
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				for _, id := range v.Names {
					add(id)
				}
			}
		}
	}
	return names
}

// notProse is what a page shows as code.
var notProse = regexp.MustCompile("(?ms)^```.*?^```|`[^`\n]*`")

// One thing has one word on the pages for players, authors and programs: the glossary's, never one
// that it says to avoid. (Editors call a name in a program a symbol.)
func TestGlossary(t *testing.T) {
	all, words := pages(t), 0
	lines := strings.Lines(all["../docs/glossary.md"])
	for name, page := range all {
		if strings.Contains(name, "/project/") || strings.Contains(name, "/editors/") ||
			strings.HasSuffix(name, "glossary.md") {
			delete(all, name)
		} else {
			all[name] = notProse.ReplaceAllString(page, "")
		}
	}
	for line := range lines {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 3 || strings.Contains(line, "---") || strings.HasPrefix(line, "| word") {
			continue
		}
		words++
		for avoided := range strings.SplitSeq(cells[2], ",") {
			avoided = strings.TrimSpace(avoided)
			if avoided == "" {
				continue
			}
			used := regexp.MustCompile(`(^|[^-\w])` + strings.TrimSuffix(avoided, "y") + `(y|ies|s)?\b`)
			for name, page := range all {
				if found := used.FindString(page); found != "" {
					t.Errorf("%s says %q; the glossary says %s", name, found,
						strings.TrimSpace(cells[0]))
				}
			}
		}
	}
	if words < 30 {
		t.Errorf("only %d words were found", words)
	}
}
