// Package ruletest runs the tests of rulesets: text files that say what must be true of a game.
//
// A file is a txtar archive of cases. [Parse] reads it, [File.Run] plays its cases and compares,
// and [Update] writes the actual results into the expectations that did not hold. docs/testing.md
// describes the format for authors.
package ruletest

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
)

// File is a parsed test file.
type File struct {
	Source *source.File
	Rules  string // the rules file that the comment names, as written; "" if it names none
	Cases  []*Case
}

// Case is one test: where to start and what to expect.
type Case struct {
	Name   string
	Span   source.Span  // of its name
	Rules  *source.File // a rules file inside the test file; nil: the one the file is about
	Given  []*Line
	Expect []*Line
}

// Quick is the case without the lines that count sequences or solve the game, which may take long.
func (c *Case) Quick() *Case {
	quick := *c
	quick.Expect = lists.Filter(c.Expect, func(l *Line) bool {
		return !strings.HasPrefix(l.Key, "perft") && l.Key != "result with best play"
	})
	return &quick
}

// Line is one `key: value` of a case. The value follows the colon, or is a block of indented lines
// below it.
type Line struct {
	Key   string      // the word that says what the line is about: "legal", "perft turns"
	Arg   string      // what follows the word before the colon: "from c3", "c3-c4"
	Value string      // after the colon
	Block []string    // the lines below, without their indentation
	Span  source.Span // of key and argument
	Place source.Span // of the value or the block: what an update replaces
}

// Text returns the value, or the lines of the block.
func (l *Line) Text() string {
	if len(l.Block) > 0 {
		return strings.Join(l.Block, "\n")
	}
	return l.Value
}

// The codes of mistakes in a test file.
const (
	codeLayout  diag.Code = "E400" // a line that is not `key: value`
	codeKey     diag.Code = "E401" // an unknown key
	codeCase    diag.Code = "E402" // a case without expectation, or named twice
	codeValue   diag.Code = "E403" // a value that cannot be read
	codeRules   diag.Code = "E404" // rules that cannot be found or do not check
	codeArchive diag.Code = "E405" // no case at all
)

// keys are the words that may begin a line. The given ones say where a case starts, the others what
// it expects; keys with an argument have more words before the colon.
var keys = []struct {
	word     string
	given    bool
	argument bool
}{
	{"options", true, false},
	{"preset", true, false},
	{"position", true, false},
	{"to move", true, false},
	{"after", true, false},
	{"legal", false, true},
	{"illegal", false, true},
	{"board", false, false},
	{"position after", false, false},
	{"to move after", false, false},
	{"view of", false, true},
	{"whole", false, false},
	{"told", false, true},
	{"points", false, false},
	{"game value", false, false},
	{"result", false, false},
	{"result with best play", false, false},
	{"value", false, true},
	{"perft turns", false, false},
	{"perft steps", false, false},
	{"perft actions", false, false},
	{"error", false, false},
}

// Parse reads a test file. It reports mistakes and leaves out the lines or cases that contain them;
// it returns the rest.
func Parse(f *source.File) (*File, diag.List) {
	p := &parser{file: &File{Source: f}}
	archive := txtar.Parse([]byte(f.Text))
	offset := len(archive.Comment)
	p.comment(string(archive.Comment))
	var rules *source.File
	names := map[string]source.Span{}
	for _, section := range archive.Files {
		end := strings.IndexByte(f.Text[offset:], '\n')
		if end < 0 {
			end = len(f.Text) - offset
		}
		name := source.Span{File: f, Lo: offset, Hi: offset + end}
		start := min(offset+end+1, len(f.Text))
		offset = min(start+len(section.Data), len(f.Text))
		if strings.HasSuffix(section.Name, ".rules") {
			rules = source.NewFile(f.Name+":"+section.Name, string(section.Data))
			continue
		}
		if first, met := names[section.Name]; met {
			p.problem(codeCase, name, fmt.Sprintf("there are two cases named %q", section.Name),
				"give one of them another name", diag.Related{Span: first, Message: "the first"})
			continue
		}
		names[section.Name] = name
		c := &Case{Name: section.Name, Span: name, Rules: rules}
		if p.lines(c, start, offset) {
			p.file.Cases = append(p.file.Cases, c)
		}
	}
	if len(archive.Files) == 0 {
		p.problem(codeArchive, source.Span{File: f}, "there is no case in this file",
			"a case begins with its name on a line of its own: -- a leap takes the enemy --")
	}
	return p.file, p.list
}

