package report

import (
	"cmp"
	"math"
	"slices"

	"boardgame/dsl/lists"
	"boardgame/dsl/order"
	"boardgame/interp/match"
)

// Lead is who is ahead in the course of games. By a `value` of the rules, a player leads whose
// value is greater than everyone else's for a whole round, so a capture that is answered at once is
// not a lead. By random games from the position, a player leads who wins significantly more of them
// than anyone else.
type Lead struct {
	By      string `json:"by"`      // the value, or "random games"
	Games   int    `json:"games"`   // that were judged
	Moments int    `json:"moments"` // of a game, at most; 0: after every turn

	Changes match.Estimate `json:"changes"` // how often the leader of a game changes
	Shape   []Bin          `json:"shape"`   // games by the number of changes
	Changed match.Estimate `json:"changed"` // games in which the lead changes hands at all
	// games with a winner in which someone else led at some moment
	Behind match.Estimate `json:"behind"`
	// Settled is the part of a game, from 0 to 1, after which its winner leads to the end; 1 if the
	// winner does not lead at the last moment.
	Settled match.Estimate `json:"settled"`
	// Foretold is how often the leader at some part of the game wins it in the end, among the games
	// with a winner and, at that moment, a leader.
	Foretold []Point `json:"foretold"`
	// Drama is how far winners were behind while they were behind: the square root of the leader's
	// lead, on average over the won games; 0 for a game whose winner was never behind. A lead is
	// measured from 0 to 1; nine of ten leads are below 1.
	Drama match.Estimate `json:"drama"`
	// Decided is the part of a game that is left when the winner's lead exceeds every lead that was
	// lost: drama and decisiveness are Browne's measures (Automatic Generation and Evaluation of
	// Recombination Games, 2008).
	Decided match.Estimate `json:"decided"`
}

// browne reports drama and decisiveness of the games that one player has won.
func (l *Lead) browne(won [][]moment, winners, turns []int) {
	var margins []float64
	for _, moments := range won {
		for _, m := range moments {
			if m.leader >= 0 {
				margins = append(margins, m.margin)
			}
		}
	}
	if len(margins) == 0 {
		return
	}
	order.SortFunc(margins, cmp.Compare)
	unit := max(margins[len(margins)*9/10], 1e-9)
	lost := 0.0
	var drama, left []float64
	for i, moments := range won {
		sum, n := 0.0, 0
		for _, m := range moments {
			if m.leader >= 0 && m.leader != winners[i] {
				sum += math.Sqrt(min(m.margin/unit, 1))
				n++
				lost = max(lost, m.margin)
			}
		}
		drama = append(drama, sum/float64(max(n, 1)))
	}
	for i, moments := range won {
		part := 0.0
		for _, m := range moments {
			if m.leader == winners[i] && m.margin > lost {
				part = 1 - float64(m.turn)/float64(max(turns[i], 1))
				break
			}
		}
		left = append(left, max(part, 0))
	}
	l.Drama, l.Decided = match.Mean(drama), match.Mean(left)
}

// parts are the parts of a game after which the report checks who leads.
const parts = 10

// lead reports who was ahead.
func (w *watcher) lead(r *Report, games []match.Game) *Lead {
	l := &Lead{By: "random games", Moments: judgedMoments, Shape: []Bin{}, Foretold: []Point{}}
	round := 1
	if w.value != nil {
		l.By, l.Moments, round = w.value.Name, 0, len(r.Players)
	}
	var changes []int
	var settled []float64
	var changed, won, behind int
	var right, led [parts]int
	var wonMoments [][]moment
	var winners, turns []int
	for i := range r.traces {
		t := &r.traces[i]
		if !t.judged {
			continue
		}
		l.Games++
		moments := held(t.moments, round)
		n := countChanges(moments)
		changes = append(changes, n)
		if n > 0 {
			changed++
		}
		seat := games[i].Alone()
		if seat < 0 {
			continue
		}
		won++
		winner := sideOf(w.rules, seat)
		since, another := story(moments, winner, games[i].Turns)
		settled = append(settled, since)
		wonMoments, winners, turns = append(wonMoments, moments), append(winners, winner),
			append(turns, games[i].Turns)
		if another {
			behind++
		}
		for part := 1; part < parts; part++ {
			if at := leaderAt(moments, games[i].Turns*part/parts); at >= 0 {
				led[part]++
				if at == winner {
					right[part]++
				}
			}
		}
	}
	if l.Games == 0 {
		return l
	}
	numbers := lists.Map(changes, func(n int) float64 { return float64(n) })
	l.Changes, l.Shape = match.Mean(numbers), histogram(changes)
	l.Changed = match.Wilson(float64(changed), float64(l.Games))
	l.Behind = match.Wilson(float64(behind), float64(won))
	l.Settled = match.Mean(settled)
	l.browne(wonMoments, winners, turns)
	for part := 1; part < parts; part++ {
		if led[part] >= fewestGames {
			l.Foretold = append(l.Foretold, Point{float64(part) / parts, led[part],
				match.Wilson(float64(right[part]), float64(led[part]))})
		}
	}
	return l
}

// held returns the moments without the leads that do not last for a number of moments. A lead at
// the end of the game counts.
func held(moments []moment, round int) []moment {
	out := slices.Clone(moments)
	for i := 0; i < len(out); {
		j := i
		for j < len(out) && out[j].leader == out[i].leader {
			j++
		}
		if j-i < round && j < len(out) {
			for k := i; k < j; k++ {
				out[k].leader = -1
			}
		}
		i = j
	}
	return out
}

// countChanges counts how often the lead passes from one player to another, even if nobody leads in
// between.
func countChanges(moments []moment) (n int) {
	last := -1
	for _, m := range moments {
		if m.leader >= 0 {
			if last >= 0 && m.leader != last {
				n++
			}
			last = m.leader
		}
	}
	return n
}

// story returns the part of the game from which the winner leads to the end, and whether someone
// else has led before.
func story(moments []moment, winner, turns int) (since float64, another bool) {
	since = 1
	for i := len(moments) - 1; i >= 0; i-- {
		if moments[i].leader != winner {
			break
		}
		since = float64(moments[i].turn) / float64(max(turns, 1))
	}
	return since, slices.ContainsFunc(moments,
		func(m moment) bool { return m.leader >= 0 && m.leader != winner })
}

// leaderAt returns who leads at the last moment up to a turn, or -1.
func leaderAt(moments []moment, turn int) int {
	leader := -1
	for _, m := range moments {
		if m.turn <= turn {
			leader = m.leader
		}
	}
	return leader
}
