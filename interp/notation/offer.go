package notation

import (
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/interp/position"
)

// offer is what may be played in a position: the legal steps and how each of them is written.
type offer struct {
	nt    *Notation
	p     *position.Position
	moves []position.Move
	texts []string // the notation of each
	// of each in normal form: that notation, short, named and long; nil until needed
	forms [][]string
	bares []string // of each, its notation without signs; nil until needed
}

func (nt *Notation) offer(p *position.Position) *offer {
	l := nt.listed(p)
	return &offer{nt: nt, p: p, moves: l.moves, texts: l.texts}
}

// text returns the notation of one of the steps.
func (o *offer) text(m position.Move) string {
	if i := slices.Index(o.moves, m); i >= 0 {
		return o.texts[i]
	}
	return o.nt.names.long(m)
}

// find returns the steps that a text may mean, by the strictest reading that gives any; exact
// reports that it is the whole notation of each.
func (o *offer) find(text string) (found []position.Move, exact bool) {
	if len(text) > maxMoveText {
		return nil, false
	}
	if found := o.written(text); len(found) > 0 {
		return found, true
	}
	if normal(text) == leaveText && len(o.nt.rules.Players) > 2 && !o.p.SettingUp() && !o.p.Over() {
		return []position.Move{position.Leave}, true
	}
	if stray(text) {
		return nil, false
	}
	want := o.nt.names.ownNames(normal(text))
	if found := o.byRoles(want); len(found) > 0 {
		return found, false
	}
	// An alias means nothing else: a legal move that its words happen to fit may be something quite
	// different.
	if meant, ok := o.nt.forms.meant(text); ok {
		if found := o.written(meant); len(found) > 0 {
			return found, true
		}
		return o.loose(meant), true
	}
	return o.loose(text), false
}

// written returns the steps whose whole notation is the text.
func (o *offer) written(text string) []position.Move {
	if i := slices.Index(o.texts, strings.TrimSpace(text)); i >= 0 {
		return o.moves[i : i+1 : i+1]
	}
	want := o.nt.names.ownNames(normal(text))
	if want == "" {
		return nil
	}
	if found := o.pick(func(forms []string) bool { return forms[0] == want }); len(found) > 0 {
		return found
	}
	return o.pick(func(forms []string) bool { return slices.Contains(forms, want) })
}

// loose returns the steps that a text may mean if it is not the whole notation of any step.
func (o *offer) loose(text string) []position.Move {
	want := o.nt.names.ownNames(normal(text))
	if want == "" {
		return nil
	}
	if found := o.byRoles(want); len(found) > 0 {
		return found
	}
	if found := o.byValues(want); len(found) > 0 {
		return found
	}
	if found := o.bySets(want); len(found) > 0 {
		return found
	}
	if found, _ := o.bare(want); len(found) > 0 {
		return found
	}
	begins := func(form string) bool {
		return strings.HasPrefix(form, want) && !o.nt.names.cutsName(form, len(want))
	}
	if !strings.HasSuffix(want, "=") { // after an = the text must say what the piece becomes
		if found := o.pick(func(forms []string) bool { return begins(forms[0]) }); len(found) > 0 {
			return found
		}
		if found := o.pick(func(forms []string) bool { return slices.ContainsFunc(forms, begins) }); len(
			found) > 0 {
			return found
		}
	}
	found, _ := o.byPiece(text)
	return found
}

