package main

import (
	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
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

// inFolder returns an error if the folder for a file does not exist.
func inFolder(path string) error {
	folder := filepath.Dir(path)
	if stat, err := os.Stat(folder); err != nil || !stat.IsDir() {
		return fmt.Errorf("%s cannot be written: there is no folder %s", path, folder)
	}
	return nil
}

// notThere returns an error if a file to be written exists: no verb replaces one unasked.
func notThere(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s already exists; name a new file", path)
}
