package weigh

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"boardgame/dsl/ir"
	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/symmetry"
)

// LearnOptions says how to learn weights. Zero values mean the defaults given.
type LearnOptions struct {
	Name  string // of the weights: "learned"
	Seed  uint64 //
	Jobs  int    // games at a time: one for each core; the result does not depend on it
	Depth int    // of the search that plays: 2 if few steps are legal, otherwise 1
	Turns int    // after which a game is stopped: 400
	// Values are the names of the values of the rules that count as features; if nil, the learner
	// chooses those that predict the results best.
	Values []string
	// λ: 0 learns only from the next position, 1 only from results. 0.8 between two players; with
	// more it is 1, because the value of a position for one of them does not say which of the
	// others wins.
	Trace float64
	// Patterns also learns tables of patterns of sites, in place of rows and neighbors; for two
	// players.
	Patterns bool
	// From are weights to go on learning with, nil for none.
	From *level.Weights
}

// Learner learns [level.Weights] for a game from games that it plays against itself, by TD(λ)
// (Sutton, Learning to predict by the methods of temporal differences, 1988).
//
// It fits the probability that the first player wins, a logistic function of the weighted sum of
// features that any game has: pieces by kind and site, rows, counters, mobility, the move, values
// of the rules. With more than two players, everyone has such a sum, and the player with the
// greatest is the most likely winner (softmax). Features that a symmetry of the game maps to one
// another share a weight. The games are played by a shallow search with the weights so far, which
// sees wins and the end of exchanges, with a random beginning and some random moves. It does not
// learn from positions in the middle of an exchange.
//
// The result depends only on the options and the number of batches.
type Learner struct {
	game    *interp.Game
	rules   *ir.Game
	o       LearnOptions
	shape   *shape
	weights []float64
	squares []float64 // of the gradients, for the learning rates (AdaGrad)
	mean    []float64 // of the weights since half of the games were played
	meanOf  float64
	pieces  [2][]tied  // by site and sign: the weight of the kind, and of the kind there
	rows    [][][]tied // by family, player, and pieces less 1
	// by group of neighbors, player, and what stands beside a piece; see shape.besideAt
	beside []tied
	counts []tied   // by counter
	names  []string // of counters
	at     [][]int  // of counters, by player
	turn   [3]tied  // lead, tempo, mobility
	values []valued
	games  int
	spread []moments // by family of features: how much it decides
	// chooser collects positions until the values are chosen; nil afterward
	chooser *chooser
	// patterns of sites, or neurons; nil for none
	patterns net
	dice     bool // every turn begins with a throw
	passes   int  // how often each game is learned from
	seen     int  // positions learned from
	player   func(context.Context, *SelfPlay) ([]float64, error)
}

// SelfPlay is a game that a learner wants to be played.
type SelfPlay struct {
	Evaluation *Evaluation // to judge by
	Depth      int         // of the search, in steps
	Turns      int         // after which the game is stopped
	Drawn      int         // turns at the beginning whose steps are drawn
	Random     bool        // all steps are drawn
	Rand       *rand.Rand
	// See takes each position in which a player begins a turn and a step is chosen, with the chance
	// of the first player by the search. A quiet one is not in the middle of an exchange.
	See func(sp Space, at Slot, value float64, quiet bool)
}

// tied is the weight that a feature shares with those that a symmetry maps to it.
type tied struct {
	id   int     // -1: it has none, because it is its own opposite
	sign float64 // 1 or -1
}

// valued is a value of the rules as a feature: as the player to move sees it, and as the other
// player does unless that is always the opposite.
type valued struct {
	value          *ir.Value
	scale          float64 // makes it about as large as other features
	mover, waiting tied
	unused         bool // others say as much
}

// Families of features; each value of the rules is one more.
const (
	ofSites = iota
	ofRows
	ofCounters
	ofTurn
	ofMobility
	ofBeside // and, for the second group of neighbors, the next one
	ofBesideToo
	families
)

// moments sums up numbers: how many, their sum, the sum of their squares.
type moments struct{ n, sum, squares float64 }

func (m *moments) add(v float64) { m.n++; m.sum += v; m.squares += v * v }

func (m *moments) deviation() float64 {
	if m.n == 0 {
		return 0
	}
	return math.Sqrt(max(m.squares/m.n-m.sum/m.n*m.sum/m.n, 0))
}

