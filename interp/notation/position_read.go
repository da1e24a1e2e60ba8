package notation

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/order"
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

// maxPositionText bounds a position text without towers, in bytes.
const maxPositionText = 1 << 16

// maxText bounds a position text, in bytes: every cell may hold a tower of full height.
func (nm *names) maxText() int {
	if !nm.rules.Towers {
		return maxPositionText
	}
	sign := 0
	for k := range nm.rules.Kinds {
		sign = max(sign, len(nm.pieceSign(position.Nobody, k)))
		for player := range nm.rules.Players {
			sign = max(sign, len(nm.pieceSign(player, k)))
		}
	}
	return maxPositionText + nm.rules.Board.Cells.Len()*(nm.rules.Tallest*sign+2)
}

// ParsePosition reads a position as [Notation.PositionText] writes it. An empty cell may also be a
// `.`, the player may be shortened, case matters only in the pieces, and whatever is missing is as
// at the beginning of the game. A text that makes no sense gives a [*PositionError]. Repetitions
// are counted from this position on.
func (nt *Notation) ParsePosition(text string) (*position.Position, error) {
	nt = nt.orEmpty()
	r := &positionReader{nt: nt, text: text, given: map[string]bool{}}
	p, err := r.read()
	if err != nil {
		return nil, err
	}
	if p.Result != nil {
		return position.Of(p), nil
	}
	return nt.player.Settle(position.Of(p)), nil
}

// positionReader reads one position text.
type positionReader struct {
	nt    *Notation
	text  string
	p     *position.State
	given map[string]bool // fields read
	aims  []field         // read when everything else is
	then  *field
}

func (r *positionReader) wrong(f field, format string, args ...any) error {
	return &PositionError{r.text, f.column, fmt.Sprintf(format, args...)}
}

func (r *positionReader) read() (*position.State, error) {
	if most := r.nt.names.maxText(); len(r.text) > most {
		return nil, r.wrong(field{column: 1},
			"a position has at most %d characters, this text %d", most, len(r.text))
	}
	fields := r.fields()
	if len(fields) == 0 {
		return nil, r.wrong(field{column: 1}, "a position begins with the rows of the board, such as %s",
			r.nt.positions.rowsText(whole(r.nt.player.Start())))
	}
	start := r.nt.player.Start()
	r.p = start.Clone()
	r.p.Remove(r.nt.rules.Board.All())
	r.p.Pending, r.p.Trail, r.p.History, r.p.Result = nil, nil, nil, nil
	r.p.Steps, r.p.Passes, r.p.Out, r.p.Again, r.p.Passed, r.p.Touched = 0, 0, 0, false, false,
		topology.Set{}
	r.p.Chances, r.p.Since, r.p.SettingUp = 0, 0, false
	if err := r.rows(fields[0]); err != nil {
		return nil, err
	}
	for i, f := range fields[1:] {
		var err error
		if i == 0 && !strings.Contains(f.text, "=") && !isFlag(f.text) {
			r.p.ToMove, err = r.player(f)
		} else {
			err = r.field(f)
		}
		if err != nil {
			return nil, err
		}
	}
	if r.p.Result == nil && r.decided() {
		return nil, r.wrong(fields[0],
			"at most one player or team is left, so the game is over; "+
				"the text must say how (%s=0 %s=…)", wordOver,
			wordWinners)
	}
	if !r.p.In(r.p.ToMove) && r.p.Result == nil {
		return nil, r.wrong(fields[0], "%s is out of the game and cannot be to move",
			r.nt.rules.Players[r.p.ToMove].Name)
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
	if r.p.SettingUp && r.p.Pending == nil {
		return nil, r.wrong(fields[0],
			"the game is being set up (%s), so the text must say what may follow (%s=…)", wordSetup,
			wordThen)
	}
	if r.p.Chances > r.p.Steps {
		return nil, r.wrong(fields[0], "there are more chance steps (%s=%d) than steps (%s=%d)",
			wordChance, r.p.Chances, wordDone, r.p.Steps)
	}
	if r.p.Steps > 0 && r.p.Pending == nil {
		return nil, r.wrong(fields[0],
			"steps of the turn are taken (%s=%d), so the text must say what may follow (%s=…)", wordDone,
			r.p.Steps, wordThen)
	}
	return r.p, nil
}

// decided reports whether all players but those of one team are out.
func (r *positionReader) decided() bool {
	in := uint16(1<<len(r.nt.rules.Players)-1) &^ r.p.Out
	return len(r.nt.rules.Players) > 1 &&
		(in == 0 || in&^r.nt.rules.Team(bits.TrailingZeros16(in)) == 0)
}

// rows reads the pieces on the cells.
func (r *positionReader) rows(f field) error {
	signs := r.nt.names.piecesBySign()
	rows := r.nt.signs.rows
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
		return r.wrong(f.from(len(f.text)),
			"expected `/` and another row: the board has %s, but here are %d", diag.Plural(len(rows), "row"),
			len(parts))
	}
	return nil
}

