package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every test that docs/promises.md names is there.
func TestPromisesAreTested(t *testing.T) {
	page, err := os.ReadFile("../../docs/promises.md")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	err = filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			text, err := os.ReadFile(path)
			tests.Write(text)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z]+)`").FindAllSubmatch(page, -1)
	if len(named) == 0 {
		t.Error("no promise names a test")
	}
	for _, name := range named {
		if !strings.Contains(tests.String(), "func "+string(name[1])+"(") {
			t.Errorf("docs/promises.md names %s, which is no test", name[1])
		}
	}
}