// batch is the number of games played with the same weights.
const batch = 32

// NewLearner returns a learner that has not played yet, except for random games that measure the
// game. The error says why a game cannot be learned, or is that of the context.
//
// Player plays a game, and returns the share of the win of each player; nil if it did not end.
func NewLearner(ctx context.Context, g *interp.Game, o LearnOptions,
	player func(context.Context, *SelfPlay) ([]float64, error)) (*Learner, error) {
	rules := g.Rules()
	if err := level.FitForWeights(rules); err != nil {
		return nil, err
	}
	if o.Name == "" {
		o.Name = "learned"
	}
	if _, err := level.FindValue(rules, o.Name); err == nil {
		return nil, fmt.Errorf("the rules already have a value %q; the weights need a different "+
			"name",
			o.Name)
	}
	if o.Jobs == 0 {
		o.Jobs = runtime.GOMAXPROCS(0)
	}
	if o.Turns == 0 {
		o.Turns = 400
	}
	if o.Trace == 0 {
		o.Trace = 0.8
	}
	if len(rules.Players) > 2 {
		o.Trace = 1
	}
	l := &Learner{game: g, rules: rules, o: o, player: player, passes: 1}
	l.dice = rules.OpensByChance()
	if err := l.measure(); err != nil {
		return nil, err
	}
	l.spread = make([]moments, families+len(l.values))
	if o.Values == nil && len(l.values) > 1 {
		l.chooser = &chooser{}
	}
	var lengths []int
	for n := 2; n <= min(5, max(rules.Board.Width, rules.Board.Height)); n++ {
		lengths = append(lengths, n)
	}
	var beside []string
	if len(rules.Players) == 2 {
		beside, _ = level.DirectionsBeside(rules.Board)
	}
	o.Patterns = o.Patterns && len(rules.Players) == 2
	if o.Patterns {
		lengths, beside = nil, nil // tables contain them
	}
	l.shape = newShape(rules, lengths, beside)
	found, err := symmetry.FindAll(ctx, g, o.Seed)
	if err != nil {
		return nil, err
	}
	l.shareWeights(found)
	switch {
	case o.From != nil && o.Patterns:
		n, err := o.From.Tables(rules)
		if err != nil {
			return nil, err
		}
		if n.Layer != nil {
			l.patterns, l.passes = resumedLayer(n.Layer, l.shape), neuronPasses
		} else {
			l.patterns = resumed(n)
		}
	case o.Patterns && l.dice:
		l.patterns, l.passes = newLayer(g, l.shape, found, o.Seed), neuronPasses
	case o.Patterns:
		p := newPatterns(g, l.shape, found, o.Seed)
		if p == nil {
			return nil, errNoPatterns
		}
		l.patterns = p
	}
	if o.From != nil {
		l.resume(o.From)
	}
	if l.o.Depth == 0 {
		l.o.Depth = 2
		if l.dice || branching(g, o.Seed) > fewSteps {
			l.o.Depth = 1
		}
	}
	return l, nil
}

// net is what a learner adds to the weighted sum of features.
type net interface {
	features(b *Board, mover int) []int32 // of a position
	sum(features []int32) float64         // what they say for the first player
	step(features []int32, off float64)   // moves the weights against the gradient
	fade(keep float64)                    // forgets old gradients
	average(of float64)                   // counts the weights in their mean
	choose(games int)                     // drops what decides little
	now() *level.Net                      // with the weights of the moment
	learned() *level.Net                  // with their mean
}

// errNoPatterns says why a net cannot be learned.
var errNoPatterns = errors.New("nothing changes on the board of this game: it has no patterns")

// fewSteps is the mean number of legal steps up to which a search of two steps is quick.
const fewSteps = 24

// branching is the mean number of legal steps in random games.
func branching(g *interp.Game, seed uint64) int {
	e, rng := g.NewEngine(), rand.New(rand.NewPCG(seed, 1))
	steps, decisions := 0, 1
	for range 4 {
		p := g.Start()
		for range 60 {
			if p.Result() != nil {
				break
			}
			steps, decisions = steps+len(e.Moves(p)), decisions+1
			p = e.Play(p, interp.Any(e, p, rng))
		}
	}
	return steps / decisions
}

