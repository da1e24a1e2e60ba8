package dsl_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardgame/testdata/long"
)

// The rules of the language are the headings of the third level in docs/language.md. Below each, a
// comment names tests that exist. Comments in the code name rules that exist.
func TestRulesOfTheLanguage(t *testing.T) {
	long.OneThread(t)
	text, err := os.ReadFile("../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	tests := map[string]bool{}
	test := regexp.MustCompile(`(?m)^func (Test\w+)`)
	anchor := regexp.MustCompile(`language\.md#([a-z0-9-]+)`)
	numbered := regexp.MustCompile(`[dD]ecisions? \d`)
	err = filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		data, err := os.ReadFile(path)
		for _, m := range test.FindAllStringSubmatch(string(data), -1) {
			tests[m[1]] = true
		}
		for _, m := range anchor.FindAllStringSubmatch(string(data), -1) {
			if !hasHeading(page, m[1]) {
				t.Errorf("%s refers to %s, which docs/language.md does not have", path, m[0])
			}
		}
		if generated := strings.Contains(filepath.ToSlash(path), "/vm/"); !generated &&
			numbered.Match(data) {
			t.Errorf("%s refers to a numbered decision; name the anchor of a rule in "+
				"docs/language.md", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	prose, _, _ := strings.Cut(page, "\n## Grammar\n")
	shown := regexp.MustCompile(`<!--\s+(Test[^>]*?)\s+-->`)
	rules := strings.Split(prose, "\n### ")[1:]
	if len(rules) < 30 {
		t.Errorf("docs/language.md has %d rules of the language", len(rules))
	}
	for _, rule := range rules {
		name, body, _ := strings.Cut(rule, "\n")
		if at := shown.FindStringIndex(body); at == nil || at[0] != 0 {
			t.Errorf("the rule %q names no test that shows it", name)
		}
	}
	for _, m := range shown.FindAllStringSubmatch(prose, -1) {
		for _, name := range regexp.MustCompile(`[,\s]+`).Split(m[1], -1) {
			if !tests[name] {
				t.Errorf("a rule in docs/language.md is shown by %s, which does not exist", name)
			}
		}
	}
}
