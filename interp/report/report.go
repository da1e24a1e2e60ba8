// Package report shows the designer of a game what its rules do, by letting a level play against
// itself.
//
// [Run] plays the games, watches every step, and returns a [Report]: who wins, how long games are,
// how many choices there are, how often the lead changes hands, how decisive it is, which moves and
// which ends occur, and whether a better level beats a worse one. Every share and every mean is a
// [match.Estimate] with a 95% interval. Decisions within one game are not independent, so where a
// figure counts positions or actions, the sample consists of games.
//
// A report is data, and JSON by encoding/json; [Report.Text] and [Report.HTML] write it for people.
package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/order"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/match"
)

// Options says what to play. Zero values mean the defaults given.
type Options struct {
	Game    *interp.Game
	Ruleset string    // what the rules are called
	Level   bot.Level // plays in all seats
	Games   int       // 100
	Seed    uint64    //
	Length  int       // turns after which a game is stopped: match.DefaultLength
	Opening int       // turns drawn at random at the beginning
	Jobs    int       // games at a time; one for each core
	// of the rules, by which the lead is judged; nil: by random games from the position
	Value  *ir.Value
	Ladder []bot.Level // the weakest first; each plays the one below. Fewer than two: no ladder
	Rung   int         // games of each of those matches: 40
	// Stronger, if not nil, is a level that plays the same games again, and games against Level, to
	// show how the figures change with skill.
	Stronger *bot.Level
	Trace    int // games of it: 40
	// Within bounds the time, if it is positive; then fewer games may be played than requested.
	// Which games count does not depend on how long they took, except for the ladder and the
	// stronger level, where unfinished games at the end are left out.
	Within time.Duration
	// Progress, if not nil, is called with the number of games done, from one goroutine at a time.
	Progress func(done, total int, what string)
}

// Report holds the results.
type Report struct {
	Title   string        `json:"title"`
	Ruleset string        `json:"ruleset"`
	Rules   string        `json:"rules"`   // hash
	Program string        `json:"program"` // version.String
	Options []Option      `json:"options"`
	Players []string      `json:"players"` // a team is one
	Level   string        `json:"level"`
	Seed    uint64        `json:"seed"`
	Opening int           `json:"opening"`
	Limit   int           `json:"limit"` // turns after which a game was stopped
	Games   int           `json:"games"`
	Winners []match.Count `json:"winners"` // each player, draw, unfinished
	// what the player with the first move scores: 1 for a win, an equal part of it for a draw
	First  match.Estimate `json:"first"`
	Opener string         `json:"opener"` // that player, "" if it was not always the same

	Decisive match.Estimate `json:"decisive"` // games that one player has won alone
	Turns    Length         `json:"turns"`
	Actions  Length         `json:"actions"` // the single steps of turns

	Choices []Choices `json:"choices"` // of whole games, then of their thirds
	// ByTurn is the mean number of legal actions in the course of the game, as long as enough games
	// go on.
	ByTurn     []Point `json:"byTurn"`
	LegalShape []Bin   `json:"legalShape"` // these decisions by the number of legal actions

	Lead   *Lead    `json:"lead"` // nil if there is only one player
	Moves  []Usage  `json:"moves"`
	Ends   []End    `json:"ends"`
	Ladder []Rung   `json:"ladder"`
	Notes  []string `json:"notes"` // what stands out, in whole sentences

	Sight    *Sight    `json:"sight"`
	Heat     []Heat    `json:"heat"`     // of games with a board on which something happens
	Openings []Opening `json:"openings"` // the most frequent ones
	Sample   *Sample   `json:"sample"`   // nil if the moves cannot be read again
	Size     Size      `json:"size"`
	Trace    *Trace    `json:"trace"` // nil if no stronger level was given

	firstTurns int      // how many different ones there were
	asked      int      // games
	late       []string // matches for which there was no time
	traces     []trace  // in the order of the games
	rules      *ir.Game //
	sum        *match.Summary
}

// Trace is how the figures change with skill: those of a stronger level.
type Trace struct {
	Level    string         `json:"level"`
	Games    int            `json:"games"`
	First    match.Estimate `json:"first"`
	Decisive match.Estimate `json:"decisive"`
	Turns    match.Estimate `json:"turns"`
	Choices  match.Estimate `json:"choices"`
	Changes  match.Estimate `json:"changes"` // of the lead, as in Lead
	Against  int            `json:"against"` // games against the level of the report
	Score    match.Estimate `json:"score"`   // of the stronger one in these
}

