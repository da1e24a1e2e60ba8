package speech

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/notation"
	"boardgame/interp/wire"
)

// This file turns what a player types into steps. Whatever is not the notation of the game, in any
// of the forms that package interp reads, is tried as
//
//	an alias of the ruleset                                                  h d7
//	words that one legal step alone has: its name, sites, directions, kinds  raise d7, c3 d4, east a4
//	several of all these, one after the other                                d4-d6 h d7

// Entered is what a line turned out to be.
type Entered struct {
	Steps []interp.Move // to be played one after the other
	// Candidates are the steps that the line could mean, if it is ambiguous.
	Candidates []interp.Move
	Err        error // why it is neither
}

// ReadAt turns a line into steps in a position.
func (sp *Speech) ReadAt(p *interp.Position, line string) Entered {
	e, settled := sp.readWhole(p, line)
	if settled || len(e.Steps) > 0 {
		return e
	}
	// they belong to cells
	commas := sp.Coordinates != nil && strings.Contains(sp.Coordinates.Style.Cell, ",")
	fields := strings.FieldsFunc(line,
		func(r rune) bool { return unicode.IsSpace(r) || r == ',' && !commas })
	for n := len(fields) - 1; n > 0 && len(fields) <= 16; n-- {
		steps, next := sp.Game.Notation().Turn(p, sp.Meant(strings.Join(fields[:n], " ")))
		if next == nil || next.Result() != nil || interp.TurnOver(p, next) {
			continue
		}
		more := strings.Join(fields[n:], " ")
		rest := sp.ReadAt(next, more)
		if len(rest.Steps) > 0 {
			return Entered{Steps: append(steps, rest.Steps...)}
		}
		// An alias after the first steps is known only here.
		var whole, part *interp.IllegalMoveError
		if sp.IsAlias(more) && errors.As(e.Err, &whole) && whole.Kind == notation.Unread &&
			errors.As(rest.Err, &part) {
			part.Text, part.Before = more, append(steps, part.Before...)
			part.After = sp.Game.Notation().TurnText(p, part.Before)
			e.Err = part
		}
	}
	return e
}

// Meant translates a line into the notation of the game: by an alias, or by putting in the board's
// own names.
func (sp *Speech) Meant(line string) string {
	if plainOnly {
		return strings.TrimRight(line, ",")
	}
	for _, preset := range []bool{true, false} {
		if text, ok := sp.alias(line, preset); ok {
			return text
		}
	}
	return strings.TrimRight(sp.OwnOr(line), ",")
}

// readWhole reads a line in one piece. settled reports that the line can mean only what was found,
// or that the error is final.
func (sp *Speech) readWhole(p *interp.Position, line string) (e Entered, settled bool) {
	// The aliases of a preset are the notation of another program and come before ours; other
	// aliases come before guesses from words.
	if text, ok := sp.alias(line, true); ok {
		return sp.readPlain(p, text), true
	}
	if sp.SAN != nil && sp.Coordinates == nil {
		// nf3
		for _, text := range []string{line, strings.ToUpper(line[:min(1, len(line))]) +
			line[min(1, len(line)):]} {
			if m, err := sp.SAN.Parse(p, text); err == nil && marksCapture(sp.SAN, p, m, text) {
				return Entered{Steps: []interp.Move{m}}, true
			}
		}
	}
	text, aliased := sp.alias(line, false)
	own, err := sp.own(line)
	if err != nil && !aliased {
		return Entered{Err: err}, true
	}
	var off *notation.Missing
	if !aliased {
		off = sp.offBoard(line)
	}
	// other coordinates may have the number that the alias has not
	if err == nil && (off == nil || sp.Coordinates != nil) {
		if steps, next := sp.Game.Notation().Turn(p, own); next != nil {
			return Entered{Steps: steps}, false
		}
	}
	if off != nil {
		return Entered{Err: &interp.IllegalMoveError{Text: line, Kind: notation.OffBoard,
			Missing: off}}, true
	}
	if err == nil {
		e = sp.readPlain(p, own)
	}
	if aliased {
		meant := sp.readPlain(p, text)
		// In another case than the alias has it, a line may as well be meant as what its words say:
		// d7, where D7 is an alias.
		same := false
		sp.eachAlias(line, false, func(r *interp.Alias, typed string) bool {
			same = r.InCase(typed)
			return same
		})
		if both := bothOf(meant, e); len(meant.Steps) == 1 && !same && len(both) > 1 {
			return Entered{Candidates: both}, true
		}
		// An alias that is not legal now must not be played as another move that its words happen
		// to fit. An ambiguous line does no harm: the player is asked.
		if len(meant.Steps) > 0 || len(e.Candidates) == 0 {
			return meant, true
		}
	}
	return e, false
}

