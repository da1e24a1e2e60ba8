package repl

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/course"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
	"boardgame/repl/speech"
	"boardgame/repl/wording"
)

// table is a game under way: who plays, what was played, and which moment of it is on view.
type table struct {
	scoresheet
	name    string            // the ruleset as requested: a built-in name or a path
	options map[string]string // those that were set
	seats   []seat

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
	// program says that the bot is a separate program
	program bool
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
	name string // of the file
	list string
}

func (m *mistakes) Error() string {
	return fmt.Sprintf("the rules in %s cannot be played:\n%s", m.name,
		strings.TrimRight(m.list, "\n"))
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
		return nil, &mistakes{rs.File.Name, diagnostics(list)}
	}
	said := speech.Speech{Ruleset: rs, Preset: preset, Game: interp.New(rules)}
	t := &table{name: name, options: options,
		scoresheet: scoresheet{Reader: speech.Reader{Speech: said}}, files: map[string]bool{},
		rng: rand.New(rand.NewPCG(seed, 0x9E3779B97F4A7C15)), rollSeed: seed ^ 0xD1CE}
	t.sources = textsOf(filesOf(rs))
	if san, err := wire.NewSAN(t.Game, rs, ruleset.Library{}); err == nil {
		t.SAN = san
	}
	_ = t.speak(speech.AutoCoordinates) // if they do not fit this board, it keeps its own
	t.begin(course.New(t.Game, t.Game.Start()))
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

// begin puts a game on the table in place of the one before. It has clocks as that one had.
func (t *table) begin(c *course.Course) {
	if t.course != nil && t.course.Clocks() != nil && c.Clocks() == nil {
		_ = c.SetClocks(t.course.Controls(), t.course.Clocks().Now) // which were accepted before
	}
	t.course, t.spoken = c, map[[2]*interp.Position]string{}
	t.told, t.halted = false, false
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
	return level, bot.UnknownLevel(levels, who, strings.TrimPrefix(wording.DidYouMean(who, names),
		"; "))
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

// play plays a step from the current position.
func (t *table) play(m interp.Move) error {
	err := t.course.Play(m)
	t.told = t.told && err != nil
	return err
}

// decide lets the players end the game, by a method of [course.Course].
func (t *table) decide(err error) error {
	t.told = t.told && err != nil
	return err
}

// person reports whether a person plays for a player.
func (t *table) person(player int) bool { return t.seats[player].human() }

// undo goes back, as [course.Course.Undo] says. Bots wait there.
func (t *table) undo() error {
	err := t.course.Undo(t.person)
	if err == nil {
		t.halted = t.botToMove()
	}
	return err
}

// redo goes forward again, as far as undo went back.
func (t *table) redo() error {
	err := t.course.Redo(t.person)
	if err == nil {
		t.halted = t.botToMove() && t.course.At() < t.course.Len()
	}
	return err
}

// turnText writes a turn in the notation of the game, with the names of the chosen coordinates.
func (t *scoresheet) turnText(tn course.Turn) string {
	key := [2]*interp.Position{t.course.Position(tn.From), t.course.Position(tn.To)}
	text, ok := t.spoken[key]
	if !ok {
		text = t.TurnWords(key[0], t.course.Steps(tn.From, tn.To))
		t.spoken[key] = text
	}
	return text
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
	if c, same := t.control(); same {
		name += ", " + c.String()
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
	if i, ok := wording.UniquePrefix(text, names); ok {
		return i, nil
	}
	return 0, fmt.Errorf("there is no player %q; %s", text, wording.Choose(names))
}
