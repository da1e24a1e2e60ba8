package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"boardgame/dsl/source"
	"boardgame/interp/record"
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

// writeFile writes a file, all of it or none: a full disk leaves no half under the name.
func writeFile(name string, data []byte) error {
	if err := record.WriteFile(name, data); err != nil {
		return fmt.Errorf("%s was not written: %w", name, err)
	}
	return nil
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

// mayReplace is notThere for verbs that replace a file if --force is given.
func mayReplace(path string, force bool) error {
	if err := notThere(path); err != nil && !force {
		return fmt.Errorf("%w, or say --force", err)
	}
	return nil
}
