package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/source"
)

// maxFile is the greatest size of a text that is read: a thousand times the largest rules anybody has written.
const maxFile = 64 << 20

// read returns the text of a file, or of the standard input if path is "-". Its errors name the file and say what to do.
func (a *app) read(path string) (*source.File, error) {
	name, in := path, a.stdin
	if path == "-" {
		name = "standard input"
	} else {
		f, err := os.Open(path)
		if err != nil {
			return nil, readable(path, err)
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return nil, fmt.Errorf("%s is a folder, not a file", path)
		}
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, readable(name, err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s has more than %d MB; that is no text of ours", name, maxFile>>20)
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	if at, what := notText(text); what != "" {
		line, column := source.NewFile(name, text).Position(at)
		return nil, fmt.Errorf("%s:%d:%d: %s; the file is not a text in UTF-8", name, line, column, what)
	}
	return source.NewFile(name, text), nil
}

// readable puts an error of the operating system in words.
func readable(name string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such file", name)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: reading it is not permitted", name)
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		err = p.Err
	}
	return fmt.Errorf("%s cannot be read: %w", name, err)
}

// notText returns where a text ceases to be one, and why; "" if it is one.
func notText(text string) (at int, what string) {
	for i, r := range text {
		if r == 0 {
			return i, "a zero byte"
		}
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(text[i:]); size == 1 {
				return i, fmt.Sprintf("the byte 0x%02x", text[i])
			}
		}
	}
	return 0, ""
}
