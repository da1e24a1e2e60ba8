package dsl_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

var expectations = regexp.MustCompile(`###.*`)

// Every fix fixes the mistake that it is offered for: afterward that mistake is gone, and there are
// no more of its kind than before.
func TestFixesMend(t *testing.T) {
	long.OneThread(t)
	files, err := filepath.Glob("../testdata/errors/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of mistakes: %v", err)
	}
	more, err := filepath.Glob("syntax/testdata/*/*.rules")
	if err != nil {
		t.Fatal(err)
	}
	tried := map[diag.Code]int{}
	for _, name := range append(files, more...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, chunk := range strings.Split("\n"+string(text), "\n---") {
			before := source.NewFile("x", expectations.ReplaceAllString(chunk, ""))
			list := dsl.Check(before, nil)
			for _, d := range list {
				for _, fix := range d.Fixes {
					tried[d.Code]++
					after := before.Text[:fix.Span.Lo] + fix.Text + before.Text[fix.Span.Hi:]
					now := dsl.Check(source.NewFile("x", after), nil)
					if count(now, d) >= count(list, d) {
						t.Errorf("%s: %s\n%s: %s is still there in\n%s", name, fix.Title, d.Code,
							d.Summary, after)
					}
				}
			}
		}
	}
	if len(tried) < 10 {
		t.Errorf("only these are tried: %v", tried)
	}
}

// count returns how many diagnostics of a list say the same as d.
func count(list diag.List, d *diag.Diagnostic) (n int) {
	for _, one := range list {
		if one.Code == d.Code && one.Summary == d.Summary {
			n++
		}
	}
	return n
}
