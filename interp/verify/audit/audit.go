// Package audit looks for mistakes in rules by playing them.
//
// [Run] plays random games and reports what readers of the rules would want to know but cannot see
// in the text: positions in which no one can move and no sentence says what that means, games that
// do not end, moves that were never legal, sentences of `end` that decided nothing, and a symmetry
// of the board that the rules keep nearly always, but not quite. A finding that a single game can
// show comes with the shortest such game found. It also notes what is not compiled and makes the
// game slow ([interp.Notes]).
package audit

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/interp/verify/cover"
)

// The codes of the findings.
const (
	CodeNoMove   diag.Code = "W501" // nobody can move, and the rules do not say what that means
	CodeEndless  diag.Code = "W502" // a game goes on and on
	CodeNever    diag.Code = "W503" // a move that was never legal
	CodeNoEnd    diag.Code = "W504" // a sentence of `end` that never decided
	CodeSymmetry diag.Code = "W505" // a symmetry that holds nearly always
	CodeRound    diag.Code = "W506" // silent steps follow one another without end
	CodeLong     diag.Code = "W507" // a step that takes too long to work out
	CodeFew      diag.Code = "W508" // too few games ended for the rest to mean much

	CodeOffers diag.Code = "E510" // what is offered depends on what the player does not see
	CodeMaybe  diag.Code = "W510" // the same, in positions that may never occur
	CodeGiven  diag.Code = "W511" // which sites are hidden shows where pieces stand

	CodeTurn            = cover.CodeTurn // a turn goes on without end
	CodeSetup diag.Code = "W512"         // the random setup does not end
	CodeShort diag.Code = "W513"         // every game is over with its first turn

	// CodeSeveral is the code that the checker uses for findings independent of the position.
	CodeSeveral = code.Several
)

// Options bounds a run. Zero means the default.
type Options struct {
	Games   int // how many games: 300
	Actions int // the length that no game should exceed: 2000 actions
	// when to stop, with as many games as were played by then: 10 s. The search for shorter games
	// may take half as long again
	Time time.Duration
	Seed uint64 // of the random games; the same seed plays the same games
	// Others are the same rules with other options. They are also searched for what never happened
	// in the game itself.
	Others []*ir.Game
	// Progress is called from time to time with the number of games done, from one goroutine at a
	// time.
	Progress func(done, total int)
}

// Report is what has been found.
type Report struct {
	Games    int // played to their end, or to the greatest length
	Ended    int // those of them that came to an end
	Actions  int // of all games, and of those that the time cut off
	Longest  int // actions of the longest game, which the time may have cut off
	Seed     uint64
	Findings []Finding
}

// A Finding is a diagnostic and the game that shows it.
type Finding struct {
	diag.Diagnostic
	Game []string // as moves; nil if no single game can show it
}

// searched bounds the positions in the search for the shortest game.
const searched = 20_000

// readable is how many moves of a game readers can be expected to play through.
const readable = 40

// List returns the findings as diagnostics. The game of a finding is part of its detail. If the
// game is too long to read, only its length and how to see it are given, unless all is set.
func (r *Report) List(all bool) diag.List {
	var list diag.List
	for _, f := range r.Findings {
		d := f.Diagnostic
		switch n := len(f.Game); {
		case n > readable && !all:
			d.Detail += fmt.Sprintf(
				"\nThe shortest game found that shows it has %d moves; with --whole and --seed %d "+
					"it is written out.", n, r.Seed)
		case f.Game != nil:
			d.Detail += "\nThe shortest game found that shows it:\n" + strings.Join(f.Game, " ")
		}
		list.Add(&d)
	}
	return list
}

// Run plays a game at random and reports what it finds. The error is that of the context, if it
// ends the run; then the report has what is certain after the games played so far.
func Run(ctx context.Context, g *interp.Game, o Options) (*Report, error) {
	if o.Games <= 0 {
		o.Games = 300
	}
	if o.Actions <= 0 {
		o.Actions = 2000
	}
	if o.Time <= 0 {
		o.Time = 10 * time.Second
	}
	end := time.Now().Add(o.Time)
	a := &auditor{
		// the rest is for a closer look
		ctx: ctx, game: g, rules: g.Rules(), o: o, deadline: end.Add(-o.Time / 3),
		legal: make([]int, len(g.Rules().Moves)), decided: make([]int, len(g.Rules().End)),
	}
	for _, note := range interp.Notes(ctx, g) {
		a.findings = append(a.findings, Finding{Diagnostic: *note})
	}
	a.play()
	if err := ctx.Err(); err != nil {
		a.reportDraws()
		return a.report(), err
	}
	a.deadline = end
	a.reportSeveral()
	a.reportSecrets()
	a.reportDraws()
	a.reportEndless()
	if a.slow.count == 0 && 2*a.setup.count < a.games { // or too little has been seen
		a.reportNever()
		if 2*(a.round.count+a.turn.count) < a.games { // otherwise silent steps decide, a thousand each
			a.reportSymmetry()
		}
	}
	a.reportShort()
	a.reportFew()
	return a.report(), ctx.Err()
}

