package repl

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
)

// This file makes steps of what a player types. What is not the notation of the game, in any of the
// forms that package interp reads, is tried as
//
//	an alias of the ruleset                                                  h d7
//	words that one legal step alone has: its name, sites, directions, kinds  raise d7, c3 d4, east a4
//	several of all these, one after the other                                d4-d6 h d7

// entered is what a line turned out to be.
type entered struct {
	steps []interp.Move // to be played one after the other
	// candidates are the steps that the line could mean, if it is ambiguous.
	candidates []interp.Move
	err        error // why it is neither
}

// A reader makes steps of what a player types.
type reader struct{ speech }

// read makes steps of a line in the current position.
func (t *table) read(line string) entered {
	if t.over() {
		return entered{err: errors.New("the game is over")}
	}
	return t.readAt(t.now(), line)
}

func (rd *reader) readAt(p *interp.Position, line string) entered {
	e, settled := rd.readWhole(p, line)
	if settled || len(e.steps) > 0 {
		return e
	}
	// they belong to cells
	commas := rd.coordinates != nil && strings.Contains(rd.coordinates.style.Cell, ",")
	fields := strings.FieldsFunc(line,
		func(r rune) bool { return unicode.IsSpace(r) || r == ',' && !commas })
	for n := len(fields) - 1; n > 0 && len(fields) <= 16; n-- {
		steps, next, err := rd.game.ParseTurn(p, rd.meant(strings.Join(fields[:n], " ")))
		if err != nil || next.Result() != nil || interp.TurnOver(p, next) {
			continue
		}
		if rest := rd.readAt(next, strings.Join(fields[n:], " ")); len(rest.steps) > 0 {
			return entered{steps: append(steps, rest.steps...)}
		}
	}
	return e
}

// meant translates a line into the notation of the game: by an alias, or by putting in the board's
// own names.
func (rd *reader) meant(line string) string {
	for _, preset := range []bool{true, false} {
		if text, ok := rd.alias(line, preset); ok {
			return text
		}
	}
	return strings.TrimRight(rd.ownOr(line), ",")
}

// readWhole reads a line in one piece. settled reports that the line can mean only what was found,
// or that the error is final.
func (rd *reader) readWhole(p *interp.Position, line string) (e entered, settled bool) {
	// The aliases of a preset are the notation of another program and come before ours; other
	// aliases come before guesses from words.
	if text, ok := rd.alias(line, true); ok {
		return rd.readPlain(p, text), true
	}
	if rd.san != nil && rd.coordinates == nil {
		// nf3
		for _, text := range []string{line, strings.ToUpper(line[:min(1, len(line))]) +
			line[min(1, len(line)):]} {
			if m, err := rd.san.Parse(p, text); err == nil {
				return entered{steps: []interp.Move{m}}, true
			}
		}
	}
	text, aliased := rd.alias(line, false)
	own, err := rd.own(line)
	if err != nil && !aliased {
		return entered{err: err}, true
	}
	off := ""
	if !aliased {
		off = rd.offBoard(line)
	}
	// other coordinates may have the number that the alias has not
	if err == nil && (off == "" || rd.coordinates != nil) {
		if steps, _, err := rd.game.ParseTurn(p, own); err == nil {
			return entered{steps: steps}, false
		}
	}
	if off != "" {
		return entered{err: &interp.IllegalMoveError{Text: line, Why: off}}, true
	}
	if err == nil {
		e = rd.readPlain(p, own)
	}
	if aliased {
		meant := rd.readPlain(p, text)
		// In another case than the alias has it, a line may as well be meant as what its words say:
		// d7, where D7 is an alias.
		if len(meant.steps) == 1 && !rd.inCase(line) {
			if both := rd.bothOf(meant, e); len(both) > 1 {
				return entered{candidates: both}, true
			}
		}
		// An alias that is not legal now must not be played as another move that its words happen
		// to fit. An ambiguous line does no harm: the player is asked.
		if len(meant.steps) > 0 || len(e.candidates) == 0 {
			return meant, true
		}
	}
	return e, false
}

// bothOf are the steps that two readings of a line have as what it may mean.
func (rd *reader) bothOf(one, two entered) []interp.Move {
	both := slices.Clone(one.steps)
	if len(two.steps) < 2 { // a line of several steps is not another reading of one step
		both = append(both, two.steps...)
	}
	both = append(both, two.candidates...)
	slices.Sort(both)
	return slices.Compact(both)
}

// inCase reports whether a line is written as one of the aliases that always hold, letter for
// letter.
func (rd *reader) inCase(line string) (same bool) {
	rd.eachAlias(line, false, func(r *interp.Alias, typed string) bool {
		same = r.InCase(typed)
		return same
	})
	return same
}

// alias returns what a line stands for by the aliases of the ruleset: those of the chosen preset,
// or those that are always there. Cells in it are written in the coordinates of the table; where
// these are not the board's own, aliases of numbers and letters come first.
func (rd *reader) alias(line string, preset bool) (text string, ok bool) {
	rd.eachAlias(line, preset, func(r *interp.Alias, typed string) bool {
		text, ok = r.Rewrite(rd.rules().Board, typed)
		return ok
	})
	return text, ok
}

