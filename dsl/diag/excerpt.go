package diag

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/source"
	"boardgame/dsl/width"
)

const (
	tabStop = 4
	// nearby is how many bytes on either side of a place are examined: enough for any terminal, and
	// little of a line of ten megabytes.
	nearby = 4096
	// headLines and tailLines are how much of a span of many lines to show.
	headLines, tailLines = 4, 2
)

// columnsOf returns how many columns a terminal needs for a text without tabs.
func columnsOf(text string) int { return width.Terminal.StringWidth(text) }

// visible returns a text in which nothing moves the cursor or changes the direction of writing: the
// content of a rules file must not change what messages look like. Tabs and line ends are kept.
func visible(text string) string {
	harmless := true
	for _, r := range text {
		if hidden(r) {
			harmless = false
			break
		}
	}
	if harmless {
		return text
	}
	return strings.Map(func(r rune) rune {
		if hidden(r) {
			return utf8.RuneError
		}
		return r
	}, text)
}

// hidden reports whether a terminal would obey a character rather than show it. Invalid bytes count
// as hidden, so that each becomes one well-formed sign.
func hidden(r rune) bool {
	return r == utf8.RuneError || r == '\r' || r == '\f' || source.Hidden(r)
}

// spanLines returns the first and the last line of a span. A span that ends with the end of a line
// does not reach the next one.
func spanLines(s source.Span) (first, last int) {
	first, _ = s.File.Position(s.Lo)
	end := s.Hi
	if end > s.Lo {
		end--
	}
	last, _ = s.File.Position(end)
	return first, max(first, last)
}

// excerpt writes the source of a span with line numbers, and marks the span in it.
func (t *textWriter) excerpt(s source.Span, gutter int, in ink) {
	first, last := spanLines(s)
	indent := ""
	if first != last {
		indent = "  " // where the bracket goes
	}
	t.margin(gutter, 0, "")
	for line := max(1, first-t.Context); line < first; line++ {
		t.margin(gutter, line, indent+cut(s.File.Line(line), 0, 0, t.room(gutter)-len(indent)).text)
	}
	if first == last {
		t.single(s, first, gutter, in)
	} else {
		t.several(s, first, last, gutter, in)
	}
	for line := last + 1; line <= min(last+t.Context, s.File.Lines()); line++ {
		t.margin(gutter, line, indent+cut(s.File.Line(line), 0, 0, t.room(gutter)-len(indent)).text)
	}
}

// margin writes a line of an excerpt after its number, or after nothing if number is 0.
func (t *textWriter) margin(gutter, number int, text string) {
	label := ""
	if number > 0 {
		label = strconv.Itoa(number)
	}
	label = strings.Repeat(" ", max(0, gutter-len(label))) + label
	t.line(t.paint.gutter.Sprint(label+" |") + " " + text)
}

// room returns the number of columns left for source text.
func (t *textWriter) room(gutter int) int { return t.Width - gutter - 3 }

// single writes a span within one line and underlines it.
func (t *textWriter) single(s source.Span, line, gutter int, in ink) {
	lo, hi := within(s, line)
	p := cut(s.File.Line(line), lo, hi, t.room(gutter))
	t.margin(gutter, line, p.text)
	t.margin(gutter, 0, strings.Repeat(" ", p.lo)+in.Sprint(strings.Repeat("^", max(1, p.hi-p.lo))))
}

