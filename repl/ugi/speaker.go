package ugi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	"boardgame/dsl/version"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
	"boardgame/repl/board"
	"boardgame/repl/scene"
	"boardgame/repl/speech"
)

// Options says which game a speaker plays, and how.
type Options struct {
	Game    *interp.Game
	Ruleset *ruleset.Ruleset
	Dialect wire.Dialect // nil: Plain
	UCI     bool         // speak UCI: its words and clocks
	Level   string       // the bot that plays by default; "": the strongest of the game
	Seed    uint64       // of its random choices
}

// maxSeed is the greatest seed that match runners can set.
const maxSeed = 1<<31 - 1

// Speaker is an engine that reads commands and answers them.
type Speaker struct {
	o     Options
	table *table
	level string
	// UCI_LimitStrength, and UCI_Elo as it was given: "" for the strongest
	limited bool
	elo     string
	seed    uint64
	over    time.Duration // safety margin subtracted from every clock
	rng     *rand.Rand

	mu   sync.Mutex // guards out
	out  *bufio.Writer
	fail error

	search sync.WaitGroup
	stop   context.CancelFunc // of the search under way; nil: none was started
	ends   bool               // the search under way ends on its own
}

// maxLine is the maximum length of a command, in bytes; longer ones are ignored.
const maxLine = 1 << 20

// New returns a speaker at the beginning of a game. The error says what is wrong with the level.
func New(o Options, out io.Writer) (*Speaker, error) {
	if o.Game.Secret() {
		return nil, errors.New("this game hides part of the position from players, which UGI cannot")
	}
	if o.Dialect == nil {
		o.Dialect = wire.NewPlain(o.Game, &o.Ruleset.Info)
	}
	if o.Level == "" {
		o.Level = o.Ruleset.Strongest()
	}
	s := &Speaker{o: o, level: o.Level, seed: o.Seed, over: 30 * time.Millisecond,
		out: bufio.NewWriter(out)}
	s.newGame()
	_, err := s.find(s.level)
	return s, err
}

func (s *Speaker) newGame() {
	s.table = newTable(s.o.Game, s.o.Dialect)
	s.rng = rand.New(rand.NewPCG(s.seed, 0))
}

