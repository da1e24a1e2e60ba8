package main

import (
	"boardgame/dsl/source"
	"boardgame/interp/catalog"
)

// read returns the text of a file, or of the standard input if path is "-".
func (a *app) read(path string) (*source.File, error) {
	if path == "-" {
		return catalog.ReadFrom("standard input", a.stdin)
	}
	return catalog.ReadTest(path)
}