type parser struct {
	file *File
	list diag.List
}

func (p *parser) problem(code diag.Code, at source.Span, summary, help string,
	related ...diag.Related) {
	p.list.Add(&diag.Diagnostic{Code: code, Span: at, Summary: summary, Suggestion: help,
		Related: related})
}

// comment looks for the line that names the rules.
func (p *parser) comment(text string) {
	p.file.Rules = ruleset.NamedRules(text)
}

// lines reads the case between two offsets and reports whether it can be run.
func (p *parser) lines(c *Case, lo, hi int) bool {
	good := true
	fail := func(at source.Span, code diag.Code, summary, help string) {
		p.problem(code, at, summary, help)
		good = false
	}
	text := p.file.Source.Text
	var last *Line
	for lo < hi {
		end := lo + strings.IndexByte(text[lo:hi]+"\n", '\n')
		line, at := text[lo:end], source.Span{File: p.file.Source, Lo: lo, Hi: end}
		lo = end + 1
		content := strings.TrimSpace(line)
		switch {
		case content == "" || strings.HasPrefix(content, "#"):
			continue
		case line[0] == ' ' || line[0] == '\t':
			if last == nil || last.Value != "" {
				fail(at, codeLayout, "this line is indented but belongs to nothing",
					"a block stands below a line that ends in a colon")
				continue
			}
			if len(last.Block) == 0 {
				last.Place = at
			}
			last.Place.Hi = at.Hi
			last.Block = append(last.Block, line)
			continue
		}
		// The key ends at the last colon before the value; a move may contain a colon, a key does
		// not.
		head, value, found := strings.Cut(line, ":")
		if !found {
			help := "a line of a case reads `legal: 12` or `after: a1-a2`"
			if last != nil && last.Value == "" {
				help = fmt.Sprintf("indent every row of the picture below `%s:`", last.Key)
			}
			fail(at, codeLayout, "a colon is missing", help)
			continue
		}
		head = strings.Join(strings.Fields(head), " ")
		span := source.Span{File: at.File, Lo: at.Lo, Hi: at.Lo + strings.IndexByte(line, ':')}
		last = &Line{Value: strings.TrimSpace(value), Span: span}
		last.Place = source.Span{File: at.File, Lo: span.Hi + 1, Hi: at.Hi}
		given, known := last.setKey(head)
		if !known {
			fail(span, codeKey, fmt.Sprintf("no line of a case begins with "+
				"%q", head), nearestKey(head))
			continue
		}
		if given {
			if slices.ContainsFunc(c.Given, func(l *Line) bool { return l.Key == last.Key }) {
				fail(span, codeKey, fmt.Sprintf("%q is in this case twice", last.Key),
					"leave one of them out")
				continue
			}
			c.Given = append(c.Given, last)
		} else {
			c.Expect = append(c.Expect, last)
		}
	}
	for _, l := range slices.Concat(c.Given, c.Expect) {
		l.Block = unindent(l.Block)
	}
	if good && len(c.Expect) == 0 {
		fail(c.Span, codeCase, fmt.Sprintf("the case %q expects nothing", c.Name),
			"say what must be true: `legal: 12`, `result: none`, …")
	}
	return good
}

// setKey splits head into key and argument.
func (l *Line) setKey(head string) (given, known bool) {
	for _, k := range keys {
		if head == k.word {
			l.Key = k.word
			return k.given, true
		}
	}
	for _, k := range keys {
		if rest, found := strings.CutPrefix(head, k.word+" "); found && k.argument {
			l.Key, l.Arg = k.word, rest
			return k.given, true
		}
	}
	return false, false
}

func nearestKey(head string) string {
	words := make([]string, len(keys))
	for i, k := range keys {
		words[i] = k.word
	}
	if near := diag.Nearest(head, words); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "one of these is expected: " + strings.Join(words, ", ")
}

// unindent removes the indentation that all lines share.
func unindent(lines []string) []string {
	shared := -1
	for i, l := range lines {
		l = strings.TrimRight(strings.ReplaceAll(l, "\t", "    "), " \r")
		lines[i] = l
		if indent := len(l) - len(strings.TrimLeft(l, " ")); shared < 0 || indent < shared {
			shared = indent
		}
	}
	for i, l := range lines {
		lines[i] = l[shared:]
	}
	return lines
}
