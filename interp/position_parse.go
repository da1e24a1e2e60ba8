package interp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// PositionError says where a position text is wrong.
type PositionError struct {
	Text    string
	Column  int // of the first wrong character, from 1
	Message string
}

// Error returns the column and what is wrong there.
func (e *PositionError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

// maxPositionText bounds a position text, in bytes.
const maxPositionText = 1 << 16

// ParsePosition reads a position as [Game.PositionText] writes it. An empty cell may also be a `.`, the player may be
// shortened, capitals matter in the pieces alone, and what is not said is as at the beginning of the game. A text that makes
// no sense gives a [*PositionError]. Repetitions are counted from this position on.
func (g *Game) ParsePosition(text string) (*Position, error) {
	r := &positionReader{g: g, text: text, given: map[string]bool{}}
	p, err := r.read()
	if err != nil {
		return nil, err
	}
	e := g.engine()
	defer g.release(e)
	if p.Result != nil {
		return p, nil
	}
	return e.Settle(p), nil
}

// positionReader reads one position text.
type positionReader struct {
	g     *Game
	text  string
	p     *Position
	given map[string]bool // fields read
	aims  []field         // read when all else is
	then  *field
}

// field is a part of the text and the column at which it begins.
type field struct {
	text   string
	column int
}

func (f field) from(i int) field {
	return field{f.text[i:], f.column + utf8.RuneCountInString(f.text[:i])}
}

// split parts a field at every sep.
func (f field) split(sep byte) []field {
	var parts []field
	for {
		i := strings.IndexByte(f.text, sep)
		if i < 0 {
			return append(parts, f)
		}
		parts = append(parts, field{f.text[:i], f.column})
		f = f.from(i + 1)
	}
}

func (r *positionReader) wrong(f field, format string, args ...any) error {
	return &PositionError{r.text, f.column, fmt.Sprintf(format, args...)}
}

// quote shows a part of the text, shortened.
func quote(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return strconv.Quote(s)
}

func (r *positionReader) fields() []field {
	var all []field
	column, begin, start := 0, -1, 0
	for i, c := range r.text {
		column++
		switch {
		case unicode.IsSpace(c):
			if begin >= 0 {
				all = append(all, field{r.text[begin:i], start})
				begin = -1
			}
		case begin < 0:
			begin, start = i, column
		}
	}
	if begin >= 0 {
		all = append(all, field{r.text[begin:], start})
	}
	return all
}

func (r *positionReader) read() (*Position, error) {
	if len(r.text) > maxPositionText {
		return nil, r.wrong(field{column: 1}, "a position has at most %d characters, this text %d", maxPositionText, len(r.text))
	}
	fields := r.fields()
	if len(fields) == 0 {
		return nil, r.wrong(field{column: 1}, "a position begins with the rows of the board, such as %s", r.g.rowsText(r.g.Start()))
	}
	start := r.g.Start()
	r.p = start.Clone()
	r.p.Remove(r.g.rules.Board.All())
	r.p.Pending, r.p.Trail, r.p.History, r.p.Result = nil, nil, nil, nil
	r.p.Steps, r.p.Passes, r.p.Out, r.p.Again, r.p.Passed, r.p.Touched = 0, 0, 0, false, false, topology.Set{}
	if err := r.rows(fields[0]); err != nil {
		return nil, err
	}
	for i, f := range fields[1:] {
		var err error
		if i == 0 && !strings.Contains(f.text, "=") && f.text != wordAgain && f.text != wordPassed {
			r.p.ToMove, err = r.player(f)
		} else {
			err = r.field(f)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(r.g.rules.Players) > 1 && r.p.Remaining() < 2 && r.p.Result == nil {
		return nil, r.wrong(fields[0], "at most one player is left, so the game is over; the text must say how (%s=0 %s=…)", wordOver, wordWinners)
	}
	if !r.p.In(r.p.ToMove) && r.p.Result == nil {
		return nil, r.wrong(fields[0], "%s is out of the game and cannot be to move", r.g.rules.Players[r.p.ToMove].Name)
	}
	if r.then != nil {
		if err := r.pending(*r.then); err != nil {
			return nil, err
		}
		if !r.given[wordDone] {
			r.p.Steps = 1
		}
	}
	for _, f := range r.aims {
		if err := r.aim(f); err != nil {
			return nil, err
		}
	}
	if r.p.Steps > 0 && r.p.Pending == nil {
		return nil, r.wrong(fields[0], "steps of the turn are taken (%s=%d), so the text must say what may follow (%s=…)", wordDone, r.p.Steps, wordThen)
	}
	return r.p, nil
}

// rows reads the pieces on the cells.
func (r *positionReader) rows(f field) error {
	signs := r.g.piecesBySign()
	rows := r.g.signs.rows
	parts := f.split('/')
	for i, part := range parts {
		if i == len(rows) {
			return r.wrong(part, "the board has %s, and this is row %d", diag.Plural(len(rows), "row"), i+1)
		}
		if err := r.row(part, rows[i], i+1, signs); err != nil {
			return err
		}
	}
	if len(parts) < len(rows) {
		return r.wrong(f.from(len(f.text)), "expected `/` and another row: the board has %s, here are %d", diag.Plural(len(rows), "row"), len(parts))
	}
	return nil
}

func (r *positionReader) row(f field, cells []topology.Site, number int, signs map[string]piece) error {
	at := 0
	for f.text != "" {
		width := 1
		var found *piece
		c, size := utf8.DecodeRuneInString(f.text)
		switch {
		case c == '.':
		case c >= '0' && c <= '9':
			size = 0
			for size < len(f.text) && f.text[size] >= '0' && f.text[size] <= '9' {
				size++
			}
			n, err := strconv.Atoi(f.text[:size])
			if err != nil || n == 0 || n > len(cells)-at {
				return r.wrong(f, "row %d has %s; %s empty ones do not fit behind the first %d", number, diag.Plural(len(cells), "cell"), f.text[:size], at)
			}
			width = n
		case c == '(':
			end := strings.IndexByte(f.text, ')')
			if end < 0 {
				return r.wrong(f, "expected `)` to close this parenthesis")
			}
			size = end + 1
			p, err := r.spelled(f.from(1), f.text[1:end])
			if err != nil {
				return err
			}
			found = &p
		default:
			p, n, err := r.sign(f, signs)
			if err != nil {
				return err
			}
			size, found = n, &p
		}
		if at+width > len(cells) {
			return r.wrong(f, "row %d has %s, and this is one too many; expected `/` or a blank", number, diag.Plural(len(cells), "cell"))
		}
		if found != nil {
			if err := r.put(f, cells[at], *found); err != nil {
				return err
			}
		}
		at += width
		f = f.from(size)
	}
	if at < len(cells) {
		return r.wrong(f, "row %d has %s, here are only %d", number, diag.Plural(len(cells), "cell"), at)
	}
	return nil
}

// sign reads a piece that is written by letters, and returns how many bytes it has.
func (r *positionReader) sign(f field, signs map[string]piece) (piece, int, error) {
	_, first := utf8.DecodeRuneInString(f.text)
	_, second := utf8.DecodeRuneInString(f.text[first:])
	for _, size := range []int{first + second, first} {
		s := f.text[:size]
		if p, ok := signs[s]; ok {
			return p, size, nil
		}
		// A neutral piece has no player that the capital could tell.
		if p, ok := signs[strings.ToLower(s)]; ok && p.owner == position.Nobody && size == first {
			return p, size, nil
		}
	}
	var known []string
	for s := range signs {
		known = append(known, s)
	}
	slices.SortFunc(known, func(a, b string) int { return strings.Compare(strings.ToLower(a)+a, strings.ToLower(b)+b) })
	if len(known) == 0 {
		known = []string{"(player.kind)"}
	}
	return piece{}, 0, r.wrong(f, "no piece is written %s; expected a number of empty cells or one of %s", quote(f.text[:first]), strings.Join(known, " "))
}

// spelled reads what stands between parentheses: (Blue.marble) or (arrow).
func (r *positionReader) spelled(f field, text string) (piece, error) {
	f.text = text
	owner := position.Nobody
	kindField := f
	if i := strings.IndexByte(text, '.'); i >= 0 {
		var err error
		if owner, err = r.player(field{text[:i], f.column}); err != nil {
			return piece{}, err
		}
		kindField = f.from(i + 1)
	}
	kind, err := r.kind(kindField)
	return piece{owner, kind}, err
}

func (r *positionReader) put(f field, s topology.Site, p piece) error {
	k := &r.g.rules.Kinds[p.kind]
	if !k.On.Has(s) {
		return r.wrong(f, "a %s cannot stand on %s", k.Name, r.g.siteName(s))
	}
	if k.Neutral && p.owner != position.Nobody {
		return r.wrong(f, "a %s is nobody's", k.Name)
	}
	if _, _, taken := r.p.At(s); taken {
		return r.wrong(f, "there are two pieces on %s", r.g.siteName(s))
	}
	r.p.Put(s, p.owner, p.kind)
	return nil
}

// named finds a name among the names of things of one sort: in any case and, if that is unambiguous, shortened.
func (r *positionReader) named(f field, what string, names []string) (int, error) {
	if i := slices.Index(names, f.text); i >= 0 {
		return i, nil
	}
	found := -1
	for i, name := range names {
		if strings.EqualFold(name, f.text) {
			return i, nil
		}
		if f.text != "" && len(name) >= len(f.text) && strings.EqualFold(name[:len(f.text)], f.text) {
			if found >= 0 {
				return 0, r.wrong(f, "%s may be %s or %s", quote(f.text), names[found], name)
			}
			found = i
		}
	}
	if found >= 0 {
		return found, nil
	}
	message := fmt.Sprintf("there is no %s %s", what, quote(f.text))
	if f.text == "" {
		message = "expected a " + what
	}
	if near := diag.Nearest(f.text, names); near != "" {
		return 0, r.wrong(f, "%s; did you mean %s?", message, near)
	}
	return 0, r.wrong(f, "%s; expected %s", message, choice(names))
}

// choice lists names: "a", "a or b", "a, b or c".
func choice(names []string) string {
	if len(names) > 12 {
		names = append(slices.Clone(names[:11]), "another")
	}
	switch len(names) {
	case 0:
		return "none"
	case 1:
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

func (r *positionReader) player(f field) (int, error) {
	var names []string
	for i := range r.g.rules.Players {
		names = append(names, r.g.rules.Players[i].Name)
	}
	return r.named(f, "player", names)
}

func (r *positionReader) kind(f field) (int, error) {
	var names []string
	for i := range r.g.rules.Kinds {
		names = append(names, r.g.rules.Kinds[i].Name)
	}
	return r.named(f, "kind of piece", names)
}

func (r *positionReader) site(f field) (topology.Site, error) {
	s, ok := r.g.rules.Board.SiteByName(f.text)
	if !ok {
		return 0, r.wrong(f, "the board has no site %s", quote(f.text))
	}
	return s, nil
}

func (r *positionReader) relation(f field) (topology.Relation, error) {
	var names []string
	for i := range r.g.rules.Board.Relations() {
		names = append(names, r.g.relationName(topology.Relation(i)))
	}
	i, err := r.named(f, "direction", names)
	return topology.Relation(i), err
}

func (r *positionReader) count(f field, most int) (int, error) {
	n, err := strconv.Atoi(f.text)
	if err != nil || n < 0 || n > most {
		return 0, r.wrong(f, "expected a number from 0 to %d, not %s", most, quote(f.text))
	}
	return n, nil
}

// list reads names parted by commas; `none` is no name at all.
func list[T any](f field, read func(field) (T, error)) ([]T, error) {
	if strings.EqualFold(f.text, "none") {
		return nil, nil
	}
	var all []T
	for _, part := range f.split(',') {
		v, err := read(part)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

const maxPly = 1 << 30

// field reads one of the fields behind the player.
func (r *positionReader) field(f field) error {
	if f.text == wordAgain || f.text == wordPassed {
		r.p.Again = r.p.Again || f.text == wordAgain
		r.p.Passed = r.p.Passed || f.text == wordPassed
		return nil
	}
	i := strings.IndexByte(f.text, '=')
	if i < 0 {
		return r.wrong(f, "expected name=value, not %s", quote(f.text))
	}
	key, value := f.text[:i], f.from(i+1)
	if r.given[key] && key != wordMost {
		return r.wrong(f, "%s is said twice", quote(key))
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
		n, err := r.count(value, len(r.g.rules.End))
		result := r.result()
		if result.Sentence = n - 1; n > 0 && err == nil {
			result.Reason = r.g.rules.End[n-1].Text
		}
		return err
	case wordWinners:
		winners, err := list(value, r.player)
		result := r.result()
		result.Winners = winners
		result.Draw = len(winners) != 1
		return err
	}
	return r.rulesField(f, key, value)
}

func (r *positionReader) result() *Result {
	if r.p.Result == nil {
		r.p.Result = &Result{Sentence: -1, Draw: true}
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
	for i := range r.g.rules.Options {
		if o := &r.g.rules.Options[i]; o.Name == name && of.text == "" {
			if o.Value != value.text {
				return r.wrong(value, "this game is played with %s=%s, the position is of one with %s=%s", name, o.Value, name, value.text)
			}
			return nil
		}
	}
	for k := range r.g.rules.Kinds {
		if r.g.rules.Kinds[k].Name == name {
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
				if err := r.put(parts[i], s, piece{owner, k}); err != nil {
					return err
				}
			}
			return nil
		}
	}
	for state := range r.g.rules.States {
		if r.g.rules.States[state].Name == name {
			return r.state(f, state, of, value)
		}
	}
	var names []string
	for i := range r.g.rules.Options {
		names = append(names, r.g.rules.Options[i].Name)
	}
	for i := range r.g.rules.Kinds {
		names = append(names, r.g.rules.Kinds[i].Name)
	}
	for i := range r.g.rules.States {
		names = append(names, r.g.rules.States[i].Name)
	}
	names = append(names, wordPly, wordPasses, wordLost, wordThen, wordDone, wordMost, wordOver, wordWinners)
	if near := diag.Nearest(name, names); near != "" {
		return r.wrong(f, "this game has nothing called %s; did you mean %s?", quote(name), near)
	}
	return r.wrong(f, "this game has nothing called %s; expected %s", quote(name), choice(names))
}

// state reads the value of a counter or a memory for the player, kind and cell in `of`.
func (r *positionReader) state(f field, state int, of, value field) error {
	s := &r.g.rules.States[state]
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
			return r.wrong(of, "%s has one value only; write %s=…", s.Name, s.Name)
		}
		return r.wrong(f, "%s is kept per %s; write %s(%s)=…", s.Name, strings.Join(wanted, " and "), s.Name, strings.Join(wanted, ","))
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
	index, ok := position.Index(r.g.rules, state, player, kind, cell)
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

// pending reads what may follow in the turn under way.
func (r *positionReader) pending(f field) error {
	of := ""
	if i := strings.IndexByte(f.text, '/'); i >= 0 {
		of, f = f.text[:i], f.from(i+1)
	}
	pending := &position.Pending{}
	r.p.Pending = pending
	for _, part := range f.split('|') {
		var group position.PendingGroup
		for _, text := range part.split(',') {
			item, err := r.item(text)
			if err != nil {
				return err
			}
			group.Items = append(group.Items, item)
		}
		pending.Groups = append(pending.Groups, group)
	}
	choice := r.g.findChoice(pending.Groups, of)
	if choice == nil {
		return r.wrong(f, "no `then` of the rules goes on like this")
	}
	for i, group := range matchGroups(pending.Groups, choice) {
		pending.Groups[i].Group = group
		for j, item := range matchItems(&pending.Groups[i], group) {
			pending.Groups[i].Items[j].Item = item
		}
	}
	return nil
}

func (r *positionReader) item(f field) (position.PendingItem, error) {
	for op, word := range outcomeWords {
		if f.text == word {
			return position.PendingItem{Op: op}, nil
		}
	}
	parts := f.split(':')
	var names []string
	for _, mv := range r.g.rules.Moves {
		names = append(names, mv.Name)
	}
	i, err := r.named(parts[0], "move", names)
	if err != nil {
		return position.PendingItem{}, err
	}
	mv := r.g.rules.Moves[i]
	item := position.PendingItem{Op: ir.MoveItem, Move: mv.ID}
	for _, part := range parts[1:] {
		word, _, ok := strings.Cut(part.text, "=")
		role := slices.IndexFunc(mv.Roles, func(role ir.Role) bool { return role.Word == word })
		if !ok || role < 0 {
			return item, r.wrong(part, "expected a role of the move %s and its value, such as from=d4", mv.Name)
		}
		set := position.RoleSet{Role: role}
		values := part.from(len(word) + 1)
		if values.text != "none" {
			for _, value := range values.split('+') {
				if err := r.roleValue(&set, &mv.Roles[role], value); err != nil {
					return item, err
				}
			}
		}
		item.Roles = append(item.Roles, set)
	}
	return item, nil
}

func (r *positionReader) roleValue(set *position.RoleSet, role *ir.Role, f field) error {
	var i int
	var err error
	switch role.Type {
	case ir.Sites:
		var s topology.Site
		s, err = r.site(f)
		set.Sites.Add(s)
		return err
	case ir.Steps:
		var rel topology.Relation
		rel, err = r.relation(f)
		set.Dirs = set.Dirs.Or(topology.StepsOf(rel))
		return err
	case ir.Players:
		i, err = r.player(f)
	case ir.Kinds:
		i, err = r.kind(f)
	default:
		return r.wrong(f, "the role %s is a number and cannot be bound beforehand", role.Word)
	}
	set.Bits |= 1 << i
	return err
}

// aim reads `1:3`: the values that the turn must reach in a group with `most` or `least`.
func (r *positionReader) aim(f field) error {
	groups := r.g.aimGroups()
	parts := f.split(':')
	n, err := r.count(parts[0], len(groups))
	if err != nil || n == 0 || len(parts) != 2 {
		return r.wrong(f, "expected the number of a group with `with most` or `with least`, from 1 to %d, and its value, such as 1:3", len(groups))
	}
	aim := &position.Aim{By: groups[n-1].Best}
	values := parts[1].split(',')
	if len(values) != len(aim.By) {
		return r.wrong(parts[1], "expected %s", diag.Plural(len(aim.By), "number"))
	}
	for _, v := range values {
		value, err := strconv.ParseInt(v.text, 10, 64)
		if err != nil {
			return r.wrong(v, "expected a whole number, not %s", quote(v.text))
		}
		aim.Values = append(aim.Values, value)
	}
	if r.p.Pending == nil {
		return r.wrong(f, "%s is said in the middle of a turn only; %s is missing", wordMost, wordThen)
	}
	r.p.Pending.Aims = append(r.p.Pending.Aims, aim)
	return nil
}
