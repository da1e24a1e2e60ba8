package eval_test

import (
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp/eval"
)

// Rules that ask for more than anybody would wait for end the game, wherever they ask.
func TestRulesThatTakeTooLong(t *testing.T) {
	const long = "sum a in mine: sum b in mine: sum c in mine: sum d in mine: sum e in mine: sum f in mine: 1"
	const head = `game "Long"
players A, B
board square(12, 12)
piece man
counter n = 0
counter far = 60000
setup { A man: cells - a1 }
`
	for name, rules := range map[string]string{
		"condition": "move go { from p in mine  if (" + long + ") = 7  do remove p }\nturn go else pass",
		"binders":   "move go { from p in mine  to q in mine  over r in mine  at s in mine  do remove p }\nturn go else pass",
		"range":     "move go { from p in mine  if (sum i in 1..far: sum j in 1..far: 1) = 7 do remove p }\nturn go else pass",
		"effect":    "move go { from p in mine  do n := " + long + " }\nturn go else pass",
		"each":      "move go { from p in mine  do each x in mine: each y in mine: each z in mine: each w in mine: n += 1 }\nturn go else pass",
		"ensure":    "move go { from p in mine  do remove p  ensure (" + long + ") = 7 }\nturn go else pass",
		"end":       "move go { from p in mine  do remove p }\nturn go else pass\nend { win if (" + long + ") = 7 }",
	} {
		t.Run(name, func(t *testing.T) {
			g := load(t, head+rules)
			m := eval.New(g)
			p := m.Start()
			if p.Result == nil {
				moves := m.Moves(p)
				if len(moves) == 0 {
					t.Fatal("no step is legal")
				}
				if p = m.Play(p, moves[0]); p == nil {
					t.Fatal("a legal step cannot be played")
				}
			}
			if p.Result == nil || !p.Result.Draw || p.Result.Reason != eval.ReasonLong {
				t.Errorf("the game ends with %+v", p.Result)
			}
			if len(m.Moves(p)) != 0 {
				t.Error("the game is over and goes on")
			}
			if eval.Worst(g) <= eval.MostRounds {
				t.Errorf("at most %d rounds are foreseen", eval.Worst(g))
			}
		})
	}
}

// What is foreseen is what the rules can ask for.
func TestWorst(t *testing.T) {
	for rules, want := range map[string]int64{
		"def f = sum a in cells: 1\nend { win if f > count(mine) }":                                 0, // a constant
		"end { win if some x in mine: some y in theirs: x in y.north }":                             16 * 17,
		"end { win if some d in orthogonal: some (mine & a1).d & mine }":                            4,
		"def near(p) = sum x in mine: 1\nend { win if (some q in mine: near(q) > 3) }":              16 * (1 + 1 + 16),
		"move go { from p in mine  to q in p.around  if some x in theirs: x in q.north do p -> q }": 16 * (1 + 16*(1+16)),
		"end { win if (sum i in 1..ply: 1) > 3 }":                                                   eval.MaxRange,
	} {
		text := "game \"G\"\nplayers A, B\nboard square(4, 4)\npiece man\nsetup { A man: a1 B man: d4 }\n" + rules
		if rules[0] != 'm' {
			text += "\nturn pass"
		} else {
			text += "\nturn go else pass"
		}
		g, list := dsl.Load(source.NewFile("worst", text), nil, nil)
		if list.HasErrors() {
			t.Fatal(list)
		}
		if got := eval.Worst(g); got != want {
			t.Errorf("%s: %d, not %d", rules, got, want)
		}
	}
}
