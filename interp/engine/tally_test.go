package engine_test

import (
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/testdata/long"
)

// Steps that are counted without being listed are as many as those listed: where pieces are pinned
// or in check, where a game ends, and where other things than steps that end the turn are on offer.
func TestAgreeOnTallies(t *testing.T) {
	long.OneThread(t)
	const rules = `game "Tally"
players White facing north, Black facing south
board SQUARE
piece man, rook, king
counter patience = 0
setup {
  White king: a1    White rook: FAR  White man: a2 | b2
  Black king: KING  Black rook: ROOK  Black man: MEN
}
def ray(p)  = union d in orthogonal: p.d[empty]*.d
def checked = some ray(mine & king) & theirs & rook or some (mine & king).around & theirs & king
move step { from p in mine - rook to q in p.around - mine do p -> q ensure not checked }
move slide { from p in mine & rook along d in orthogonal to q in p.d[empty]*.d - mine
             do p -> q ensure not checked }
MORE
turn TURN else lose
end {
  win if count(theirs & man) = 0
  draw if ply >= 40
}
`
	const push = "move push { from p in mine & man to q in p.forward & empty " +
		"do p -> q then slide, done }"
	for turn, more := range map[string]string{
		"slide, step":                              "",
		"slide, step, pass":                        "",
		"slide, step else push":                    push,
		"push, slide, step":                        push,
		"wait when ply mod 3 = 1 else slide, step": "move wait { do patience += 1 }",
	} {
		for board, sites := range map[string][4]string{
			"square(4, 4)": {"b1", "d4", "c4", "d3 | c3"},
			"square(9, 9)": {"f9", "i9", "h9", "i8 | g8"}, // Black's rook is pinned
		} {
			text := strings.NewReplacer("SQUARE", board, "FAR", sites[0], "KING", sites[1],
				"ROOK", sites[2], "MEN", sites[3], "TURN", turn, "MORE", more).Replace(rules)
			g := read(t, source.NewFile("tally.rules", text), nil)
			agree(t, g, 300, 1)
			perftWithin(t, g, 3000)
		}
	}
}
