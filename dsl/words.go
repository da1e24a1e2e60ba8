package dsl

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed words.md
var wordsText string

// A Word is a word of the language with its documentation.
type Word struct {
	Name    string
	Text    string // what it means, in Markdown
	Example string // rules that use it; "" for words reserved for later
}

// Doc returns the documentation of a word of the language, and false if there is no such word.
func Doc(name string) (Word, bool) {
	readWords.Do(readDocs)
	w, ok := docs[name]
	return w, ok
}

// docs holds the content of words.md, once readWords has run. A variable initialized by a function
// would be part of every program, with the whole text.
var (
	docs      map[string]Word
	readWords sync.Once
)

// readDocs reads words.md.
func readDocs() {
	docs = map[string]Word{}
	for _, entry := range strings.Split(wordsText, "\n## ")[1:] {
		head, body, _ := strings.Cut(entry, "\n")
		var text, example []string
		for line := range strings.SplitSeq(strings.TrimSpace(body), "\n") {
			if code, ok := strings.CutPrefix(line, "    "); ok {
				example = append(example, code)
			} else if line != "" {
				text = append(text, line)
			}
		}
		for name := range strings.FieldsSeq(head) {
			docs[name] = Word{name, strings.Join(text, "\n"), strings.Join(example, "\n")}
		}
	}
}
