package web

import (
	"bytes"
	"testing"
)

// Segments with small gaps become one, others stay; what is no module is refused.
func TestJoined(t *testing.T) {
	const head = "\x00asm\x01\x00\x00\x00"
	segment := func(at, text string) string {
		return "\x00A" + at + "\v" + string(rune(len(text))) + text
	}
	section := func(id, text string) string { return id + string(rune(len(text))) + text }
	module := head + section("\x05", "\x01\x00\x01") + section("\v", "\x04"+
		segment("\x08", "ab")+segment("\x0c", "c")+segment("\xc0\x00", "d")+segment("\x80\x08", "e"))
	want := head + section("\x05", "\x01\x00\x01") + section("\v", "\x02"+
		segment("\x08", "ab\x00\x00c"+string(make([]byte, 51))+"d")+segment("\x80\x08", "e"))
	got, err := joined([]byte(module))
	if err != nil || string(got) != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if again, err := joined(got); err != nil || !bytes.Equal(again, got) {
		t.Errorf("joined again: %q, %v", again, err)
	}
	for n := range module {
		if n == len(head) || n == len(head)+5 { // the sections before are whole
			continue
		}
		if got, err := joined([]byte(module[:n])); err == nil {
			t.Errorf("the first %d bytes are no module, and give %q", n, got)
		}
	}
}