// measure finds out, in random games, how large the values of the rules are, and whether each is
// always the opposite for the other player.
func (l *Learner) measure() error {
	for _, v := range l.rules.Values {
		if l.o.Values == nil || slices.Contains(l.o.Values, v.Name) {
			l.values = append(l.values, valued{value: v, waiting: tied{id: -1}})
		}
	}
	for _, name := range l.o.Values {
		if !slices.ContainsFunc(l.values, func(v valued) bool { return v.value.Name == name }) {
			return l.noValue(name)
		}
	}
	if len(l.values) == 0 {
		return nil
	}
	sizes := make([]moments, len(l.values))
	e, rng := l.game.NewEngine(), rand.New(rand.NewPCG(l.o.Seed, 2))
	for range 8 {
		p := l.game.Start()
		for ply := 0; ply < 100 && p.Result() == nil; ply++ {
			if !p.InTurn() {
				for i := range l.values {
					v := &l.values[i]
					a, b := e.Value(p, v.value, 0), e.Value(p, v.value, 1)
					sizes[i].add(float64(a-b) / 2)
					if a != -b && len(l.rules.Players) == 2 {
						v.waiting.id = 0 // it has a weight of its own
					}
				}
			}
			p = e.Play(p, interp.Any(e, p, rng))
		}
	}
	for i := range l.values {
		l.values[i].scale = 1
		if d := sizes[i].deviation(); d > 0 {
			l.values[i].scale = 1 / d
		}
	}
	return nil
}

// noValue says that the rules have no value of that name, and lists those they have.
func (l *Learner) noValue(name string) error {
	var known []string
	for _, v := range l.rules.Values {
		known = append(known, v.Name)
	}
	if len(known) == 0 {
		return fmt.Errorf("there is no value %q to learn with: the rules declare none", name)
	}
	return fmt.Errorf("the rules declare no value %q; choose %s", name, strings.Join(known, ", "))
}

// digits keeps four digits of a number, which are enough for people.
func digits(v float64) float64 {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 4, 64), 64)
	return short
}

// Games returns how many games have been played.
func (l *Learner) Games() int { return l.games }

// Positions returns from how many positions has been learned.
func (l *Learner) Positions() int { return l.seen }

// sample is a position of a game that was played.
type sample struct {
	features []feature
	patterns []int32
	value    float64 // the chance of the first of two players, by the search
	quiet    bool    // it is learned from
}

type feature struct {
	id     int32
	family uint8
	player uint8 // for whom it counts; always the first of two
	value  float32
}

// Play plays a batch of games and learns from them. If ctx ends first, nothing changes, and the
// error is that of ctx.
func (l *Learner) Play(ctx context.Context) error {
	if l.rules == nil {
		return errors.New("the learner has no game; make it with bot.NewLearner")
	}
	now := l.ready()
	played := make([][]sample, batch)
	results := make([][]float64, batch)
	var next atomic.Int64
	var busy sync.WaitGroup
	var failure error
	var mu sync.Mutex
	for range min(l.o.Jobs, batch) {
		busy.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= batch || ctx.Err() != nil {
					return
				}
				var err error
				if played[i], results[i], err = l.play(ctx, now, i); err != nil {
					mu.Lock()
					failure = err
					mu.Unlock()
				}
			}
		})
	}
	busy.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	if failure != nil {
		return failure
	}
	for pass := range l.passes {
		for i, samples := range played {
			l.learn(samples, results[i], pass == 0)
		}
	}
	l.games += batch
	if l.games == chooseAfter {
		l.choose()
	}
	l.fade()
	l.average()
	return nil
}

// learn changes the weights by a game, from its end backward. In its first pass, it counts.
func (l *Learner) learn(samples []sample, result []float64, first bool) {
	target := slices.Clone(result)
	toward := func(value float64) {
		if l.shape.players == 2 {
			target[0] = (1-l.o.Trace)*value + l.o.Trace*target[0]
			target[1] = 1 - target[0]
		}
	}
	for _, s := range slices.Backward(samples) {
		if l.dice {
			toward(s.value) // it was found after the throw, and tells of the position before
		}
		if s.quiet {
			l.step(&s, target)
		}
		if s.quiet && first {
			l.seen++
			if l.chooser != nil && l.games >= randomGames {
				l.chooser.add(l.row(s.features), target[0])
			}
		}
		if !l.dice {
			toward(s.value)
		}
	}
}

