package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardgame/interp/level"
	"boardgame/testdata/long"
)

// Every test that docs/project/promises.md names exists.
func TestPromisesAreTested(t *testing.T) {
	page, err := os.ReadFile("../../docs/project/promises.md")
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
			t.Errorf("docs/project/promises.md names %s, which is no test", name[1])
		}
	}
}

// Every verb that lets bots play each other says in its help after how many turns it stops and,
// when it does stop, that it has.
func TestLengthIsTold(t *testing.T) {
	for _, verb := range []string{"play", "serve", "match", "report", "diff"} {
		var help bytes.Buffer
		run([]string{verb, "--help"}, nil, &help, io.Discard)
		if !regexp.MustCompile(fmt.Sprintf(`(--length=|\()%d\b`, level.MostTurns)).Match(
			help.Bytes()) {
			t.Errorf("the help of %s does not say after how many turns it stops", verb)
		}
	}
	for i, words := range []string{
		"match tic-tac-toe --seat random --seat random --games 4 --length 4",
		"report tic-tac-toe --level random --games 4 --length 4",
	} {
		if !long.Case(i, 2) {
			continue
		}
		var out bytes.Buffer
		if status := run(strings.Fields(words), nil, &out, io.Discard); status != statusFine {
			t.Errorf("%s: status %d", words, status)
		}
		if !strings.Contains(out.String(), "after 4 turns") {
			t.Errorf("%s does not say that games were stopped:\n%s", words, &out)
		}
	}
}
