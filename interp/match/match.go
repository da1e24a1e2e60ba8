package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"boardgame/dsl/ir"

	"boardgame/dsl/lists"
	"boardgame/dsl/order"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/clock"
	"boardgame/interp/course"
	"boardgame/interp/infoset"
)

// DefaultLength is the number of turns after which a game is stopped if the match does not say.
const DefaultLength = bot.MostTurns

// Match is a match to be played. It must not be changed while it is.
type Match struct {
	Game    *interp.Game
	Ruleset string // what the games call their rules: a name, or the path of a file
	// the entrants, one for each player, in the seats that they have in the first game
	Levels []bot.Level
	Games  int // of the whole match, whatever the shard
	Seed   uint64
	Length int // turns after which a game is stopped; 0: DefaultLength
	// how many turns are drawn at random first, after a random setup; games that differ in the seats
	// alone have the same
	Opening int
	// Openings, if there are any, are the steps from the start with which games begin, before the
	// random turns. The games use them in rotation; games that differ only in the seats have the
	// same opening.
	Openings [][]interp.Move
	Clock    clock.Control // of every player, whose time may run out; the zero Control: no clock
	Fixed    bool          // the entrants keep their seats
	Shard    Shard         // which part of the match is played
	Jobs     int           // how many games are played at a time; 0: one for each core

	// Seat, by entrant, makes the bot that plays instead of the one that the level describes, for
	// each game that is played at a time. If it is nil or missing, the level plays. A bot that is
	// an io.Closer is closed at the end, and one that is a bot.Follower is told the course of the
	// game. The entrant keeps the name of the level.
	Seat []func() (bot.Bot, error)

	// Until, if not nil, is asked after every round whether the match is decided: it gets all games
	// from number 1 to the last of the round. When it reports true, no further game is begun, and
	// games after that round do not count. So the answer depends only on the games, not on how many
	// are played at a time.
	Until func(games []Game) bool

	// Ponder lets entrants think during the turns of others; see [bot.Ponder].
	Ponder bool

	// Thought, if not nil, is told how long an entrant thought about each turn. Several games are
	// played at a time.
	Thought func(entrant int, d time.Duration)

	// Watch, if not nil, is told every step of every game. The steps of one game come in order and
	// from one goroutine; several games are played at a time.
	Watch func(Step)
}

// Step is a step of a game as it is played.
type Step struct {
	Game          int // its number, from 1
	Before, After *interp.Position
	Legal         []interp.Move // in Before; not to be changed
	Move          interp.Move
	// it was drawn, for the opening or because the rules leave it to chance; nobody has chosen it
	Random bool
	Engine interp.Engine // of the goroutine that plays this game
}

// Shard is part of a match: part Index (from 1) of Of. The zero Shard is the whole.
type Shard struct{ Index, Of int }

// ParseShard reads "3/20", the third of twenty parts.
func ParseShard(text string) (Shard, error) {
	index, of, ok := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(strings.TrimSpace(index))
	n, err2 := strconv.Atoi(strings.TrimSpace(of))
	if !ok || err1 != nil || err2 != nil || i < 1 || i > n {
		return Shard{}, fmt.Errorf(
			"%q is not a part of a match; expected I/N with I from 1 to N, such as 3/20", text)
	}
	return Shard{i, n}, nil
}

// The most games that a match may have, and the most that may be played at a time.
const (
	MaxGames = 100_000_000
	MaxJobs  = 1024
)

