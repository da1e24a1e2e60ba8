package repl

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/record"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
	"boardgame/repl/speech"
)

// table is a game under way: who plays, what was played, and which moment of it is on view.
type table struct {
	scoresheet
	name    string            // the ruleset as requested: a built-in name or a path
	options map[string]string // those that were set
	seats   []seat
	clocks  *clocks        // nil: nobody's time is limited
	notes   map[int]string // by number of steps played: what was written about that moment

	rng *rand.Rand
	// rollSeed determines the rolls of the game, together with the turn and the place in it.
	rollSeed uint64
	realDice bool   // the people at the table roll, not the program
	halted   bool   // bots wait for `go`
	told     bool   // the result has been announced
	scored   bool   // counted among the games won at this table
	winner   string // whose win was counted; "": nobody's
	flip     bool
	slot     *slot // where it is saved; nil: nowhere
	// files are those that the person has had this game written to or read from, by their absolute
	// names.
	files map[string]bool

	sources map[string]string // the files that the rules consist of, as they were read
	// former is the table under the rules before the last change, if that change made a move
	// illegal; otherwise nil. kept is the steps that are still legal.
	former *table
	kept   []interp.Move
}

// seat is who plays for a player.
type seat struct {
	level string // "" for a person
	bot   bot.Bot
	limit time.Duration // for a step; 0: it has another limit, or none worth showing
	// program says that the bot is a separate program; spent is how long it has thought in this
	// game.
	program bool
	spent   time.Duration
}

func (s seat) human() bool { return s.bot == nil }

const humanSeat = "human"

func (s seat) String() string {
	if s.human() {
		return humanSeat
	}
	return s.level
}

// mistakes is a rules file that cannot be played, with its errors.
type mistakes struct {
	name string
	list string
}

func (m *mistakes) Error() string {
	return fmt.Sprintf("%s cannot be played:\n%s", m.name, strings.TrimRight(m.list, "\n"))
}

