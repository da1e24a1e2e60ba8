package notation

import (
	"math/bits"
	"strconv"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/interp/position"
)

// ResultText describes a result in one sentence, such as "Red wins: the last enemy is gone", "North
// and South win", "draw: no move", "Black wins: the discs are counted, 40:24".
func (nt *Notation) ResultText(r *position.Result) string {
	nt = nt.orEmpty()
	if r == nil {
		return "not over"
	}
	text, all := "draw", nt.rules.Teams()
	switch sides := nt.rules.Sides(r.Winners); {
	case len(sides) == 1 && !r.Draw:
		text = nt.rules.SideName(sides[0], " and ") + " " + nt.rules.Verb(sides[0], "wins")
	case len(sides) > 1 && len(sides) < len(all):
		names := lists.Map(sides, func(side uint16) string { return nt.rules.SideName(side, " + ") })
		text = "draw of " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	if r.Reason != "" {
		text += ": " + r.Reason
	}
	sign := ", "
	for _, side := range all {
		if first := bits.TrailingZeros16(side); first < len(r.Scores) {
			text += sign + strconv.FormatInt(r.Scores[first], 10)
			sign = ":"
		}
	}
	return text
}
