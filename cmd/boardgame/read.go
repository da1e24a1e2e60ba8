package main

import (
	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// read returns the text of a file, or of the standard input if path is "-".
func (a *app) read(path string) (*source.File, error) {
	if path == "-" {
		return ruleset.ReadFrom("standard input", a.stdin)
	}
	return ruleset.ReadTest(path)
}

// notThere returns an error if a file that is going to be written exists: no verb replaces one
// unasked.
func notThere(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s exists already; name a new file", path)
}
