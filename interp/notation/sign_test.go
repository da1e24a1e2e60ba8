package notation_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/verify/gametest"
)

// A game with everything that signs may mean: captures, and pieces that may or may not change their
// kind on the last two rows.
const promotions = `
game "Promotions"
players White facing north, Black facing south
board square(4, 4)
piece man { promotes king }, king { promotes king }, rock
setup { White man: {a1, b2, c1}  White rock: {d1}  Black man: {a3, d3}  Black rock: {c4} }
def goal(p) = p.orthogonal - mine
move go {
  from p in mine
  to   q in goal(p)
  do   p -> q
}
move promote {
  from p in mine & man
  to   q in goal(p)
  if   some q & (rank(3) | rank(4)) "men are promoted on the last two rows"
  as   k in king
  do   p -> q, q becomes k
}
turn go, promote else lose
`

// What is written is played as written, or refused.
func TestSigns(t *testing.T) {
	g := gametest.FromText(t, promotions, "")
	p := g.Start()
	for _, test := range []struct{ text, want string }{
		{"b2b3", "b2-b3"},
		{"b2-b3!", "b2-b3"},
		{"b2-b3=K", "b2-b3=K"},
		{"b2b3=k", "b2-b3=K"},
		{"b2-b3+", "b2-b3=K"},
		{"b2b3+", "b2-b3=K"},
		{"d1xd2", "takes nothing"},
		{"b2xb3+", "takes nothing"},
		{"b2-b3=", "b2-b3 does not change any piece"},
		{"b2b3=", "b2-b3 does not change any piece"},
		{"a1-a2+", "`+` means a promotion: men are promoted on the last two rows"},
		{"d1-d2+", "d1-d2"}, // no step promotes a rock: + is a remark, as in the check of chess
		{"b2+b3", "says nothing that b2-b3 does"},
	} {
		m, err := g.Parse(p, test.text)
		switch {
		case err == nil && g.Text(p, m) != test.want:
			t.Errorf("%s is played as %s, not %s", test.text, g.Text(p, m), test.want)
		case err != nil && !strings.Contains(err.Error(), test.want):
			t.Errorf("%s: %v\nwant %s", test.text, err, test.want)
		}
	}
	if _, _, err := g.PlayText(p, "d1-d2 d3xd2"); err != nil {
		t.Error("a capture written with an x:", err)
	}
}

// Sequences understand every form of a step that a single step has, whatever separates the words.
func TestSequences(t *testing.T) {
	for _, test := range []struct{ game, options, text, want string }{
		{"blockade", "", "4,4-4,6 h4,7", "d11-d9, lay d7ne"},
		{"blockade", "", "4,4-4,6,h 4,7", "d11-d9, lay d7ne"},
		{"blockade", "", "d11 SS\nh d7", "d11-d9, lay d7ne"},
		{"blockade", "", "d11-d9, lay d7ne", "d11-d9, lay d7ne"},
		{"blockade", "", "d11 d9 lay d7ne", "d11-d9, lay d7ne"},
		{"tactigon", "", "1-9 1-8", "b1-b2"},
		{"shiftago", "", "left 3 L4", "east a5 east a4"},
		{"quoridor", "", "fence d4ne east e9 e8", "fence d4ne east e9-e8"},
		{"chess", "", "e4 e5 Nf3 Nc6, Bb5 a6 Bxc6", "e2-e4 e7-e5 g1-f3 b8-c6 f1-b5 a7-a6 b5-c6"},
		{"chess", "", "e2 e4 e7 e5", "e2-e4 e7-e5"},
	} {
		g := gametest.Load(t, test.game, test.options)
		p := g.Start()
		_, after, err := g.PlayText(p, test.text)
		if err != nil {
			t.Errorf("%s: %s: %v", test.game, test.text, err)
			continue
		}
		_, want, err := g.PlayText(p, test.want)
		if err != nil {
			t.Errorf("%s: %s: %v", test.game, test.want, err)
		} else if !after.Equal(want) {
			t.Errorf("%s: %s does not lead where %s does", test.game, test.text, test.want)
		}
	}
}

// An error in a sequence quotes a whole step, not a word of it.
func TestSequenceErrors(t *testing.T) {
	for _, test := range []struct{ game, text, want string }{
		{"blockade", "4,4-4,6 h4,17",
			`step 2 (turn 1): "h4,17" is not a legal move: there is no row 17`},
		{"blockade", "4,4-4,9 h4,7", `step 1 (turn 1): "4,4-4,9" is not a legal move`},
		{"tactigon", "0,6-2,0",
			`"0,6-2,0" is not a legal move: there is no cell in column 0 and row 6`},
		{"cage", "3,7-2,6", `step 1 (turn 1): "3,7-2,6" is not a legal move`},
		{"shiftago", "3,7", `step 1 (turn 1): "3,7" is not a legal move`},
		{"tic-tac-toe", "a1,b9,c1", `step 2 (turn 2): "b9" is not a legal move`},
		{"quoridor", "fence e9ne east", `"fence e9ne east" is not a legal move`},
		{"chess", "e4 d5 e4-d5=", `step 3 (turn 3): "e4-d5=" is not a legal move: e4-d5 does not change any piece`},
	} {
		g := gametest.Load(t, test.game, "")
		if _, _, err := g.PlayText(
			g.Start(),
			test.text,
		); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %s: %v\nwant %s", test.game, test.text, err, test.want)
		}
	}
}

// Pushing and pulling are written differently, and in full, whatever else is legal.
func TestPushAndPull(t *testing.T) {
	g := gametest.FromText(
		t,
		gametest.ReadFile(t, "../../rulesets/arimaa/arimaa.rules"),
		"quick=true",
	)
	texts := g.Texts(at(t, g, "8/8/8/3r4/3E4/8/8/R6r Gold"))
	for _, want := range []string{"d4-d5/e5", "d5-d4-d3"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%s is not among %v", want, texts)
		}
	}
}

// In a game of three, no move reads back as leaving: a label that would is refused when the rules
// are loaded, and any other label names its move.
func TestNoLabelReadsAsLeaving(t *testing.T) {
	const rules = `game "Labels"
players White, Black, Red
board square(2, 2)
counter n = 0
move quit %q { do n += 1 }
turn quit
end { draw "enough" if n > 5 }`
	refused := 0
	for _, label := range []string{"resign", "Resign", "RESIGN", "  resign ", "re sign", "re-sign",
		"resign!", "-resign", "resign-", "resigns", "x resign", "resign x", "resign, resign",
		"re\u017Fign", "\uFF52esign", "resigN", "res\u0131gn", "RES\u0130GN", "resign."} {
		file := source.NewFile("labels.rules", fmt.Sprintf(rules, label))
		loaded, list := dsl.Load(file, nil, nil)
		if loaded == nil || list.HasErrors() {
			refused++
			continue
		}
		g := interp.New(loaded)
		p := g.Start()
		move := g.Moves(p)[0]
		for _, text := range []string{g.Text(p, move), g.LongText(p, move), g.Texts(p)[0]} {
			steps, _, err := g.ParseTurn(p, text)
			if err != nil || !slices.Equal(steps, []interp.Move{move}) {
				t.Errorf("%q, the move labeled %q, is read as %v, %v", text, label, steps, err)
			}
		}
	}
	if refused < 4 || refused > 10 {
		t.Errorf("%d labels are refused", refused)
	}
}