// marksCapture reports whether a step that SAN read from a text captures, if the text marks a
// capture. SAN itself ignores the sign, because game files do not always use it correctly.
func marksCapture(san *wire.SAN, p *interp.Position, m interp.Move, text string) bool {
	if !strings.ContainsAny(text, "x:") {
		return true
	}
	written, ok := san.Text(p, m)
	return ok && strings.Contains(written, "x")
}

// bothOf returns the steps that a line may mean by either of two readings.
func bothOf(one, two Entered) []interp.Move {
	both := slices.Clone(one.Steps)
	if len(two.Steps) < 2 { // a line of several steps is not another reading of one step
		both = append(both, two.Steps...)
	}
	both = append(both, two.Candidates...)
	slices.Sort(both)
	return slices.Compact(both)
}

// alias returns what a line stands for by the aliases of the ruleset: those of the chosen preset,
// or those that are always there. Cells in it are written in the coordinates of the table; where
// these are not the board's own, aliases of numbers and letters come first.
func (sp *Speech) alias(line string, preset bool) (text string, ok bool) {
	sp.eachAlias(line, preset, func(r *interp.Alias, typed string) bool {
		text, ok = r.Rewrite(sp.Rules().Board, typed)
		return ok
	})
	return text, ok
}

// offBoard returns which number of a line that is written as an alias is off the board; nil if none
// is.
func (sp *Speech) offBoard(line string) (off *notation.Missing) {
	for _, preset := range []bool{true, false} {
		sp.eachAlias(line, preset, func(r *interp.Alias, typed string) bool {
			off = r.OffBoard(sp.Rules().Board, typed)
			return off != nil
		})
		if off != nil {
			break
		}
	}
	return off
}

// eachAlias tries the aliases of the ruleset, in the order that [Speech.alias] promises, with what
// is typed as they see it, until one fits.
func (sp *Speech) eachAlias(line string, preset bool,
	fits func(r *interp.Alias, typed string) bool) {
	own := sp.OwnOr(line)
	for _, cells := range []bool{false, true} {
		for _, a := range sp.Ruleset.Info.Aliases {
			if preset != (a.Preset != "") || preset && a.Preset != sp.Preset ||
				cells != strings.Contains(a.Typed, "{cell") {
				continue
			}
			r, err := a.Read()
			if err != nil {
				continue
			}
			typed := line
			if cells {
				typed = own
			}
			if fits(r, typed) {
				return
			}
		}
	}
}

// IsAlias reports whether a line is written as some alias of the game says.
func (sp *Speech) IsAlias(line string) bool {
	_, always := sp.alias(line, false)
	_, chosen := sp.alias(line, true)
	return always || chosen || sp.offBoard(line) != nil
}

// readPlain reads the notation of the game, or words that tell one step from the others.
func (sp *Speech) readPlain(p *interp.Position, line string) Entered {
	steps, _, err := sp.Game.ParseTurn(p, line)
	if err == nil {
		return Entered{Steps: steps}
	}
	// A sign must agree with what the step does: where pieces promote, + does not mean check.
	var illegal *interp.IllegalMoveError
	if !errors.As(err, &illegal) || illegal.Kind == notation.WrongSign {
		return Entered{Err: err}
	}
	having := sp.Having(sp.Game.Moves(p), Words(line))
	if placed, written := sp.Game.Placed(line, having); written && len(having) > 0 {
		// An illegal move in the notation must not be played as a different move that happens to
		// have the same words.
		if len(placed) == 0 && illegal.Kind != notation.Ambiguous {
			illegal.Nearest = nil
			for _, m := range having {
				illegal.Nearest = append(illegal.Nearest, sp.Game.Text(p, m))
			}
			return Entered{Err: illegal}
		}
		if len(placed) > 0 {
			having = placed
		}
	}
	switch len(having) {
	case 0:
		// of a later step there is no choice now
		if illegal.Kind == notation.Ambiguous && illegal.After == "" {
			return Entered{Candidates: stepsNamed(sp.Game, p, illegal.Nearest), Err: err}
		}
		return Entered{Err: err}
	case 1:
		return Entered{Steps: having}
	}
	return Entered{Candidates: having, Err: err}
}

// stepsNamed finds the steps of some notations.
func stepsNamed(g *interp.Game, p *interp.Position, texts []string) []interp.Move {
	var moves []interp.Move
	for _, text := range texts {
		if m, err := g.Parse(p, text); err == nil {
			moves = append(moves, m)
		}
	}
	return moves
}

