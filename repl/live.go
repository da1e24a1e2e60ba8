package repl

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/eval"
	"boardgame/interp/ruleset"
	"boardgame/repl/speech"
)

// Live play: someone edits the rules file of the game on the table. When the file is saved, a new
// table is made with the new rules, the moves so far are replayed on it, and it replaces the old
// one. If anything fails, the old table stays as it was.

func init() {
	commands = append(commands, &command{
		name: "reload", help: "reads the rules again and replays the moves so far under them",
		table: true,
		run:   (*Session).cmdReload,
		more: "On a terminal this happens automatically when the file of the rules is saved, or " +
			"one that it" +
			" extends or uses, or the TOML beside it. A move that is no longer legal ends the " +
			"replay;" +
			" `goto` still reaches the turns behind it.",
	})
}

func (s *modal) cmdReload(context.Context, string) error { return s.reload(true) }

// reload reads the rules of the table again and replays the game. By hand, it also answers when
// there is nothing to do.
func (s *modal) reload(byHand bool) error {
	t := s.table
	if t.Ruleset.Builtin {
		return fmt.Errorf("%s comes with boardgame, and its rules stay as they are;"+
			" `boardgame rules %s --out mine.rules` makes a copy to change", t.name, t.name)
	}
	news := t.news()
	if news == "" && !byHand {
		return nil
	}
	next, err := t.withNewRules()
	if err != nil {
		if news != "" {
			s.Say("%s", news)
		}
		return fmt.Errorf("%w\nThe table keeps the rules it has", err)
	}
	if news == "" {
		news = "The rules are the same as before."
	}
	s.Say("%s", s.Paint("bold", news))
	origin := t
	if t.former != nil && slices.Equal(t.course.Steps(0, t.course.Len()), t.kept) {
		origin = t.former // nothing was played since a move was refused: it may be legal again
	}
	stop := next.replay(origin)
	for i, problem := range s.reseat(next, t) {
		s.Say("%s is played by a person now: %s.", next.PlayerName(i), problem)
	}
	s.table = next
	if s.atBoard() {
		s.modes = []mode{boardMode{}}
	}
	s.changed = true
	// The record of a game that is no longer fully legal stays as it is. Whatever is played now is
	// a new game.
	next.slot = nil
	if t != origin {
		if err := t.free(); err != nil {
			return err
		}
	}
	if stop == nil {
		if origin.former != nil {
			if err := origin.former.release(); err != nil {
				return err
			}
		}
		next.slot, origin.slot = origin.slot, nil
		if n := len(next.course.Turns()); n > 0 {
			s.Say("%s replayed.", speech.Capital(diag.Amount(n, "turn")))
		}
		return s.keep()
	}
	next.former, next.kept = origin, next.course.Steps(0, next.course.Len())
	next.halted = next.botToMove() // so that the messages can be read
	s.refused(stop)
	if next.halted {
		s.Say("`go` lets %s move.", next.who(next.mover()))
	}
	return nil
}

// refused says at which move a replay stopped, and why.
func (d *desk) refused(stop *refusedStep) {
	t := d.table
	number := t.former.numberTyped(stop.turn - 1)
	d.Say("Turn %s, %s %s, is no longer legal: %s.", number, stop.player, stop.text, stop.why)
	d.Quote(stop.span)
	all := len(t.former.course.Turns())
	d.Para("", fmt.Sprintf(
		"%d of %s kept. `goto %s` and beyond shows the game under the old rules.",
		stop.turn-1, diag.Amount(all, "turn"), number))
}

// refusedStep is the first step of a game that new rules do not allow.
type refusedStep struct {
	turn         int // from 1
	player, text string
	why          string
	span         source.Span // where the new rules say so; may be empty
}