// Check reports the first mistake in a match: too few levels, a level that does not fit the rules,
// a number out of range.
func (m *Match) Check() error {
	rules := m.Game.Rules()
	switch {
	case len(rules.Teams()) < len(rules.Players) && len(m.Levels) != len(rules.Teams()):
		return fmt.Errorf("the game has %d teams, and there are levels for %d", len(rules.Teams()),
			len(m.Levels))
	case len(m.Levels) != len(rules.Teams()):
		return fmt.Errorf("the game has %d players, and there are levels for %d",
			len(rules.Players), len(m.Levels))
	case m.Games < 1:
		return fmt.Errorf("a match has at least 1 game, not %d", m.Games)
	case m.Games > MaxGames:
		return fmt.Errorf("a match has at most %d games, not %d", MaxGames, m.Games)
	case m.Jobs > MaxJobs:
		return fmt.Errorf("at most %d games are played at a time, not %d", MaxJobs, m.Jobs)
	case m.Length < 0 || m.Opening < 0 || m.Jobs < 0:
		return errors.New("length, opening and jobs are not negative")
	case m.Opening >= m.length():
		return fmt.Errorf("the opening has %d turns, and games are stopped after %d", m.Opening,
			m.length())
	case m.Until != nil && m.Shard.Of > 1:
		return errors.New("a part of a match cannot be stopped when the match is decided; leave " +
			"out one of them")
	case m.Shard != (Shard{}) && (m.Shard.Index < 1 || m.Shard.Index > m.Shard.Of):
		return fmt.Errorf("there is no part %d of %d", m.Shard.Index, m.Shard.Of)
	}
	for i := range m.Levels {
		if m.seat(i) != nil {
			continue
		}
		if err := m.Levels[i].Check(rules); err != nil {
			return err
		}
	}
	return nil
}

// seat returns the function that makes the bot of an entrant; nil if its level does.
func (m *Match) seat(entrant int) func() (bot.Bot, error) {
	if entrant >= len(m.Seat) {
		return nil
	}
	return m.Seat[entrant]
}

func (m *Match) length() int {
	if m.Length == 0 {
		return DefaultLength
	}
	return m.Length
}

// Has reports whether the game with this number is to be played: all from 1, or those of the shard.
// A shard has whole rounds, in which every entrant has every seat once, so the parts are as
// balanced as the whole.
func (m *Match) Has(number int) bool {
	return number >= 1 && number <= m.Games &&
		(m.Shard.Of < 2 || m.round(number)%m.Shard.Of == m.Shard.Index-1)
}

// Count returns the number of games to be played.
func (m *Match) Count() int {
	if m.Shard.Of < 2 {
		return m.Games
	}
	seats := len(m.Levels)
	rounds, rest := m.Games/seats, m.Games%seats
	n := rounds / m.Shard.Of * seats
	switch last := rounds % m.Shard.Of; {
	case m.Shard.Index-1 < last:
		n += seats
	case m.Shard.Index-1 == last:
		n += rest
	}
	return n
}

// round counts, from 0, the blocks of games in which everyone has every seat once.
func (m *Match) round(number int) int { return (number - 1) / len(m.Levels) }

// Seating returns the entrants by seat or, where there are teams, by team, as indices into Levels,
// in the game with this number. Within a round everyone moves on by one; from round to round the
// neighbors change as well, so in the long run every order of the entrants is played equally often.
func (m *Match) Seating(number int) []int {
	players := len(m.Levels)
	order := make([]int, players)
	for i := range order {
		order[i] = i
	}
	if m.Fixed || players < 2 {
		return order
	}
	// The first stays. The others stand in the order whose number, in the factorial number system,
	// is that of the round.
	rest := order[1:]
	for i, k := 0, m.round(number); i < len(rest)-1; i++ {
		left := len(rest) - i
		j := k % left
		k /= left
		rest[i], rest[i+j] = rest[i+j], rest[i]
	}
	turn := (number - 1) % players
	seats := make([]int, players)
	for i, entrant := range order {
		seats[(i+turn)%players] = entrant
	}
	return seats
}

// The streams of random numbers of a game.
const (
	playStream    = iota // of the bots
	openingStream        // of the random turns at the beginning
	// Streams is the first number free for other uses; see Match.Rand.
	Streams
	// rollStream is for what chance decides. It is the last stream, so that the others keep their
	// numbers.
	rollStream = 255
)

// Rand returns random numbers for a game, which depend on the seed of the match, the number of the
// game and the stream, and on nothing else. Streams below [Streams] are used to play.
func (m *Match) Rand(number, stream int) *rand.Rand {
	return rand.New(rand.NewPCG(mix(m.Seed), mix(uint64(number)<<8|uint64(stream))))
}