// offBoard says which number of a line that is written as an alias is off the board; "" if none is.
func (rd *reader) offBoard(line string) (off string) {
	for _, preset := range []bool{true, false} {
		rd.eachAlias(line, preset, func(r *interp.Alias, typed string) bool {
			off = r.OffBoard(rd.rules().Board, typed)
			return off != ""
		})
		if off != "" {
			break
		}
	}
	return off
}

// eachAlias tries the aliases of the ruleset, in the order that [reader.alias] promises, with what
// is typed as they see it, until one fits.
func (rd *reader) eachAlias(line string, preset bool,
	fits func(r *interp.Alias, typed string) bool) {
	own := rd.ownOr(line)
	for _, cells := range []bool{false, true} {
		for _, a := range rd.ruleset.Info.Aliases {
			if preset != (a.Preset != "") || preset && a.Preset != rd.preset ||
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

// isAlias reports whether a line is written as some alias of the game says.
func (rd *reader) isAlias(line string) bool {
	_, always := rd.alias(line, false)
	_, chosen := rd.alias(line, true)
	return always || chosen || rd.offBoard(line) != ""
}

// readPlain reads the notation of the game, or words that tell one step from the others.
func (rd *reader) readPlain(p *interp.Position, line string) entered {
	steps, _, err := rd.game.ParseTurn(p, line)
	if err == nil {
		return entered{steps: steps}
	}
	// A sign must agree with what the step does: where pieces promote, + does not mean check.
	if sign := (*interp.IllegalMoveError)(nil); errors.As(err, &sign) && sign.Sign {
		return entered{err: err}
	}
	having := rd.having(rd.game.Moves(p), words(line))
	if placed, written := rd.game.Placed(line, having); written && len(having) > 0 {
		// An illegal move in the notation must not be played as a different move that happens to
		// have the same words.
		var illegal *interp.IllegalMoveError
		if len(placed) == 0 && errors.As(err, &illegal) && !illegal.Ambiguous {
			illegal.Nearest = nil
			for _, m := range having {
				illegal.Nearest = append(illegal.Nearest, rd.game.Text(p, m))
			}
			return entered{err: illegal}
		}
		if len(placed) > 0 {
			having = placed
		}
	}
	switch len(having) {
	case 0:
		var illegal *interp.IllegalMoveError
		// of a later step there is no choice now
		if errors.As(err, &illegal) && illegal.Ambiguous && illegal.Why == "" {
			return entered{candidates: rd.named(p, illegal.Nearest), err: err}
		}
		return entered{err: err}
	case 1:
		return entered{steps: having}
	}
	return entered{candidates: having, err: err}
}

// named finds the steps of some notations.
func (rd *reader) named(p *interp.Position, texts []string) []interp.Move {
	var moves []interp.Move
	for _, text := range texts {
		if m, err := rd.game.Parse(p, text); err == nil {
			moves = append(moves, m)
		}
	}
	return moves
}

// squeeze reduces a text to what distinguishes it: no blanks, commas or case.
func squeeze(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == ',' {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// words splits what was typed into meaningful words: sites, names, numbers.
func words(line string) []string {
	fields := strings.FieldsFunc(line,
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	var all []string
	for _, f := range fields {
		// c3xe5 is two sites and a sign between them.
		if parts := strings.Split(strings.ToLower(f), "x"); len(parts) > 1 &&
			looksLikeSite(parts[0]) {
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

// having returns the steps that have all of the words: each word stands for a different part of the
// step, and sites are in the order in which the step names them.
func (rd *reader) having(moves []interp.Move, words []string) []interp.Move {
	if len(words) == 0 {
		return nil
	}
	var found []interp.Move
	for _, m := range moves {
		if rd.has(m, words) {
			found = append(found, m)
		}
	}
	return found
}

func (rd *reader) has(m interp.Move, words []string) bool {
	id, values := rd.game.Roles(m)
	if int(id) >= len(rd.rules().Moves) {
		return len(words) == 1 && strings.EqualFold(words[0], rd.game.LongText(nil, m))
	}
	mv := rd.rules().Moves[id]
	named, used, lastSite := false, make([]bool, len(mv.Roles)), -1
word:
	for _, w := range words {
		for i, role := range mv.Roles {
			if used[i] || role.Type == ir.Sites && i < lastSite {
				continue
			}
			if rd.roleIs(&role, values[i], w) {
				used[i] = true
				if role.Type == ir.Sites {
					lastSite = i
				}
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
func (rd *reader) roleIs(role *ir.Role, value int64, word string) bool {
	board := rd.rules().Board
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
		k := rd.rules().Kinds[value]
		return strings.EqualFold(k.Sign, word) || len(word) <= len(k.Name) &&
			strings.EqualFold(k.Name[:len(word)], word)
	case ir.Players:
		name := rd.playerName(int(value))
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

// value writes the value of a role for people.
func (sp *speech) roleText(role *ir.Role, value int64) string {
	board := sp.rules().Board
	switch {
	case role.Type == ir.Sites && value >= 0 && value < int64(board.Sites):
		return sp.siteName(topology.Site(value))
	case role.Type == ir.Steps && value < int64(len(board.Directions)):
		return board.Directions[value].Name
	case role.Type == ir.Kinds && value < int64(len(sp.rules().Kinds)):
		return sp.rules().Kinds[value].Name
	case role.Type == ir.Players && value < int64(len(sp.rules().Players)):
		return sp.playerName(int(value))
	}
	return strconv.FormatInt(value, 10)
}