// report is what has been found so far.
func (a *auditor) report() *Report {
	return &Report{
		Games: a.games, Ended: a.ended, Actions: a.actions, Longest: a.longest, Seed: a.o.Seed,
		Findings: a.findings,
	}
}

// auditor is the state of a run. What the games of all workers add to is guarded by mu.
type auditor struct {
	ctx      context.Context
	game     *interp.Game
	rules    *ir.Game
	o        Options
	deadline time.Time
	findings []Finding

	mu             sync.Mutex
	games, actions int
	ended, longest int
	legal          []int // by move: in how many positions it was legal
	decided        []int // by sentence: how many games it ended
	dry            found // games in which nobody could move
	round          found // games that went round without a choice
	long           found // games that exceeded the length
	slow           found // games that were abandoned
	turn           found // games drawn because a turn went on without end
	setup          found // games that never began
	short          found // games in which at most one turn was taken, and that ended by the rules
	samples        []sample
}

// found counts games of some kind and keeps the shortest, the first of those with equal length.
type found struct {
	count int
	index int
	moves []position.Move
}

func (f *found) add(index int, moves []position.Move) {
	f.count++
	if f.count == 1 || len(moves) < len(f.moves) || len(moves) == len(f.moves) && index < f.index {
		f.index, f.moves = index, moves
	}
}

// sample is a position of a game, for a closer look.
type sample struct {
	index int
	moves []position.Move // that lead to it
}

// play plays the games, on as many workers as there are processors.
func (a *auditor) play() {
	var workers sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for i := range next {
				a.playOne(i)
			}
		}()
	}
	for i := 0; i < a.o.Games && !a.late(); i++ {
		next <- i
	}
	close(next)
	workers.Wait()
}

// late reports whether time is up.
func (a *auditor) late() bool { return a.ctx.Err() != nil || time.Now().After(a.deadline) }

// playOne plays the game with this index and adds what happened to the tally. A game cut off by the
// time limit adds only its length and the moves that were legal.
func (a *auditor) playOne(index int) {
	rng := rand.New(rand.NewPCG(a.o.Seed, uint64(index)))
	legal := make([]int, len(a.rules.Moves))
	var moves []position.Move
	var starts []int // at which lengths of moves a turn began
	p := a.game.Start()
	cut := false
	for p.Result() == nil && (len(moves) < a.o.Actions || p.SettingUp()) {
		if a.late() {
			cut = true
			break
		}
		if !p.InTurn() {
			starts = append(starts, len(moves))
		}
		choices := a.game.Moves(p)
		if len(choices) == 0 {
			break
		}
		var seen [256]bool
		for _, m := range choices {
			if id := m.ID(); int(id) < len(legal) && !seen[id] {
				seen[id] = true
				legal[id]++
			}
		}
		var m position.Move
		if weights := a.game.Weights(p); weights != nil {
			m = choices[interp.Pick(weights, rng)]
		} else {
			m = choices[rng.IntN(len(choices))]
		}
		q, err := a.game.Play(p, m)
		if err != nil {
			break // it was in the list of legal moves
		}
		moves, p = append(moves, m), q
	}

	a.mu.Lock()
	defer a.mu.Unlock()
	for id, n := range legal {
		a.legal[id] += n
	}
	a.actions += len(moves)
	a.longest = max(a.longest, len(moves))
	if cut {
		return
	}
	a.games++
	if p.Result() != nil {
		a.ended++
	}
	if n := len(starts); n > 0 {
		a.samples = append(a.samples, sample{index, moves[:starts[rng.IntN(n)]]},
			sample{index, moves[:starts[n-1]]})
	}
	switch {
	case p.Result() == nil:
		a.long.add(index, moves)
	case drawnBy(p.Result(), eval.ReasonNoMove):
		a.dry.add(index, moves)
	case drawnBy(p.Result(), eval.ReasonRound):
		a.round.add(index, moves)
	case drawnBy(p.Result(), eval.ReasonLong):
		a.slow.add(index, moves)
	case drawnBy(p.Result(), eval.ReasonEndless):
		a.turn.add(index, moves)
	case drawnBy(p.Result(), eval.ReasonSetup):
		a.setup.add(index, moves)
	case len(starts) <= 1:
		a.short.add(index, moves)
	}
	if r := p.Result(); r != nil && r.Sentence >= 0 && r.Sentence < len(a.decided) {
		a.decided[r.Sentence]++
	}
	if a.o.Progress != nil {
		a.o.Progress(a.games, a.o.Games)
	}
}