// pair numbers what games that differ only in the seats have in common: the random turns at the
// beginning, and what chance decides.
func (m *Match) pair(number int) int {
	if m.Fixed {
		return number
	}
	return m.round(number) + 1
}

// mix is the finalizer of splitmix64: seeds that differ in a bit become seeds that differ in half
// of them.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Run plays the games of the match, or of its shard, that are not among those played already, and
// returns all of them in the order of their numbers. Run passes each new game to each as soon as it
// is over, in the order in which games end, one at a time.
//
// The error is that of ctx, if it was cancelled; or the one that each returned; or it says what a
// bot did wrong. In that case the result holds only complete games, not those that were
// interrupted.
func (m *Match) Run(ctx context.Context, played []Game, each func(Game) error) ([]Game, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	games := slices.Clone(played)
	if err := m.Game.Prepare(ctx); err != nil {
		return games, err
	}
	done := map[int]bool{}
	for i := range games {
		done[games[i].Number] = true
	}
	jobs := m.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	jobs = min(jobs, m.Count())
	terms := m.Terms()

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		mu      sync.Mutex // guards what follows
		last    int        // the number of the last game begun
		failure error
		workers sync.WaitGroup
	)
	until := decider{match: m, games: map[int]Game{}}
	for _, g := range played {
		until.add(g)
	}
	take := func() (number int, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		for last < m.Games && failure == nil && !until.decided {
			if last++; m.Has(last) && !done[last] {
				return last, true
			}
		}
		return 0, false
	}
	give := func(g Game, err error) {
		mu.Lock()
		defer mu.Unlock()
		if failure != nil || until.decided {
			return
		}
		if err == nil {
			games = append(games, g)
			until.add(g)
			if each != nil {
				err = each(g)
			}
		}
		if until.decided {
			cancel() // the games in progress are not needed
		}
		if err != nil {
			failure = err
			cancel()
		}
	}
	for range jobs {
		workers.Go(func() {
			t, err := m.newTable(jobs > 1)
			if err != nil {
				give(Game{}, err)
				return
			}
			defer t.close()
			for number, ok := take(); ok; number, ok = take() {
				give(t.play(ctx, terms, number))
			}
		})
	}
	workers.Wait()
	order.SortFunc(games, func(a, b Game) int { return a.Number - b.Number })
	if until.decided {
		games = slices.DeleteFunc(games, func(g Game) bool { return g.Number > until.whole })
	}
	return games, failure
}

// decider asks [Match.Until] after every round, in the order of the rounds.
type decider struct {
	match   *Match
	games   map[int]Game // that are over
	row     []Game       // those from number 1 on without a gap
	whole   int          // the number of the last game of the last round asked about
	decided bool
}

func (d *decider) add(g Game) {
	if d.match.Until == nil || d.decided {
		return
	}
	d.games[g.Number] = g
	for !d.decided {
		next, ok := d.games[len(d.row)+1]
		if !ok {
			return
		}
		delete(d.games, next.Number)
		d.row = append(d.row, next)
		if len(d.row)%len(d.match.Levels) == 0 {
			d.whole = len(d.row)
			d.decided = d.match.Until(d.row)
		}
	}
}

// table is where games are played, one at a time.
type table struct {
	match  *Match
	engine interp.Engine
	lender *lender   // of engines for the bots
	bots   []bot.Bot // by entrant
	long   bool      // moves are written in their long forms
}

// newTable sets up a table. If games run in parallel, each bot has one thread, because the other
// cores are busy.
func (m *Match) newTable(beside bool) (*table, error) {
	t := &table{match: m, engine: m.Game.NewEngine(), lender: &lender{Game: m.Game}}
	for i, l := range m.Levels {
		if beside {
			l = l.OneThread()
		}
		create := m.seat(i)
		if create == nil {
			create = func() (bot.Bot, error) { return bot.New(m.Game.Rules(), l, 1) }
		}
		b, err := create()
		if err != nil {
			t.close()
			return nil, err
		}
		t.bots = append(t.bots, b)
	}
	// A comma in a label would read like the end of a move.
	for _, mv := range m.Game.Rules().Moves {
		t.long = t.long || strings.Contains(mv.Label, ",")
	}
	return t, nil
}

