package repl

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"

	"boardgame/repl/paper"
	"boardgame/repl/wording"
)

func TestProgress(t *testing.T) {
	for _, c := range []struct {
		width       int
		gone, limit time.Duration
		want        string
	}{
		{80, 2500 * time.Millisecond, 10 * time.Second,
			"Blue thinks [███████░░░░░░░░░░░░░░░░░░░░░░░] 8 s left"},
		{80, 11 * time.Second, 10 * time.Second,
			"Blue thinks [██████████████████████████████] 0 s left"},
		{80, 3 * time.Second, 0, "Blue thinks … 3 s"},
		{28, 5 * time.Second, 10 * time.Second, "Blue thinks 5 s left"},
		{20, 5 * time.Second, 10 * time.Second, "Blue thinks 5 s lef"},
	} {
		var out bytes.Buffer
		s := testSession(t, &out, func(o *paper.Options) { o.Width = func() int { return c.width } })
		if got := s.paper.Progress("Blue thinks", c.gone, c.limit); got != c.want ||
			runewidth.StringWidth(got) >= c.width {
			t.Errorf("%v of %v in %d columns: %q, want %q", c.gone, c.limit, c.width, got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"short", 20, "short"},
		{"  a line that is too long for it", 20, "  a line that is too\n    long for it"},
		{"averyverylongwordthatfitsnowhere", 10,
			"averyveryl\n    ongwor\n    dthatf\n    itsnow\n    here"},
		{"\x1b[1mbold takes no\x1b[0m room", 19, "\x1b[1mbold takes no\x1b[0m room"},
		{"トトトト トトトト", 9, "トトトト\n    トト\n    トト"},
		{"", 10, ""},
	} {
		if got := strings.Join(wording.Wrap(c.text, c.width, "    "), "\n"); got != c.want {
			t.Errorf("%q in %d columns:\n%s\nwant\n%s", c.text, c.width, got, c.want)
		}
	}
}