// withNewRules returns a copy of the table with the rules that are in the files now. It keeps
// everything but the game itself.
func (t *table) withNewRules() (*table, error) {
	fresh, err := newTable(t.name, t.Preset, t.options, nil, 1)
	if err != nil {
		return nil, err
	}
	start := fresh.Game.Start()
	if !t.course.FromStart() {
		start, err = fresh.Game.ParsePosition(t.Game.PositionText(t.course.Start()))
		if err != nil {
			return nil, fmt.Errorf(
				"the position that this game began with does not fit the new rules: %w", err)
		}
	}
	next := *t // settings, notes and whatever else belongs to the table rather than to the rules
	next.Ruleset, next.Game, next.seats, next.SAN = fresh.Ruleset, fresh.Game, fresh.seats,
		fresh.SAN
	name := ""
	if t.Coordinates != nil {
		name = t.Coordinates.Style.Name
	}
	if next.speak(name) != nil {
		_ = next.speak(speech.AutoCoordinates)
	}
	next.begin(course.New(fresh.Game, start))
	next.former, next.kept = nil, nil
	next.sources = textsOf(filesOf(next.Ruleset))
	return &next, nil
}

// replay plays the steps of another table again. It stops at the first illegal one and returns it.
func (t *table) replay(from *table) *refusedStep {
	turns := from.course.Turns()
	at := 0
	for i, m := range from.course.Steps(0, from.course.Len()) {
		for at+1 < len(turns) && turns[at].To <= i {
			at++
		}
		before := from.course.Position(i)
		step, why := t.same(from.Game, before, m)
		if why == nil {
			if err := t.play(step); err != nil {
				why = &interp.Reading{}
			}
		}
		if why != nil {
			stop := &refusedStep{turn: at + 1, player: from.PlayerName(before.ToMove()),
				span: why.Why.Span,
				text: from.StepText(before, m),
				why:  "the new rules have no such move"}
			if why.Why.Kind != eval.Legal {
				stop.why = t.Said.WhyText(*why)
			}
			t.course.Adopt(from.course)
			return stop
		}
	}
	t.course.Adopt(from.course)
	t.told = from.told
	t.halted = from.halted
	return nil
}

// same finds the step that corresponds to a step of another game, by its long or its short
// notation. If that step is illegal, why says why.
func (t *table) same(game *interp.Game, p *interp.Position, m interp.Move) (step interp.Move,
	why *interp.Reading) {
	long, short := game.LongText(p, m), game.Text(p, m)
	for _, text := range []string{long, short} {
		if step, err := t.Game.Parse(t.now(), text); err == nil {
			return step, nil
		}
	}
	for _, text := range []string{long, short} {
		for _, r := range t.Game.Why(t.now(), text) {
			if r.Why.Kind != eval.Legal {
				return 0, &r
			}
		}
	}
	return 0, &interp.Reading{}
}

// reseat gives the seats of a table to the same players as at another. It restarts programs,
// because the rules they were told are obsolete. It returns, by player, why a bot cannot play on.
func (k *keeper) reseat(t, from *table) map[int]error {
	problems := map[int]error{}
	for i := range t.seats {
		if i >= len(from.seats) || from.seats[i].human() {
			continue
		}
		started, err := k.seatProgram(t, i, from.seats[i].level)
		if !started {
			err = t.sit(i, from.seats[i].level)
		}
		if err != nil {
			problems[i] = err
		}
	}
	return problems
}

// beyond goes, under the previous rules, to a turn that the new rules did not allow, given by its
// number. It returns false if there is no such turn.
func (k *keeper) beyond(number string) bool {
	t := k.table
	if t.former == nil {
		return false
	}
	turn, found := t.former.numbered(number)
	if !found {
		return false
	}
	former := t.former
	if err := t.free(); err != nil {
		k.Say("%s", err)
	}
	former.sources = t.sources // the current files; only another save is news
	k.table = former
	former.course.Goto(former.course.Turns()[turn].To)
	former.halted = former.botToMove()
	former.told = true
	k.changed = true
	k.Say("These are the previous rules; `reload` loads the new ones.")
	return true
}

