// Command generate copies the engine for 128 places and its tests to the other widths. Only set.go differs between them: it is written
// by hand for each.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// source is the package that is copied, and widths those that it is copied to.
const source = "w128"

var widths = []string{"w64", "w192", "w256", "w1024"}

func main() {
	if err := generate(".", write); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func write(path string, text []byte) error { return os.WriteFile(path, text, 0o644) }

// generate makes the files of all widths below dir and hands them to out.
func generate(dir string, out func(path string, text []byte) error) error {
	files, err := filepath.Glob(filepath.Join(dir, source, "*.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		name := filepath.Base(file)
		if name == "set.go" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, width := range widths {
			if err := out(filepath.Join(dir, width, name), copied(text, width)); err != nil {
				return err
			}
		}
	}
	return nil
}

// copied returns the text of a file for another width.
func copied(text []byte, width string) []byte {
	at := bytes.Index(text, []byte("package "+source+"\n"))
	head := text[:at]
	if len(head) > 0 { // the package comment
		head = []byte("// Package " + width + " is the engine of package " + source + " for boards of another width.\n")
	}
	body := text[at+len("package "+source):]
	var b bytes.Buffer
	b.WriteString("// Code generated from package " + source + "; DO NOT EDIT.\n\n")
	b.Write(head)
	b.WriteString("package " + width)
	b.Write(body)
	return b.Bytes()
}
