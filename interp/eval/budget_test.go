package eval_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/dsl/value"
	"boardgame/interp/eval"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// few is how much work a question may take in tests that exceed it: a sixteenth of eval.MostWork.
const few = eval.MostWork / 16

// Rules that take more work than anyone would wait for end the game, wherever that happens.
func TestRulesThatTakeTooLong(t *testing.T) {
	long.OneThread(t)
	const long = "sum a in mine: sum b in mine: sum c in mine: sum d in mine: sum e in mine: sum " +
		"f in mine: 1"
	const head = `game "Long"
players A, B
board square(12, 12)
piece man
counter n = 0
counter far = 60000
setup { A man: cells - a1 }
`
	for name, rules := range map[string]string{
		"condition": "move go { from p in mine  if (" + long +
			") = 7  do remove p }\nturn go else pass",
		"binders": "move go { from p in mine  to q in mine  over r in mine  at s in mine  do " +
			"remove p }\nturn go else pass",
		"range": "move go { from p in mine  if (sum i in 1..far: sum j in 1..far: 1) = 7 do " +
			"remove p }\nturn go else pass",
		"effect": "move go { from p in mine  do n := " + long + " }\nturn go else pass",
		"each": "move go { from p in mine  do each x in mine: each y in mine: each z in " +
			"mine: each w in mine: n += 1 }\nturn go else pass",
		"ensure": "move go { from p in mine  do remove p  ensure (" + long +
			") = 7 }\nturn go else pass",
		"end": "move go { from p in mine  do remove p }\nturn go else pass\nend { win if (" +
			long + ") = 7 }",
	} {
		t.Run(name, func(t *testing.T) {
			g := load(t, head+rules)
			m := eval.New(g)
			m.SetMost(few)
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
			if eval.BoundsOf(g).Foreseen() == nil {
				t.Error("the work need not be counted")
			}
		})
	}
}

// A question counts the work of each of its parts and how often it asks them: floods, walks, ways
// by a definition, turns.
func TestWorkIsCounted(t *testing.T) {
	long.OneThread(t)
	for name, rules := range map[string]string{
		"walks": "board square(32, 32)\nend { win if no b in cells: count(b.orthogonal{1..4000} " +
			"& theirs) = 1025 }",
		"floods": "board square(32, 32)\nend { win if some b in cells: some c in cells: " +
			"count(c.around[cells - b]* & mine) = 1025 }",
		"hops": `board square(32, 32)
def hop(x) = x.north.east | x.south.west | x.west | mine.west | theirs.east
end { win if some b in cells: some c in cells: count((b | c).hop* & theirs) = 1025 }`,
		"distances": "board square(32, 32)\nend { win if (sum b in cells: sum c in cells: " +
			"distance(b, c | mine, around)) = 7 }",
		"effects": "board square(32, 32)\nmove fill { do each x in cells: each y in cells: " +
			"place man on cells - y }\nturn fill",
		"turns": `board square(32, 32)
memory been = a1 this turn
move go { from p in mine  to q in p.around - been  do p -> q, been += q  then go, done }
turn go with most count(been)`,
		"demands": `board square(32, 32)
memory been = a1 this turn
move go { from p in mine  to q in p.around - been  do p -> q, been += q  then go else stop else illegal }
move stop { from p in mine & none }
turn go else pass`,
	} {
		t.Run(name, func(t *testing.T) {
			text := "game \"Long\"\nplayers A, B\npiece man\nsetup { A man: a1  B man: c1 }\n" +
				rules
			if !strings.Contains(text, "turn ") {
				text += "\nmove step { from p in mine  to q in p.around & empty  do p -> q " +
					"}\nturn step"
			}
			m := eval.New(load(t, text))
			m.SetMost(few)
			p := m.Start()
			if p.Result == nil {
				p = m.Play(p, p.Legal[0])
			}
			if p.Result == nil || p.Result.Reason != eval.ReasonLong {
				t.Errorf("the game ends with %+v", p.Result)
			}
		})
	}
}

// No question about a game takes more than its bound, whatever is played.
func TestBounds(t *testing.T) {
	long.OneThread(t)
	games, _ := filepath.Glob("../../rulesets/*/*.rules")
	if len(games) == 0 {
		t.Fatal("no games")
	}
	for _, path := range long.Sample(games, 18) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			r := gametest.Ruleset(t, path)
			g := gametest.Rules(t, r, nil)
			m, bounds := eval.New(g), eval.BoundsOf(g)
			rng := rand.New(rand.NewPCG(1, 2))
			p := m.Start()
			for range long.Times(150, 5) {
				if p.Result != nil {
					p = m.Start()
				}
				p = m.Play(p, p.Legal[rng.IntN(len(p.Legal))])
				taken, tried := m.Tried()
				most := value.Sum(bounds.Question(0, tried), value.Times(taken, bounds.Tries))
				if m.Spent() > most {
					t.Fatalf("a step took %d, which takes %d at most with %d steps tried",
						m.Spent(), most, tried)
				}
				for _, v := range g.Values {
					m.Value(p, v, p.ToMove)
					if most := bounds.Expr(v.Body); m.Spent() > most {
						t.Fatalf("%s took %d, which takes %d at most", v.Name, m.Spent(), most)
					}
				}
			}
		})
	}
}

// The bounds of an expression: what it takes when it finds nothing early. On 16 cells there are 2
// players and 1 kind. A definition that is one fixed walk ends at the rim, like a direction.
func TestExprBounds(t *testing.T) {
	for condition, want := range map[string]int64{
		"ply = 3":                                 3,
		"some mine":                               3,
		"some x in cells: x in mine":              2 + 16*(1+4),
		"some d in orthogonal: mine.d = a1":       2 + 4*(1+1+1+(1+2+1)+(1+1)),
		"some (mine & a1).around*":                1 + 1 + 4 + 1 + 4*17 + 8*(17+17/16),
		"(sum i in 1..ply: 1) > 3":                2 + 1 + 2 + value.MaxRange*2,
		"some x in mine: column(x) > 2":           1 + 2 + 16*(1+1+1+1+1),
		"some n in 2..3: row(mine) > n":           1 + 2 + 2*(1+1+1+2+1+1),
		"some (mine & a1).up(north)+":             7 + 5*(2+1+11),
		"some d in axes: some (mine & a1).up(d)*": 2 + 4*(1+7+5*(2+1+11)),
	} {
		text := "game \"G\"\nplayers A, B\nboard square(4, 4)\npiece man\nsetup { A man: a1 B " +
			"man: d4 }\ndef up(x, d) = x.d.east & cells\nturn pass\nend { win if " +
			condition + " }"
		g := load(t, text)
		if got := eval.BoundsOf(g).Expr(g.End[0].If); got != want {
			t.Errorf("%s: %d, not %d", condition, got, want)
		}
	}
}
