package diag_test

import (
	"strings"
	"testing"

	"boardgame/dsl/diag"
)

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "no rows, is none", 1: "one row, is one",
		2: "two rows, are two", 3: "three rows, are three", 12: "12 rows, are 12"} {
		if got := diag.Amount(n, "left_quail"); strings.Contains(got, "_") {
			t.Errorf("%d: %s", n, got)
		}
		if got := diag.Plural(n, "row") + ", " + diag.PluralAre(n); got != want {
			t.Errorf("%d: %s, not %s", n, got, want)
		}
	}
}
