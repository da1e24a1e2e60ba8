package notation

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// TurnText returns the notation of steps played one after the other from p: a turn, or the
// beginning of one.
func (nt *Notation) TurnText(p *position.Position, steps []position.Move) string {
	nt = nt.orEmpty()
	var b strings.Builder
	for i, m := range steps {
		text := nt.stepText(nt.player.AnyOrder(p), m)
		if i == 0 {
			b.WriteString(text)
		} else {
			b.WriteString(nt.continued(steps[i-1], m, text))
		}
		if i+1 < len(steps) {
			p = nt.player.After(p, m)
		}
	}
	return b.String()
}

func (nt *Notation) stepText(legal []position.Move, m position.Move) string {
	for i, text := range nt.texts(legal) {
		if legal[i] == m {
			return text
		}
	}
	return nt.names.long(m)
}

// continued is what a step adds to the notation of a turn, given the step before and the step's own
// notation.
func (nt *Notation) continued(before, m position.Move, text string) string {
	if at, ok := nt.names.landing(before); ok {
		if from, ok := nt.names.origin(m); ok && at == from && text == nt.names.short(m) {
			if rest := strings.TrimPrefix(text, nt.names.siteName(from)); rest != "" && rest != text &&
				rest[0] != ' ' {
				return rest
			}
		}
	}
	if nt.names.drawn(before) && !nt.names.drawn(m) {
		return drawnSep + text
	}
	return stepSep + text
}

// drawn reports whether a step is drawn by chance.
func (nm *names) drawn(m position.Move) bool {
	mv := nm.move(m.ID())
	return mv != nil && mv.Chance
}

// landing returns the site at which a step ends: to, otherwise from.
func (nm *names) landing(m position.Move) (topology.Site, bool) {
	if s, ok := nm.role(m, "to"); ok {
		return s, true
	}
	return nm.role(m, "from")
}

// origin returns the site with which the notation of a step begins, if that is its `from`.
func (nm *names) origin(m position.Move) (topology.Site, bool) {
	if mv := nm.move(m.ID()); mv == nil || len(mv.Roles) == 0 || mv.Roles[0].Word != "from" {
		return topology.None, false
	}
	return nm.role(m, "from")
}

func (nm *names) role(m position.Move, word string) (topology.Site, bool) {
	id, values := nm.layout.Unpack(m)
	mv := nm.move(id)
	if mv == nil {
		return topology.None, false
	}
	for i := range mv.Roles {
		if mv.Roles[i].Word == word && mv.Roles[i].Type == ir.Sites {
			return topology.Site(values[i]), true
		}
	}
	return topology.None, false
}

// ParseTurn reads the steps of a turn, or of the beginning of one: each in any form that
// [Notation.Parse] reads, separated by commas, or joined the way [Notation.TurnText] joins them. It
// returns the steps and the position after them.
func (nt *Notation) ParseTurn(p *position.Position,
	text string) ([]position.Move, *position.Position, error) {
	nt = nt.orEmpty()
	if len(text) > maxMoveText {
		return nil, nil, &IllegalMoveError{Text: text, Kind: TooLong, nt: nt}
	}
	text = strings.TrimSpace(text)
	r := turnReaderOf(nt)
	steps, q := r.turn(p, text)
	if q != nil {
		return steps, q, nil
	}
	o := nt.offer(p)
	if found, exact := o.find(text); len(found) > 1 && len(r.best) == 0 {
		return nil, nil, o.ambiguous(text, found, exact)
	}
	before, at, rest := r.best, r.bestAt, r.rest
	over := false
	if steps, after, more := r.begun(p, text); after != nil {
		over = after.Result() != nil || position.TurnOver(p, after)
		if over || len(steps) > len(before) {
			before, at, rest = steps, after, more
		}
	}
	if len(before) == 0 {
		return nil, nil, o.illegal(text)
	}
	e := o.mistake(TurnOver, text)
	if e.Text, e.At = rest, at; !over {
		e = nt.offer(at).illegal(rest)
		for end := range r.ends(rest) {
			o := nt.offer(at)
			if found, exact := o.find(rest[:end]); len(found) > 1 {
				e = o.ambiguous(rest[:end], found, exact)
				break
			}
		}
	}
	e.Before, e.After = before, nt.TurnText(p, before)
	return nil, nil, e
}

// Turn is [Notation.ParseTurn] without a reason: the position is nil if the text is not legal.
func (nt *Notation) Turn(p *position.Position, text string) ([]position.Move, *position.Position) {
	nt = nt.orEmpty()
	if len(text) > maxMoveText {
		return nil, nil
	}
	return turnReaderOf(nt).turn(p, strings.TrimSpace(text))
}

// turn reads a turn; the position is nil if it is not legal, and then the reader knows how far it
// made sense.
func (r *turnReader) turn(p *position.Position, text string) ([]position.Move,
	*position.Position) {
	if steps, q := r.read(p, nil, text); q != nil {
		return steps, q
	}
	// commas that separate nothing, as in "c3xe5,," and "c3!,e5", are no reason to refuse a step
	if found, _ := r.nt.offer(p).find(text); len(found) == 1 {
		return found, r.nt.player.After(p, found[0])
	}
	return nil, nil
}

