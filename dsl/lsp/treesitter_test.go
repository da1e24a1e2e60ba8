package lsp

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/testdata/long"
)

const treeSitter = "../../docs/editors/tree-sitter"

// readText reads a file of the grammar for tree-sitter.
func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(treeSitter, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The grammar for tree-sitter has a rule for each rule of the language, with the same words and
// signs in the declarations, and its colors know each word.
func TestTreeSitterGrammar(t *testing.T) {
	grammar, colors := readText(t, "grammar.js"), readText(t, "queries/boardgame/highlights.scm")
	// Expressions are read by precedence there, so these levels have no rule of their own.
	other := map[string]string{"primary": "paren", "file": "file"}
	quoted := regexp.MustCompile(`"([^"\s]+)"`)
	production := regexp.MustCompile(`(?m)^([A-Z]\w*) = (.*) \.$`)
	declarations := true
	for _, m := range production.FindAllStringSubmatch(syntax.EBNF(), -1) {
		name := strings.ToLower(regexp.MustCompile(`([a-z])([A-Z])`).ReplaceAllString(m[1], "${1}_$2"))
		if as, ok := other[name]; ok {
			name = as
		}
		rule := regexp.MustCompile(`(?ms)^    ` + name + `: \(.*?^    (?:[a-z_]+: |name: )`).
			FindString(grammar)
		if rule == "" {
			t.Errorf("no rule %s", name)
			continue
		}
		declarations = declarations && m[1] != "Expr"
		for _, word := range quoted.FindAllStringSubmatch(m[2], -1) {
			if declarations && !strings.Contains(rule, word[0]) && !strings.ContainsAny(word[1], "(){},") {
				t.Errorf("rule %s does not have %s", name, word[0])
			}
			if !strings.Contains(grammar, word[0]) && !strings.ContainsAny(word[1], "(){},") {
				t.Errorf("no rule has %s", word[0])
			}
			if !strings.ContainsAny(word[1], "(){}[],.:") && !strings.Contains(colors, word[0]) {
				t.Errorf("highlights.scm has no color for %s", word[0])
			}
		}
	}
}

// parsed asks Neovim for the first mistake of each file, and how much of chess has a color.
const parsed = `
local add = vim.treesitter.language and vim.treesitter.language.add
if add then add('boardgame', { path = '%[1]s' })
else vim.treesitter.require_language('boardgame', '%[1]s') end
local bad = 0
local function mistake(node)
  if node:type() == 'ERROR' or node:missing() then return node end
  for child in node:iter_children() do
    if child:has_error() or child:missing() then return mistake(child) end
  end
  return node
end
for path in io.lines('%[2]s') do
  local file = io.open(path); local text = file:read('a'); file:close()
  local root = vim.treesitter.get_string_parser(text, 'boardgame'):parse()[1]:root()
  if root:has_error() then
    local row, column = mistake(root):start()
    io.stdout:write(string.format('%%s:%%d:%%d\n', path, row + 1, column + 1))
  end
  if path:match('/chess.rules$') then
    local file = io.open('%[3]s'); local query = file:read('a'); file:close()
    local parse = vim.treesitter.query and vim.treesitter.query.parse or vim.treesitter.parse_query
    local n = 0
    for _ in parse('boardgame', query):iter_captures(root, text, 0, -1) do n = n + 1 end
    io.stdout:write('colors ' .. n .. '\n')
  end
end
vim.cmd('qa!')
`

// A real client, Neovim, reads every rules file that the program reads, without a mistake.
func TestTreeSitterReadsEveryGame(t *testing.T) {
	long.Skip(t, "compiles the parser and reads every game in Neovim")
	for _, needed := range []string{"cc", "nvim"} {
		if _, err := exec.LookPath(needed); err != nil {
			t.Skipf("%s is not installed", needed)
		}
	}
	folder := t.TempDir()
	parser := filepath.Join(folder, "boardgame.so")
	sources := filepath.Join(treeSitter, "src")
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-O1", "-I", sources,
		filepath.Join(sources, "parser.c"), "-o", parser).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var files []string
	for _, pattern := range []string{"../../rulesets/*/*.rules", "../../dsl/*.rules",
		"../../testdata/afresh/*.rules", "../../testdata/hostile/*.rules"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(found), err)
		}
		for _, path := range found {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, faults := syntax.Parse(source.NewFile(path, string(text))); len(faults) == 0 {
				files = append(files, path)
			}
		}
	}
	slices.Sort(files)
	list, script := filepath.Join(folder, "files"), filepath.Join(folder, "read.lua")
	colors := filepath.Join(treeSitter, "queries", "boardgame", "highlights.scm")
	for path, text := range map[string]string{list: strings.Join(files, "\n") + "\n",
		script: fmt.Sprintf(parsed, parser, list, colors)} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command("nvim", "--headless", "--clean", "-c", "luafile "+script).CombinedOutput()
	if err != nil || !regexp.MustCompile(`^colors \d{3,}\s*$`).Match(out) {
		t.Errorf("of %d files: %v\n%s", len(files), err, out)
	}
}

// The parser is what tree-sitter makes of the grammar.
func TestTreeSitterParserIsUpToDate(t *testing.T) {
	long.Skip(t, "generates the parser")
	if _, err := exec.LookPath("tree-sitter"); err != nil {
		t.Skip("tree-sitter is not installed")
	}
	out, err := exec.Command("tree-sitter", "--version").Output()
	if err != nil || !bytes.HasPrefix(out, []byte("tree-sitter 0.22.")) {
		t.Skipf("another version writes another parser: %s", out)
	}
	folder := t.TempDir()
	for _, name := range []string{"grammar.js", "package.json"} {
		err := os.WriteFile(filepath.Join(folder, name), []byte(readText(t, name)), 0o644)
		if err != nil {
			t.Fatal(err)
		}
	}
	generate := exec.Command("tree-sitter", "generate", "--no-bindings")
	generate.Dir = folder
	if out, err := generate.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	parser, err := os.ReadFile(filepath.Join(folder, "src", "parser.c"))
	if err != nil || string(parser) != readText(t, "src/parser.c") {
		t.Errorf("src/parser.c is not that of grammar.js; run tree-sitter generate (%v)", err)
	}
}
