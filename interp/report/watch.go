package report

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/match"
)

// watcher collects the data of the report while the games are played. Each trace belongs to one
// game, and so to one goroutine.
type watcher struct {
	game   *interp.Game
	rules  *ir.Game
	value  *ir.Value // nil: random games judge
	traces []trace   // by the number of the game, less 1
}

// trace is the data of one game.
type trace struct {
	decisions []decision
	moments   []moment
	// how often what happened where; of endings, in the last turn
	heat     [heats]map[topology.Site]int
	lastTurn int
	begin    *interp.Position // where the first turn begins
	first    []interp.Move    // its steps, until it is over
	opening  string           // the first turn
	result   *interp.Result

	// at the moments, for games that random games will judge
	positions []*interp.Position
	judged    bool // the moments say who leads
}

// decision is one action with its alternatives.
type decision struct {
	turn     int // from 0; setUp during a random setup
	legal    int
	move     ir.MoveID
	random   bool // drawn, not chosen
	chance   bool // drawn because the rules leave it to chance
	possible moves
}

// setUp is the turn of what chance decides before the first one.
const setUp = -1

// moment is who leads at a turn boundary (-1 for nobody), and after how many turns.
type moment struct {
	turn, leader int
	margin       float64 // by how much: of the value, or of the random games from 0 to 1
}

// moves is a set of moves of the rules.
type moves [4]uint64

func (s *moves) add(id ir.MoveID)     { s[id>>6] |= 1 << (id & 63) }
func (s moves) has(id ir.MoveID) bool { return s[id>>6]>>(id&63)&1 != 0 }

// How many games random games judge, at how many moments of each.
const (
	judgedGames   = 40
	judgedMoments = 16
	judgements    = 40 // random games for each moment
)

// judgeStream is the stream of random numbers of these games.
const judgeStream = match.Streams

func newWatcher(o Options) *watcher {
	return &watcher{game: o.Game, rules: o.Game.Rules(), value: o.Value,
		traces: make([]trace, o.Games)}
}

// turns returns how many turns were begun.
func (t *trace) turns() int {
	if len(t.decisions) == 0 {
		return 0
	}
	return t.decisions[len(t.decisions)-1].turn + 1
}

// watch records a step.
func (w *watcher) watch(s match.Step) {
	t := &w.traces[s.Game-1]
	turn := 0
	switch {
	case s.Before.SettingUp():
		turn = setUp
	case len(t.moments) > 0:
		turn = t.moments[len(t.moments)-1].turn // it begins at the last boundary
	default:
		t.judged, t.begin = w.value != nil, s.Before
		w.boundary(&s, t, s.Before, 0)
	}
	id := s.Move.ID()
	d := decision{turn: turn, legal: len(s.Legal), move: id, random: s.Random,
		chance: int(id) < len(w.rules.Moves) && w.rules.Moves[id].Chance}
	for _, m := range s.Legal {
		d.possible.add(m.ID())
	}
	t.decisions = append(t.decisions, d)
	t.happened(s.Before, s.After, turn)
	if turn == 0 && t.opening == "" {
		t.first = append(t.first, s.Move)
		if interp.TurnTaken(s.Before, s.After) {
			t.opening, t.first, t.begin = w.game.TurnText(t.begin, t.first), nil, nil
		}
	}
	if t.result = s.After.Result(); t.result == nil && interp.TurnTaken(s.Before, s.After) {
		w.boundary(&s, t, s.After, turn+1)
	}
}

// boundary records who leads between two turns.
func (w *watcher) boundary(s *match.Step, t *trace, p *interp.Position, turn int) {
	m := moment{turn, -1, 0}
	if w.value != nil {
		m.leader, m.margin = leader(w.rules,
			func(player int) float64 { return float64(s.Engine.Value(p, w.value, player)) }, p)
	} else if s.Game <= judgedGames {
		t.positions = append(t.positions, p)
	}
	t.moments = append(t.moments, m)
}

// sideOf returns the number of the team of a player, in the order of [ir.Game.Teams].
func sideOf(g *ir.Game, player int) int { return slices.Index(g.Teams(), g.Team(player)) }

// leader returns the team whose mean is greater than that of every other one still in the game, or
// -1. The margin is the distance to the next.
func leader(g *ir.Game, number func(player int) float64, p *interp.Position) (best int,
	margin float64) {
	best, top, second, tied := -1, 0.0, math.Inf(-1), false
	for side, team := range g.Teams() {
		v, n := 0.0, 0.0
		for _, player := range ir.Members(team) {
			if p.In(player) {
				v, n = v+number(player), n+1
			}
		}
		if n == 0 {
			continue
		}
		switch v /= n; {
		case best < 0:
			best, top = side, v
		case v > top:
			best, top, second, tied = side, v, top, false
		case v == top:
			second, tied = v, true
		default:
			second = max(second, v)
		}
	}
	if tied {
		return -1, 0
	}
	return best, top - second
}

// judge lets random games decide who leads if the rules have no value for it. It calls each after
// every judged game, never two at a time. It returns the error of ctx.
func (w *watcher) judge(ctx context.Context, m *match.Match, each func()) error {
	next := make(chan int)
	var workers sync.WaitGroup
	var mu sync.Mutex // guards each
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				w.judgeGame(ctx, m, i)
				mu.Lock()
				each()
				mu.Unlock()
			}
		})
	}
	for i := range w.toJudge() {
		next <- i
	}
	close(next)
	workers.Wait()
	return ctx.Err()
}

// toJudge returns how many games random games judge.
func (w *watcher) toJudge() int {
	if w.value != nil || len(w.rules.Players) < 2 {
		return 0
	}
	return min(len(w.traces), judgedGames)
}

// judgeGame judges some moments of a game, evenly spread, and drops the others.
func (w *watcher) judgeGame(ctx context.Context, m *match.Match, i int) {
	t := &w.traces[i]
	rng := m.Rand(i+1, judgeStream)
	var judged []moment
	n := len(t.positions)
	for k := range min(n, judgedMoments) {
		if ctx.Err() != nil {
			return
		}
		at := k * (n - 1) / max(min(n, judgedMoments)-1, 1)
		points := make([]float64, len(w.rules.Teams())) // by team
		for range judgements {
			end, _ := m.Game.Playout(t.positions[at], rng, match.DefaultLength)
			share(w.rules, end.Result(), points)
		}
		// Chance alone must not make a lead: a lead needs two standard errors.
		lead, margin := leader(w.rules, func(player int) float64 {
			return points[sideOf(w.rules, player)]
		}, t.positions[at])
		if lead >= 0 && !clearly(points, lead) {
			lead = -1
		}
		judged = append(judged, moment{t.moments[at].turn, lead, margin / judgements})
	}
	t.moments, t.positions, t.judged = judged, nil, true
}

// share adds what each team gets of a win.
func share(g *ir.Game, r *interp.Result, points []float64) {
	if r == nil || len(r.Winners) == 0 {
		for i := range points {
			points[i] += 1 / float64(len(points))
		}
		return
	}
	won := g.Sides(r.Winners)
	for _, team := range won {
		points[slices.Index(g.Teams(), team)] += 1 / float64(len(won))
	}
}

// clearly reports whether the points of the leader differ from those of every other player by two
// standard errors.
func clearly(points []float64, lead int) bool {
	for player, v := range points {
		if gap := points[lead] - v; player != lead && gap*gap < 4*(points[lead]+v) {
			return false
		}
	}
	return true
}
