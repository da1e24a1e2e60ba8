package dsl_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"boardgame/testdata/long"
)

// docs/project/verification.md names tests that exist, and every fuzzer.
func TestVerification(t *testing.T) {
	page, err := os.ReadFile("../docs/project/verification.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(
		string(page), -1) {
		named[m[1]] = true
	}
	exists := map[string]bool{}
	test := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		for _, m := range test.FindAllStringSubmatch(string(data), -1) {
			exists[m[1]] = true
			if strings.HasPrefix(m[1], "Fuzz") && !named[m[1]] {
				t.Errorf("docs/project/verification.md does not name %s of %s", m[1], path)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range named {
		if !exists[name] {
			t.Errorf("docs/project/verification.md names %s, which does not exist", name)
		}
	}
}

// docs/project/dependencies.md has a row for each module that go.mod requires, and for no other.
func TestDependencies(t *testing.T) {
	page, err := os.ReadFile("../docs/project/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	explained := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\|").FindAllStringSubmatch(
		string(page), -1) {
		explained[m[1]] = true
	}
	required := regexp.MustCompile(`(?m)^(?:require )?\s*([a-z][\w.-]*\.[a-z]+/\S+) v\S+$`)
	for _, m := range required.FindAllStringSubmatch(string(mod), -1) {
		if !explained[m[1]] {
			t.Errorf("docs/project/dependencies.md does not say why %s is there", m[1])
		}
		delete(explained, m[1])
	}
	for name := range explained {
		t.Errorf("docs/project/dependencies.md explains %s, which go.mod does not require directly", name)
	}
}

// Lines of Go, JavaScript, CSS and HTML have at most 100 columns, except what programs have
// written and what quotedLines returns.
func TestLines(t *testing.T) {
	const most = 100
	long := regexp.MustCompile(fmt.Sprintf(`(?m)^.{%d,}$`, most+1))
	made := regexp.MustCompile(`repl.web.(page.editor|editor.words)\.js$|node_modules`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		ext := filepath.Ext(path)
		if err != nil || made.MatchString(path) ||
			!slices.Contains([]string{".go", ".js", ".mjs", ".css", ".html"}, ext) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !long.Match(text) {
			return err
		}
		var quoted map[int]bool
		if ext == ".go" {
			quoted = quotedLines(path, text)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := utf8.RuneCountInString(line); n > most && !quoted[i+1] {
				t.Errorf("%s:%d has %d columns", path, i+1, n)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// No code looks for words in our own messages: what they say is data before it is a sentence. The
// library that reads TOML, that of JSON and kong have no such data; test cases quote messages.
func TestMessagesAreNotRead(t *testing.T) {
	reads := regexp.MustCompile(`strings\.(Has|Cut|Contains|Trim(Prefix|Suffix)|Replace|Fields|Split|` +
		`Index)\w*\(.*(\.Error|\.Why|WhyText|RefusalText|WhyIllegal|\.Refusal|\.Against)\(.*`)
	others := regexp.MustCompile(`"(toml|json): "|Replace\w*\(.*"unexpected|strings.Contains\(err.Error` +
		`\(\), want\)|TrimSuffix\(err.Error\(\), "\."\)`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, line := range reads.FindAllString(string(text), -1) {
			if !others.MatchString(line) {
				t.Errorf("%s reads a message: %s", path, line)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// quotedLines returns the lines of Go that may be longer: raw strings, which quote rules, pages and
// commands; the output of examples; and the tags of fields.
func quotedLines(path string, text []byte) map[int]bool {
	quoted := map[int]bool{}
	files := token.NewFileSet()
	file := files.AddFile(path, -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, scanner.ScanComments)
	output := 0 // the line of the output so far
	for at, tok, lit := s.Scan(); tok != token.EOF; at, tok, lit = s.Scan() {
		line := file.Line(at)
		switch {
		case tok == token.COMMENT && (strings.HasPrefix(lit, "// Output:") || output == line-1):
			output, quoted[line] = line, true
		case tok == token.STRING && lit[0] == '`':
			for i := range strings.Count(lit, "\n") + 1 {
				quoted[line+i] = true
			}
		}
	}
	return quoted
}

// No package has more than 6,500 lines, not counting tests, and no file more than 700 where many
// people work at once.
func TestSizes(t *testing.T) {
	const mostPackage, mostFile = 6500, 700
	crowded := regexp.MustCompile(`^\.\./(interp/compile|repl|dsl/check)/`)
	lines := map[string]int{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		n := strings.Count(string(text), "\n")
		lines[filepath.ToSlash(filepath.Dir(path))] += n
		if n > mostFile && crowded.MatchString(path) {
			t.Errorf("%s has %d lines; at most %d", path, n, mostFile)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir, n := range lines {
		if n > mostPackage {
			t.Errorf("%s has %d lines; at most %d", dir, n, mostPackage)
		}
	}
}

// No type has more than 40 methods, promoted ones counted: where it does, a reader cannot tell from
// a call which part of the type it is for. interp.Game may have more: it is what programs that use
// the library see, its methods pass on to parts, and whoever looks for one finds all in one place.
func TestMethods(t *testing.T) {
	long.Skip(t, "the types of all packages are read")
	const most = 40
	list := exec.Command("go", "list", "-export", "-deps", "-f",
		"{{.ImportPath}}\t{{.Export}}\t{{.Dir}}\t{{join .GoFiles \" \"}}", "./...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports, ours := map[string]string{}, map[string][]string{}
	for line := range strings.Lines(string(out)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		exports[row[0]] = row[1]
		if strings.HasPrefix(row[0], "boardgame/") {
			for name := range strings.FieldsSeq(row[3]) {
				ours[row[0]] = append(ours[row[0]], filepath.Join(row[2], name))
			}
		}
	}
	files := token.NewFileSet()
	from := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	for path, names := range ours {
		var parsed []*ast.File
		for _, name := range names {
			file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, file)
		}
		config := types.Config{Importer: from, IgnoreFuncBodies: true, Error: func(error) {}}
		pkg, _ := config.Check(path, files, parsed, nil) // unused imports, without the bodies
		for _, name := range pkg.Scope().Names() {
			of, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok || of.IsAlias() || types.IsInterface(of.Type()) {
				continue
			}
			n := types.NewMethodSet(types.NewPointer(of.Type())).Len()
			if full := path + "." + name; n > most && full != "boardgame/interp.Game" {
				t.Errorf("%s has %d methods; at most %d", full, n, most)
			}
		}
	}
}
