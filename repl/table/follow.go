package table

import (
	"path/filepath"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
)

// FilesOf lists the files that a game is made of: its rules, what they extend and use, and the TOML
// files beside them, whether they are there or not. A game that comes with the program has none.
func FilesOf(rs *ruleset.Ruleset) (files []string) {
	if rs.Builtin {
		return nil
	}
	lib := noting{files: map[string]bool{rs.File.Name: true}}
	dsl.Options(rs.File, lib)
	for file := range lib.files {
		files = append(files, file, strings.TrimSuffix(file, ruleset.Ext)+".toml")
	}
	return files
}

// RulesFiles lists the files to follow: those that the rules on the table are made of, and those of
// the rules as they are on the disk, which may have a mistake.
func (t *Table) RulesFiles() []string {
	files := FilesOf(t.Sheet.Speech.Ruleset)
	if rs, err := ruleset.Find(t.Name); err == nil {
		files = append(files, FilesOf(rs)...)
	}
	return files
}

// noting notes which files the rules request.
type noting struct {
	ruleset.Library
	files map[string]bool
}

func (n noting) Find(name, from string) (*source.File, error) {
	if n.files[from] { // what games that come with the program extend comes with it too
		beside := filepath.Join(filepath.Dir(from), strings.TrimSuffix(name, ruleset.Ext)+ruleset.Ext)
		n.files[beside] = true
	}
	return n.Library.Find(name, from)
}

// textsOf reads the files that a game is made of, as far as they are there.
func textsOf(files []string) map[string]string {
	texts := map[string]string{}
	for _, file := range files {
		if f, err := ruleset.ReadTest(file); err == nil {
			texts[file] = f.Text
		}
	}
	return texts
}
