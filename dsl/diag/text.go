package diag

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"boardgame/dsl/source"
)

// Options says how [Text] writes.
type Options struct {
	Width   int  // columns of the terminal; 0: 80. Less than 24 counts as 24
	Color   bool // write terminal colors
	Context int  // lines of source shown before and after the place
	Limit   int  // write at most this many diagnostics and say how many more there are; 0: all
	Summary bool // end with a line that counts what was found
}

const (
	defaultWidth = 80
	narrowest    = 24
)

// Text writes the diagnostics for a reader at a terminal, in the order of the list:
//
//	mine.rules:31:20: error[E101]: unknown name `their`
//	   |
//	31 |   over  v in p.d & their
//	   |                    ^^^^^
//	   = help: did you mean `theirs`?
//
// A diagnostic without a place has only the first line. The result is the first error of the
// writer.
func Text(w io.Writer, list List, o Options) error {
	if o.Width <= 0 {
		o.Width = defaultWidth
	}
	o.Width = max(o.Width, narrowest)
	t := &textWriter{out: bufio.NewWriter(w), Options: o, paint: newPalette(o.Color)}
	shown := list
	if o.Limit > 0 && len(shown) > o.Limit {
		shown = shown[:o.Limit]
	}
	for i, d := range shown {
		if i > 0 {
			t.line("")
		}
		t.diagnostic(d)
	}
	if more := len(list) - len(shown); more > 0 {
		t.line("")
		t.line(fmt.Sprintf("… and %d more", more))
	}
	if o.Summary && len(list) > 0 {
		t.line("")
		t.line(Count(list))
		if code, ok := firstExplained(list); ok {
			t.line("for more, run `boardgame explain " + string(code) + "`")
		}
	}
	return t.out.Flush()
}

// Count says how many diagnostics of each severity a list has: "2 errors, 1 warning". For an empty
// list it returns "no mistakes".
func Count(list List) string {
	var n [3]int
	for _, d := range list {
		n[d.Severity]++
	}
	var parts []string
	for s := Error; s <= Note; s++ {
		switch {
		case n[s] == 1:
			parts = append(parts, "1 "+s.String())
		case n[s] > 1:
			parts = append(parts, fmt.Sprintf("%d %ss", n[s], s))
		}
	}
	if parts == nil {
		return "no mistakes"
	}
	return strings.Join(parts, ", ")
}

// firstExplained returns the code of the worst diagnostic that has a page, the first of several.
func firstExplained(list List) (code Code, ok bool) {
	worst := Note
	for _, d := range list {
		if _, is := Explain(d.Code); is && (!ok || d.Severity < worst) {
			code, worst, ok = d.Code, d.Severity, true
		}
	}
	return code, ok
}

// Where writes the beginning of a span as "file:line:column", or "" if the span is not a place.
func Where(s source.Span) string {
	if !s.Valid() {
		return ""
	}
	line, column := s.File.Position(s.Lo)
	return fmt.Sprintf("%s:%d:%d", visible(s.File.Name), line, column)
}

// An ink writes texts in a color.
type ink interface{ Sprint(a ...any) string }

// plain is the ink without a color.
type plain struct{}

func (plain) Sprint(a ...any) string { return fmt.Sprint(a...) }

// palette holds the inks of the parts of a message.
type palette struct {
	severity             [3]ink
	gutter, strong, help ink
}

func newPalette(colors bool) palette {
	if colors {
		return colored()
	}
	p := plain{}
	return palette{severity: [3]ink{p, p, p}, gutter: p, strong: p, help: p}
}

// textWriter writes diagnostics; out keeps errors of the writer until it is flushed.
type textWriter struct {
	Options
	out   *bufio.Writer
	paint palette
}

// line writes one line, without blanks at its end.
func (t *textWriter) line(s string) {
	t.out.WriteString(strings.TrimRight(s, " "))
	t.out.WriteByte('\n')
}

func (t *textWriter) diagnostic(d *Diagnostic) {
	severity := t.paint.severity[d.Severity]
	head := d.Severity.String()
	if d.Code != "" {
		head += "[" + string(d.Code) + "]"
	}
	where := Where(d.Span)
	if where != "" {
		where = t.paint.strong.Sprint(where) + ": "
	}
	summary := t.paint.strong.Sprint(visible(source.Brief(d.Summary)))
	t.line(where + severity.Sprint(head) + ": " + summary)

	gutter := t.gutterWidth(d)
	if d.Span.Valid() {
		t.excerpt(d.Span, gutter, severity)
	}
	t.note(gutter, "", t.paint.strong, d.Detail)
	t.note(gutter, "help: ", t.paint.help, d.Suggestion)
	for _, r := range d.Related {
		t.related(gutter, r)
	}
}

// gutterWidth returns the number of columns that the line numbers of a diagnostic need.
func (t *textWriter) gutterWidth(d *Diagnostic) int {
	width := 1
	widen := func(s source.Span) {
		if s.Valid() {
			_, last := spanLines(s)
			width = max(width, len(strconv.Itoa(min(last+t.Context, s.File.Lines()))))
		}
	}
	widen(d.Span)
	for _, r := range d.Related {
		widen(r.Span)
	}
	return width
}

// note writes an explanation wrapped to the width, with its lines aligned; nothing if there is no
// text.
func (t *textWriter) note(gutter int, title string, in ink, text string) {
	if text == "" {
		return
	}
	indent := strings.Repeat(" ", gutter)
	lead := indent + " " + t.paint.gutter.Sprint("=") + " "
	if title != "" {
		lead += in.Sprint(title)
	}
	room := t.Width - gutter - 3 - len(title)
	for _, line := range Wrap(visible(source.Brief(text)), room) {
		t.line(lead + line)
		lead = indent + "   " + strings.Repeat(" ", len(title))
	}
}

func (t *textWriter) related(gutter int, r Related) {
	if !r.Span.Valid() {
		t.note(gutter, "note: ", t.paint.strong, r.Message)
		return
	}
	text := Where(r.Span)
	if r.Message != "" {
		text += ": " + visible(source.Brief(r.Message))
	}
	t.line(strings.Repeat(" ", gutter) + t.paint.gutter.Sprint("-->") + " " + text)
	t.excerpt(r.Span, gutter, t.paint.gutter)
}

// Wrap breaks a text into lines of at most width columns, at blanks and at its own line ends. A
// word that is wider has a line of its own.
func Wrap(text string, width int) []string {
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		line, columns := "", 0
		for _, word := range strings.Fields(paragraph) {
			n := columnsOf(word)
			if columns > 0 && columns+1+n > width {
				lines = append(lines, line)
				line, columns = "", 0
			}
			if columns > 0 {
				line, columns = line+" ", columns+1
			}
			line, columns = line+word, columns+n
		}
		lines = append(lines, line)
	}
	return lines
}
