package width

import "testing"

// In the browser, texts are as wide as elsewhere: Latin, accents, East Asian signs, chessmen,
// frames and the signs of pieces.
func TestPlainIsAsWide(t *testing.T) {
	for _, text := range []string{"", "Shogi", "Mū Tōrere", "e\u0301", "王將帥楚漢", "歩と金", "장기",
		"♔♕♖♗♘♙♚♛", "○●◎△▲▽▼□■◆◇★", "─│┌┐├┼╭╯━┃", "①⑳", "→↗⇒", "⚀⚅", "ＡＢ", "\t\x00\u200b"} {
		if got, want := (plain{}).StringWidth(text), Terminal.StringWidth(text); got != want {
			t.Errorf("%q: %d columns, not %d", text, got, want)
		}
		for n := range 8 {
			got, want := plain{}.Truncate(text, n, ""), Terminal.Truncate(text, n, "")
			if got != want {
				t.Errorf("%q in %d columns: %q, not %q", text, n, got, want)
			}
			got, want = plain{}.TruncateLeft(text, n, ""), Terminal.TruncateLeft(text, n, "")
			if got != want {
				t.Errorf("%q from column %d on: %q, not %q", text, n, got, want)
			}
		}
	}
}
