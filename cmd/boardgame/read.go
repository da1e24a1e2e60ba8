package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

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

// open opens a file to read it piece by piece, or the standard input if path is "-".
func (a *app) open(path string) (in io.ReadCloser, name string, err error) {
	if path == "-" {
		return io.NopCloser(a.stdin), "standard input", nil
	}
	f, err := source.Open(path)
	var other *source.NotRegularError
	switch {
	case errors.As(err, &other):
		return nil, "", fmt.Errorf("%s is %s, not a file", path, other.What)
	case errors.Is(err, fs.ErrNotExist):
		return nil, "", fmt.Errorf("%s does not exist", path)
	case err != nil:
		return nil, "", err
	}
	return f, path, nil
}

// encode writes a result for programs, in lines for people who read it.
func (a *app) encode(result any) error {
	e := json.NewEncoder(a.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(result)
}
