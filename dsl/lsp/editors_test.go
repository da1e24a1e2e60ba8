package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/check/terms"
	"boardgame/dsl/syntax"
)

var update = flag.Bool("update", false, "write the lists of words into the files for editors")

// The files for editors color exactly the words of the language.
func TestEditorsKnowTheWords(t *testing.T) {
	var keywords, types []string
	for _, w := range syntax.Words() {
		if syntax.Reserved(w) {
			keywords = append(keywords, w)
		} else {
			types = append(types, w)
		}
	}
	builtIns := slices.DeleteFunc(slices.Sorted(maps.Keys(terms.BuiltIns())), syntax.Reserved)
	slices.Sort(keywords)
	slices.Sort(types)
	folder := filepath.Join("..", "..", "docs", "editors")
	for _, file := range []struct {
		path  string
		heads [3]string // what precedes each list
		write func([]string) string
		tail  string
	}{
		{filepath.Join("vscode", "syntaxes", "boardgame.tmLanguage.json"),
			[3]string{`"name": "keyword.control.boardgame", "match": "`,
				`"name": "support.function.boardgame", "match": "`,
				`"name": "support.type.boardgame", "match": "`},
			func(words []string) string { return `\\b(` + strings.Join(words, "|") + `)\\b` }, `"`},
		{filepath.Join("neovim", "syntax", "boardgame.vim"),
			[3]string{"syntax keyword boardgameKeyword", "syntax keyword boardgameBuiltIn",
				"syntax keyword boardgameType"},
			func(words []string) string { return " " + strings.Join(words, " ") }, "\n"},
		{filepath.Join("emacs", "boardgame.el"),
			[3]string{"(defconst boardgame-keywords '(", "(defconst boardgame-built-ins '(",
				"(defconst boardgame-types '("},
			func(words []string) string { return `"` + strings.Join(words, `" "`) + `"` }, ")"},
		{filepath.Join("tree-sitter", "queries", "boardgame", "highlights.scm"),
			[3]string{"", `@function.builtin "^(`, `@type "^(`},
			func(words []string) string { return strings.Join(words, "|") }, `)$"`},
		{filepath.Join("..", "..", "repl", "web", "editor", "words.js"),
			[3]string{"export const keywords = \"", "export const builtIns = \"",
				"export const types = \""},
			func(words []string) string { return strings.Join(words, " ") }, `";`},
	} {
		path := filepath.Join(folder, file.path)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := string(text)
		for i, words := range [3][]string{keywords, builtIns, types} {
			if file.heads[i] == "" {
				continue // the words are in its grammar, see TestTreeSitterGrammar
			}
			list := regexp.MustCompile(regexp.QuoteMeta(file.heads[i]) + `[^\n]*?` +
				regexp.QuoteMeta(file.tail))
			if found := list.FindAllString(want, -1); len(found) != 1 {
				t.Fatalf("%s has %d times %s", path, len(found), file.heads[i])
			}
			want = list.ReplaceAllLiteralString(want, file.heads[i]+file.write(words)+file.tail)
		}
		if want == string(text) {
			continue
		}
		if !*update {
			t.Errorf("%s does not have the words of the language; run this test with -update", path)
			continue
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The files of the extension are JSON, and name only files that exist, or the one that its build
// writes from extension.js.
func TestExtension(t *testing.T) {
	folder := filepath.Join("..", "..", "docs", "editors", "vscode")
	for _, name := range []string{"package.json", "language-configuration.json",
		"syntaxes/boardgame.tmLanguage.json"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		var value map[string]any
		if err := json.Unmarshal(text, &value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, path := range regexp.MustCompile(`"\./([^"]+)"`).FindAllStringSubmatch(string(text),
			-1) {
			file := path[1]
			if file == "dist/extension.js" {
				file = "extension.js"
			}
			if _, err := os.Stat(filepath.Join(folder, file)); err != nil {
				t.Errorf("%s names %s: %v", name, path[1], err)
			}
		}
	}
}

// The commands that the server offers are those that the editors run.
func TestCommandsAreKnown(t *testing.T) {
	n := newSnapshot(&Options{}, nil)
	n.open(textDocument{URI: gameURI, Text: game})
	d, err := n.document(gameURI)
	if err != nil {
		t.Fatal(err)
	}
	for _, lens := range n.lenses(d).([]codeLens) {
		name := lens.Command.Command
		for _, file := range []string{"vscode/extension.js", "neovim/lua/boardgame.lua",
			"README.md"} {
			text, err := os.ReadFile(filepath.Join("..", "..", "docs", "editors", file))
			if err != nil {
				t.Fatal(err)
			}
			verb := strings.TrimPrefix(name, "boardgame.")
			if !strings.Contains(string(text), name) &&
				!strings.Contains(string(text), fmt.Sprintf("'%s'", verb)) {
				t.Errorf("%s does not know the command %s", file, name)
			}
		}
	}
}