// Option is an option of the rules as it was chosen.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Length is how long games are.
type Length struct {
	Mean     match.Estimate `json:"mean"`
	Median   match.Estimate `json:"median"`
	Shortest int            `json:"shortest"`
	Longest  int            `json:"longest"`
	Shape    []Bin          `json:"shape"`
}

// Bin is a bar of a histogram: how many observations are from From to To, both included.
type Bin struct {
	From  int `json:"from"`
	To    int `json:"to"`
	Count int `json:"count"`
}

// Point is a point of a curve.
type Point struct {
	At    float64        `json:"at"`
	Games int            `json:"games"` // that contribute to it
	Value match.Estimate `json:"value"`
}

// Choices is how many legal actions a player can choose from; what chance decides is left out.
type Choices struct {
	// all, opening, middle, end: of every game a third of its turns
	Phase     string         `json:"phase"`
	Decisions int            `json:"decisions"`
	Mean      match.Estimate `json:"mean"`
	Median    match.Estimate `json:"median"`
	Most      int            `json:"most"`
	Forced    match.Estimate `json:"forced"` // the share of decisions with one legal action
}

// Usage is how often a move of the rules is played.
type Usage struct {
	Move     string         `json:"move"`
	Actions  int            `json:"actions"`
	Share    match.Estimate `json:"share"`    // of all actions
	Possible match.Estimate `json:"possible"` // decisions in which it was legal
	Games    match.Estimate `json:"games"`    // in which it was played
}

// End is how often games end in one way.
type End struct {
	// win, lose, draw, highest, lowest; without a sentence of the rules: win, draw or, for a
	// stopped game, none
	Outcome string         `json:"outcome"`
	Reason  string         `json:"reason"`
	Games   int            `json:"games"`
	Share   match.Estimate `json:"share"`
}

// Rung is a match of a level against the one below it on the ladder. In games of three and more
// players, the lower level has all other seats.
type Rung struct {
	Upper string         `json:"upper"`
	Lower string         `json:"lower"`
	Games int            `json:"games"`
	Score match.Estimate `json:"score"` // of the upper one
	Fair  float64        `json:"fair"`  // the score between equals
	Elo   match.Estimate `json:"elo"`
}

// selfPart is the part of [Options.Within] in which the level plays against itself.
const selfPart = 0.4

// sightPart is the part of it after which no more games are searched for [Sight].
const sightPart = 0.5

// Defaults of Options.
const (
	defaultGames = 100
	defaultRung  = 40
	defaultTrace = 40
)

