package interp

import (
	"errors"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/eval"
)

// IllegalMove says that a text is no legal move of a position, and why.
type IllegalMove struct {
	Text    string
	Why     string   // a sentence without a capital and a full stop; "" if nothing can be said; of an ambiguous step of a turn, what is before it
	Nearest []string // legal moves, the nearest first: what may have been meant
	// Ambiguous reports that the text fits several legal moves; then Nearest holds them.
	Ambiguous bool
}

// Error says all of it in one line.
func (e *IllegalMove) Error() string {
	if e.Ambiguous {
		message := fmt.Sprintf("%s may be %s", quote(e.Text), choice(e.Nearest))
		if e.Why != "" {
			message = e.Why + ", " + message
		}
		return message
	}
	message := quote(e.Text) + " is not a legal move"
	if e.Why != "" {
		message += ": " + e.Why
	}
	if len(e.Nearest) > 0 {
		message += "; legal are " + strings.Join(e.Nearest, ", ")
	}
	return message
}

// nearestShown is how many legal moves an IllegalMove names.
const nearestShown = 5

// maxMoveText bounds the text of a move or a turn, in bytes.
const maxMoveText = 1 << 12

// Parse reads a legal step. Any form of its notation will do: the short one, the one with the name before, the long one, of which
// roles may be left out, their words too (fence d4ne east); in any case; shortened, if no other legal step begins so; without its
// signs (c3d4); and what an alias of the game stands for. What is no legal step gives an [*IllegalMove].
func (g *Game) Parse(p *Position, text string) (Move, error) {
	found, exact := g.find(g.Moves(p), text)
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		e := &IllegalMove{Text: text, Ambiguous: true}
		for _, m := range found {
			e.Nearest = append(e.Nearest, g.Text(p, m))
		}
		if exact { // the short notations are the same; only the long ones tell
			e.Nearest = e.Nearest[:0]
			for _, m := range found {
				e.Nearest = append(e.Nearest, g.long(m))
			}
		}
		return 0, e
	}
	return 0, g.illegal(p, text)
}

// find returns the steps that a text may mean, by the strictest reading that gives any; exact reports that it is the whole
// notation of each.
func (g *Game) find(moves []Move, text string) (found []Move, exact bool) {
	return g.findPlain(moves, text, g.meant)
}

// never is what no text stands for by aliases.
func never(string) (string, bool) { return "", false }

// findPlain does what find does, with meant for what a text stands for by an alias.
func (g *Game) findPlain(moves []Move, text string, meant func(string) (string, bool)) (found []Move, exact bool) {
	if len(text) > maxMoveText {
		return nil, false
	}
	texts := g.texts(moves)
	if i := slices.Index(texts, strings.TrimSpace(text)); i >= 0 {
		return moves[i : i+1 : i+1], true
	}
	want := g.ownNames(normal(text))
	if want == "" {
		return nil, false
	}
	forms := make([][]string, len(moves))
	for i, m := range moves {
		forms[i] = []string{normal(texts[i]), normal(g.short(m)), normal(g.named(m)), normal(g.long(m))}
	}
	pick := func(fits func(forms []string) bool) []Move {
		var picked []Move
		for i, m := range moves {
			if fits(forms[i]) {
				picked = append(picked, m)
			}
		}
		return picked
	}
	readings := []func(forms []string) bool{
		func(forms []string) bool { return forms[0] == want },
		func(forms []string) bool { return slices.Contains(forms, want) },
	}
	for _, fits := range readings {
		if found = pick(fits); len(found) > 0 {
			return found, true
		}
	}
	if found = g.byRoles(moves, want); len(found) > 0 {
		return found, false
	}
	if meant, ok := meant(text); ok { // and nothing else: what its words happen to fit may be far from it
		found, _ = g.findPlain(moves, meant, never)
		return found, true
	}
	if found = g.byValues(moves, want); len(found) > 0 {
		return found, false
	}
	bare := squeezed(want)
	for _, fits := range []func(forms []string) bool{
		func(forms []string) bool { return bare != "" && squeezed(forms[0]) == bare },
		func(forms []string) bool { return strings.HasPrefix(forms[0], want) },
		func(forms []string) bool {
			return slices.ContainsFunc(forms, func(form string) bool { return strings.HasPrefix(form, want) })
		},
	} {
		if found = pick(fits); len(found) > 0 {
			return found, false
		}
	}
	return nil, false
}