func (a *auditor) find(severity diag.Severity, code diag.Code, span source.Span, summary, detail,
	suggestion string, game []position.Move) {
	f := Finding{Diagnostic: diag.Diagnostic{Severity: severity, Code: code, Span: span,
		Summary: summary, Detail: detail, Suggestion: suggestion}}
	if game != nil {
		f.Game = a.texts(game)
	}
	a.findings = append(a.findings, f)
}

// texts writes moves in the notation of the game.
func (a *auditor) texts(moves []position.Move) []string {
	var out []string
	p := a.game.Start()
	for _, m := range moves {
		out = append(out, a.game.Text(p, m))
		q, err := a.game.Play(p, m)
		if err != nil {
			break
		}
		p = q
	}
	return out
}

// reportDraws reports games that ended in a way the rules do not say.
func (a *auditor) reportDraws() {
	if a.dry.count > 0 {
		a.find(diag.Warning, CodeNoMove, a.rules.Turn.Span,
			"a player may have no move, and nothing says what happens then",
			fmt.Sprintf("%s ended that way, as a draw.", a.ofGames(a.dry.count)),
			"end the `turn` with `else pass`, `else lose` or `else draw`, or write a sentence "+
				"with `stuck` in `end`",
			a.shortenDraw(a.dry, eval.ReasonNoMove))
	}
	if a.round.count > 0 {
		a.find(diag.Warning, CodeRound, a.rules.Turn.Span,
			"the game may go in circles without anyone having a choice",
			fmt.Sprintf("%s ended that way, as a draw.", a.ofGames(a.round.count)),
			"a step that is taken automatically must change something that lets the game go on, "+
				"or have a label, which makes it a choice",
			a.shortenDraw(a.round, eval.ReasonRound))
	}
	if a.turn.count > 0 {
		a.reportTurn()
	}
	if a.setup.count > 0 {
		a.reportSetup()
	}
	if a.slow.count > 0 {
		a.find(diag.Warning, CodeLong, a.rules.Turn.Span,
			"a step may take too long to work out",
			fmt.Sprintf("%s ended that way, as a draw.", a.ofGames(a.slow.count)),
			"nest fewer quantifiers and binders over large sets: name a "+
				"smaller set, and put conditions above the next binder",
			a.slow.moves)
	}
}

// reportTurn reports a turn without end, at the move that goes on.
func (a *auditor) reportTurn() {
	game := a.shortenDraw(a.turn, eval.ReasonEndless)
	span, what := a.rules.Turn.Span, "a turn"
	mv, loop := eval.EndlessMove(a.rules, a.game.Start().State(), game)
	if mv != nil {
		span, what = mv.Span, "a turn with `"+mv.Name+"`"
	}
	if loop != nil {
		a.find(diag.Warning, CodeTurn, loop.Span, "this loop may go on without end",
			fmt.Sprintf("%s ended that way, as a draw. All loops of a step together go at most %d "+
				"rounds.", a.ofGames(a.turn.count), eval.MostRounds),
			"let the effects of the loop make its condition false, as in `while left > 0: left -= 1`",
			game)
		return
	}
	a.find(diag.Warning, CodeTurn, span, what+" may go on without end",
		fmt.Sprintf("%s ended that way, as a draw. A turn has at most %d steps, not counting those "+
			"before a chance step.", a.ofGames(a.turn.count), eval.MostSteps(a.rules.Board)),
		"make sure that every turn ends, such as by a counter `this turn` in the `when` of a `then`",
		game)
}

// reportSetup reports a random setup that does not end, at the move that goes on. It shows no game,
// because nobody has played a move.
func (a *auditor) reportSetup() {
	span, what := a.rules.SetupThen.Span, "the setup"
	if mv, _ := eval.EndlessMove(a.rules, a.game.Start().State(), a.setup.moves); mv != nil {
		span, what = mv.Span, "the setup with `"+mv.Name+"`"
	}
	a.find(diag.Warning, CodeSetup, span,
		fmt.Sprintf("%s may need more than %d chance steps, or never ends", what, eval.MostInSetup),
		fmt.Sprintf("%s ended that way, as a draw, before the first turn.",
			a.ofGames(a.setup.count)),
		"make sure that the setup ends, as with `then deal when dealt < 4` and a counter that each "+
			"deal raises; if it is long, give each step several effects", nil)
}