// Run plays the games and reports. If ctx is canceled or a bot fails, the report covers the games
// that were played until then, and the error says so; without any games, the report is nil.
func Run(ctx context.Context, o Options) (*Report, error) {
	if o.Games == 0 {
		o.Games = defaultGames
	}
	if o.Rung == 0 {
		o.Rung = defaultRung
	}
	rules := o.Game.Rules()
	players := len(rules.Teams())
	rungs := max(len(o.Ladder)-1, 0)
	if players < 2 {
		rungs = 0
	}
	if o.Trace == 0 {
		o.Trace = defaultTrace
	}
	w := newWatcher(o)
	done, total := 0, o.Games+w.toJudge()+rungs*o.Rung
	if o.Stronger != nil {
		total += 2 * o.Trace
	}
	begun := time.Now()
	step := func(what string) {
		done++
		if o.Progress != nil {
			o.Progress(done, total, what)
		}
	}
	newMatch := func(games int, levels ...bot.Level) *match.Match {
		m := &match.Match{
			Game: o.Game, Ruleset: o.Ruleset, Games: games, Seed: o.Seed, Length: o.Length,
			Opening: o.Opening, Jobs: o.Jobs,
			Levels: levels[:1:1],
		}
		for len(m.Levels) < players {
			m.Levels = append(m.Levels, levels[len(levels)-1])
		}
		return m
	}
	// until stops a match when a part of the time is over.
	until := func(part float64) func([]match.Game) bool {
		if o.Within <= 0 {
			return nil
		}
		return func([]match.Game) bool {
			return time.Since(begun) > time.Duration(part*float64(o.Within))
		}
	}
	self := newMatch(o.Games, o.Level)
	self.Until = until(selfPart)
	self.Watch = w.watch
	games, err := self.Run(ctx, nil, func(match.Game) error { step(o.Level.Name); return nil })
	if len(games) == 0 {
		return nil, err
	}
	if err == nil {
		err = w.judge(ctx, self, func() { step("who leads") })
	}
	r := w.report(self, games)
	r.asked = o.Games
	if err == nil {
		short, cancel := ctx, context.CancelFunc(func() {})
		if o.Within > 0 {
			short, cancel = context.WithDeadline(ctx,
				begun.Add(time.Duration(sightPart*float64(o.Within))))
		}
		r.Sight = sight(short, o.Game, games, o.Opening)
		cancel()
		err = ctx.Err()
	}
	// bounded plays a match for a part of the time; games that are unfinished then are left out.
	bounded := func(m *match.Match, part float64, each func(match.Game) error) (games []match.Game,
		err error) {
		if o.Within <= 0 {
			return m.Run(ctx, nil, each)
		}
		short, cancel := context.WithDeadline(ctx, begun.Add(time.Duration(part*float64(o.Within))))
		defer cancel()
		games, err = m.Run(short, nil, each)
		if ctx.Err() == nil && short.Err() != nil {
			err = nil
		}
		return games, err
	}
	if o.Stronger != nil && players > 1 && err == nil {
		err = r.traced(o, newMatch, bounded, step)
	}
	for i := 1; i <= rungs && err == nil; i++ {
		upper, lower := o.Ladder[i], o.Ladder[i-1]
		m := newMatch(o.Rung, upper, lower)
		part := 0.75 + 0.25*float64(i)/float64(rungs)
		games, err = bounded(m, part,
			func(match.Game) error { step(upper.Name + " against " + lower.Name); return nil })
		if len(games) == 0 && err == nil {
			r.late = append(r.late, upper.Name+" against "+lower.Name)
		}
		if len(games) > 0 {
			s := match.Sum(m.Terms(), games)
			r.Ladder = append(r.Ladder, Rung{upper.Name, lower.Name, len(games),
				s.Standings[0].Score, 1 / float64(players), s.Standings[0].Elo})
		}
	}
	r.note()
	return r, err
}

// traced plays the games again with the stronger level.
func (r *Report) traced(o Options, newMatch func(int, ...bot.Level) *match.Match,
	bounded func(*match.Match, float64, func(match.Game) error) ([]match.Game, error),
	step func(string)) error {
	again := o
	again.Games = o.Trace
	w := newWatcher(again)
	m := newMatch(o.Trace, *o.Stronger)
	m.Watch = w.watch
	games, err := bounded(m, 0.62, func(match.Game) error { step(o.Stronger.Name); return nil })
	if err != nil || len(games) == 0 {
		return err
	}
	s := w.report(m, games)
	r.Trace = &Trace{
		Level: o.Stronger.Name, Games: len(games), First: s.First, Decisive: s.Decisive,
		Turns:   s.Turns.Mean,
		Choices: s.Choices[0].Mean,
	}
	if s.Lead != nil && o.Value != nil {
		r.Trace.Changes = s.Lead.Changes
	}
	m = newMatch(o.Trace, *o.Stronger, o.Level)
	games, err = bounded(m, 0.75, func(match.Game) error {
		step(o.Stronger.Name + " against " + o.Level.Name)
		return nil
	})
	r.Trace.Against, r.Trace.Score = len(games), match.Sum(m.Terms(), games).Standings[0].Score
	return err
}

