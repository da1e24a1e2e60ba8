package misfit

import (
	"cmp"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/interp/level"
)

// levels compares what the file says of bots with the rules.
func (f *finder) levels() {
	phases := 0 // of the levels before
	for i := range f.own.Levels {
		l := &f.own.Levels[i]
		place := f.rs.Place("level", "name", i)
		if !oneWord(l.Name, ":=,[]") || strings.EqualFold(l.Name, human) {
			f.mistake(place, "level %q: nobody can choose it by this name; write one word without "+
				"`:`, `=`, `,` or brackets; `%s` is taken", l.Name, human)
		}
		first := phases
		phases += len(l.When)
		if err := f.any(l.Check); err != nil {
			f.mistake(place, "%v", err)
			continue
		}
		for j, phase := range l.When {
			for _, n := range phase.Seats {
				if f.any(func(g *ir.Game) error {
					if len(g.Players) != n {
						return errors.ErrUnsupported
					}
					return nil
				}) != nil {
					f.note(f.rs.Place("level.when", "seats", first+j),
						"level %q: the game is never for %d players, so this never applies", l.Name, n)
				}
			}
		}
		for _, s := range unread(l) {
			at := f.rs.Place("level", s.key, i)
			if s.phase >= 0 {
				at = f.rs.Place("level.when", s.key, first+s.phase)
			}
			f.note(at, "level %q: the bot %s has no setting `%s`; it is for %s",
				l.Name, s.bot, s.key, s.takers)
		}
	}
	bots := f.rs.Info.Bots()
	for _, seats := range slices.Sorted(maps.Keys(f.own.Graded)) {
		for seat := range strings.FieldsSeq(seats) {
			if _, err := level.Find(bots, seat); err != nil {
				f.note(f.rs.Place("graded", seats, 0), "graded %q: %v", seats, err)
			}
		}
	}
	for i, w := range f.own.Weights {
		for _, name := range slices.Sorted(maps.Keys(w.Options)) {
			f.missing(f.rs.Place("weights", "options", i), "option", name, f.options)
		}
		if err := w.Elsewhere(f.games[0]); err != nil {
			f.note(f.rs.Place("weights", "name", i), "the weights `%s` are for another board (%s), so "+
				"levels do without them; `boardgame train --learn 1m` learns others", w.Name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.own.Values)) {
		f.missing(f.valuePlace(name), "value", name, f.values)
	}
}

// valuePlace returns where the table of a value has its name.
func (f *finder) valuePlace(name string) (at source.Span) {
	for i := range len(f.own.Values) {
		at = f.rs.Place("value", "name", i)
		if _, said, _ := strings.Cut(at.Text(), "="); strings.Trim(said, " \t\"'") == name {
			return at
		}
	}
	return at
}

// human is the name of a person's seat.
const human = "human"

// A useless setting is given to a bot that does not read it, in a phase of the level or, with -1,
// in all.
type useless struct {
	bot, key, takers string
	phase            int
}

// untyped names the bots that read those settings which cannot follow the name of a level; the
// others say so themselves.
var untyped = map[string]string{
	"by": "random greedy", "reply": "greedy", "win": "greedy", "loss": "greedy", "outcome": "greedy",
	"order": "greedy alphabeta",
}

// unread returns the settings of a level that none of the bots reads for which they are given: for
// those of the level itself, also the bots of its phases, which build on them.
func unread(l *level.Level) (all []useless) {
	bots := []string{l.Bot}
	for _, w := range l.When {
		bots = append(bots, cmp.Or(w.Bot, l.Bot))
	}
	look := func(s *level.Settings, bots []string, phase int) {
		v := reflect.ValueOf(s).Elem()
		for i := range v.NumField() {
			tags := v.Type().Field(i).Tag
			key := tags.Get("toml")
			takers := strings.Fields(cmp.Or(tags.Get("typed"), untyped[key]))
			takes := func(bot string) bool { return slices.Contains(takers, bot) }
			if key != "bot" && !v.Field(i).IsZero() && !slices.ContainsFunc(bots, takes) {
				all = append(all, useless{cmp.Or(bots...), key, strings.Join(takers, " or "), phase})
			}
		}
	}
	look(&l.Settings, bots, -1)
	for i := range l.When {
		own := bots // an earlier phase may have set the bot
		if l.When[i].Bot != "" {
			own = bots[1+i : 2+i]
		}
		look(&l.When[i].Settings, own, i)
	}
	return all
}

// names are what any of the games has.
type names struct {
	players, kinds, regions, counters, values, options, moves, roles, directions []string
}

// namesOf collects the names that some games have. Kinds are also whatever else has a sign.
func namesOf(games []*ir.Game) (n names) {
	add := func(names *[]string, name string) {
		if !slices.Contains(*names, name) {
			*names = append(*names, name)
		}
	}
	for _, g := range games {
		for _, p := range g.Players {
			add(&n.players, p.Name)
		}
		for _, k := range g.Kinds {
			add(&n.kinds, k.Name)
		}
		for _, state := range g.States { // numbers on cells have signs, too
			add(&n.kinds, state.Name)
			add(&n.counters, state.Name)
			if state.Lies() {
				add(&n.regions, state.Name)
			}
		}
		for _, region := range g.Regions {
			add(&n.regions, region.Name)
		}
		for _, v := range g.Values {
			add(&n.values, v.Name)
		}
		for _, o := range g.Options {
			add(&n.options, o.Name)
		}
		for _, m := range g.Moves {
			add(&n.moves, m.Name)
			for _, r := range m.Roles {
				add(&n.roles, r.Word)
			}
		}
		for _, d := range g.Board.Directions {
			add(&n.directions, d.Name)
		}
	}
	return n
}