// fewest is how many games must have ended before finding nothing in them says anything about the
// rules.
const fewest = 10

// reportShort reports that nobody ever takes a second turn, at what ends the games.
func (a *auditor) reportShort() {
	if a.short.count < max(a.games, min(fewest, a.o.Games)) {
		return
	}
	span, most := a.rules.Turn.Span, 0
	for i, n := range a.decided {
		if n > most {
			span, most = a.rules.End[i].Span, n
		}
	}
	when := "with its first turn"
	if len(a.short.moves) == 0 {
		when = "before its first turn"
	}
	a.find(diag.Warning, CodeShort, span, "every game is over "+when,
		fmt.Sprintf("All %d random games were.", a.games),
		"check the setup, and what the conditions mean at the start", a.short.moves)
}

// reportFew reports that too few games ended for their silence to mean anything.
func (a *auditor) reportFew() {
	if a.ended >= min(fewest, a.o.Games) || a.long.count > 0 || a.slow.count > 0 {
		return // or a finding says why they did not end
	}
	span := a.rules.Turn.Span
	if len(a.rules.End) > 0 {
		span = a.rules.End[0].Span
	}
	a.find(diag.Warning, CodeFew, span,
		"too few random games ended to say anything about the rules",
		fmt.Sprintf("%s of %d ended within %s; %d steps were played, %d of them in the longest game.",
			diag.Plural(a.ended, "game"), a.o.Games, a.o.Time, a.actions, a.longest),
		"give the check more time with --time, or end the games earlier", nil)
}

func (a *auditor) shortenDraw(f found, reason string) []position.Move {
	return a.shorten(f.moves, func(path []moment) bool {
		r := path[len(path)-1].Result()
		return r != nil && drawnBy(r, reason)
	}, searched)
}

func (a *auditor) reportEndless() {
	if a.long.count == 0 {
		return
	}
	span := a.rules.Turn.Span
	if len(a.rules.End) > 0 {
		span = a.rules.End[0].Span
	}
	detail := fmt.Sprintf("%s had not ended after %d steps.", a.ofGames(a.long.count),
		a.o.Actions)
	suggestion := "make sure that every game ends, as with a sentence `draw if ply >= 200`"
	var loop []position.Move
	// A sentence that counts repetitions or turns ends such a game, only later; unless one position
	// comes back again and again.
	counts := a.counts()
	stays := a.until(a.long.moves, comesBackOften) != nil
	if prefix := a.until(a.long.moves, comesBack); prefix != nil && (stays || !counts) {
		detail += " Positions repeat in them, so they may never end."
		suggestion = "make sure that every game ends, as with a sentence `draw if " +
			"repetitions >= 2` or one with `ply`"
		loop = a.shorten(prefix, comesBack, searched)
		if counts {
			suggestion = "find out why the sentences that count repetitions or turns do not end it"
		}
	} else if counts {
		a.find(diag.Note, CodeEndless, span, "games may be very long",
			detail+" The rules end a game that goes on.",
			"if that is too long, end the game earlier, as with a sentence that uses `ply`",
			nil)
		return
	} else {
		detail += " No position repeated in the shortest of them."
	}
	a.find(diag.Warning, CodeEndless, span, "games may go on without end", detail, suggestion, loop)
}

// counts reports whether a sentence of `end` asks for repetitions or for the number of turns.
func (a *auditor) counts() bool {
	found := false
	for _, sentence := range a.rules.End {
		ir.Walk(sentence.If, func(e *ir.Expr) bool {
			found = found || e.Op == ir.Repetitions || e.Op == ir.Seen || e.Op == ir.Ply
			return !found
		})
	}
	return found
}

// comesBack reports whether a turn begins in a position that occurred before.
func comesBack(path []moment) bool {
	now := path[len(path)-1]
	return !now.InTurn() && now.Result() == nil &&
		slices.ContainsFunc(path[:len(path)-1], func(m moment) bool { return m.key == now.key })
}

// often is how many times a position may occur in a game of rules that count repetitions.
const often = 10

// comesBackOften reports whether a turn begins in a position that occurred many times before.
func comesBackOften(path []moment) bool {
	now, n := path[len(path)-1], 0
	if now.InTurn() || now.Result() != nil {
		return false
	}
	for _, m := range path {
		if m.key == now.key {
			n++
		}
	}
	return n >= often
}

func (a *auditor) ofGames(n int) string { return fmt.Sprintf("%d of %d random games", n, a.games) }

// drawnBy reports whether a game was drawn for a reason that is not in its rules.
func drawnBy(r *position.Result, reason string) bool {
	return r.Draw && r.Sentence < 0 && r.Reason == reason
}