// meant returns what a text stands for by the first alias that fits; ok is false if there is none. It is nothing, "", if a number of
// the text is off the board: then it must not be read as anything else.
func (g *Game) meant(text string) (meant string, ok bool) {
	text = strings.TrimSpace(text)
	for _, a := range g.aliases {
		if meant, ok = a.Rewrite(g.rules.Board, text); ok {
			return meant, true
		}
	}
	return "", g.offBoard(text) != ""
}

// offBoard says which number of an alias is off the board; "" if none is.
func (g *Game) offBoard(text string) string {
	for _, a := range g.aliases {
		if off := a.OffBoard(g.rules.Board, strings.TrimSpace(text)); off != "" {
			return off
		}
	}
	return ""
}

// sided is how edges and corners are called: by a cell and a side of it.
var sided = regexp.MustCompile(`[a-z]+[0-9]+[nesw]+`)

// ownNames puts the name that notation has in place of the others of an edge or a corner: d7se is the corner d6ne.
func (g *Game) ownNames(text string) string {
	board := g.rules.Board
	if board.Edges.Empty() && board.Corners.Empty() {
		return text
	}
	return sided.ReplaceAllStringFunc(text, func(name string) string {
		if s, ok := board.SiteByName(name); ok {
			return board.Names[s]
		}
		return name
	})
}