// Squeeze reduces a text to what distinguishes it: no blanks, commas or case.
func Squeeze(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == ',' {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// Words splits what was typed into meaningful words: sites, names, numbers.
func Words(line string) []string {
	fields := strings.FieldsFunc(line,
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	var all []string
	for _, f := range fields {
		// c3xe5 is two sites and a sign between them.
		if parts := strings.Split(strings.ToLower(f), "x"); len(parts) > 1 && looksLikeSite(parts[0]) {
			for _, part := range parts {
				if part != "" {
					all = append(all, part)
				}
			}
			continue
		}
		switch strings.ToLower(f) {
		case "from", "to", "over", "at", "along", "as", "with", "x", "the", "on", "move", "takes",
			"take", "and", "a":
			if len(fields) > 1 {
				continue
			}
		}
		all = append(all, f)
	}
	return all
}

func looksLikeSite(w string) bool {
	return len(w) >= 2 && unicode.IsLetter(rune(w[0])) && strings.ContainsAny(w, "0123456789")
}

// Having returns the steps that have all of the words: each word stands for a different part of the
// step, and those of one type are in the order in which the step names them, except for what chance
// decides, such as dice.
func (sp *Speech) Having(moves []interp.Move, words []string) []interp.Move {
	if len(words) == 0 {
		return nil
	}
	return lists.Filter(moves, func(m interp.Move) bool { return has(sp, m, words) })
}

func has(sp *Speech, m interp.Move, words []string) bool {
	id, values := sp.Game.Roles(m)
	if int(id) >= len(sp.Rules().Moves) {
		return len(words) == 1 && strings.EqualFold(words[0], sp.Game.LongText(nil, m))
	}
	mv := sp.Rules().Moves[id]
	named, used, last := false, make([]bool, len(mv.Roles)), map[ir.Type]int{}
word:
	for _, w := range words {
		for i, role := range mv.Roles {
			if used[i] || i < last[role.Type] && (role.Type == ir.Sites || !mv.Chance) {
				continue
			}
			if sp.roleIs(&role, values[i], w) {
				used[i] = true
				last[role.Type] = i
				continue word
			}
		}
		if !named && nameIs(mv, w) {
			named = true
			continue
		}
		return false
	}
	return true
}

// nameIs reports whether a word is the name of a move, a word of its label, or the beginning of
// one.
func nameIs(mv *ir.Move, word string) bool {
	for _, name := range append(strings.Fields(mv.Label), mv.Name) {
		if len(word) <= len(name) && strings.EqualFold(name[:len(word)], word) {
			return true
		}
	}
	return false
}

// roleIs reports whether a word stands for the value of a role. A site of the edges and corners may
// be called by the cell it is named by where that is all a player would say.
func (sp *Speech) roleIs(role *ir.Role, value int64, word string) bool {
	board := sp.Rules().Board
	if role.Among != nil {
		return strings.EqualFold(sp.Game.Notation().ValueText(role, value, false), word)
	}
	switch role.Type {
	case ir.Sites:
		if value < 0 || value >= int64(board.Sites) {
			return false
		}
		name := board.Names[value]
		if strings.EqualFold(name, word) {
			return true
		}
		if s, ok := board.SiteByName(strings.ToLower(word)); ok {
			if int64(s) == value {
				return true
			}
			rest, begins := strings.CutPrefix(name, board.Names[s])
			return begins && rest != "" && strings.Trim(rest, "nesw") == "" &&
				board.PlaneOf(topology.Site(value)) != topology.Cells
		}
	case ir.Steps:
		if value < int64(len(board.Directions)) {
			return directionIs(board.Directions[value].Name, word)
		}
	case ir.Kinds:
		for i, k := range sp.Rules().Kinds { // a sign does not begin another's name
			if strings.EqualFold(k.Sign, word) {
				return int64(i) == value
			}
		}
		k := sp.Rules().Kinds[value]
		return len(word) <= len(k.Name) && strings.EqualFold(k.Name[:len(word)], word)
	case ir.Players:
		name := sp.PlayerName(int(value))
		return len(word) <= len(name) && strings.EqualFold(name[:len(word)], word)
	case ir.Number:
		return word == strconv.FormatInt(value, 10)
	}
	return false
}

// directionIs reports whether a word is a direction's name, its initials (ne) or, from three
// letters, its beginning.
func directionIs(name, word string) bool {
	initials := map[string]string{"north": "n", "south": "s", "east": "e", "west": "w",
		"northeast": "ne", "northwest": "nw", "southeast": "se", "southwest": "sw"}
	return strings.EqualFold(name, word) || strings.EqualFold(initials[name], word)
}

// RoleText writes the value of a role for people.
func (sp *Speech) RoleText(role *ir.Role, value int64) string {
	board := sp.Rules().Board
	switch {
	case role.Among != nil:
		var names []string
		for i, member := range role.Among {
			if value>>i&1 != 0 {
				names = append(names, sp.RoleText(&ir.Role{Type: role.Of}, int64(member)))
			}
		}
		return And(names)
	case role.Type == ir.Sites && value >= 0 && value < int64(board.Sites):
		return sp.SiteName(topology.Site(value))
	case role.Type == ir.Steps && value < int64(len(board.Directions)):
		return board.Directions[value].Name
	case role.Type == ir.Kinds && value < int64(len(sp.Rules().Kinds)):
		return sp.Rules().Kinds[value].Name
	case role.Type == ir.Players && value < int64(len(sp.Rules().Players)):
		return sp.PlayerName(int(value))
	}
	return strconv.FormatInt(value, 10)
}
