package notation

import (
	"strconv"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// isFlag reports whether a word of a position stands without a value.
func isFlag(word string) bool {
	return word == wordAgain || word == wordPassed || word == wordSetup
}

// field reads one of the fields after the player.
func (r *positionReader) field(f field) error {
	if isFlag(f.text) {
		r.p.Again = r.p.Again || f.text == wordAgain
		r.p.Passed = r.p.Passed || f.text == wordPassed
		r.p.SettingUp = r.p.SettingUp || f.text == wordSetup
		return nil
	}
	i := strings.IndexByte(f.text, '=')
	if i < 0 {
		return r.wrong(f, "expected name=value, not %s", quote(f.text))
	}
	key, value := f.text[:i], f.from(i+1)
	if r.given[key] && key != wordMost {
		return r.wrong(f, "%s is given twice", quote(key))
	}
	r.given[key] = true
	var err error
	switch key {
	case wordPly:
		r.p.Ply, err = r.count(value, maxPly)
		return err
	case wordPasses:
		r.p.Passes, err = r.count(value, maxPly)
		return err
	case wordDone:
		r.p.Steps, err = r.count(value, 1<<20)
		return err
	case wordChance:
		r.p.Chances, err = r.count(value, 1<<20)
		return err
	case wordLost:
		players, err := list(value, r.player)
		for _, i := range players {
			r.p.Out |= 1 << i
		}
		return err
	case wordThen:
		r.then = &value
		return nil
	case wordMost:
		r.aims = append(r.aims, value)
		return nil
	case wordOver:
		n, err := r.count(value, len(r.nt.rules.End))
		result := r.result()
		if result.Sentence = n - 1; n > 0 && err == nil {
			result.Reason = r.nt.rules.End[n-1].Text
		}
		return err
	case wordWinners:
		winners, err := list(value, r.player)
		won := uint16(0)
		for _, i := range winners {
			won |= 1 << i
		}
		for _, side := range r.nt.rules.Sides(winners) {
			if side&^won != 0 {
				return r.wrong(value, "%s win together: write %s=%s", r.nt.rules.SideName(side, " and "),
					wordWinners, r.nt.names.playerNames(ir.Members(won|side)))
			}
		}
		result := r.result()
		result.Winners = winners
		result.Draw = len(r.nt.rules.Sides(winners)) != 1
		return err
	}
	return r.rulesField(f, key, value)
}

func (r *positionReader) result() *position.Result {
	if r.p.Result == nil {
		r.p.Result = &position.Result{Sentence: -1, Draw: true}
	}
	return r.p.Result
}

// rulesField reads a field that begins with a name of the rules: an option, a kind or a state.
func (r *positionReader) rulesField(f field, key string, value field) error {
	name, of := key, field{}
	if i := strings.IndexByte(key, '('); i >= 0 {
		if !strings.HasSuffix(key, ")") {
			return r.wrong(f.from(len(key)), "expected `)` before `=`")
		}
		name = key[:i]
		of = f.from(i + 1)
		of.text = key[i+1 : len(key)-1]
	}
	for i := range r.nt.rules.Options {
		if o := &r.nt.rules.Options[i]; o.Name == name && of.text == "" {
			if o.Value != value.text {
				return r.wrong(value, "this game is played with %s=%s, the position is of one with %s=%s", name,
					o.Value, name, value.text)
			}
			return nil
		}
	}
	for k := range r.nt.rules.Kinds {
		if r.nt.rules.Kinds[k].Name == name {
			owner := position.Nobody
			if of.text != "" {
				var err error
				if owner, err = r.player(of); err != nil {
					return err
				}
			}
			parts := value.split(',')
			sites, err := list(value, r.site)
			if err != nil {
				return err
			}
			for i, s := range sites {
				if err := r.put(parts[i], s, []piece{{owner, k}}); err != nil {
					return err
				}
			}
			return nil
		}
	}
	for state := range r.nt.rules.States {
		if r.nt.rules.States[state].Name == name {
			return r.state(f, state, of, value)
		}
	}
	var names []string
	for i := range r.nt.rules.Options {
		names = append(names, r.nt.rules.Options[i].Name)
	}
	for i := range r.nt.rules.Kinds {
		names = append(names, r.nt.rules.Kinds[i].Name)
	}
	for i := range r.nt.rules.States {
		names = append(names, r.nt.rules.States[i].Name)
	}
	names = append(names, wordPly, wordPasses, wordLost, wordThen, wordDone, wordChance, wordMost,
		wordOver, wordWinners)
	if near := diag.Nearest(name, names); near != "" {
		return r.wrong(f, "this game has nothing called %s; did you mean %s?", quote(name), near)
	}
	return r.wrong(f, "this game has nothing called %s; expected %s", quote(name), choice(names))
}

// state reads the value of a counter or a memory for the player, kind and cell in `of`.
func (r *positionReader) state(f field, state int, of, value field) error {
	s := &r.nt.rules.States[state]
	var wanted []string
	for _, per := range []struct {
		is   bool
		what string
	}{{s.PerPlayer, "player"}, {s.PerPiece, "kind of piece"}, {s.PerCell, "cell"}} {
		if per.is {
			wanted = append(wanted, per.what)
		}
	}
	var given []field
	if of.text != "" {
		given = of.split(',')
	}
	if len(given) != len(wanted) {
		if len(wanted) == 0 {
			return r.wrong(of, "%s has only one value; write %s=…", s.Name, s.Name)
		}
		return r.wrong(f, "%s is kept per %s; write %s(%s)=…", s.Name, strings.Join(wanted, " and "),
			s.Name, strings.Join(wanted, ","))
	}
	player, kind, cell := -1, -1, topology.Site(-1)
	for i, what := range wanted {
		var err error
		switch what {
		case "player":
			player, err = r.player(given[i])
		case "cell":
			cell, err = r.site(given[i])
		default:
			kind, err = r.kind(given[i])
		}
		if err != nil {
			return err
		}
	}
	index, ok := r.nt.rules.StateIndex(state, player, kind, cell)
	if !ok {
		return r.wrong(of, "%s has no value for %s", s.Name, quote(of.text))
	}
	switch s.Type {
	case ir.Sites:
		sites, err := list(value, r.site)
		r.p.Memories[index] = topology.SetOf(sites...)
		return err
	case ir.Steps:
		relations, err := list(value, r.relation)
		var set topology.Set
		for _, rel := range relations {
			set.Add(topology.Site(rel))
		}
		r.p.Memories[index] = set
		return err
	case ir.Players, ir.Kinds:
		read := r.player
		if s.Type == ir.Kinds {
			read = r.kind
		}
		members, err := list(value, read)
		var bits int64
		for _, i := range members {
			bits |= 1 << i
		}
		r.p.Numbers[index] = bits
		return err
	case ir.Truth:
		i, err := r.named(value, "truth", []string{"false", "true"})
		r.p.Numbers[index] = int64(i)
		return err
	}
	n, err := strconv.ParseInt(value.text, 10, 64)
	if err != nil {
		return r.wrong(value, "expected a whole number, not %s", quote(value.text))
	}
	r.p.Numbers[index] = n
	return nil
}