// normal is a text in small letters with single blanks.
func normal(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

var crossed = regexp.MustCompile(`(\d) ?x ?([a-z])`)

// squeezed is a normal text without the signs between its words: c3xd4, c3-d4 and c3 d4 are c3d4. A minus before a digit is no sign
// between words, but makes another number.
func squeezed(text string) string { return unsigned(crossed.ReplaceAllString(text, "$1$2")) }

// unsigned is a normal text without its signs, but for a minus before a digit; an x stays.
func unsigned(text string) string {
	var b strings.Builder
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || minus(text, i) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// minus reports whether the sign at a place of a text is a minus directly before a digit.
func minus(text string, i int) bool {
	return text[i] == '-' && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9'
}

// byRoles reads a long form of which roles may be missing, or in another order: the name of a move, then pairs of a
// role's word and its value.
func (g *Game) byRoles(moves []Move, want string) []Move {
	fields := strings.Fields(want)
	if len(fields)%2 != 1 {
		return nil
	}
	var found []Move
	for _, m := range moves {
		id, values := g.layout.Unpack(m)
		mv := g.move(id)
		if mv == nil || !strings.EqualFold(mv.Name, fields[0]) {
			continue
		}
		fits := true
		for i := 1; i < len(fields) && fits; i += 2 {
			r := slices.IndexFunc(mv.Roles, func(role ir.Role) bool { return role.Word == fields[i] })
			fits = r >= 0 && strings.EqualFold(g.valueText(&mv.Roles[r], values[r], false), fields[i+1])
		}
		if fits {
			found = append(found, m)
		}
	}
	return found
}

// byValues reads the name of a move and then the values of some of its roles, in their order.
func (g *Game) byValues(moves []Move, want string) []Move {
	name, rest, _ := strings.Cut(want, " ")
	values := tokens(rest)
	var found []Move
	for _, m := range moves {
		id, chosen := g.layout.Unpack(m)
		mv := g.move(id)
		if mv == nil || !strings.EqualFold(mv.Name, name) || len(values) == 0 {
			continue
		}
		next := 0
		for i := range mv.Roles {
			if next < len(values) && strings.EqualFold(g.valueText(&mv.Roles[i], chosen[i], false), values[next]) {
				next++
			}
		}
		if next == len(values) {
			found = append(found, m)
		}
	}
	return found
}

// tokens are the words of a normal text: what stands between its signs, and beside the x of a capture. A minus directly before a digit
// belongs to it.
func tokens(text string) []string {
	text = crossed.ReplaceAllString(text, "$1 $2")
	var all []string
	from := -1 // where the word begins that is being read
	end := func(to int) {
		if from >= 0 {
			all = append(all, text[from:to])
		}
		from = -1
	}
	for i, r := range text {
		switch {
		case minus(text, i):
			end(i)
			from = i
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.':
			end(i)
		case from < 0:
			from = i
		}
	}
	end(len(text))
	return all
}

// ParseTurn reads the steps of a turn, or of the beginning of one: each in any form that [Game.Parse] reads, parted by commas, or
// joined as [Game.TurnText] joins them. It returns the steps and the position after them.
func (g *Game) ParseTurn(p *Position, text string) ([]Move, *Position, error) {
	if len(text) > maxMoveText {
		return nil, nil, &IllegalMove{Text: text, Why: fmt.Sprintf("a move has at most %d characters", maxMoveText)}
	}
	e := g.engine()
	defer g.release(e)
	r := turnReader{g: g, e: e, turn: p.Ply}
	if steps, q := r.read(p, nil, strings.TrimSpace(text)); q != nil {
		return steps, q, nil
	}
	if r.best == nil || r.bestAt == p {
		_, err := g.Parse(p, strings.TrimSpace(text))
		if err == nil { // the whole text begins a step, so what it lacks is the comma before the next one
			err = &IllegalMove{Text: text}
		}
		return nil, nil, err
	}
	head, _, _ := strings.Cut(r.rest, ",")
	var err *IllegalMove
	if _, step := g.Parse(r.bestAt, head); errors.As(step, &err) && err.Ambiguous {
		err.Why = "after " + g.TurnText(p, r.best)
		return nil, nil, err
	}
	err = g.illegal(r.bestAt, r.rest)
	err.Why = strings.TrimSuffix(fmt.Sprintf("after %s, %s", g.TurnText(p, r.best), err.Why), ", ")
	return nil, nil, err
}

// turnReader looks for the steps that a text joins. It remembers how far the text made sense.
type turnReader struct {
	g      *Game
	e      Engine
	turn   int // the Ply of the turn
	tries  int
	best   []Move
	bestAt *Position
	rest   string
}

// maxTries bounds how many ways to take a text apart are looked at.
const maxTries = 1000

// read returns the steps of text played from p after the steps so far, and where they lead; nil if there are none.
func (r *turnReader) read(p *Position, so []Move, text string) ([]Move, *Position) {
	if r.tries++; r.tries > maxTries {
		return nil, nil
	}
	if r.bestAt == nil || len(so) > len(r.best) {
		r.best, r.bestAt, r.rest = slices.Clone(so), p, text
	}
	moves := r.e.Moves(p)
	take := func(m Move, rest string) ([]Move, *Position) {
		steps := append(slices.Clip(so), m)
		q := r.e.Play(p, m)
		if rest == "" {
			return steps, q
		}
		if q.Ply != r.turn || q.Result != nil {
			return nil, nil
		}
		return r.read(q, steps, rest)
	}
	// The notation of one step is all there is before a comma or the end; or it begins the text, and the next one follows without
	// the site where they meet; or what is before the comma is a looser form of a step. An alias may have commas of its own.
	var loose []func() ([]Move, *Position)
	for end := range r.ends(text) {
		rest := strings.TrimSpace(strings.TrimPrefix(text[end:], ","))
		found, exact := r.g.find(moves, text[:end])
		switch {
		case len(found) != 1:
		case !exact:
			loose = append(loose, func() ([]Move, *Position) { return take(found[0], rest) })
		default:
			if steps, q := take(found[0], rest); q != nil {
				return steps, q
			}
		}
	}
	for i, form := range r.g.texts(moves) {
		for _, form := range r.forms(so, moves[i], form) {
			if after, ok := cutPrefixFold(text, form); ok {
				if steps, q := take(moves[i], strings.TrimSpace(strings.TrimPrefix(after, ","))); q != nil {
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

// ends are the places at which the first step of a text may end: before its first comma, before so many more as an alias may have, and the
// end.
func (r *turnReader) ends(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		commas := 0
		for _, a := range r.g.aliases {
			commas = max(commas, a.commas)
		}
		for i, c := range text {
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

// forms are the notations by which a step may stand in a turn after the steps so far.
func (r *turnReader) forms(so []Move, m Move, text string) []string {
	if len(so) == 0 {
		return []string{text}
	}
	joined := r.g.continued(so[len(so)-1], m, text)
	if strings.HasPrefix(joined, stepSep) {
		return []string{text}
	}
	return []string{joined, text}
}

func cutPrefixFold(s, prefix string) (rest string, ok bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
}

// Explain says why a step is not legal, or that it is.
func (g *Game) Explain(p *Position, m Move) eval.Refusal {
	machine := g.explain.Get().(*eval.Machine)
	defer g.explain.Put(machine)
	return machine.Explain(p, m)
}

// A Reading is a step that a text may mean, and why it is not legal.
type Reading struct {
	Move Move
	Why  eval.Refusal
	// open marks the roles of which the text does not say the value, and to which the same applies whatever it is; nil for none. Move
	// has an example.
	open []bool
}

// Why reads a step that need not be legal and says why it is not. Where the text leaves roles open, the readings are those that come
// nearest to being legal, one for each thing that speaks against some of them, and no more than a few. If the text fits legal steps, the
// readings are these. There is none if it is the notation of no step at all.
func (g *Game) Why(p *Position, text string) []Reading {
	found, _ := g.find(g.Moves(p), text)
	var readings []Reading
	for _, m := range found[:min(len(found), legalShown)] {
		readings = append(readings, Reading{Move: m, Why: eval.Refusal{Kind: eval.Legal}})
	}
	if len(found) > 0 {
		return readings
	}
	return g.refusals(p, g.candidates(text))
}

// WhyPart does what Why does for a text that is no notation, but names some of what a step has, in the order of its roles: e4, where moves say
// more than a site. There is no reading if some step with that in it is legal.
func (g *Game) WhyPart(p *Position, text string) []Reading {
	if len(text) > maxMoveText {
		return nil
	}
	var all []candidate
	for _, mv := range g.rules.Moves {
		if said := g.boundSome(mv, normal(text)); said != nil {
			all = append(all, candidate{move: mv, said: said})
		}
	}
	readings := g.refusals(p, all)
	if slices.ContainsFunc(readings, func(r Reading) bool { return r.Why.Kind == eval.Legal }) {
		return nil
	}
	return readings
}

// refusals says what speaks against those of the candidates that come nearest to being legal.
func (g *Game) refusals(p *Position, candidates []candidate) (readings []Reading) {
	machine := g.explain.Get().(*eval.Machine)
	defer g.explain.Put(machine)
	best := -1
	for _, c := range candidates {
		var steps []eval.OpenStep
		if c.move == nil {
			steps = []eval.OpenStep{{Step: c.step, Refusal: machine.Explain(p, c.step)}}
		} else {
			steps = machine.ExplainOpen(p, c.move.ID, c.said)
		}
		for _, step := range steps {
			far := g.progress(step.Step, &step.Refusal)
			if far < best {
				continue
			}
			if far > best {
				best, readings = far, nil
			}
			readings = g.addReading(readings, step)
		}
	}
	return readings
}

// addReading adds a refusal to those that come as near to being legal. One of the same kind is joined with it: the roles in which they
// differ stay open.
func (g *Game) addReading(readings []Reading, step eval.OpenStep) []Reading {
	r := Reading{Move: step.Step, Why: step.Refusal}
	mv := g.move(step.Step.ID())
	_, values := g.layout.Unpack(step.Step)
	for i, known := range step.Known {
		if !known {
			r.leaveOpen(mv, i)
		}
	}
	same := slices.IndexFunc(readings, func(other Reading) bool {
		one, two := &other.Why, &r.Why
		return other.Move.ID() == r.Move.ID() && one.Kind == two.Kind && one.Clause == two.Clause && one.Cond == two.Cond && one.Role == two.Role
	})
	if same < 0 {
		again := func(other Reading) bool { return g.sameAgain(other, r) }
		if len(readings) == readingsShown || slices.ContainsFunc(readings, again) {
			return readings
		}
		return append(readings, r)
	}
	_, others := g.layout.Unpack(readings[same].Move)
	for i := range values {
		if values[i] != others[i] {
			readings[same].leaveOpen(mv, i)
		}
	}
	return readings
}

// sameAgain reports whether two moves refuse the same value in the same words.
func (g *Game) sameAgain(one, two Reading) bool {
	refused := func(r Reading) (int64, string) {
		_, values := g.layout.Unpack(r.Move)
		for i, mv := 0, g.move(r.Move.ID()); r.Why.Kind == eval.NotInDomain && i < len(values); i++ {
			if &mv.Roles[i] == r.Why.Role {
				return values[i], inOneLine(r.Why.Span.Text())
			}
		}
		return 0, ""
	}
	v, said := refused(one)
	w, again := refused(two)
	return said != "" && v == w && said == again
}

// leaveOpen notes that a reading says nothing of a role of its move.
func (r *Reading) leaveOpen(mv *ir.Move, i int) {
	if r.open == nil {
		r.open = make([]bool, len(mv.Roles))
	}
	r.open[i] = true
	if r.Why.Kind == eval.NotInDomain {
		r.Why.Bindings = slices.DeleteFunc(r.Why.Bindings, func(b eval.Binding) bool { return b.Name == mv.Roles[i].Name })
	}
}

// How many readings of one text anybody wants to see.
const (
	readingsShown = 3
	legalShown    = 12
)

// progress tells how far a step comes before something speaks against it.
func (g *Game) progress(m Move, r *eval.Refusal) int {
	const clauses = 1000 // more than a move has
	switch r.Kind {
	case eval.NotInDomain, eval.ConditionFails:
		if mv := g.move(m.ID()); mv != nil {
			for i := range mv.Clauses {
				if &mv.Clauses[i] == r.Clause {
					return 10 + i
				}
			}
		}
		return 10
	case eval.GameOver, eval.Unknown:
		return 0
	case eval.NotOffered:
		return 1
	}
	return clauses + int(r.Kind)
}

// A candidate is a step, legal or not, that a text may be the notation of: a move and the values of the roles that the text says, nil for one
// that may be anything; or, without a move, a step that has no roles.
type candidate struct {
	move *ir.Move
	said []*int64
	step Move
}

// candidates returns what a text may be the notation of.
func (g *Game) candidates(text string) []candidate {
	if len(text) > maxMoveText {
		return nil
	}
	if meant, ok := g.meant(text); ok {
		text = meant
	}
	want := normal(text)
	switch want {
	case "":
		return nil
	case passText:
		return []candidate{{step: Move(ir.PassID)}}
	case doneText:
		return []candidate{{step: Move(ir.DoneID)}}
	}
	var all []candidate
	for _, mv := range g.rules.Moves {
		if len(mv.Roles) == 0 {
			if want == normal(mv.Name) || mv.Label != "" && want == normal(mv.Label) {
				all = append(all, candidate{step: Move(mv.ID)})
			}
			continue
		}
		rest := want
		name, after, _ := strings.Cut(want, " ")
		named := strings.EqualFold(name, mv.Name)
		if named {
			rest = after
		}
		said := g.boundLong(mv, want)
		if said == nil {
			said = g.boundShort(mv, rest)
		}
		if said == nil && named {
			said = g.boundSome(mv, rest)
		}
		if said != nil {
			all = append(all, candidate{move: mv, said: said})
		}
	}
	if len(all) == 0 { // an x, by which captures are written, is no sign and does not go without saying
		return g.closest(g.glued(want), want, unsigned)
	}
	// The text as it stands, with its signs, tells more than its words.
	return g.closest(all, want, normal)
}

// Placed picks of some steps those that a text may stand for if it is, sign for sign, the notation of some step that says more than one thing, be it
// legal or not: c3xd4, if some move is written so. They have what it says in the same roles. Else written is false.
func (g *Game) Placed(text string, moves []Move) (placed []Move, written bool) {
	if len(text) > maxMoveText || len(tokens(normal(text))) < 2 {
		return nil, false
	}
	all := slices.DeleteFunc(g.candidates(text), func(c candidate) bool { return !g.reads(c, g.ownNames(normal(text)), unspaced) })
	for _, m := range moves {
		if slices.ContainsFunc(all, func(c candidate) bool { return g.hasSaid(m, c) }) {
			placed = append(placed, m)
		}
	}
	return placed, len(all) > 0
}

// hasSaid reports whether a step has what is said of a candidate in roles of the same words.
func (g *Game) hasSaid(m Move, c candidate) bool {
	id, values := g.layout.Unpack(m)
	mv := g.move(id)
	if mv == nil || c.move == nil {
		return m == c.step
	}
	for i, said := range c.said {
		if said == nil {
			continue
		}
		role := c.move.Roles[i]
		at := slices.IndexFunc(mv.Roles, func(r ir.Role) bool { return r.Word == role.Word && r.Type == role.Type })
		if at < 0 || values[at] != *said {
			return false
		}
	}
	return true
}

// unspaced is a text without blanks.
func unspaced(text string) string { return strings.ReplaceAll(text, " ", "") }

// closest returns those candidates of which a form reads as the text does, or all if there are none.
func (g *Game) closest(all []candidate, want string, read func(string) string) []candidate {
	exact := slices.DeleteFunc(slices.Clone(all), func(c candidate) bool {
		return !g.reads(c, want, read)
	})
	if len(exact) > 0 {
		return exact
	}
	return all
}

// reads reports whether a form of a candidate reads as a text does.
func (g *Game) reads(c candidate, want string, read func(string) string) bool {
	m := g.example(c)
	return slices.ContainsFunc([]string{g.short(m), g.named(m), g.long(m)}, func(form string) bool { return read(normal(form)) == read(want) })
}

// example is the step that a candidate stands for, with the first value for each open role.
func (g *Game) example(c candidate) Move {
	if c.move == nil {
		return c.step
	}
	values := make([]int64, len(c.said))
	for i, v := range c.said {
		if v != nil {
			values[i] = *v
		}
	}
	m, _ := g.layout.Pack(c.move.ID, values)
	return m
}

// maxGlued bounds the text of a step without blanks and signs, in bytes.
const maxGlued = 64

// glued returns what a text without blanks and signs, such as c3d4, may be the short form of, with or without the name of the move.
func (g *Game) glued(want string) []candidate {
	var all []candidate
	for _, mv := range g.rules.Moves {
		rest := want
		if name, after, ok := strings.Cut(want, " "); ok && strings.EqualFold(name, mv.Name) {
			rest = after
		}
		if rest = squeezed(rest); rest == "" || len(rest) > maxGlued || len(mv.Roles) == 0 {
			continue
		}
		said := make([]*int64, len(mv.Roles))
		if g.boundGlued(mv, said, 0, rest) {
			all = append(all, candidate{move: mv, said: said})
		}
	}
	return all
}

// boundGlued reads the values that a short form shows, from role i on, one directly after the other, into said; the longest that is a value
// comes first, and digits stay together. It reports whether that makes up the whole text.
func (g *Game) boundGlued(mv *ir.Move, said []*int64, i int, text string) bool {
	for w := words(mv); i < len(mv.Roles) && !w.written(mv.Roles[i].Word); {
		i++
	}
	if i == len(mv.Roles) {
		return text == ""
	}
	digit := func(c byte) bool { return '0' <= c && c <= '9' }
	for n := len(text); n > 0; n-- {
		if n < len(text) && digit(text[n-1]) && digit(text[n]) {
			continue
		}
		if v, ok := g.valueOf(&mv.Roles[i], text[:n]); ok && g.boundGlued(mv, said, i+1, text[n:]) {
			said[i] = &v
			return true
		}
	}
	return false
}

// boundLong reads a long form: the values by role, nil for a role that is not said. The result is nil if it is none.
func (g *Game) boundLong(mv *ir.Move, want string) []*int64 {
	fields := strings.Fields(want)
	if len(fields)%2 != 1 || !strings.EqualFold(fields[0], mv.Name) {
		return nil
	}
	bound := make([]*int64, len(mv.Roles))
	for i := 1; i < len(fields); i += 2 {
		r := slices.IndexFunc(mv.Roles, func(role ir.Role) bool { return role.Word == fields[i] })
		if r < 0 || bound[r] != nil {
			return nil
		}
		v, ok := g.valueOf(&mv.Roles[r], fields[i+1])
		if !ok {
			return nil
		}
		bound[r] = &v
	}
	return bound
}

// boundShort reads a short form: one word for each role that it shows.
func (g *Game) boundShort(mv *ir.Move, want string) []*int64 {
	tokens := tokens(want)
	bound := make([]*int64, len(mv.Roles))
	w := words(mv)
	next := 0
	for i := range mv.Roles {
		if !w.written(mv.Roles[i].Word) {
			continue
		}
		if next == len(tokens) {
			return nil
		}
		v, ok := g.valueOf(&mv.Roles[i], tokens[next])
		if !ok {
			return nil
		}
		next++
		bound[i] = &v
	}
	if next < len(tokens) {
		return nil
	}
	return bound
}

// boundSome reads the values of some roles, in their order.
func (g *Game) boundSome(mv *ir.Move, want string) []*int64 {
	values := tokens(want)
	bound := make([]*int64, len(mv.Roles))
	next := 0
	for i := range mv.Roles {
		if next < len(values) {
			if v, ok := g.valueOf(&mv.Roles[i], values[next]); ok {
				bound[i] = &v
				next++
			}
		}
	}
	if next == 0 || next < len(values) {
		return nil
	}
	return bound
}

// valueOf reads the value of a role.
func (g *Game) valueOf(role *ir.Role, text string) (int64, bool) {
	switch role.Type {
	case ir.Sites:
		s, ok := g.rules.Board.SiteByName(text)
		return int64(s), ok
	case ir.Number:
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	}
	for v := range int64(g.members(role.Type)) {
		if strings.EqualFold(g.valueText(role, v, false), text) || strings.EqualFold(g.valueText(role, v, true), text) {
			return v, true
		}
	}
	return 0, false
}

// Values returns how many values a role may have at most, counted from 0; of a number, which has no end, some.
func (g *Game) Values(role *ir.Role) int {
	const some = 16
	if role.Type == ir.Number {
		return some
	}
	return g.members(role.Type)
}

// members returns how many values a role of a type may have; 0 for numbers.
func (g *Game) members(t ir.Type) int {
	switch t {
	case ir.Sites:
		return g.rules.Board.Sites
	case ir.Steps:
		return g.rules.Board.Relations()
	case ir.Kinds:
		return len(g.rules.Kinds)
	case ir.Players:
		return len(g.rules.Players)
	}
	return 0
}

// illegal makes the error for a text that is no legal step.
func (g *Game) illegal(p *Position, text string) *IllegalMove {
	e := &IllegalMove{Text: text, Nearest: diag.NearestFew(normal(text), g.Texts(p), nearestShown)}
	if off := g.offBoard(text); off != "" && p.Result == nil {
		e.Why = off
	} else if readings := g.Why(p, text); len(readings) > 0 {
		if e.Why = g.noStart(p, readings); e.Why == "" {
			e.Why = g.readingsText(readings)
		}
	} else if p.Result != nil {
		e.Why = "the game is over: " + g.ResultText(p.Result)
	} else if e.Why = g.missing(text); e.Why == "" && strings.TrimSpace(text) != "" {
		e.Why = "the rules have no move that is written so"
	}
	return e
}

// noStart says in half a sentence that no move starts where all of the readings do, if no piece of the player to move stands there; else "".
func (g *Game) noStart(p *Position, readings []Reading) string {
	start := topology.None
	for _, r := range readings {
		from, ok := g.role(r.Move, "from")
		if r.Why.Kind != eval.NotInDomain || r.Why.Role == nil || r.Why.Role.Word != "from" || !ok || start != topology.None && from != start {
			return ""
		}
		for i, open := range r.open {
			if open && &g.move(r.Move.ID()).Roles[i] == r.Why.Role {
				return ""
			}
		}
		start = from
	}
	if owner, _, some := p.At(start); some && owner == p.ToMove {
		return ""
	}
	for _, m := range g.Moves(p) {
		if from, ok := g.role(m, "from"); ok && from == start {
			return ""
		}
	}
	return fmt.Sprintf("no move starts on %s, where no piece of %s stands", g.siteName(start), g.rules.Players[p.ToMove].Name)
}

// siteLike is a word of a normal text that may begin the name of a site: the letters of a column and the number of a row.
var siteLike = regexp.MustCompile(`[a-z]+\d+`)

// plainSite is a word that is the name of a site on most boards.
var plainSite = regexp.MustCompile(`^[a-z]\d+$`)

// missing says in half a sentence which site that a text names does not exist; "" if it names none such.
func (g *Game) missing(text string) string {
	if meant, ok := g.meant(text); ok {
		text = meant
	}
	b := g.rules.Board
	for _, word := range tokens(normal(text)) {
		if _, ok := b.SiteByName(word); ok || len(word) > maxGlued {
			continue
		}
		if b.IsGraph() { // its sites may have any names, and so this may be a slip of one
			if !g.isWord(word) && (plainSite.MatchString(word) || diag.Nearest(word, b.Names) != "") {
				return g.noSite(word)
			}
			continue
		}
		for _, name := range siteLike.FindAllString(word, -1) {
			_, ok := b.SiteByName(name)
			letters := strings.TrimRight(name, "0123456789")
			if ok || len(letters) > len(topology.ColumnName(b.Width)) { // Nf3 is more than a site
				continue
			}
			row, _ := strconv.Atoi(name[len(letters):])
			if columnNumber(letters) > b.Width || row < 1 || row > b.Height {
				return fmt.Sprintf("there is no %s; columns a–%s, rows 1–%d", name, topology.ColumnName(b.Width), b.Height)
			}
			return g.noSite(name)
		}
	}
	return ""
}

// noSite says that there is no site of that name, and which are named most alike.
func (g *Game) noSite(name string) string {
	return fmt.Sprintf("there is no %s; named most alike are %s", name, strings.Join(diag.NearestFew(name, g.rules.Board.Names, 3), ", "))
}

// columnNumber is the number of the column of that name, from a = 1.
func columnNumber(letters string) int {
	n := 0
	for _, letter := range letters {
		n = n*26 + int(letter-'a') + 1
	}
	return n
}

// isWord reports whether a word means something in the notation, besides the names of sites.
func (g *Game) isWord(word string) bool {
	for _, mv := range g.rules.Moves {
		if strings.EqualFold(mv.Name, word) || slices.ContainsFunc(mv.Roles, func(r ir.Role) bool { return r.Word == word }) {
			return true
		}
	}
	_, ok := g.rules.Board.DirectionByName(word)
	return ok || slices.ContainsFunc(g.rules.Kinds, func(k ir.Kind) bool { return strings.EqualFold(k.Name, word) })
}

// ReadingText writes a reading in the long form, without the roles that are open.
func (g *Game) ReadingText(r Reading) string { return g.longBut(r.Move, r.open) }

// WhyText says in half a sentence why a reading is not legal.
func (g *Game) WhyText(r Reading) string {
	if r.Why.Kind == eval.NotInDomain && r.open != nil {
		mv := g.move(r.Move.ID())
		for i := range mv.Roles {
			if &mv.Roles[i] == r.Why.Role && r.open[i] {
				return fmt.Sprintf("%s asks for `%s`, and there is none", mv.Name, inOneLine(r.Why.Span.Text()))
			}
		}
	}
	return g.refusalText(r.Move, r.Why, r.open)
}

// readingsText says why none of the readings of a text is legal.
func (g *Game) readingsText(readings []Reading) string {
	if len(readings) == 1 {
		return g.WhyText(readings[0])
	}
	var all []string
	for _, r := range readings {
		all = append(all, g.ReadingText(r)+": "+g.WhyText(r))
	}
	return strings.Join(all, "; ")
}

// refuse makes the error for a step that is not legal.
func (g *Game) refuse(p *Position, m Move) *IllegalMove {
	return &IllegalMove{
		Text:    g.long(m),
		Why:     g.RefusalText(m, g.Explain(p, m)),
		Nearest: diag.NearestFew(g.short(m), g.Texts(p), nearestShown),
	}
}

// quotable is how many characters of the rules somebody reads in the middle of a sentence.
const quotable = 60

// choices is what a player chooses from, by the type of the role.
var choices = map[ir.Type]string{ir.Sites: "places", ir.Steps: "directions", ir.Kinds: "pieces", ir.Players: "players", ir.Number: "numbers"}

// RefusalText says in half a sentence why a step is not legal.
func (g *Game) RefusalText(m Move, r eval.Refusal) string { return g.refusalText(m, r, nil) }

// refusalText does that for a step of which some roles are open; nil for none.
func (g *Game) refusalText(m Move, r eval.Refusal, open []bool) string {
	name := stepName(m.ID())
	if mv := g.move(m.ID()); mv != nil {
		name = mv.Name
	}
	switch r.Kind {
	case eval.Legal:
		return "it is legal"
	case eval.GameOver:
		return "the game is over: " + g.ResultText(r.Over)
	case eval.NotOffered:
		if r.Reason != "" {
			return fmt.Sprintf("%s is possible only when `%s`", name, inOneLine(r.Reason))
		}
		if len(r.Instead) > 0 {
			return fmt.Sprintf("%s is not possible now: what is due is %s", name, g.some(r.Instead))
		}
		return name + " is not possible now"
	case eval.PieceGoesOn:
		return fmt.Sprintf("the turn goes on with another %q", r.Role.Word)
	case eval.NotInDomain:
		_, values := g.layout.Unpack(m)
		mv := g.move(m.ID())
		for i := range mv.Roles {
			if &mv.Roles[i] == r.Role {
				value, clause := g.valueText(r.Role, values[i], false), inOneLine(r.Span.Text())
				if len(clause) > quotable && r.Role.Word == "to" && mv.Roles[0].Word == "from" && (open == nil || !open[0]) {
					return fmt.Sprintf("no %s from %s leads to %s", name, g.valueText(&mv.Roles[0], values[0], false), value)
				}
				if len(clause) > quotable {
					return fmt.Sprintf("%s is not among the %s that %s has for `%s %s`", value, choices[r.Role.Type], name, r.Role.Word, r.Role.Name)
				}
				return fmt.Sprintf("%s asks for `%s`, and %s is not among these", name, clause, value)
			}
		}
	case eval.ConditionFails, eval.EnsureFails:
		if r.Cond != nil && r.Cond.Reason == "" {
			return fmt.Sprintf("`%s` does not hold", inOneLine(r.Reason))
		}
		return r.Reason
	case eval.ComesBack:
		return "this turn has been at that position before"
	case eval.CannotGoOn:
		return "the turn could not be completed after it"
	case eval.OtherGroup:
		return "something else must be played first: " + g.some(r.Instead)
	case eval.NotBest:
		return "another move does better, and must be played: " + g.some(r.Instead)
	}
	return "the rules have no such move"
}

// inOneLine writes a part of the rules as one would quote it: without comments, and with single blanks.
func inOneLine(text string) string {
	var words []string
	for line := range strings.Lines(text) {
		quoted := false
		for i, r := range line {
			if quoted = quoted != (r == '"'); r == '#' && !quoted {
				line = line[:i]
				break
			}
		}
		words = append(words, strings.Fields(line)...)
	}
	return strings.Join(words, " ")
}

// some writes a few of the moves that must be played instead.
func (g *Game) some(moves []Move) string {
	const shown = 3
	texts := g.texts(moves)
	if len(texts) > shown {
		return strings.Join(texts[:shown], ", ") + " or another"
	}
	return strings.Join(texts, ", ")
}
