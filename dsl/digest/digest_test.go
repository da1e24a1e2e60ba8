package digest

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

// The browser's implementation agrees with crypto/sha256 for every length around the ends of
// blocks.
func TestPlainIsSHA256(t *testing.T) {
	text := bytes.Repeat([]byte("chess \x00\xff"), 40)
	for n := range len(text) {
		if got, want := plain(text[:n]), sha256.Sum256(text[:n]); got != want || Sum(text[:n]) != want {
			t.Fatalf("%d bytes: %x, not %x", n, got, want)
		}
	}
}

func FuzzPlain(f *testing.F) {
	f.Add([]byte("abc"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if got, want := plain(text), sha256.Sum256(text); got != want {
			t.Fatalf("%x, not %x", got, want)
		}
	})
}
