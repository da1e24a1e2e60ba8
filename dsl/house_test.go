package dsl_test

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
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