// row is what the chooser gets of a position.
func (l *Learner) row(features []feature) []float64 {
	row := make([]float64, always+2*len(l.values))
	row[0] = 1
	for _, f := range features {
		if f.family < families {
			if int(f.id) == l.turn[1].id {
				row[1] = l.ahead(f.player) * float64(f.value)
			}
			continue
		}
		i := int(f.family) - families
		at := always + 2*i
		if int(f.id) != l.values[i].mover.id {
			at++
		}
		row[at] += l.ahead(f.player) * float64(f.value)
	}
	return row
}

// ahead is how far each point of a player puts the first player ahead of the mean of the others.
func (l *Learner) ahead(player uint8) float64 {
	if player == 0 {
		return 1
	}
	return -1 / float64(l.shape.players-1)
}

// choose drops the values that are not worth their time.
func (l *Learner) choose() {
	c := l.chooser
	if c == nil {
		return
	}
	l.chooser = nil
	for i := range l.values {
		columns := []int{always + 2*i}
		if l.values[i].waiting.id >= 0 {
			columns = append(columns, always+2*i+1)
		}
		c.columns = append(c.columns, columns)
	}
	chosen := c.choose()
	if len(chosen) == 0 {
		return // the games have not shown anything about them yet
	}
	for i := range l.values {
		if !slices.Contains(chosen, i) {
			l.values[i].unused, l.spread[families+i] = true, moments{}
		}
	}
}

// The learning rate, and the initial size of gradients.
const (
	rate  = 0.08
	early = 0.5
)

// step moves the weights against the gradient of the cross-entropy.
func (l *Learner) step(s *sample, target []float64) {
	var sums [level.MaxWeighed]float64
	parts := make([]float64, len(l.spread))
	for _, f := range s.features {
		v := l.weights[f.id] * float64(f.value)
		sums[f.player] += v
		parts[f.family] += l.ahead(f.player) * v
	}
	for i, v := range parts {
		l.spread[i].add(v)
	}
	if l.patterns != nil {
		sums[0] += l.patterns.sum(s.patterns)
	}
	off := chances(sums[:l.shape.players])
	for q := range off {
		off[q] -= target[q]
	}
	if l.patterns != nil {
		l.patterns.step(s.patterns, off[0])
	}
	for _, f := range s.features {
		g := off[f.player] * float64(f.value)
		l.squares[f.id] += g * g
		l.weights[f.id] -= rate * g / (early + math.Sqrt(l.squares[f.id]))
	}
}

// chances returns how likely each player is to win, by their sums (softmax).
func chances(sums []float64) []float64 {
	most, total := slices.Max(sums), 0.0
	all := make([]float64, len(sums))
	for q, v := range sums {
		all[q] = math.Exp(v - most)
		total += all[q]
	}
	for q := range all {
		all[q] /= total
	}
	return all
}

// horizon is the number of recent batches over which weights are averaged and gradients count: half
// of all, so that longer training gives finer weights.
func (l *Learner) horizon() float64 { return max(float64(l.games/batch)/2, 1) }

// fade forgets old gradients, so that the weights keep learning as the games get better; those of
// random games are forgotten at once.
func (l *Learner) fade() {
	const least = 50 // batches
	keep := 1 - 1/max(l.horizon(), least)
	if l.games == randomGames || l.games == chooseAfter {
		keep = 0
	}
	for i := range l.squares {
		l.squares[i] *= keep
	}
	if l.patterns != nil {
		l.patterns.fade(keep)
	}
	if l.games == randomGames {
		clear(l.spread)
	}
}

// average keeps the mean of the weights over the last games, so that the end does not depend on the
// luck of the last few. Older weights fade.
func (l *Learner) average() {
	l.meanOf = min(l.meanOf+1, l.horizon())
	for i, w := range l.weights {
		l.mean[i] += (w - l.mean[i]) / l.meanOf
	}
	if l.patterns != nil {
		l.patterns.average(l.meanOf)
		l.patterns.choose(l.games)
	}
}