// Run reads commands until `quit`, the end of the input or of the context. At the end of the input
// it waits for a search that ends on its own.
func (s *Speaker) Run(ctx context.Context, in io.Reader) error {
	lines := make(chan string)
	var broken error
	go func() {
		defer close(lines)
		broken = readLines(in, func(line string) bool {
			select {
			case lines <- line:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	defer s.halt()
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				if s.ends {
					s.search.Wait()
				}
				return errors.Join(broken, s.failed())
			}
			if !s.Do(ctx, line) || s.failed() != nil {
				return s.failed()
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// readLines passes the lines of a stream to take, except those that are too long, until the stream
// ends or take returns false.
func readLines(in io.Reader, take func(string) bool) error {
	r := bufio.NewReaderSize(in, 1<<16)
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line) <= maxLine {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if len(line) > 0 && len(line) <= maxLine && !take(string(line)) {
			return nil
		}
		line = line[:0]
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// say writes a line.
func (s *Speaker) say(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail != nil {
		return
	}
	text := strings.NewReplacer("\r", " ", "\n", " ").Replace(fmt.Sprintf(format, args...))
	if _, s.fail = s.out.WriteString(text + "\n"); s.fail == nil {
		s.fail = s.out.Flush()
	}
}

func (s *Speaker) failed() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fail
}

// halt ends the search under way and waits until its move is printed.
func (s *Speaker) halt() {
	if s.stop != nil {
		s.stop()
	}
	s.search.Wait()
}

// Do carries out one command; it returns false after `quit`. It ignores unknown words before a
// command.
func (s *Speaker) Do(ctx context.Context, line string) bool {
	words := strings.Fields(line)
	for ; len(words) > 0; words = words[1:] {
		rest := words[1:]
		switch words[0] {
		case "quit":
			s.halt()
			return false
		case "stop":
			s.halt()
		case "isready":
			s.say("readyok")
		case "ugi", "uci":
			if s.o.UCI == (words[0] == "uci") {
				s.introduce()
			}
		case "uginewgame", "ucinewgame":
			s.halt()
			s.newGame()
		case "setoption":
			s.halt()
			s.told(s.setOption(rest))
		case "position":
			s.halt()
			s.told(s.position(rest))
		case "go":
			s.halt()
			s.told(s.goOn(ctx, rest))
		case "query":
			s.told(s.query(rest))
		case "perft":
			s.halt()
			s.told(s.perft(ctx, rest))
		case "d":
			s.show()
		case "debug", "register", "ponderhit":
		default:
			continue
		}
		return true
	}
	return true
}

// told reports what was wrong with a command.
func (s *Speaker) told(err error) {
	if err != nil {
		s.say("info string error: %s", err)
	}
}

// introduce says who this engine is and what can be set.
func (s *Speaker) introduce() {
	s.say("id name %s, %s", version.Program(), s.o.Ruleset.Name)
	s.say("id author the authors of boardgame")
	var names strings.Builder
	for _, l := range s.o.Ruleset.Info.Bots() {
		names.WriteString(" var " + l.Name)
	}
	s.say("option name Level type combo default %s%s", s.o.Level, names.String())
	if own := s.o.Ruleset.Info.Levels; len(own) > 0 && own[0].Strength != nil {
		least, most := own[0].Strength.Range()
		s.say("option name UCI_LimitStrength type check default false")
		s.say("option name UCI_Elo type spin default %d min %d max %d", most, least, most)
	}
	s.say("option name Seed type spin default %d min 0 max %d", s.o.Seed, max(maxSeed, s.o.Seed))
	s.say("option name Overhead type spin default %d min 0 max 10000", s.over.Milliseconds())
	if s.o.UCI {
		s.say("uciok")
	} else {
		s.say("ugiok")
	}
}

// setOption carries out setoption name NAME value VALUE.
func (s *Speaker) setOption(words []string) error {
	name, value := pair(words)
	number := func(most uint64) (uint64, error) {
		n, err := strconv.ParseUint(value, 10, 64)
		if err != nil || n > most {
			return 0, fmt.Errorf("the option %s is a number from 0 to %d, not %q", name, most, value)
		}
		return n, nil
	}
	switch strings.ToLower(name) {
	case "level":
		if _, err := s.find(value); err != nil {
			return err
		}
		s.level = value
	case "uci_limitstrength":
		s.limited = strings.EqualFold(value, "true")
	case "uci_elo":
		if _, err := s.find("level:" + value); err != nil {
			return err
		}
		s.elo = value
	case "seed":
		n, err := number(max(maxSeed, s.o.Seed))
		if err != nil {
			return err
		}
		s.seed = n
		s.rng = rand.New(rand.NewPCG(n, 0))
	case "overhead", "move overhead":
		n, err := number(10000)
		if err != nil {
			return err
		}
		s.over = time.Duration(n) * time.Millisecond
	case "":
		return errors.New("expected setoption name NAME value VALUE")
	}
	return nil // unknown options are ignored: runners set those of other engines
}

// pair reads name … value …, both of which may contain blanks.
func pair(words []string) (name, value string) {
	var names, values []string
	to := &names
	for i, w := range words {
		switch {
		case w == "name" && i == 0:
		case w == "value" && to == &names:
			to = &values
		default:
			*to = append(*to, w)
		}
	}
	return strings.Join(names, " "), strings.Join(values, " ")
}

// chosen is the name of the level that plays.
func (s *Speaker) chosen() string {
	if s.limited && s.elo != "" {
		return "level:" + s.elo
	}
	return s.level
}

func (s *Speaker) find(name string) (bot.Level, error) {
	l, err := bot.FindLevel(s.o.Ruleset.Info.Bots(), name)
	if err == nil {
		err = l.Check(s.o.Game.Rules())
	}
	return l, err
}

// position carries out position startpos|fen … [moves …].
func (s *Speaker) position(words []string) error {
	var before, moves []string
	for i, w := range words {
		if w == "moves" {
			before, moves = words[:i], words[i+1:]
			break
		}
		before = words[:i+1]
	}
	switch {
	case len(before) == 1 && before[0] == "startpos":
		return s.table.set("startpos", moves)
	case len(before) > 1 && before[0] == "fen":
		return s.table.set(strings.Join(before[1:], " "), moves)
	}
	return errors.New("expected position startpos or position fen FEN, and then perhaps moves MOVE …")
}

// query answers questions about the position.
func (s *Speaker) query(words []string) error {
	if len(words) == 0 {
		return errors.New("expected query gameover, p1turn, result, legal, board, turn, value or why")
	}
	t, p := s.table, s.table.now()
	rest := strings.Join(words[1:], " ")
	switch words[0] {
	case "gameover":
		s.say("response %t", p.Result() != nil)
	case "p1turn":
		s.say("response %t", p.ToMove() == 0)
	case "result":
		s.say("response %s", resultWord(p.Result()))
	case "turn":
		s.say("response p%d", p.ToMove()+1)
	case "legal":
		s.legal()
	case "board":
		for line := range strings.Lines(s.picture()) {
			s.say("info string %s", strings.TrimRight(line, "\n"))
		}
		s.say("response %s", t.dialect.Position(p))
	case "value":
		return s.value(rest)
	case "why":
		return s.why(rest)
	}
	return nil
}

// resultWord writes a result: p1win, p2win …, draw or none.
func resultWord(r *interp.Result) string {
	switch {
	case r == nil:
		return "none"
	case !r.Draw:
		return fmt.Sprintf("p%dwin", r.Winners[0]+1)
	}
	return "draw"
}

// mostListed bounds the moves that `query legal` lists.
const mostListed = 100_000

func (s *Speaker) legal() {
	p := s.table.now()
	turns, more := s.o.Game.Turns(p, mostListed)
	var b strings.Builder
	for _, t := range turns {
		b.WriteString(" " + s.table.dialect.Token(p, t.Steps))
	}
	if more {
		s.say("info string only the first %d moves are listed", mostListed)
	}
	s.say("response%s", b.String())
}

// value prints the static evaluation by the rules, for the side to move.
func (s *Speaker) value(name string) error {
	p := s.table.now()
	for _, v := range s.o.Game.Rules().Values {
		if name == "" || v.Name == name {
			s.say("response %d", s.o.Game.Value(p, v, p.ToMove()))
			return nil
		}
	}
	if name == "" {
		return errors.New("the rules declare no value")
	}
	return fmt.Errorf("the rules declare no value %q", name)
}

// why says whether a move is legal and, if it is not, why not, in plain words; authors of rules
// also see what the rules say there.
func (s *Speaker) why(token string) error {
	if token == "" {
		return errors.New("expected query why MOVE")
	}
	p := s.table.now()
	if _, err := s.table.steps(p, token); err == nil {
		s.say("response legal")
		return nil
	}
	text := strings.ReplaceAll(token, "~", " ")
	if readings := s.o.Game.Why(p, text); len(readings) > 0 {
		if at := readings[0].Why.Span; at.Valid() {
			line, _ := at.File.Position(at.Lo)
			s.say("info string %s, line %d: %s", at.File.Name, line, strings.TrimSpace(at.File.Line(line)))
		}
	}
	_, err := s.o.Game.Parse(p, text)
	answer := ""
	if illegal, ok := errors.AsType[*interp.IllegalMoveError](err); ok {
		answer = speech.Plain(s.o.Ruleset, s.o.Game).At(p).Refusal(text, illegal)
	}
	if answer == "" {
		answer = "not a legal move"
	}
	s.say("response %s", answer)
	return nil
}

func (s *Speaker) picture() string {
	v := scene.Scene{Game: s.o.Game, Info: &s.o.Ruleset.Info}.View(s.table.now())
	v.Labels = true
	return board.Text(v, board.Style{Unicode: true})
}

// show draws the board, for human observers.
func (s *Speaker) show() {
	for line := range strings.Lines(s.picture()) {
		s.say("%s", strings.TrimRight(line, "\n"))
	}
	s.say("Fen: %s", s.table.dialect.Position(s.table.now()))
	if r := s.table.now().Result(); r != nil {
		s.say("Result: %s", s.o.Game.ResultText(r))
	}
}

// perft counts turns, separately for each first one, while other commands are answered.
func (s *Speaker) perft(ctx context.Context, words []string) error {
	depth := 1
	if len(words) > 0 {
		n, err := strconv.Atoi(words[0])
		if err != nil || n < 1 || n > 100 {
			return fmt.Errorf("the depth is %q; it is a number from 1 to 100", words[0])
		}
		depth = n
	}
	t, p := s.table, s.table.now()
	s.begin(ctx, true, func(ctx context.Context) {
		var sum uint64
		for _, b := range s.o.Game.Divide(p, 1, interp.Turns) {
			n, err := s.o.Game.PerftContext(ctx, t.play(p, b.Steps), depth-1, interp.Turns)
			if err != nil {
				return
			}
			s.say("%s: %d", t.dialect.Token(p, b.Steps), n)
			sum += n
		}
		s.say("Nodes searched: %d", sum)
	})
	return nil
}

// begin runs something alongside the commands.
func (s *Speaker) begin(ctx context.Context, ends bool, run func(context.Context)) {
	ctx, cancel := context.WithCancelCause(ctx)
	s.stop = func() { cancel(context.DeadlineExceeded) } // the move is still wanted
	s.ends = ends
	s.search.Go(func() { run(ctx) })
}