// separator is what may separate the steps of a turn, and goesOn what joins the places to which a
// piece goes on, as in b2xa2xb1.
var (
	separator = regexp.MustCompile(`[, ]+`)
	goesOn    = regexp.MustCompile(`(?:[x-][a-z]{1,2}\d{1,3})+$`)
)

// begun reads a legal beginning of a text that is no turn: as many steps as are legal, read
// loosely, between commas and blanks; or a whole turn after which a piece is to go on. It returns
// the steps, where they lead, and the rest of the text; no steps if none are legal.
func (r *turnReader) begun(p *position.Position, text string) (steps []position.Move,
	after *position.Position, rest string) {
	const most = 16
	nt := r.nt
	ends := separator.FindAllStringIndex(text, -1)
	for _, end := range slices.Backward(ends[:min(len(ends), most)]) {
		if steps, after := nt.Turn(p, text[:end[0]]); after != nil {
			if s, ok := nt.rules.Board.SiteByName(text[:end[0]]); ok && nt.offer(p).starts(s) {
				break // e1 e2: where a piece is to go, not a turn and more
			}
			return steps, after, text[end[1]:]
		}
	}
	chain := goesOn.FindStringIndex(text)
	for range most {
		end := strings.LastIndexAny(text[:len(text)-len(rest)], "x-")
		if chain == nil || end <= chain[0] { // a first step needs a place to go to
			break
		}
		rest = text[end:]
		if steps, after := nt.Turn(p, text[:end]); after != nil &&
			(after.Result() != nil || position.TurnOver(p, after)) {
			return steps, after, rest
		}
	}
	return nil, nil, ""
}

// turnReader looks for the steps that a text joins. It remembers how far the text made sense.
type turnReader struct {
	nt     *Notation
	drawn  bool // the rules leave something to chance: what is drawn may end in a colon
	tries  int
	best   []position.Move
	bestAt *position.Position
	rest   string
}

func turnReaderOf(nt *Notation) *turnReader {
	return &turnReader{nt: nt, drawn: nt.rules.HasChance()}
}

// maxTries bounds how many ways to split a text are tried.
const maxTries = 1000

// read returns the steps of text played from p after the steps so far, and where they lead; nil if
// there are none.
func (r *turnReader) read(p *position.Position, so []position.Move,
	text string) ([]position.Move, *position.Position) {
	if r.tries++; r.tries > maxTries {
		return nil, nil
	}
	if r.bestAt == nil || len(so) > len(r.best) {
		r.best, r.bestAt, r.rest = slices.Clone(so), p, text
	}
	o := r.nt.offer(p)
	take := func(m position.Move, rest string) ([]position.Move, *position.Position) {
		steps := append(slices.Clip(so), m)
		q := r.nt.player.After(p, m)
		if rest == "" {
			return steps, q
		}
		if position.TurnOver(p, q) {
			return nil, nil
		}
		return r.read(q, steps, rest)
	}
	// The notation of one step is everything before a comma or the end; or it begins the text, and
	// the next one follows without the site where they meet; or the part before the comma is a
	// looser form of a step. An alias may have commas of its own.
	var loose []func() ([]position.Move, *position.Position)
	for end := range r.ends(text) {
		rest := r.behind(text[end:])
		found, exact := o.find(text[:end])
		switch {
		case len(found) != 1:
		case !exact:
			loose = append(loose,
				func() ([]position.Move, *position.Position) { return take(found[0], rest) })
		default:
			if steps, q := take(found[0], rest); q != nil {
				return steps, q
			}
		}
	}
	for i, form := range o.texts {
		for _, form := range r.forms(so, o.moves[i], form) {
			if after, ok := cutPrefixFold(text, form); ok {
				if steps, q := take(o.moves[i], r.behind(after)); q != nil {
					return steps, q
				}
			}
		}
	}
	for _, take := range loose {
		if steps, q := take(); q != nil {
			return steps, q
		}
	}
	return nil, nil
}

// behind is what follows a step, without the separator.
func (r *turnReader) behind(text string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, ","); ok {
		return strings.TrimSpace(rest)
	}
	if r.drawn {
		text = strings.TrimSpace(strings.TrimPrefix(text, ":"))
	}
	return text
}

// ends are the places at which the first step of a text may end: before its first comma, before as
// many more commas as an alias may have, before a colon after what is drawn, and the end.
func (r *turnReader) ends(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		commas := 0
		for _, a := range r.nt.aliases {
			commas = max(commas, a.commas)
		}
		for i, c := range text {
			if c == ':' && r.drawn && !yield(i) {
				return
			}
			if c != ',' {
				continue
			}
			if commas--; !yield(i) || commas < 0 {
				return
			}
		}
		yield(len(text))
	}
}

// forms are the notations in which a step may appear in a turn after the steps so far.
func (r *turnReader) forms(so []position.Move, m position.Move, text string) []string {
	if len(so) == 0 {
		return []string{text}
	}
	joined := r.nt.continued(so[len(so)-1], m, text)
	if strings.HasPrefix(joined, stepSep) || strings.HasPrefix(joined, drawnSep) {
		return []string{text}
	}
	return []string{joined, text}
}