// ready makes an evaluation of the current weights. It leaves out families that decide next to
// nothing, because they cost time.
func (l *Learner) ready() *Evaluation {
	now := l.shape.learned(l.weightsOf(l.weights))
	if l.patterns != nil {
		now.withNet(l.patterns.now())
	}
	return now
}

// Weights returns what has been learned.
func (l *Learner) Weights() *level.Weights {
	if l.rules == nil {
		return &level.Weights{}
	}
	w := l.weightsOf(l.mean)
	if l.patterns != nil {
		w.Patterns = level.WriteNet(l.patterns.learned())
	}
	return w
}

// little is the part of the spread of the evaluation below which a family is left out; mobility
// costs most, so it has to decide more.
const (
	little       = 0.05
	littleToMove = 0.10
)

// Features are about as large as a piece on a site, which is 1, so that all learn equally fast.
const (
	rowScale      = 0.25
	counterScale  = 0.25
	mobilityScale = 0.1
)

// decides reports whether a family is worth its time. At first, only the values of the rules are.
func (l *Learner) decides(family int, least float64) bool {
	if l.spread[family].n == 0 {
		return family >= families
	}
	var all float64
	for i := range l.spread {
		d := l.spread[i].deviation()
		all += d * d
	}
	return l.spread[family].deviation() > least*math.Sqrt(all)
}

func (l *Learner) weightsOf(from []float64) *level.Weights {
	value := func(t tied) float64 {
		if t.id < 0 {
			return 0
		}
		return from[t.id] * t.sign
	}
	points := func(v float64) int64 { return int64(math.Round(PointsPerUnit * v)) }
	w := &level.Weights{
		Name: l.o.Name, Games: l.games, Seed: l.o.Seed, Options: map[string]string{},
		Lead: points(value(l.turn[0])), Tempo: points(value(l.turn[1])),
		Counters: map[string]int64{},
	}
	for _, o := range l.rules.Options {
		w.Options[o.Name] = o.Value
	}
	if l.decides(ofMobility, littleToMove) {
		w.Mobility = points(mobilityScale * value(l.turn[2]))
	}
	for i, name := range l.names {
		if v := points(counterScale * value(l.counts[i])); v != 0 {
			w.Counters[name] = v
		}
	}
	if l.decides(ofRows, little) {
		for f, length := range l.shape.lengths {
			for q, p := range l.rules.Players {
				row := level.Row{Player: p.Name, Length: length}
				for _, t := range l.rows[f][q] {
					row.Points = append(row.Points, points(rowScale*value(t)*l.sign(q)))
				}
				w.Rows = append(w.Rows, row)
			}
		}
	}
	for i := range l.values {
		d := &l.values[i]
		if d.unused || !l.decides(families+i, little) {
			continue
		}
		w.Values = append(w.Values, level.Declared{Value: d.value.Name,
			Mover:   digits(PointsPerUnit * d.scale * value(d.mover)),
			Waiting: digits(PointsPerUnit * d.scale * value(d.waiting))})
	}
	w.Beside = l.besideOf(func(i int) int64 { return points(value(l.beside[i])) })
	owners := l.shape.players + 1
	if l.shape.players > 2 {
		owners-- // neutral pieces are equally good for everyone
	}
	for kind := range l.rules.Kinds {
		for owner := range owners {
			if t, some := l.table(owner, kind, func(i int) int64 {
				v := value(l.pieces[0][i]) + value(l.pieces[1][i])
				return points(v * l.sign(owner))
			}); some {
				w.Sites = append(w.Sites, t)
			}
		}
	}
	return w
}

// resume takes over weights that were learned before.
func (l *Learner) resume(w *level.Weights) {
	l.games = max(w.Games/batch*batch, randomGames+batch)
	set := func(t tied, points float64) {
		if t.id >= 0 {
			l.weights[t.id] = points / PointsPerUnit * t.sign
			l.mean[t.id], l.squares[t.id] = l.weights[t.id], learnedSquares
		}
	}
	set(l.turn[0], float64(w.Lead))
	set(l.turn[1], float64(w.Tempo))
	set(l.turn[2], float64(w.Mobility)/mobilityScale)
	for i, name := range l.names {
		set(l.counts[i], float64(w.Counters[name])/counterScale)
	}
	for _, d := range w.Values {
		for i := range l.values {
			if v := &l.values[i]; v.value.Name == d.Value {
				set(v.mover, d.Mover/v.scale)
				set(v.waiting, d.Waiting/v.scale)
			}
		}
	}
	now := l.shape.learned(w)
	for i, points := range now.points {
		set(l.pieces[1][i], float64(points))
	}
	for f, players := range l.rows {
		for q, row := range players {
			for n, t := range row {
				at := f*l.shape.windowStates() + (n+1)*int(inWindow(q))
				set(t, float64(now.rows[at])/rowScale)
			}
		}
	}
	for i, points := range now.near {
		set(l.beside[i], float64(points))
	}
}