// close closes the bots that have a Close method.
func (t *table) close() {
	for _, b := range t.bots {
		if c, ok := b.(io.Closer); ok {
			c.Close() // the games are complete
		}
	}
}

// play plays one game.
func (t *table) play(ctx context.Context, terms Terms, number int) (Game, error) {
	m, rules := t.match, t.match.Game.Rules()
	seating := make([]int, len(rules.Players))
	for i, entrant := range m.Seating(number) {
		for _, player := range ir.Members(rules.Teams()[i]) {
			seating[player] = entrant
		}
	}
	s := score{table: t, number: number, course: course.New(m.Game, m.Game.Start()),
		seating: seating}
	s.ponders = make(ponders, len(m.Levels))
	defer func() {
		for entrant := range s.ponders {
			s.ponders.end(entrant)
		}
	}()
	g := Game{Number: number, Terms: terms, First: rules.Players[s.course.Now().ToMove()].Name}
	for i, entrant := range seating {
		g.Seats = append(g.Seats, Seat{Player: rules.Players[i].Name, Entrant: entrant + 1,
			Level: m.Levels[entrant].Name})
	}
	for _, mv := range t.opening(number) {
		s.play(mv, true)
	}
	controls := make([]clock.Control, len(seating))
	for i := range controls {
		controls[i] = m.Clock
	}
	if err := s.course.SetClocks(controls, time.Now); err != nil {
		return Game{}, err
	}
	rng := m.Rand(number, playStream)
	// Games that differ only in the seats get the same rolls.
	rolls := m.Rand(m.pair(number), rollStream).Uint64()
	for s.course.Now().Result() == nil && s.turns < m.length() {
		if mv, drawn := interp.Draw(t.engine, s.course.Now(), rolls); drawn {
			s.play(mv, true)
			continue
		}
		entrant := seating[s.course.Now().ToMove()]
		if f, ok := t.bots[entrant].(bot.Follower); ok {
			f.Follow(course.HistoryOf(number, s.course))
		}
		s.ponders.end(entrant)
		choice, err := s.choose(ctx, t.bots[entrant], rng)
		t.lender.back()
		if ctx.Err() != nil {
			return Game{}, ctx.Err() // the bot had to choose in haste
		}
		if forfeit := (*bot.ForfeitError)(nil); errors.As(err, &forfeit) {
			g.Forfeit, g.Over = rules.Players[s.course.Now().ToMove()].Name, true
			g.Result = g.Forfeit + " forfeits: " + forfeit.Reason
			for i, p := range rules.Players {
				if rules.Team(s.course.Now().ToMove())>>i&1 == 0 && s.course.Now().In(i) {
					g.Winners = append(g.Winners, p.Name)
				}
			}
			break
		}
		if err == nil && !slices.Contains(t.engine.Moves(s.course.Now()), choice.Move) {
			err = errors.New("it chose a move that is not legal")
		}
		if err != nil {
			return Game{}, fmt.Errorf(
				"game %d of seed %d, turn %d: the bot of level %q failed: %w; the position is %s",
				number, m.Seed, s.turns+1, m.Levels[entrant].Name, err, m.Game.PositionText(s.course.Now()))
		}
		from := s.course.Now()
		s.play(choice.Move, false)
		if m.Ponder && !s.course.Over() && s.course.Now().ToMove() != from.ToMove() {
			// It has random numbers of its own, so its draws change no choice.
			own := rand.New(rand.NewPCG(m.Seed, uint64(number)))
			s.ponders[entrant] = bot.Ponder(ctx, t.bots[entrant], m.Game, from, choice, own)
		}
	}
	g.Moves, g.Turns, g.Actions = s.moves(), s.turns, s.course.Len()
	if g.Forfeit != "" {
		return g, nil
	}
	g.Result, g.Winners = Unfinished, []string{}
	if r := s.course.Now().Result(); r != nil {
		g.Over, g.Result = true, m.Game.ResultText(r)
		for _, w := range r.Winners {
			g.Winners = append(g.Winners, rules.Players[w].Name)
		}
	}
	return g, nil
}