// newTable sets up a game. Options may accompany a preset and override it. Seats are by player;
// missing ones are people.
func newTable(name, preset string, options map[string]string, seats []string, seed uint64) (*table,
	error) {
	rs, err := ruleset.Find(name)
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	if preset != "" {
		p, err := rs.Preset(preset)
		if err != nil {
			return nil, err
		}
		for k, v := range p.Options {
			all[k] = v
		}
	}
	for k, v := range options {
		all[k] = v
	}
	rules, list := dsl.Load(rs.File, all, ruleset.Library{})
	if rules == nil || list.HasErrors() {
		return nil, &mistakes{rs.Name, diagnostics(list)}
	}
	said := speech.Speech{Ruleset: rs, Preset: preset, Game: interp.New(rules)}
	t := &table{name: name, options: options,
		scoresheet: scoresheet{Reader: speech.Reader{Speech: said}},
		notes:      map[int]string{}, files: map[string]bool{},
		rng: rand.New(rand.NewPCG(seed, 0x9E3779B97F4A7C15)), rollSeed: seed ^ 0xD1CE}
	t.sources = textsOf(filesOf(rs))
	if san, err := wire.NewSAN(t.Game, rs, ruleset.Library{}); err == nil {
		t.SAN = san
	}
	_ = t.speak(speech.AutoCoordinates) // if they do not fit this board, it keeps its own
	t.begin(t.Game.Start())
	t.seats = make([]seat, len(rules.Players))
	for i, who := range seats {
		if i < len(t.seats) {
			if err := t.sit(i, who); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// begin puts a position on the table and forgets what was played before.
func (t *table) begin(p *interp.Position) {
	t.positions, t.steps, t.at = []*interp.Position{p}, nil, 0
	t.notes, t.texts, t.spoken = map[int]string{}, map[[2]int]string{}, map[[2]int]string{}
	t.told, t.halted, t.unended, t.timedOut = false, false, nil, ""
	if t.clocks != nil {
		_ = t.setClocks(t.controls(), t.clocks.now) // which were accepted before
	}
}

// sit gives a player's seat to a person ("human") or a bot (a level).
func (t *table) sit(player int, who string) error {
	if strings.EqualFold(who, humanSeat) || who == "" {
		t.seats[player] = seat{}
		return nil
	}
	level, err := findLevel(t.Ruleset.Info.Levels, who)
	if err != nil {
		return &RefusedError{err}
	}
	b, err := bot.New(t.Rules(), level, 1)
	if err != nil {
		return t.Ruleset.OfLevel(level.Name, err)
	}
	t.seats[player] = seat{level: level.Name, bot: b, limit: time.Duration(level.Time)}
	return nil
}

// findLevel finds a level; the error of an unknown name says which one was probably meant.
func findLevel(levels []bot.Level, who string) (bot.Level, error) {
	level, err := bot.FindLevel(levels, who)
	if err == nil || strings.Contains(who, ":") {
		return level, err
	}
	names := []string{humanSeat}
	for _, l := range bot.WithStandard(levels) {
		names = append(names, l.Name)
	}
	return level, bot.UnknownLevel(levels, who, strings.TrimPrefix(didYouMean(who, names), "; "))
}

func (t *table) botToMove() bool {
	return !t.over() && !t.seats[t.mover()].human() && !t.drawn()
}
func (t *scoresheet) legal() []interp.Move { return t.Game.Moves(t.now()) }

// situation is the current position, for messages about it.
func (t *scoresheet) situation() speech.Situation { return t.Reader.At(t.now()) }

// questions asks about moves in the current position.
func (t *scoresheet) questions() questions { return questions{t.situation()} }

// palette is the set of pieces for setting up a position.
func (t *scoresheet) palette() palette { return palette{&t.Speech} }

// play plays a step from the current position; it forgets what could have been redone.
func (t *table) play(m interp.Move) error {
	next, err := t.Game.Play(t.now(), m)
	if err != nil {
		return err
	}
	if t.at < len(t.steps) && t.steps[t.at] == m {
		t.at++ // same as before: nothing is lost
		return nil
	}
	t.cut()
	before := t.now()
	t.steps = append(t.steps, m)
	t.positions = append(t.positions, next)
	t.at++
	t.told = false
	t.clocks.played(before, next, t.at)
	return nil
}

// cut forgets what was taken back.
func (t *table) cut() {
	if t.at < len(t.steps) {
		t.unended, t.timedOut = nil, ""
	}
	if t.clocks != nil {
		t.clocks.times = t.clocks.times[: t.at+1 : t.at+1]
	}
	t.steps = t.steps[:t.at:t.at]
	t.positions = t.positions[: t.at+1 : t.at+1]
	for at := range t.notes {
		if at > t.at {
			delete(t.notes, at)
		}
	}
	for _, texts := range []map[[2]int]string{t.texts, t.spoken} {
		for key := range texts {
			if key[1] > t.at {
				delete(texts, key)
			}
		}
	}
}

// resign ends the game in the current position. Among three or more players the others play on, and
// resigning is a step of the side to move. [table.undo] takes both back.
func (t *table) resign(player int) error {
	if len(t.Rules().Players) > 2 && !t.over() {
		if player != t.mover() {
			return fmt.Errorf("with three or more players, you resign on your turn; it is %s's turn",
				t.PlayerName(t.mover()))
		}
		return t.play(interp.Leave) // for programs
	}
	result, err := record.Resignation(t.Game, player)
	return t.end(result, err)
}

// agree ends the game in the current position by agreement on a draw. [table.undo] takes that back
// too.
func (t *table) agree() error { return t.end(record.Agreement(t.Game)) }

// end ends the game in the current position, by a decision of the players.
func (t *table) end(result *interp.Result, err error) error {
	if t.over() {
		return errors.New("the game is over")
	}
	if err != nil {
		return err
	}
	t.cut()
	t.unended, t.positions[t.at] = t.now(), t.now().Ended(result)
	t.told = false
	return nil
}

// undo goes back: inside a turn by a step, between turns by a turn and, against bots, on to where a
// person was to move.
func (t *table) undo() error {
	if t.endedByPlayers() {
		t.positions[t.at], t.unended, t.timedOut = t.unended, nil, ""
		if t.clocks != nil { // the thinking time of the turn is taken back too
			t.clocks.Set(t.clocks.times[t.at])
		}
		t.halted = t.botToMove()
		return nil
	}
	before := t.at
	for t.rolled(t.at) {
		t.at-- // back to a player's choice
	}
	if t.at == 0 {
		t.at = before
		return fmt.Errorf("there is nothing to take back")
	}
	if !t.boundary(t.at) {
		t.at--
		return nil
	}
	t.at = t.turnStart(t.at)
	people := slices.ContainsFunc(t.seats, seat.human)
	for people && t.at > 0 && !t.seats[t.mover()].human() {
		t.at = t.turnStart(t.at)
	}
	for t.drawn() && t.at < before {
		t.at++ // a roll is not a choice: it stays
	}
	t.halted = t.botToMove()
	return nil
}

// redo goes forward again, as far as undo went back.
func (t *table) redo() error {
	if t.at == len(t.steps) {
		return fmt.Errorf("there is nothing to replay")
	}
	people := slices.ContainsFunc(t.seats, seat.human)
	for {
		t.at++
		for t.at < len(t.steps) && !t.boundary(t.at) {
			t.at++
		}
		if t.at == len(t.steps) || !people || t.seats[t.mover()].human() {
			break
		}
	}
	t.halted = t.botToMove() && t.at < len(t.steps)
	return nil
}

// turnText writes a turn in the notation of the game, with the names of the chosen coordinates.
func (t *scoresheet) turnText(tn turn) string {
	key := [2]int{tn.from, tn.to}
	text, ok := t.spoken[key]
	if !ok {
		text = t.TurnWords(t.positions[tn.from], t.steps[tn.from:tn.to])
		t.spoken[key] = text
	}
	return text
}

// announced is what the rules announce about the turn that led to a moment, such as "Check".
func (t *scoresheet) announced(at int) []string {
	if at == 0 || len(t.Rules().Says) == 0 || !t.boundary(at) {
		return nil
	}
	return t.Game.Says(t.positions[t.turnStart(at)], t.positions[at])
}

// title names the game with the chosen preset, or with the options that differ from the default.
func (t *table) title() string {
	name := t.Rules().Title
	set := map[string]string{}
	var pairs []string
	for _, o := range t.Rules().Options {
		if o.Value != o.Default {
			set[o.Name] = o.Value
			pairs = append(pairs, o.Name+"="+o.Value)
		}
	}
	if p, err := t.Ruleset.Preset(t.Preset); t.Preset != "" && err == nil {
		maps.DeleteFunc(set, func(name, value string) bool { return p.Options[name] == value })
		if len(set) == 0 && len(t.options) == 0 {
			pairs = []string{p.Name}
		}
	}
	if len(pairs) > 0 {
		name += " (" + strings.Join(pairs, ", ") + ")"
	}
	if t.clocks != nil && t.clocks.same() {
		name += ", " + t.clocks.Control(0).String()
	}
	return name
}

// who names a player and the bot that plays for them: "Red", "Blue (greedy)".
func (t *table) who(player int) string {
	if t.seats[player].human() {
		return t.PlayerName(player)
	}
	return fmt.Sprintf("%s (%s)", t.PlayerName(player), t.seats[player].level)
}

// uniquePrefix finds the one name that begins with text, in any case.
func uniquePrefix(text string, names []string) (int, bool) {
	begun := beginning(text, names)
	if len(begun) != 1 {
		return 0, false
	}
	return slices.Index(names, begun[0]), true
}

// beginning lists the names that begin with text, in any case; none if there is no text.
func beginning(text string, names []string) (begun []string) {
	for _, n := range names {
		if text != "" && len(n) >= len(text) && strings.EqualFold(n[:len(text)], text) {
			begun = append(begun, n)
		}
	}
	return begun
}

// player is [findPlayer] among those of the game.
func (t *table) player(text string) (int, error) { return findPlayer(t.Rules(), text) }

// findPlayer finds a player by name, by the beginning of the name in any case, or by number.
func findPlayer(g *ir.Game, text string) (int, error) {
	var names []string
	for i, p := range g.Players {
		if strings.EqualFold(p.Name, text) || text == fmt.Sprint(i+1) {
			return i, nil
		}
		names = append(names, p.Name)
	}
	if i, ok := uniquePrefix(text, names); ok {
		return i, nil
	}
	return 0, fmt.Errorf("there is no player %q; %s", text, choose(names))
}