// sign is what the points of a player count: those of the second of two count against the first.
func (l *Learner) sign(player int) float64 {
	if player == 1 && l.shape.players == 2 {
		return -1
	}
	return 1
}

// besideOf writes the points of pieces by their neighbors, from the first player's point of view.
func (l *Learner) besideOf(of func(int) int64) (all []level.Beside) {
	for g := range l.shape.beside {
		group := &l.shape.beside[g]
		if !l.decides(ofBeside+g, little) {
			continue
		}
		for q, p := range l.rules.Players {
			t := level.Beside{Player: p.Name, Directions: group.name}
			for own := range group.most + 1 {
				var row []int64
				for other := range group.most + 1 - own {
					row = append(row, int64(1-2*q)*of(l.shape.besideAt(g, q, own, other)))
				}
				t.Points = append(t.Points, row)
			}
			all = append(all, t)
		}
	}
	return all
}

// table writes the points of an owner's pieces of a kind.
func (l *Learner) table(owner, kind int, of func(int) int64) (t level.Table, some bool) {
	b := l.rules.Board
	t = level.Table{Kind: l.rules.Kinds[kind].Name}
	if owner < l.shape.players {
		t.Player = l.rules.Players[owner].Name
	}
	sign := l.shape.Sign(owner, kind)
	some = l.rules.Kinds[kind].Neutral == (owner == l.shape.players)
	cells, others := false, map[string]int64{}
	var rows [][]int64
	for _, row := range b.Rows() {
		var line []int64
		for _, x := range row {
			v := of(int(x)*l.shape.signs + sign)
			cells = cells || v != 0
			line = append(line, v)
		}
		rows = append(rows, line)
	}
	for x := range b.Sites {
		if b.Cells.Has(topology.Site(x)) {
			continue
		}
		if v := of(x*l.shape.signs + sign); v != 0 {
			others[strings.ToLower(b.Names[x])] = v
		}
	}
	if cells {
		t.Points = rows
	}
	if len(others) > 0 {
		t.Others = others
	}
	return t, some && (cells || len(others) > 0)
}

// How games are played: the turns at the beginning that are drawn, at most. If the rules declare no
// value, all steps of the first games are drawn: a search that knows nothing about a game may never
// end it, and random games show very quickly what matters most.
const (
	drawnTurns  = 8
	randomGames = 3 * batch
	chooseAfter = 10 * batch // values of the rules are chosen
)

// play has a game of a batch played, and returns its positions and what each player got.
func (l *Learner) play(ctx context.Context, now *Evaluation, i int) ([]sample, []float64, error) {
	rng := rand.New(rand.NewPCG(l.o.Seed, uint64(l.games+i)<<8|7))
	var samples []sample
	drawn, random := rng.IntN(drawnTurns+1), l.games < randomGames && len(l.values) == 0
	if l.dice { // the dice make games differ, and end them
		drawn, random = 0, false
	}
	shares, err := l.player(ctx, &SelfPlay{
		Evaluation: now, Depth: l.o.Depth, Turns: l.o.Turns, Rand: rng,
		Drawn:  drawn,
		Random: random,
		See: func(sp Space, at Slot, value float64, quiet bool) {
			s := sample{features: l.features(sp, at, now), value: value, quiet: quiet}
			if l.patterns != nil {
				s.patterns = l.patterns.features(sp.Board(now, at), sp.ToMove(at))
			}
			samples = append(samples, s)
		},
	})
	if shares != nil || err != nil {
		return samples, shares, err
	}
	shares = make([]float64, l.shape.players)
	for q := range shares {
		shares[q] = 1 / float64(l.shape.players)
	}
	if l.shape.players == 2 && len(samples) > 0 {
		shares[0] = samples[len(samples)-1].value
		shares[1] = 1 - shares[0]
	}
	return samples, shares, nil
}

