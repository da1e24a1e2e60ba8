package audit_test

import (
	"strings"
	"testing"

	"boardgame/dsl/diag"
	"boardgame/interp/verify/audit"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// Faults seeded into games with secrets are found, and the games themselves are clean.
func TestSecretsGivenAway(t *testing.T) {
	for i, test := range []struct {
		file, from, to string
		code           diag.Code // "": nothing is to be found
	}{
		{"phantom-tic-tac-toe", "", "", ""},
		{"phantom-tic-tac-toe", "at   c in cells - known", "at   c in empty", audit.CodeOffers},
		{"dark-hex", "at   c in cells - known", "at   c in empty", audit.CodeOffers},
		{"kuhn-poker", "", "", ""},
		{"kuhn-poker", "{ do stake := 2 }", "{ if card(next) < 3 do stake := 2 }", audit.CodeOffers},
		{"geister", "", "", ""},
		{"geister", "hidden kind(theirs)", "hidden theirs", audit.CodeGiven},
		{"banqi-small", "", "", ""},
		{"dark-chess-4", "", "", ""},
		{"stratego-small", "", "", ""},
		{"stratego-small", "if   walks(p)\n",
			"if   walks(p), no q & theirs or q in flag or strength(p) > strength(q)\n",
			audit.CodeMaybe},
		{"goofspiel", "hand(players - me)", "hand", audit.CodeMaybe},
	} {
		if !long.Case(i+1, 3) {
			continue
		}
		rs := gametest.Ruleset(t, test.file)
		text := strings.Replace(rs.File.Text, test.from, test.to, 1)
		if test.code != "" && text == rs.File.Text {
			t.Fatalf("%s has no %q", test.file, test.from)
		}
		found := diag.Code("")
		for _, f := range run(t, load(t, text, nil), audit.Options{}).Findings {
			switch f.Code {
			case audit.CodeOffers, audit.CodeMaybe, audit.CodeGiven:
				found = f.Code
				if own := "hidden bid(players - me), hand"; strings.Contains(text, own+"\n") &&
					!strings.Contains(f.Suggestion, "`hand(players - me)`") {
					t.Errorf("%s: %s", own, f.Suggestion)
				}
			}
		}
		if found != test.code && !(found == audit.CodeOffers && test.code == audit.CodeMaybe) {
			t.Errorf("%s with %q: found %q, not %q", test.file, test.to, found, test.code)
		}
	}
}
