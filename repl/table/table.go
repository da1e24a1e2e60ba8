// Package table is a game under way as a session shows it: who plays, what was played and how that
// is written, its clocks, questions about moves, and which moment is on view.
package table

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
	"boardgame/interp/eval"
	"boardgame/interp/level"
	"boardgame/interp/ruleset"
	"boardgame/interp/wire"
	"boardgame/repl/saves"
	"boardgame/repl/speech"
	"boardgame/repl/wording"
)

// Table is a game under way: who plays, what was played, and which moment of it is on view.
type Table struct {
	Sheet   scoresheet
	Name    string            // the ruleset as requested: a built-in name or a path
	Options map[string]string // those that were set
	Seats   []Seat

	Rng *rand.Rand
	// rollSeed determines the rolls of the game, together with the turn and the place in it.
	RollSeed uint64
	RealDice bool   // the people at the table roll, not the program
	Halted   bool   // bots wait for `go`
	Told     bool   // the result has been announced
	Scored   bool   // counted among the games won at this table
	Winner   string // whose win was counted; "": nobody's
	Flip     bool
	Slot     *saves.Slot // where it is saved; nil: nowhere
	// files are those that the person has had this game written to or read from, by their absolute
	// names.
	Files map[string]bool

	Sources map[string]string // the files that the rules consist of, as they were read
	// former is the table under the rules before the last change, if that change made a move
	// illegal; otherwise nil. kept is the steps that are still legal.
	Former *Table
	Kept   []interp.Move
}

// Seat is who plays for a player.
type Seat struct {
	Level string // "" for a person
	Bot   bot.Bot
	Limit time.Duration // for a step; 0: it has another limit, or none worth showing
	// program says that the bot is a separate program
	Program bool
}

// IsHuman reports whether a person plays.
func (s Seat) IsHuman() bool { return s.Bot == nil }

// Human is what the seat of a person is called.
const Human = "human"

func (s Seat) String() string {
	if s.IsHuman() {
		return Human
	}
	return s.Level
}

// Mistakes is a rules file that cannot be played, with its errors.
type Mistakes struct {
	Name string // of the file
	List string
}

func (m *Mistakes) Error() string {
	return fmt.Sprintf("the rules in %s cannot be played:\n%s", m.Name,
		strings.TrimRight(m.List, "\n"))
}