// several writes a span of several lines with a bracket on its left.
func (t *textWriter) several(s source.Span, first, last, gutter int, in ink) {
	room := t.room(gutter) - 2
	bar := in.Sprint("|") + " "
	for line := first; line <= last; line++ {
		if last-first >= headLines+tailLines && line == first+headLines {
			t.line(strings.Repeat(" ", gutter) + t.paint.gutter.Sprint(" :") + " " + bar + "…")
			line = last - tailLines + 1
		}
		text := s.File.Line(line)
		lo, hi := within(s, line)
		switch {
		case line == first && strings.TrimSpace(text[:lo]) == "":
			t.margin(gutter, line, in.Sprint("/")+" "+cut(text, lo, lo, room).text)
		case line == first:
			p := cut(text, lo, lo, room)
			t.margin(gutter, line, "  "+p.text)
			t.margin(gutter, 0, in.Sprint(" "+strings.Repeat("_", p.lo+1)+"^"))
		case line == last:
			p := cut(text, hi, hi, room)
			t.margin(gutter, line, bar+p.text)
			t.margin(gutter, 0, in.Sprint("|"+strings.Repeat("_", max(1, p.lo))+"^"))
		default:
			t.margin(gutter, line, bar+cut(text, 0, 0, room).text)
		}
	}
}

// within returns the part of a line, in bytes, that a span covers.
func within(s source.Span, line int) (lo, hi int) {
	begin := s.File.Offset(line)
	length := len(s.File.Line(line))
	lo = min(max(s.Lo-begin, 0), length)
	hi = min(max(s.Hi-begin, lo), length)
	return lo, hi
}

// A piece is a stretch of a line as it is shown, with the columns of the marked part.
type piece struct {
	text   string
	lo, hi int
}

// cut returns as much of a line as fits into room columns, around its bytes lo to hi, with "…" for
// what is left out. Tabs become blanks.
func cut(line string, lo, hi, room int) piece {
	begin, end := 0, len(line)
	if lo > nearby {
		begin = lo - nearby
		for begin < lo && !utf8.RuneStart(line[begin]) {
			begin++
		}
	}
	if end-lo > nearby {
		end = lo + nearby
		for end > lo && !utf8.RuneStart(line[end]) {
			end--
		}
	}
	hi = min(hi, end)
	before, marked, after := expand(line[begin:lo], 0), "", ""
	marked = expand(line[lo:hi], columnsOf(before))
	after = expand(line[hi:end], columnsOf(before)+columnsOf(marked))
	after = strings.TrimRight(after, " ")

	left, middle, right := columnsOf(before), columnsOf(marked), columnsOf(after)
	if middle+right == 0 {
		middle = 1 // the sign after the end of the line
	}
	cutLeft, cutRight := begin > 0, end < len(line)
	if left+middle+right > room || cutLeft || cutRight {
		// The place first, then what comes before it, then what follows; each end that is cut
		// costs a column.
		if middle > room-2 {
			marked = width.Terminal.Truncate(marked, room-2, "")
			middle = columnsOf(marked)
			after, right, cutRight = "", 0, true
		}
		spare := room - middle
		wantRight := min(right, max(spare/3, spare-left))
		if wantLeft := min(left, spare-wantRight); wantLeft < left || cutLeft {
			before = "…" + width.Terminal.TruncateLeft(before, left-max(0, wantLeft-1), "")
		}
		if wantRight < right || cutRight {
			after = width.Terminal.Truncate(after, max(0, wantRight-1), "") + "…"
		}
	}
	lo = columnsOf(before)
	p := piece{text: before + marked + after, lo: lo, hi: lo + columnsOf(marked)}
	if columnsOf(p.text) > room { // half a character at a cut may be wider than the whole one
		p.text = width.Terminal.Truncate(p.text, room, "…")
		p.lo, p.hi = min(p.lo, room-1), min(p.hi, room)
	}
	return p
}

// expand returns a text that begins in a column, with tabs replaced by blanks and hidden characters
// made visible.
func expand(text string, column int) string {
	text = visible(text)
	if !strings.Contains(text, "\t") {
		return text
	}
	var b strings.Builder
	for i, part := range strings.Split(text, "\t") {
		if i > 0 {
			n := tabStop - column%tabStop
			b.WriteString(strings.Repeat(" ", n))
			column += n
		}
		b.WriteString(part)
		column += columnsOf(part)
	}
	return b.String()
}
