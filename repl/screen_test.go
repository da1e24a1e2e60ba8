package repl

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"boardgame/dsl/topology"
	"boardgame/interp/ruleset"
	"boardgame/repl/paper"
	"boardgame/repl/wording"
	"boardgame/testdata/long"
)

// emulated is what a terminal shows of a text. It supports just what a session and the line editor
// write. Rows that scroll out are lost. It ignores sequences that do not move the cursor, such as
// colors.
func emulated(columns, rows int, text string) []string {
	blank := func() []rune { return []rune(strings.Repeat(" ", columns)) }
	shown := make([][]rune, rows)
	for i := range shown {
		shown[i] = blank()
	}
	x, y, keptX, keptY := 0, 0, 0, 0
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case r == '\r':
			x = 0
		case r == '\n':
			x = 0
			if y++; y == rows {
				shown, y = append(shown[1:], blank()), rows-1
			}
		case r == wording.Escape && i+1 == len(runes): // the rest has not come yet
		case r == wording.Escape && runes[i+1] == '7':
			keptX, keptY = x, y
			i++
		case r == wording.Escape && runes[i+1] == '8':
			x, y = keptX, keptY
			i++
		case r == wording.Escape:
			var numbers []int
			number := 0
			for i += 2; i < len(runes) && (runes[i] < '@' || runes[i] > '~'); i++ {
				switch {
				case runes[i] >= '0' && runes[i] <= '9':
					number = 10*number + int(runes[i]-'0')
				case runes[i] == ';':
					numbers, number = append(numbers, number), 0
				}
			}
			numbers = append(numbers, number, 0)
			if i == len(runes) {
				break
			}
			switch runes[i] {
			case 'A':
				y = max(y-max(numbers[0], 1), 0)
			case 'C':
				x = min(x+max(numbers[0], 1), columns-1)
			case 'G':
				x = max(numbers[0], 1) - 1
			case 'H':
				y, x = min(max(numbers[0], 1), rows)-1, max(numbers[1], 1)-1
			case 'J':
				for y := range shown {
					shown[y] = blank()
				}
			case 'K':
				copy(shown[y][x:], blank())
			case 'm', 'h', 'l':
			default:
				panic(fmt.Sprintf("a sequence that ends in %c", runes[i]))
			}
		case x < columns:
			shown[y][x] = r
			x++
		}
	}
	var lines []string
	for _, l := range shown {
		lines = append(lines, strings.TrimRight(string(l), " "))
	}
	return lines
}

// The line being typed is marked on the board above it, and nothing else on the screen changes.
func TestHighlight(t *testing.T) {
	const columns, rows = 80, 24
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) {
		o.Live, o.Width, o.Height = true, func() int { return columns }, func() int { return rows }
	})
	start(t, s, "breakthrough", map[string]string{"size": "6"}, nil)
	fmt.Fprint(&out, s.Prompt())
	plain := emulated(columns, rows, out.String())
	marked := func(line string) string {
		t.Helper()
		if !s.Highlight(line) {
			t.Fatalf("the board is not to be seen")
		}
		now := emulated(columns, rows, out.String())
		var cells []string
		for i := range now {
			if now[i] == plain[i] {
				continue
			}
			number, _, _ := strings.Cut(now[i], " ")
			for x, r := range []rune(now[i]) {
				if strings.ContainsRune("{<•+", r) {
					cells = append(cells, fmt.Sprintf("%c%c%s", r, 'a'+(x-3)/4, number))
				}
			}
		}
		return strings.Join(cells, " ")
	}
	for _, step := range []struct{ line, marks string }{
		{"b2", "•a3 •b3 •c3 {b2"},
		{"b2-", "•a3 •b3 •c3 {b2"},
		{"b2b", "+b3 +b3 {b2"},
		{"b2-b3", "+b3 +b3 {b2"},
		{"history", ""},
		{"", ""},
	} {
		if got := marked(step.line); got != step.marks {
			t.Errorf("of %q there is marked %q, not %q", step.line, got, step.marks)
		}
	}
	if got := emulated(columns, rows, out.String()); strings.Join(got, "\n") != strings.Join(plain,
		"\n") {
		t.Errorf("the screen is not as it was:\n%s", strings.Join(got, "\n"))
	}

	// Answers push the board up; it is redrawn as long as all of it is visible.
	begun := out.Len()
	for i := 0; s.Highlight("b2"); i++ {
		if s.Highlight(""); i > rows {
			t.Fatal("the board is drawn upon for ever")
		}
		fmt.Fprintln(&out, "nonsense 1")
		s.paper.Out.Typed()
		s.paper.Say("%s", s.Exec("nonsense 1"))
		fmt.Fprint(&out, s.Prompt())
	}
	if strings.Count(out.String()[begun:], "nonsense 1\n") < 2 {
		t.Error("the first answer makes an end of it")
	}
	got := strings.Join(emulated(columns, rows, out.String()), "\n")
	if strings.ContainsAny(got, "•{") {
		t.Errorf("there are marks left:\n%s", got)
	}
}