func (r *positionReader) row(f field, cells []topology.Site, number int,
	signs map[string]piece) error {
	at := 0
	for f.text != "" {
		width := 1
		var found []piece // a tower, lowest piece first
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
				return r.wrong(f, "row %d has %s; %s empty ones do not fit behind the first %d", number,
					diag.Plural(len(cells), "cell"), f.text[:size], at)
			}
			width = n
		case c == '[' && r.nt.rules.Towers:
			tower, n, err := r.tower(f, signs)
			if err != nil {
				return err
			}
			size, found = n, tower
		default:
			p, n, err := r.onePiece(f, signs)
			if err != nil {
				return err
			}
			size, found = n, []piece{p}
		}
		if at+width > len(cells) {
			return r.wrong(f, "row %d has %s, and this is one too many; expected `/` or a blank", number,
				diag.Plural(len(cells), "cell"))
		}
		if found != nil {
			if err := r.put(f, cells[at], found); err != nil {
				return err
			}
		}
		at += width
		f = f.from(size)
	}
	if at < len(cells) {
		return r.wrong(f, "row %d has %s, but here are only %d", number, diag.Plural(len(cells), "cell"),
			at)
	}
	return nil
}

// onePiece reads a piece, and returns its length in bytes.
func (r *positionReader) onePiece(f field, signs map[string]piece) (piece, int, error) {
	if f.text[0] != '(' {
		return r.sign(f, signs)
	}
	end := strings.IndexByte(f.text, ')')
	if end < 0 {
		return piece{}, 0, r.wrong(f, "expected `)` to close this parenthesis")
	}
	p, err := r.spelled(f.from(1), f.text[1:end])
	return p, end + 1, err
}

// tower reads pieces between brackets, and returns their length in bytes.
func (r *positionReader) tower(f field, signs map[string]piece) (pieces []piece, size int,
	err error) {
	for size = 1; ; {
		rest := f.from(size)
		switch {
		case rest.text == "":
			return nil, 0, r.wrong(f, "expected `]` to close this bracket")
		case rest.text[0] == ']' && pieces == nil:
			return nil, 0, r.wrong(f,
				"a tower has a piece at least; an empty cell is a dot or a number")
		case rest.text[0] == ']':
			return pieces, size + 1, nil
		case len(pieces) == r.nt.rules.Tallest:
			return nil, 0, r.wrong(rest, "a tower has at most %d pieces", r.nt.rules.Tallest)
		}
		p, n, err := r.onePiece(rest, signs)
		if err != nil {
			return nil, 0, err
		}
		pieces = append(pieces, p)
		size += n
	}
}

// sign reads a piece written in letters, and returns its length in bytes.
func (r *positionReader) sign(f field, signs map[string]piece) (piece, int, error) {
	if strings.HasPrefix(f.text, unknown) {
		return piece{}, 0, r.wrong(f, "%s", onlyView)
	}
	_, first := utf8.DecodeRuneInString(f.text)
	_, second := utf8.DecodeRuneInString(f.text[first:])
	for _, size := range []int{first + second, first} {
		s := f.text[:size]
		if p, ok := signs[s]; ok {
			return p, size, nil
		}
		// A neutral piece has no player that the case could show.
		if p, ok := signs[strings.ToLower(s)]; ok && p.owner == position.Nobody && size == first {
			return p, size, nil
		}
	}
	var known []string
	for s := range signs {
		known = append(known, s)
	}
	order.SortFunc(known, func(a, b string) int {
		return strings.Compare(strings.ToLower(a)+a,
			strings.ToLower(b)+b)
	})
	if len(known) == 0 {
		known = []string{"(player.kind)"}
	}
	return piece{}, 0, r.wrong(f,
		"no piece is written %s; expected a number of empty cells or one of %s", quote(f.text[:first]),
		strings.Join(known, " "))
}

// onlyView is why what a view does not show cannot be read.
const onlyView = "a `?` is hidden; this text is what one player sees, not a whole position"

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

// put puts pieces on a site, lowest first.
func (r *positionReader) put(f field, s topology.Site, pieces []piece) error {
	var tower []position.Piece
	for _, p := range pieces {
		k := &r.nt.rules.Kinds[p.kind]
		if !k.On.Has(s) {
			return r.wrong(f, "a %s cannot stand on %s", k.Name, r.nt.names.siteName(s))
		}
		if k.Neutral && p.owner != position.Nobody {
			return r.wrong(f, "a %s is nobody's", k.Name)
		}
		tower = append(tower, position.Piece{Owner: int8(p.owner), Kind: uint8(p.kind)})
	}
	if _, _, taken := r.p.At(s); taken {
		return r.wrong(f, "there are two pieces on %s", r.nt.names.siteName(s))
	}
	r.p.SetTower(s, tower)
	return nil
}

const maxPly = 1 << 30
