package main

import (
	"bufio"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// Polyglot lets programs with chess boards use engines that speak UCI. It is a client that nobody
// here wrote: a game is played through it.
func TestPolyglot(t *testing.T) {
	long.Skip(t, "builds the program, and plays through another one")
	path, err := exec.LookPath("polyglot")
	if err != nil {
		if path, err = exec.LookPath("/usr/games/polyglot"); err != nil {
			t.Skip("polyglot is not installed")
		}
	}
	cmd := exec.Command(path, "-noini", "-ed", t.TempDir(), "-ec", program(t)+" uci chess")
	cmd.Dir = t.TempDir()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	lines := bufio.NewScanner(out)
	say := func(words string) {
		if _, err := io.WriteString(in, words+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	until := func(start string) string {
		for lines.Scan() {
			switch line := lines.Text(); {
			case strings.HasPrefix(line, start):
				return line
			case strings.Contains(line, "Illegal"), strings.Contains(line, "Error"):
				t.Fatal(line)
			}
		}
		t.Fatalf("polyglot ended before it said %q: %v", start, lines.Err())
		return ""
	}
	say("xboard\nprotover 2")
	until("feature done=1")
	say("new\nsd 2")
	g := gametest.Load(t, "chess", "")
	plain := regexp.MustCompile(`^([a-h][1-8])[-x]([a-h][1-8])$`)
	p := g.Start()
	for turn := 0; turn < 8 && p.Result() == nil; turn++ {
		texts := slices.DeleteFunc(g.Texts(p), func(s string) bool { return !plain.MatchString(s) })
		if len(texts) == 0 {
			break
		}
		mine := texts[turn%len(texts)]
		say("usermove " + plain.ReplaceAllString(mine, "$1$2"))
		answer, _ := strings.CutPrefix(until("move "), "move ")
		if _, p, err = g.PlayText(p, mine+" "+answer); err != nil {
			t.Fatalf("turn %d: %v", turn+1, err)
		}
	}
	say("quit")
}