// After a comma the turn goes on: the board is shown as it will be then.
func TestHighlightWithinATurn(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) {
		o.Live, o.Width, o.Height = true, func() int { return 80 }, func() int { return 50 }
	})
	start(t, s, "blockade", nil, nil)
	for line, want := range map[string]int{"d11-d9, lay d9": 1, "D11-D9,layd9": 1,
		"d11-d9, lay d": 13, "d11-d99, ": 0, "d11-d9, lay d7ne, ": 0} {
		v, n := s.modes.led(line)
		if n != want || v.Legal.Len() != want {
			t.Errorf("%q leads to %d moves, %d places", line, n, v.Legal.Len())
		}
		if n > 0 && v.Pieces[siteOf(t, s, "d9")].Name != "First pawn" {
			t.Errorf("%q: the pawn is not on d9", line)
		}
	}
	if got := s.Complete("d11-d9, lay d9"); len(got) != 1 || got[0] != "d11-d9, lay d9ne" {
		t.Errorf("it is completed to %q", got)
	}
}

func siteOf(t *testing.T, s *Session, name string) topology.Site {
	t.Helper()
	site, ok := s.view.table.Sheet.Speech.Site(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	return site
}

// A board that has moved is not redrawn in place.
func TestNoHighlight(t *testing.T) {
	columns := 80
	for name, spoil := range map[string]func(s *Session){
		"another size":      func(*Session) { columns = 70 },
		"a line too long":   func(s *Session) { s.paper.Raw(strings.Repeat("x", 81)) },
		"an empty screen":   func(s *Session) { fmt.Fprint(s.paper.Out, "\x1b[H\x1b[2J") },
		"a list of choices": func(s *Session) { s.paper.Out.Forget() },
		"another position":  func(s *Session) { s.view.table.Sheet.Course.Goto(0) },
	} {
		var out bytes.Buffer
		columns = 80
		s := testSession(t, &out, func(o *paper.Options) {
			o.Live, o.Width, o.Height = true, func() int { return columns },
				func() int { return 30 }
		})
		start(t, s, "tic-tac-toe", nil, nil)
		typeIn(t, s, "b2")
		if !s.Highlight("a") {
			t.Fatalf("%s: the board is not to be seen before", name)
		}
		if spoil(s); s.Highlight("b") {
			t.Errorf("%s: the board is drawn upon", name)
		}
	}
	var out bytes.Buffer
	s := testSession(t, &out, nil)
	start(t, s, "tic-tac-toe", nil, nil)
	if s.Highlight("a") {
		t.Error("without a terminal the board is drawn upon")
	}
}

// On a terminal of 80 columns and 24 lines, the whole board of every game is visible above the
// prompt, with the side to move.
func TestBoardsFit(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 0) {
		var out bytes.Buffer
		s := testSession(t, &out, func(o *paper.Options) {
			o.Live, o.Width, o.Height = true, func() int { return 80 }, func() int { return 24 }
		})
		start(t, s, name, nil, map[string]string{"1": "random"})
		if s.view.table.Blinds() {
			continue // the curtain is closed
		}
		if !s.paper.Out.Sees(moment{s.view.table, s.view.table.Sheet.Course.At()}) {
			t.Errorf("%s: the board is not to be seen:\n%s", name, out.String())
		}
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		if last := lines[len(lines)-1]; !strings.Contains(last, "to move") &&
			!strings.Contains(last, "goes on") && !s.view.table.Sheet.Over() {
			t.Errorf("%s: the last line is %q", name, last)
		}
	}
}

// In a terminal with few lines, the status leaves out only what can be counted on the board.
func TestBriefStatus(t *testing.T) {
	for _, c := range []struct {
		rows           int
		grid           bool
		status, prefix string
	}{
		{40, true, "White: 8 pawns, 2 knights", "\n"},
		{24, true, "Fifty moves: 1 of 100 | Last: White Nf3 | Black to move\n", "\n"},
		{20, false, "Fifty moves: 1 of 100\n", "\n"},
		{10, false, "Fifty moves: 1 of 100 | Last: White Nf3 | Black to move\n", ""},
	} {
		var out bytes.Buffer
		s := testSession(t, &out, func(o *paper.Options) {
			o.Live, o.Width, o.Height = true, func() int { return 80 }, func() int { return c.rows }
		})
		start(t, s, "chess", nil, nil)
		typeIn(t, s, "g1f3")
		out.Reset()
		typeIn(t, s, "board")
		if text := out.String(); strings.Contains(text, "├───┼") != c.grid ||
			!strings.Contains(text, c.status) ||
			strings.HasPrefix(text, "\n") != (c.prefix == "\n") {
			t.Errorf("of %d lines:\n%s", c.rows, text)
		}
	}
}
