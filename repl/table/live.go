package table

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/eval"
	"boardgame/interp/ruleset"
	"boardgame/repl/speech"
)

// RefusedStep is the first step of a game that new rules do not allow.
type RefusedStep struct {
	Turn         int // from 1
	Player, Text string
	Why          string
	Span         source.Span // where the new rules say so; may be empty
}

// WithNewRules returns a copy of the table with the rules that are in the files now. It keeps
// everything but the game itself.
func (t *Table) WithNewRules() (*Table, error) {
	fresh, err := New(t.Name, t.Sheet.Speech.Preset, t.Options, nil, 1)
	if err != nil {
		return nil, err
	}
	start := fresh.Sheet.Speech.Game.Start()
	if !t.Sheet.Course.FromStart() {
		start, err = fresh.Sheet.Speech.Game.ParsePosition(t.Sheet.Speech.Game.PositionText(
			t.Sheet.Course.Start()))
		if err != nil {
			return nil, fmt.Errorf(
				"the position that this game began with does not fit the new rules: %w", err)
		}
	}
	next := *t // settings, notes and whatever else belongs to the table rather than to the rules
	next.Sheet.Speech.Ruleset, next.Sheet.Speech.Game = fresh.Sheet.Speech.Ruleset,
		fresh.Sheet.Speech.Game
	next.Seats, next.Sheet.Speech.SAN = fresh.Seats, fresh.Sheet.Speech.SAN
	name := ""
	if t.Sheet.Speech.Coordinates != nil {
		name = t.Sheet.Speech.Coordinates.Style.Name
	}
	if next.Sheet.SetCoordinates(name) != nil {
		_ = next.Sheet.SetCoordinates(speech.AutoCoordinates)
	}
	next.Begin(course.New(fresh.Sheet.Speech.Game, start))
	next.Former, next.Kept = nil, nil
	next.Sources = textsOf(FilesOf(next.Sheet.Speech.Ruleset))
	return &next, nil
}

// Replay plays the steps of another table again. It stops at the first illegal one and returns it.
func (t *Table) Replay(from *Table) *RefusedStep {
	turns := from.Sheet.Course.Turns()
	at := 0
	for i, m := range from.Sheet.Course.Steps(0, from.Sheet.Course.Len()) {
		for at+1 < len(turns) && turns[at].To <= i {
			at++
		}
		before := from.Sheet.Course.Position(i)
		step, why := same(t, from.Sheet.Speech.Game, before, m)
		if why == nil {
			if err := t.Play(step); err != nil {
				why = &interp.Reading{}
			}
		}
		if why != nil {
			stop := &RefusedStep{Turn: at + 1, Player: from.Sheet.Speech.PlayerName(before.ToMove()),
				Span: why.Why.Span,
				Text: from.Sheet.Speech.StepText(before, m),
				Why:  "the new rules have no such move"}
			if why.Why.Kind != eval.Legal {
				stop.Why = t.Sheet.Speech.Said.WhyText(*why)
			}
			t.Sheet.Course.Adopt(from.Sheet.Course)
			return stop
		}
	}
	t.Sheet.Course.Adopt(from.Sheet.Course)
	t.Told = from.Told
	t.Halted = from.Halted
	return nil
}

// same finds the step that corresponds to a step of another game, by its long or its short
// notation. If that step is illegal, why says why.
func same(t *Table, game *interp.Game, p *interp.Position, m interp.Move) (step interp.Move,
	why *interp.Reading) {
	long, short := game.LongText(p, m), game.Text(p, m)
	for _, text := range []string{long, short} {
		if step, err := t.Sheet.Speech.Game.Parse(t.Sheet.Now(), text); err == nil {
			return step, nil
		}
	}
	for _, text := range []string{long, short} {
		for _, r := range t.Sheet.Speech.Game.Why(t.Sheet.Now(), text) {
			if r.Why.Kind != eval.Legal {
				return 0, &r
			}
		}
	}
	return 0, &interp.Reading{}
}

// News says in a line what has changed in the files of the table since they were read; "" if
// nothing has.
func (t *Table) News() string {
	now := textsOf(FilesOf(t.Sheet.Speech.Ruleset))
	var all []string
	files := slices.Sorted(maps.Keys(now))
	for file := range t.Sources {
		if _, still := now[file]; !still {
			files = append(files, file)
		}
	}
	for _, file := range files {
		before, was := t.Sources[file]
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
			all = append(all, name+" was saved: "+ChangesIn(before, after)+".")
		}
	}
	return strings.Join(all, " ")
}

// ChangesIn names the declarations in which two rules texts differ.
func ChangesIn(before, after string) string {
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
		name, node := syntax.Named(d)
		if _, twice := all[name]; !twice {
			order = append(order, name)
		}
		all[name] += plain(node.Span(file).Text()) + "\n"
	}
	return all, order
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