// news says in a line what has changed in the files of the table since they were read; "" if
// nothing has.
func (t *table) news() string {
	now := textsOf(filesOf(t.Ruleset))
	var all []string
	files := slices.Sorted(maps.Keys(now))
	for file := range t.sources {
		if _, still := now[file]; !still {
			files = append(files, file)
		}
	}
	for _, file := range files {
		before, was := t.sources[file]
		after, is := now[file]
		name := filepath.Base(file)
		switch {
		case was && is && before == after:
		case !is:
			all = append(all, name+" is gone.")
		case !was:
			all = append(all, name+" is new.")
		case !strings.HasSuffix(file, ruleset.Ext):
			all = append(all, name+" was saved.")
		default:
			all = append(all, name+" was saved: "+changesIn(before, after)+".")
		}
	}
	return strings.Join(all, " ")
}

// changesIn names the declarations in which two rules texts differ.
func changesIn(before, after string) string {
	old, order := declarations(before)
	now, nowOrder := declarations(after)
	var changed, added, gone []string
	for _, name := range nowOrder {
		switch text, was := old[name]; {
		case !was:
			added = append(added, name)
		case text != now[name]:
			changed = append(changed, name)
		}
	}
	for _, name := range order {
		if _, still := now[name]; !still {
			gone = append(gone, name)
		}
	}
	var parts []string
	for _, part := range []struct {
		what  string
		names []string
	}{{"changed", changed}, {"added", added}, {"removed", gone}} {
		if len(part.names) > 0 {
			parts = append(parts, part.what+" "+speech.And(part.names))
		}
	}
	if len(parts) == 0 {
		return "only comments or the layout changed"
	}
	return strings.Join(parts, "; ")
}

// declarations returns the declarations of a rules text by name, without layout and comments, and
// the names in order.
func declarations(text string) (map[string]string, []string) {
	file := source.NewFile("", text)
	tree, _ := dsl.Parse(file)
	all := map[string]string{}
	var order []string
	for _, d := range tree.Decls {
		name, node := declaration(d)
		if _, twice := all[name]; !twice {
			order = append(order, name)
		}
		all[name] += plain(node.Span(file).Text()) + "\n"
	}
	return all, order
}

// declaration names a declaration as an author would.
func declaration(d syntax.Decl) (string, syntax.Node) {
	switch d := d.(type) {
	case *syntax.Game:
		return "the title", d.Node
	case *syntax.Use:
		return "use " + d.Library.Text, d.Node
	case *syntax.Option:
		return "option " + d.Name.Text, d.Node
	case *syntax.Players:
		return "players", d.Node
	case *syntax.Board:
		return "board", d.Node
	case *syntax.Region:
		return "region " + d.Name.Text, d.Node
	case *syntax.Pieces:
		return "pieces", d.Node
	case *syntax.State:
		if d.Memory {
			return "memory " + d.Name.Text, d.Node
		}
		return "counter " + d.Name.Text, d.Node
	case *syntax.Def:
		return "def " + d.Name.Text, d.Node
	case *syntax.Setup:
		return "setup", d.Node
	case *syntax.Move:
		return "move " + d.Name.Text, d.Node
	case *syntax.Turn:
		return "turn", d.Node
	case *syntax.End:
		return "end", d.Node
	case *syntax.Value:
		return "value " + d.Name.Text, d.Node
	case *syntax.After:
		return "after " + d.Moves[0].Text, d.Node
	case *syntax.Say:
		return fmt.Sprintf("say %q", d.Text.Text), d.Node
	case *syntax.CondDecl:
		return "a part that depends on options", d.Node
	}
	return "something else", syntax.Node{}
}

// plain strips comments from a text and reduces white space to single blanks.
func plain(text string) string {
	var out strings.Builder
	quoted, comment := false, false
	for _, r := range text {
		switch {
		case r == '\n':
			comment = false
		case r == '"' && !comment:
			quoted = !quoted
		case r == '#' && !quoted:
			comment = true
		}
		if !comment {
			out.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(out.String()), " ")
}