// report makes the report of the games that were played and watched.
func (w *watcher) report(m *match.Match, games []match.Game) *Report {
	rules := m.Game.Rules()
	terms := m.Terms()
	s := match.Sum(terms, games)
	r := &Report{
		Title: rules.Title, Ruleset: m.Ruleset, Rules: rules.Hash, Program: terms.Program,
		Level: m.Levels[0].Name,
		Seed:  m.Seed, Opening: m.Opening, Limit: terms.Length,
		Games: len(games), First: s.First, Opener: s.FirstSeat, rules: rules, sum: s,
		Options: []Option{}, Ladder: []Rung{}, Notes: []string{},
	}
	for _, o := range rules.Options {
		r.Options = append(r.Options, Option{o.Name, o.Value})
	}
	n := float64(len(games))
	decisive := 0
	for i, team := range rules.Teams() {
		name, wins := rules.SideName(team, " + "), s.Seats[i].Wins
		r.Players = append(r.Players, name)
		decisive += wins
		r.Winners = append(r.Winners,
			match.Count{Name: name, Games: wins, Share: match.Wilson(float64(wins), n)})
	}
	for _, c := range []match.Count{{Name: "draw", Games: s.Draws},
		{Name: match.Unfinished, Games: s.Unfinished}} {
		c.Share = match.Wilson(float64(c.Games), n)
		r.Winners = append(r.Winners, c)
	}
	r.Decisive = match.Wilson(float64(decisive), n)
	var turns, actions []int
	for _, g := range games {
		turns, actions = append(turns, g.Turns), append(actions, g.Actions)
		r.traces = append(r.traces, w.traces[g.Number-1])
	}
	r.Turns, r.Actions = lengths(turns), lengths(actions)
	r.choices()
	r.moves()
	r.ends(games)
	r.heat()
	r.openings(games)
	r.sample(m.Game, games)
	r.size()
	if len(rules.Players) > 1 {
		r.Lead = w.lead(r, games)
	}
	return r
}

func lengths(sample []int) Length {
	var numbers []float64
	var clusters [][]match.Weighted
	for _, v := range sample {
		numbers = append(numbers, float64(v))
		clusters = append(clusters, []match.Weighted{{Value: float64(v), Weight: 1}})
	}
	return Length{match.Mean(numbers).AtLeast(0), match.Quantile(0.5, clusters), slices.Min(sample),
		slices.Max(sample), histogram(sample)}
}

// The greatest number of bars of a histogram.
const maxBins = 25

// histogram sorts a sample into bins of a round width.
func histogram(sample []int) []Bin {
	if len(sample) == 0 {
		return []Bin{}
	}
	low, high := slices.Min(sample), slices.Max(sample)
	width := 1
	for factor := 1; (high-low)/width >= maxBins; {
		switch width / factor {
		case 1:
			width = 2 * factor
		case 2:
			width = 5 * factor
		default:
			factor *= 10
			width = factor
		}
	}
	first := low / width * width
	bins := make([]Bin, (high-first)/width+1)
	for i := range bins {
		bins[i].From = first + i*width
		bins[i].To = bins[i].From + width - 1
	}
	for _, v := range sample {
		bins[(v-first)/width].Count++
	}
	return bins
}

// byGame sums up decisions by game, because those of one game are not independent: how many are
// counted, and the sum of their values. Of says whether a decision is counted, and its value.
func (r *Report) byGame(of func(t *trace, d *decision) (value float64, counted bool)) (sums,
	counts []float64) {
	sums, counts = make([]float64, len(r.traces)), make([]float64, len(r.traces))
	for i := range r.traces {
		t := &r.traces[i]
		for k := range t.decisions {
			if value, counted := of(t, &t.decisions[k]); counted {
				sums[i] += value
				counts[i]++
			}
		}
	}
	return sums, counts
}

