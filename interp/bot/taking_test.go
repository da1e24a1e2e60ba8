package bot

import (
	"testing"

	"boardgame/dsl/ir"
	"boardgame/interp/verify/gametest"
)

// No step takes anything if all that steps name is empty, even where the rules put pieces there.
func TestTakingOnEmptySites(t *testing.T) {
	for rules, any := range map[string]bool{
		`move put { at c in empty do place man on c }`:                                      false,
		`move put { at c in empty - empty.north do place man on c }`:                        false,
		`move put { at c in (those x in empty: some x.around) do place man on c }`:          false,
		`move put { at c in empty & rank(1) | empty do place man on c }`:                    false,
		`move put { at c in empty | theirs do place man on c }`:                             true,
		`move put { at c in theirs do remove c }`:                                           true,
		`move put { from p in mine to q in p.around - mine do p -> q }`:                     true,
		`def free = empty & rank(2)` + "\n" + `move put { at c in free do place man on c }`: false,
	} {
		g := loadText(t, "game \"Taking\"\nplayers White, Black\nboard square(3, 3)\npiece man\n"+
			rules+"\nturn put else draw\nend { win \"row\" if in_a_row(mine, 3) }\n")
		if got := newTaking(g).any; got != any {
			t.Errorf("%s: steps may take: %v, not %v", rules, got, any)
		}
	}
}

func loadText(t *testing.T, text string) *ir.Game {
	t.Helper()
	g := gametest.FromText(t, text, "").Rules()
	return g
}