// score is a game in progress.
type score struct {
	*table
	course  *course.Course
	number  int
	turns   int           // that have been completed
	seating []int         // entrants, by player
	thought time.Duration // about the current turn
	ponders ponders
}

// ponders holds, by entrant, the function that ends its thinking in the turns of others; nil: it
// does not think then.
type ponders []func()

func (p ponders) end(entrant int) {
	if stop := p[entrant]; stop != nil {
		stop()
		p[entrant] = nil
	}
}

// choose lets a bot choose. With a clock, the bot gets a share of the time left, and then plays the
// best move it has found.
func (s *score) choose(ctx context.Context, b bot.Bot, rng *rand.Rand) (bot.Choice, error) {
	player, begun := s.course.Now().ToMove(), time.Now()
	k := s.course.Clocks()
	if k != nil {
		k.Start(player, begun)
		left := k.Left(player, begun)
		share := clock.Budget(left+s.thought, s.match.Clock.Increment, 0) - s.thought
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, max(share, time.Millisecond))
		defer cancel()
	}
	game, err := infoset.Give(s.match.Game, s.course, s.lender)
	var choice bot.Choice
	if err == nil {
		choice, err = b.Choose(ctx, game, s.course.Now(), rng)
	}
	if k != nil {
		if _, fallen := k.Fallen(time.Now()); fallen && err == nil {
			err = &bot.ForfeitError{Reason: "the time is up"}
		}
		k.Stop(time.Now())
	}
	spent := time.Since(begun)
	s.course.Spend(player, spent)
	s.thought += spent
	return choice, err
}

// play plays a step that is legal.
func (s *score) play(mv interp.Move, random bool) {
	p := s.course.Now()
	q := s.engine.Play(p, mv)
	if s.match.Watch != nil {
		s.match.Watch(Step{s.number, p, q, s.engine.Moves(p), mv, random, s.engine})
	}
	s.course.Add(mv, q)
	if interp.TurnTaken(p, q) {
		s.turns++
		if s.thought > 0 && s.match.Thought != nil {
			s.match.Thought(s.seating[p.ToMove()], s.thought)
		}
		s.thought = 0
	}
}

// moves writes what was played, as [interp.Game.PlayText] reads it.
func (s *score) moves() string {
	var texts []string
	for _, t := range s.course.Turns() {
		p, steps := s.course.Position(t.From), s.course.Steps(t.From, t.To)
		if !s.long {
			texts = append(texts, s.match.Game.TurnText(p, steps))
			continue
		}
		long := lists.Map(steps, func(mv interp.Move) string { return s.match.Game.LongText(p, mv) })
		texts = append(texts, strings.Join(long, ", "))
	}
	return strings.Join(texts, " ")
}

// opening returns the steps with which a game begins: those of its opening, and then the random
// turns. If the game ends before they do, they are drawn again.
func (t *table) opening(number int) []interp.Move {
	const tries = 100
	var given []interp.Move
	if n := len(t.match.Openings); n > 0 {
		given = t.match.Openings[(t.match.pair(number)-1)%n]
	}
	if t.match.Opening == 0 {
		return given
	}
	rng := t.match.Rand(t.match.pair(number), openingStream)
	begin := t.match.Game.Start()
	for _, mv := range given {
		begin = t.engine.Play(begin, mv)
	}
	for range tries {
		moves := slices.Clone(given)
		p := begin
		for turns := 0; turns < t.match.Opening && p.Result() == nil; {
			mv := interp.Any(t.engine, p, rng)
			q := t.engine.Play(p, mv)
			if interp.TurnTaken(p, q) {
				turns++
			}
			moves, p = append(moves, mv), q
		}
		if p.Result() == nil {
			return moves
		}
	}
	return given
}