// New sets up a game. Options may accompany a preset and override it. Seats are by player;
// missing ones are people.
func New(name, preset string, options map[string]string, seats []string, seed uint64) (*Table,
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
		maps.Copy(all, p.Options)
	}
	maps.Copy(all, options)
	rules, list := dsl.Load(rs.File, all, ruleset.Library{})
	if wrong := dsl.WrongChoice(list, all); wrong != nil {
		return nil, wrong
	}
	if rules == nil || list.HasErrors() {
		return nil, &Mistakes{Name: rs.File.Name, List: Diagnostics(list)}
	}
	said := speech.Speech{Ruleset: rs, Preset: preset, Game: interp.New(rules)}
	t := &Table{Name: name, Options: options,
		Sheet: scoresheet{Speech: said, Eyes: interp.Public},
		Files: map[string]bool{},
		Rng:   rand.New(rand.NewPCG(seed, 0x9E3779B97F4A7C15)), RollSeed: seed ^ 0xD1CE}
	t.Sources = textsOf(FilesOf(rs))
	san, err := wire.NewSAN(t.Sheet.Speech.Game, rs, ruleset.Library{})
	if err == nil && !t.Sheet.Speech.Game.Secret() {
		t.Sheet.Speech.SAN = san
	}
	_ = t.Sheet.SetCoordinates(
		speech.AutoCoordinates) // if they do not fit this board, it keeps its own
	t.Begin(course.New(t.Sheet.Speech.Game, t.Sheet.Speech.Game.Start()))
	t.Seats = make([]Seat, len(rules.Players))
	for i, who := range seats {
		if i < len(t.Seats) {
			if err := t.Sit(i, who); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// Begin puts a game on the table in place of the one before. It has clocks as that one had.
func (t *Table) Begin(c *course.Course) {
	if t.Sheet.Course != nil && t.Sheet.Course.Clocks() != nil && c.Clocks() == nil {
		_ = c.SetClocks(t.Sheet.Course.Controls(),
			t.Sheet.Course.Clocks().Now) // which were accepted before
	}
	t.Sheet.Course, t.Sheet.spoken = c, map[[2]*interp.Position]string{}
	t.Told, t.Halted = false, false
}

// Sit gives a player's seat to a person ("human") or a bot (a level).
func (t *Table) Sit(player int, who string) error {
	if strings.EqualFold(who, Human) || who == "" {
		t.Seats[player] = Seat{}
		return nil
	}
	level, err := FindLevel(t.Sheet.Speech.Ruleset.Info.Bots(), who)
	if err != nil {
		return &RefusedError{Err: err}
	}
	b, err := bot.New(t.Sheet.Speech.Rules(), level, 1)
	if err != nil {
		return t.Sheet.Speech.Ruleset.OfLevel(level.Name, err)
	}
	t.Seats[player] = Seat{Level: level.Name, Bot: b, Limit: time.Duration(level.Time)}
	return nil
}

// FindLevel finds a level; the error of an unknown name says which one was probably meant.
func FindLevel(levels []bot.Level, who string) (bot.Level, error) {
	l, err := bot.FindLevel(levels, who)
	if err == nil || strings.Contains(who, ":") {
		return l, err
	}
	names := []string{Human}
	for _, l := range bot.WithStandard(levels) {
		names = append(names, l.Name)
	}
	return l, level.Unknown(levels, who, strings.TrimPrefix(wording.DidYouMean(who, names), "; "))
}

// BotToMove reports whether a bot is to move.
func (t *Table) BotToMove() bool {
	return !t.Sheet.Over() && !t.Seats[t.Sheet.Mover()].IsHuman() && !t.Sheet.Drawn()
}

// Legal lists the legal steps.
func (t *scoresheet) Legal() []interp.Move { return t.Speech.Game.Moves(t.Now()) }

// Situation is the current position, for messages about it.
func (t *scoresheet) Situation() speech.Situation { return t.Speech.At(t.Now()) }

// Questions asks about moves in the current position.
func (t *scoresheet) Questions() questions {
	if t.Veiled() {
		return questions{t.Speech.At(nil)}
	}
	return questions{t.Situation()}
}

// Palette is the set of pieces for setting up a position.
func (t *scoresheet) Palette() palette { return palette{&t.Speech} }

// Play plays a step from the current position.
func (t *Table) Play(m interp.Move) error {
	return t.alter(func(c *course.Course) error { return c.Play(m) })
}

// Resign ends the game, as [course.Course.Resign] says.
func (t *Table) Resign(player int) error {
	return t.alter(func(c *course.Course) error { return c.Resign(player) })
}

// Agree ends the game, as [course.Course.Agree] says.
func (t *Table) Agree() error { return t.alter((*course.Course).Agree) }

// TimeOut ends the game, as [course.Course.TimeOut] says.
func (t *Table) TimeOut(player int) error {
	return t.alter(func(c *course.Course) error { return c.TimeOut(player) })
}

func (t *Table) alter(how func(*course.Course) error) error {
	err := Shut(t)
	if err == nil {
		err = how(t.Sheet.Course)
	}
	t.Told = t.Told && err != nil
	return err
}

// person reports whether a person plays for a player.
func (t *Table) person(player int) bool { return t.Seats[player].IsHuman() }

// Undo goes back, as [course.Course.Undo] says. Bots wait there.
func (t *Table) Undo() error {
	err := Shut(t)
	if err == nil {
		err = t.Sheet.Course.Undo(t.person)
	}
	if err == nil {
		t.Halted = t.BotToMove()
	}
	return err
}

// Redo goes forward again, as far as undo went back.
func (t *Table) Redo() error {
	err := t.Sheet.Course.Redo(t.person)
	if err == nil {
		t.Halted = t.BotToMove() && t.Sheet.Course.At() < t.Sheet.Course.Len()
	}
	return err
}

// TurnText writes a turn in the notation of the game, with the names of the chosen coordinates.
func (t *scoresheet) TurnText(tn course.Turn) string {
	if t.Veiled() {
		return t.ToldOf(tn.From, tn.To)
	}
	key := [2]*interp.Position{t.Course.Position(tn.From), t.Course.Position(tn.To)}
	text, ok := t.spoken[key]
	if !ok {
		const few = 8
		steps, more := t.Course.Steps(tn.From, tn.To), ""
		endless := false
		if r := key[1].Result(); r != nil {
			endless = r.Reason == eval.ReasonSetup
		}
		if n := len(steps); n > few && endless {
			steps, more = steps[:few], fmt.Sprintf(", … (%d outcomes)", n)
		}
		text = t.Speech.TurnWords(key[0], steps) + more
		t.spoken[key] = text
	}
	return text
}

// Title names the game with the chosen preset, or with the options that differ from the default.
func (t *Table) Title() string {
	name := t.Sheet.Speech.Rules().Title
	set := map[string]string{}
	var pairs []string
	for _, o := range t.Sheet.Speech.Rules().Options {
		if o.Value != o.Default {
			set[o.Name] = o.Value
			pairs = append(pairs, o.Name+"="+o.Value)
		}
	}
	if p, err := t.Sheet.Speech.Ruleset.Preset(t.Sheet.Speech.Preset); t.Sheet.Speech.Preset != "" &&
		err == nil {
		maps.DeleteFunc(set, func(name, value string) bool { return p.Options[name] == value })
		if len(set) == 0 && len(t.Options) == 0 {
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

// Who names a player and the bot that plays for them: "Red", "Blue (greedy)".
func (t *Table) Who(player int) string {
	if t.Seats[player].IsHuman() {
		return t.Sheet.Speech.PlayerName(player)
	}
	return fmt.Sprintf("%s (%s)", t.Sheet.Speech.PlayerName(player), t.Seats[player].Level)
}

// Does is [speech.Speech.Does], with the level of a bot: "Goats (easy) resign".
func (t *Table) Does(player int, verb string) string {
	return t.Who(player) + " " + t.Sheet.Speech.Rules().Verb(1<<player, verb)
}

// Player is [findPlayer] among those of the game.
func (t *Table) Player(text string) (int, error) { return findPlayer(t.Sheet.Speech.Rules(), text) }

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
