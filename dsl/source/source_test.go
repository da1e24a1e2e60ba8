package source

import "testing"

func TestPositions(t *testing.T) {
	f := NewFile("f", "ab\r\ncäd\n\nx")
	for _, c := range []struct{ offset, line, column int }{
		{-3, 1, 1}, {0, 1, 1}, {2, 1, 3}, {4, 2, 1}, {5, 2, 2}, {7, 2, 3}, {9, 3, 1}, {10, 4,
			1}, {11, 4, 2}, {99, 4, 2},
	} {
		if line, column := f.Position(c.offset); line != c.line || column != c.column {
			t.Errorf("offset %d is at %d:%d, not at %d:%d", c.offset, line, column, c.line,
				c.column)
		}
	}
	for line, want := range map[int]struct {
		text   string
		offset int
	}{0: {"", 0}, 1: {"ab", 0}, 2: {"cäd", 4}, 3: {"", 9}, 4: {"x", 10}, 5: {"", 11}} {
		if f.Line(line) != want.text || f.Offset(line) != want.offset {
			t.Errorf("line %d is %q from %d on, not %q from %d on", line, f.Line(line),
				f.Offset(line), want.text, want.offset)
		}
	}
	if f.Lines() != 4 || NewFile("", "").Lines() != 1 {
		t.Errorf("%d lines, an empty file has %d", f.Lines(), NewFile("", "").Lines())
	}
}

func TestSpans(t *testing.T) {
	f, g := NewFile("f", "abcdef"), NewFile("g", "abcdef")
	s := Span{f, 1, 3}
	if s.Text() != "bc" || (Span{f, 4, 9}).Text() != "" || (Span{}).Text() != "" {
		t.Errorf("texts %q, %q, %q", s.Text(), Span{f, 4, 9}.Text(), Span{}.Text())
	}
	if got := s.To(Span{f, 2, 5}); got != (Span{f, 1, 5}) {
		t.Errorf("joined, the spans are %v", got)
	}
	if got := (Span{}).To(s); got != s {
		t.Errorf("joined to no place, the span is %v", got)
	}
	for _, c := range []struct {
		inner Span
		want  bool
	}{{s, true}, {Span{f, 2, 2}, true}, {Span{f, 0, 2}, false}, {Span{f, 2, 4}, false},
		{Span{g, 1, 3}, false}} {
		if s.Contains(c.inner) != c.want {
			t.Errorf("%d..%d contains %d..%d of %s: %v", s.Lo, s.Hi, c.inner.Lo, c.inner.Hi,
				c.inner.File.Name, !c.want)
		}
	}
	if (Span{}).Contains(Span{}) {
		t.Error("no place contains no place")
	}
}