// truth is 1 for what holds.
func truth(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// phases are the thirds of a game.
var phases = []string{"opening", "middle", "end"}

// choices reports how many legal actions there were.
func (r *Report) choices() {
	for phase := -1; phase < len(phases); phase++ {
		c := Choices{Phase: "all"}
		if phase >= 0 {
			c.Phase = phases[phase]
		}
		in := func(t *trace, d *decision) bool {
			return !d.chance && (phase < 0 || d.turn*len(phases)/t.turns() == phase)
		}
		var clusters [][]match.Weighted
		for i := range r.traces {
			t := &r.traces[i]
			var cluster []match.Weighted
			for _, d := range t.decisions {
				if in(t, &d) {
					c.Decisions++
					c.Most = max(c.Most, d.legal)
					cluster = append(cluster, match.Weighted{Value: float64(d.legal), Weight: 1})
				}
			}
			clusters = append(clusters, cluster)
		}
		c.Median = match.Quantile(0.5, clusters)
		c.Mean = match.Ratio(r.byGame(func(t *trace, d *decision) (float64, bool) {
			return float64(d.legal), in(t, d)
		}))
		c.Forced = match.Share(r.byGame(func(t *trace, d *decision) (float64, bool) {
			return truth(d.legal == 1), in(t, d)
		}))
		r.Choices = append(r.Choices, c)
	}
	r.byTurn()
	var all []int
	for _, t := range r.traces {
		for _, d := range t.decisions {
			if !d.chance {
				all = append(all, d.legal)
			}
		}
	}
	r.LegalShape = histogram(all)
}

// The greatest number of points of a curve. It has none where fewer than a tenth of the games, or
// fewer than five, are still being played.
const (
	maxPoints   = 60
	fewestGames = 5
)

func (r *Report) byTurn() {
	r.ByTurn = []Point{}
	width := (r.Turns.Longest + maxPoints - 1) / maxPoints
	fewest := max(fewestGames, len(r.traces)/10)
	games := func(counts []float64) int {
		return len(lists.Filter(counts, func(n float64) bool { return n > 0 }))
	}
	for from := 0; from < r.Turns.Longest; from += width {
		in := func(d *decision) bool { return d.turn >= from && d.turn < from+width }
		if _, going := r.byGame(func(_ *trace, d *decision) (float64, bool) {
			return 0, in(d)
		}); games(going) < fewest {
			break
		}
		sums, counts := r.byGame(func(_ *trace, d *decision) (float64, bool) {
			return float64(d.legal), in(d) && !d.chance
		})
		if n := games(counts); n >= fewest { // otherwise chance alone decides these turns
			r.ByTurn = append(r.ByTurn,
				Point{float64(from) + float64(width+1)/2, n, match.Ratio(sums, counts)})
		}
	}
}

// moves reports which moves of the rules were played. Chance moves are nobody's choice, so they are
// listed only if they were never possible.
func (r *Report) moves() {
	ids, drawn := []ir.MoveID{}, map[ir.MoveID]bool{}
	for _, mv := range r.rules.Moves {
		ids = append(ids, mv.ID)
		drawn[mv.ID] = mv.Chance
	}
	ids = append(ids, ir.PassID, ir.DoneID)
	r.Moves = []Usage{}
	for _, id := range ids {
		u := Usage{Move: moveName(r.rules, id)}
		used, chosen := r.byGame(func(_ *trace, d *decision) (float64, bool) {
			return truth(d.move == id), !d.random && (drawn[id] || !drawn[d.move])
		})
		possible, decisions := r.byGame(func(_ *trace, d *decision) (float64, bool) {
			return truth(d.possible.has(id)), drawn[id] || !drawn[d.move]
		})
		games, seen := 0, false
		for i := range used {
			games += int(truth(used[i] > 0))
			u.Actions += int(used[i])
			seen = seen || possible[i] > 0
		}
		if seen && drawn[id] {
			continue
		}
		if !seen && (id == ir.PassID || id == ir.DoneID || silent(r.rules, id)) {
			continue // nobody misses it
		}
		u.Share, u.Possible, u.Games = match.Share(used, chosen), match.Share(possible, decisions),
			match.Wilson(float64(games), float64(len(r.traces)))
		r.Moves = append(r.Moves, u)
	}
	order.SortStableFunc(r.Moves,
		func(a, b Usage) int { return cmp.Compare(b.Actions, a.Actions) })
}

// silent reports whether a move may be taken without a choice: it has no roles and no label.
func silent(rules *ir.Game, id ir.MoveID) bool {
	return int(id) < len(rules.Moves) && len(rules.Moves[id].Roles) == 0 && rules.Moves[id].Label == ""
}

func moveName(rules *ir.Game, id ir.MoveID) string {
	switch id {
	case ir.PassID:
		return "pass"
	case ir.DoneID:
		return "done"
	}
	return rules.Moves[id].Name
}

// outcomes are the words of the language for them.
var outcomes = map[ir.Outcome]string{ir.Win: "win", ir.Lose: "lose", ir.Draw: "draw",
	ir.Highest: "highest", ir.Lowest: "lowest"}

// ends reports how games were decided: by each sentence of the rules, and by what no sentence says.
func (r *Report) ends(games []match.Game) {
	for _, s := range r.rules.End {
		e := End{Outcome: outcomes[s.Outcome], Reason: s.Text}
		if e.Reason == "" {
			e.Reason = s.If.Span.Text()
		}
		if s.Player >= 0 {
			e.Outcome = r.rules.Players[s.Player].Name + " " +
				r.rules.Verb(1<<s.Player, e.Outcome+"s")
		}
		r.Ends = append(r.Ends, e)
	}
	other := map[End]int{}
	for i, t := range r.traces {
		switch {
		case !games[i].Over:
			other[End{Outcome: "none", Reason: match.Unfinished}]++
		case t.result == nil:
		case t.result.Sentence >= 0:
			r.Ends[t.result.Sentence].Games++
		case t.result.Draw:
			other[End{Outcome: outcomes[ir.Draw], Reason: t.result.Reason}]++
		default:
			other[End{Outcome: outcomes[ir.Win], Reason: t.result.Reason}]++
		}
	}
	for e, n := range other {
		e.Games = n
		r.Ends = append(r.Ends, e)
	}
	for i := range r.Ends {
		r.Ends[i].Share = match.Wilson(float64(r.Ends[i].Games), float64(len(games)))
	}
	order.SortStableFunc(r.Ends, func(a, b End) int {
		if c := cmp.Compare(b.Games, a.Games); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(a.Reason, b.Reason), cmp.Compare(a.Outcome, b.Outcome))
	})
}

