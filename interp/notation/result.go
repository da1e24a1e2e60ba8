package notation

import (
	"strconv"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/interp/position"
)

// ResultText describes a result in one sentence, such as "Red wins: the last enemy is gone", "draw:
// no move", "Black wins: the discs are counted, 40:24".
func (nt *Notation) ResultText(r *position.Result) string {
	nt = nt.orEmpty()
	if r == nil {
		return "not over"
	}
	names := lists.Map(r.Winners, nt.playerName)
	text := "draw"
	switch {
	case len(names) == 1 && !r.Draw:
		text = names[0] + " wins"
		if w := r.Winners[0]; w >= 0 && w < len(nt.rules.Players) && nt.rules.Players[w].Plural {
			text = names[0] + " win"
		}
	case len(names) > 1 && len(names) < len(nt.rules.Players):
		text = "draw of " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
	}
	if r.Reason != "" {
		text += ": " + r.Reason
	}
	for i, score := range r.Scores {
		text += [...]string{", ", ":"}[min(i, 1)] + strconv.FormatInt(score, 10)
	}
	return text
}