// Chance is how likely a player is to win who is that many points ahead.
func Chance(points int64) float64 { return 1 / (1 + math.Exp(-float64(points)/PointsPerUnit)) }

// features returns the features of a position.
func (l *Learner) features(sp Space, at Slot, now *Evaluation) []feature {
	b := sp.Board(now, at)
	values := map[feature]float32{}
	// Between two players, everything counts for the first player; the sign of a weight says for
	// whom it is good.
	many, counts := l.shape.players > 2, 0
	add := func(t tied, family uint8, by float32) {
		if t.id >= 0 && by != 0 {
			f := feature{id: int32(t.id), family: family, player: uint8(counts)}
			values[f] += by * float32(t.sign)
		}
	}
	for x, sign := range b.Signs {
		if sign != 0 {
			i := x*l.shape.signs + int(sign)
			if many {
				if counts = l.shape.owner(sign); counts == l.shape.players {
					continue // nobody's
				}
			}
			add(l.pieces[0][i], ofSites, 1)
			add(l.pieces[1][i], ofSites, 1)
		}
	}
	for g := range l.shape.beside {
		group := &l.shape.beside[g]
		for x, sign := range b.Signs {
			if sign == 0 || len(group.of[x]) == 0 {
				continue
			}
			if q := l.shape.owner(sign); q < 2 {
				at, family := (2*g+q)*besideStates+int(b.near[g][x]), uint8(ofBeside+g)
				add(l.beside[at], family, 1)
			}
		}
	}
	for w, holds := range b.windows {
		for q := range l.shape.players {
			in := inWindow(q)
			if n := holds / in; n > 0 && n < 8 && holds == n*in {
				if many {
					counts = q
				}
				add(l.rows[l.shape.family[w]][q][n-1], ofRows, rowScale)
			}
		}
	}
	if many {
		l.addMany(sp, at, &counts, add)
	} else {
		l.addTwo(sp, at, add)
	}
	features := make([]feature, 0, len(values))
	for f, v := range values {
		f.value = v
		features = append(features, f)
	}
	order.SortFunc(features, func(a, b feature) int {
		return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.player, b.player))
	})
	return features
}

// addMany adds the features of counters, values and mobility for each of more than two players.
func (l *Learner) addMany(sp Space, at Slot, counts *int, add func(tied, uint8, float32)) {
	for q := range l.shape.players {
		*counts = q
		for i, numbers := range l.at {
			add(l.counts[i], ofCounters, counterScale*float32(sp.Number(at, numbers[q])))
		}
		for i := range l.values {
			if v := &l.values[i]; !v.unused {
				add(v.mover, uint8(families+i), float32(v.scale*float64(sp.Value(at, v.value, q))))
			}
		}
	}
	*counts = sp.ToMove(at)
	add(l.turn[1], ofTurn, 1)
	if sp.Weights(at) == nil {
		add(l.turn[2], ofMobility, mobilityScale*float32(sp.Count(at)))
	}
}

// addTwo adds the features of counters, values and mobility for the first of two players.
func (l *Learner) addTwo(sp Space, at Slot, add func(tied, uint8, float32)) {
	for i, at2 := range l.at {
		add(l.counts[i], ofCounters,
			counterScale*float32(sp.Number(at, at2[0])-sp.Number(at, at2[1])))
	}
	side := float32(1)
	if sp.ToMove(at) != 0 {
		side = -1
	}
	for i := range l.values {
		v, family := &l.values[i], uint8(families+i)
		if v.unused {
			continue
		}
		me := sp.ToMove(at)
		add(v.mover, family, side*float32(v.scale*float64(sp.Value(at, v.value, me))))
		if v.waiting.id >= 0 {
			add(v.waiting, family, -side*float32(v.scale*float64(sp.Value(at, v.value, 1-me))))
		}
	}
	add(l.turn[0], ofTurn, 1)
	add(l.turn[1], ofTurn, side)
	if sp.Weights(at) == nil {
		add(l.turn[2], ofMobility, side*mobilityScale*float32(sp.Count(at)))
	}
}