// weak says if the level plays so badly that the figures may mean little.
func (r *Report) weak(say func(string, ...any)) {
	if s := r.Sight; s != nil {
		const misses = 0.98
		if s.Wins > 0 && s.Taken.Value < misses {
			say("Play is weak: of %d wins in one move, %s takes only %s.", s.Wins, r.Level,
				match.PercentText(s.Taken))
		}
		if s.Blocks > 0 && s.Made.Value < misses {
			say("Play is weak: of %d wins in one move that it could stop, %s stops only %s.",
				s.Blocks, r.Level, match.PercentText(s.Made))
		}
	}
	if t := r.Trace; t != nil {
		const fewest = 8
		if t.Against >= fewest && t.Score.Low > 1.2/float64(len(r.Players)) {
			say("Play can be better: %s scores %s against %s. See how the figures change with "+
				"skill.", t.Level, match.PercentText(t.Score), r.Level)
		}
		if t.First.Low > r.First.High || t.First.High < r.First.Low {
			say("What the first move is worth depends on skill: %s with %s, %s with %s.",
				match.PercentText(r.First), r.Level, match.PercentText(t.First), t.Level)
		}
	}
	if r.asked > r.Games && r.asked > 0 {
		say("There was time for %d of %d games; --time gives more.", r.Games, r.asked)
	}
	for _, m := range r.late {
		say("There was no time for a game of %s.", m)
	}
}

// note lists what stands out.
func (r *Report) note() {
	say := func(format string,
		args ...any) {
		r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
	}
	fair := 1 / float64(len(r.Players))
	if len(r.Players) > 1 {
		who := r.Opener
		if who == "" {
			who = "the player with the first move"
		}
		switch {
		case r.First.Low > fair:
			say("Moving first helps: %s scores %s; without an advantage it would be %s.", who,
				match.PercentText(r.First), match.Percent(fair))
		case r.First.High < fair:
			say("Moving first hurts: %s scores %s; without a disadvantage it would be %s.", who,
				match.PercentText(r.First), match.Percent(fair))
		}
	}
	r.weak(say)
	if r.Decisive.High < 0.5 {
		say("Most games have no winner: %s are won.", match.PercentText(r.Decisive))
	}
	if n := r.sum.Unfinished; n > 0 {
		say("%d of %d games were stopped after %d turns.", n, r.Games, r.Limit)
	}
	for _, u := range r.Moves {
		if u.Possible.Value == 0 {
			say("The move %s was never possible.", u.Move)
		} else if u.Actions == 0 {
			say("The move %s was possible, but never chosen.", u.Move)
		}
	}
	used := map[string]bool{} // reasons by which some game ended, whichever sentence gave them
	for _, e := range r.Ends {
		used[e.Reason] = used[e.Reason] || e.Games > 0
	}
	for _, e := range r.Ends {
		if !used[e.Reason] {
			say("No game ended by %s %q.", e.Outcome, e.Reason)
		}
	}
	for _, g := range r.Ladder {
		if g.Score.Low <= g.Fair {
			say("It is not certain that %s is better than %s.", g.Upper, g.Lower)
		}
	}
	if repeated := r.sum.Repeated(); repeated != "" {
		say("Beware: %s.", repeated)
	}
	if r.sum.Timed() {
		say("The level is limited by time, so the report cannot be repeated exactly.")
	}
}