// cutsName reports whether a form, cut at a place, ends in another name than it has there: a10 in
// a1, c4ne in c4n. Then the beginning says something else.
func (nm *names) cutsName(form string, at int) bool {
	if at == 0 || at == len(form) {
		return false
	}
	before, after := form[at-1], form[at]
	if isDigit(before) && isDigit(after) {
		return true
	}
	words := tokens(form[:at])
	return isLetter(before) && isLetter(after) && nm.isSite(words[len(words)-1])
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// pick returns the steps with a form that fits.
func (o *offer) pick(fits func(forms []string) bool) []position.Move {
	if o.forms == nil {
		o.forms = make([][]string, len(o.moves))
		for i, m := range o.moves {
			o.nt.tick(i)
			o.forms[i] = []string{
				normal(o.texts[i]),
				normal(o.nt.names.short(m)),
				normal(o.nt.names.named(m)),
				normal(o.nt.names.long(m)),
			}
		}
	}
	var picked []position.Move
	for i, m := range o.moves {
		o.nt.tick(i)
		if fits(o.forms[i]) {
			picked = append(picked, m)
		}
	}
	return picked
}

// byRoles reads a long form in which roles may be missing or in a different order: the name of a
// move, then pairs of a role's word and its value.
func (o *offer) byRoles(want string) []position.Move {
	fields := strings.Fields(want)
	if len(fields)%2 != 1 {
		return nil
	}
	var found []position.Move
	for i, m := range o.moves {
		o.nt.tick(i)
		id, values := o.nt.layout.Unpack(m)
		mv := o.nt.names.move(id)
		if mv == nil || !strings.EqualFold(mv.Name, fields[0]) {
			continue
		}
		fits := true
		read := make([]bool, len(mv.Roles)) // several numbers have the same word
		for i := 1; i < len(fields) && fits; i += 2 {
			r := 0
			for r < len(mv.Roles) && (read[r] || mv.Roles[r].Word != fields[i]) {
				r++
			}
			fits = r < len(mv.Roles) &&
				isValue(o.nt, &mv.Roles[r], values[r], fields[i+1])
			if fits {
				read[r] = true
			}
		}
		if fits {
			found = append(found, m)
		}
	}
	return found
}

// byValues reads the name of a move and then the values of some of its roles, in their order.
func (o *offer) byValues(want string) []position.Move {
	name, rest, _ := strings.Cut(want, " ")
	values := tokens(rest)
	var found []position.Move
	for i, m := range o.moves {
		o.nt.tick(i)
		id, chosen := o.nt.layout.Unpack(m)
		mv := o.nt.names.move(id)
		if mv == nil || !strings.EqualFold(mv.Name, name) || len(values) == 0 {
			continue
		}
		next := 0
		for i := range mv.Roles {
			if next < len(values) && isValue(o.nt, &mv.Roles[i], chosen[i], values[next]) {
				next++
			}
		}
		if next == len(values) {
			found = append(found, m)
		}
	}
	return found
}

// isValue reports whether a text is a value of a role; a set may be written in any order.
func isValue(nt *Notation, role *ir.Role, value int64, text string) bool {
	if role.Among != nil {
		set, ok := readSet(&nt.names, role, text)
		return ok && set == value
	}
	return strings.EqualFold(nt.names.valueText(role, value, false), text)
}

// bySets reads the short form of a step with a set, whose members may be in any order and have
// their signs or their names.
func (o *offer) bySets(want string) (found []position.Move) {
	for _, mv := range o.nt.rules.Moves {
		if !slices.ContainsFunc(mv.Roles, func(r ir.Role) bool { return r.Among != nil }) {
			continue
		}
		if said := o.nt.forms.boundShort(mv, want); said != nil {
			found = append(found, lists.Filter(o.moves, func(m position.Move) bool {
				return m.ID() == mv.ID && o.nt.forms.hasSaid(m, candidate{move: mv, said: said})
			})...)
		}
	}
	return found
}

// bare reads a text without the signs between its words. If a sign contradicts the steps, it
// returns no steps but the sign.
func (o *offer) bare(want string) (found []position.Move, wrong *Sign) {
	want, remark := cutRemark(want)
	bare := squeezed(want)
	if bare == "" {
		return nil, nil
	}
	if o.bares == nil {
		for i, text := range o.texts {
			o.nt.tick(i)
			o.bares = append(o.bares, squeezed(normal(text)))
		}
	}
	for i, text := range o.bares {
		if text == bare && parted(want, normal(o.texts[i])) {
			found = append(found, o.moves[i])
		}
	}
	return o.asWritten(found, want, remark)
}

// pieceAndGoal is a move as it is written where several kinds of pieces move: the piece, by the
// capital of its sign, its origin as far as needed, and its goal, as in Nf3, Nbd2, R1xe2+ and exd5.
var pieceAndGoal = regexp.MustCompile(`^([A-Z]?)([a-wyz]?)(\d*)[x-]?([a-z]+\d+)$`)

// byPiece reads a text of the form pieceAndGoal. If a sign contradicts the steps, it returns no
// steps but the sign.
func (o *offer) byPiece(text string) (found []position.Move, wrong *Sign) {
	text, remark := cutRemark(strings.TrimSpace(text))
	parts := pieceAndGoal.FindStringSubmatch(text)
	if parts == nil || parts[1]+parts[2]+parts[3] == "" {
		return nil, nil
	}
	sign, column, row := parts[1], parts[2], parts[3]
	goal, ok := o.nt.rules.Board.SiteByName(parts[4])
	if !ok {
		return nil, nil
	}
	for _, m := range o.moves {
		from, _ := o.nt.names.role(m, "from")
		if to, ok := o.nt.names.role(m, "to"); !ok || to != goal {
			continue
		}
		_, kind, some := o.p.At(from)
		if !some || sign != "" && !strings.EqualFold(o.nt.rules.Kinds[kind].Sign, sign) {
			continue
		}
		letters := strings.TrimRight(o.nt.names.siteName(from), "0123456789")
		digits := o.nt.names.siteName(from)[len(letters):]
		if (column == "" || letters == column) && (row == "" || digits == row) {
			found = append(found, m)
		}
	}
	return o.asWritten(found, text, remark)
}
