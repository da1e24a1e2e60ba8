package query_test

import (
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/query"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
)

// An answer that differs from the mathematical one says why.
func TestLimits(t *testing.T) {
	rs := gametest.Ruleset(t, "tic-tac-toe")
	rules, _ := dsl.Load(rs.File, nil, ruleset.Library{})
	p := interp.New(rules).Start()
	const most = "9223372036854775807"
	for text, want := range map[string]string{
		"1/0": "dividing by zero gives 0", "5 mod 0": "dividing by zero gives 0",
		"9/count(mine)": "dividing by zero gives 0", "3 + 1/(2 - 2)": "dividing by zero",
		"1/count(none)": "dividing by zero", "1/count(cells)": "", "7 mod (1 - 1) + 1": "dividing",
		most + " + 1": "greatest number", "0 - " + most + " - 5": "least number",
		"6/3": "", "0/6": "", "count(cells)/count(empty)": "", "mine": "", "1 = 0": "",
		"sum x in 0..3: 6/x": "",
	} {
		q, err := query.Compile(rules, rs.File, ruleset.Library{}, text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := strings.Join(q.Limits(p, 0), "; "); !strings.Contains(got, want) ||
			want == "" && got != "" {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	}
}

// Looking for constants that an expression divides by takes no longer for divisions inside of
// divisors, or for many of them.
func TestDivisors(t *testing.T) {
	rs := gametest.Ruleset(t, "tic-tac-toe")
	rules, _ := dsl.Load(rs.File, nil, ruleset.Library{})
	const deep = 40
	text := strings.Repeat("1/(", deep) + "1/(2 - 2)" + strings.Repeat(")", deep)
	if _, err := query.Compile(rules, rs.File, ruleset.Library{}, text); err != nil {
		t.Error(err)
	}
	text = strings.Repeat("1000/", 900) + "(2 - 2)"
	q, err := query.Compile(rules, rs.File, ruleset.Library{}, text)
	if err != nil {
		t.Fatal(err)
	}
	if got := q.Limits(interp.New(rules).Start(), 0); len(got) != 1 {
		t.Errorf("of 900 divisions, the last is by 0: %q", got)
	}
}

// Counters with omitted arguments and questions about earlier positions are answered too.
func TestLimitsOfCounters(t *testing.T) {
	for _, test := range []struct{ game, text string }{
		{"shiftago", "marbles"}, {"shiftago", "marbles / 0"}, {"shiftago", "3 mod marbles(me)"},
		{"chess", "3 mod repetitions"}, {"lines-of-action", "seen / 1"},
	} {
		rs := gametest.Ruleset(t, test.game)
		rules, _ := dsl.Load(rs.File, nil, ruleset.Library{})
		q, err := query.Compile(rules, rs.File, ruleset.Library{}, test.text)
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		g := interp.New(rules)
		p := g.Start()
		for range 3 {
			v, ok := q.Value(p, 0)
			notes := strings.Join(q.Notes(p, 0), "; ")
			zero := strings.HasPrefix(test.text, "3 mod repet") || strings.HasSuffix(test.text, "/ 0")
			if !ok || v.Type != ir.Number || zero != strings.Contains(notes, "dividing by zero") {
				t.Errorf("%s: %v %v, notes %q", test.text, v, ok, notes)
			}
			if p, err = g.Play(p, g.Moves(p)[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
}
