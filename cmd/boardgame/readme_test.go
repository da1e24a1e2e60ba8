package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The transcripts of the README are what the program prints.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		t.Setenv(name, dir)
	}
	// The slips of the pen that the README shows.
	var rules, stderr bytes.Buffer
	run([]string{"rules", "connect-four"}, nil, &rules, &stderr)
	slips := strings.NewReplacer("in empty -", "in emtpy -", "in_a_row(mine, 4)", "in_a_row(mine)").Replace(rules.String())
	if err := os.WriteFile("mine.rules", []byte(slips), 0o644); err != nil {
		t.Fatal(err)
	}

	if _, shown, _ := strings.Cut(string(text), "```rules\n"); !strings.HasPrefix(rules.String(), shown[:strings.Index(shown, "```")]) {
		t.Errorf("the README does not show the rules of connect-four:\n%s", rules.String())
	}

	transcripts := regexp.MustCompile("(?s)```\n\\$ boardgame ([^\n]*)\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(transcripts) < 2 {
		t.Fatalf("%d transcripts were found", len(transcripts))
	}
	typed := regexp.MustCompile(`(?m)^\d+\. \w+> (.*)$`)
	for _, transcript := range transcripts {
		args, want := split(transcript[1]), transcript[2]
		var input strings.Builder
		for _, line := range typed.FindAllStringSubmatch(want, -1) {
			input.WriteString(line[1] + "\n")
		}
		if args[0] == "play" {
			args = append(args, "--echo", "--pause", "0s")
		}
		var out bytes.Buffer
		run(args, strings.NewReader(input.String()), &out, &stderr)
		if d := cmp.Diff(want, out.String()); d != "" {
			t.Errorf("boardgame %s: -README +program\n%s%s", transcript[1], d, stderr.String())
		}
	}
}
