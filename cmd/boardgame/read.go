package main

import (
	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
)

// read returns the text of a file, or of the standard input if path is "-".
func (a *app) read(path string) (*source.File, error) {
	if path == "-" {
		return ruleset.ReadFrom("standard input", a.stdin)
	}
	return ruleset.ReadTest(path)
}
