package notation

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/topology"
)

// Alias is another way to write a step: what players of the game usually type, and the notation it
// stands for.
//
// The left side must match the whole text, in any case, and a blank in it matches any blanks or
// none. Words in braces stand for something:
//
//	{cell}, {cell2}, …   a cell by its name, as in d7
//	{x}, {y}, {n}, …     a number
//	{l}, {l2}, …         a letter, of a column
//	{way}                letters that the alias has for directions, one after the other, as in NN
//	                     or NE
//
// On the right side they are inserted as they are, or in the form after a colon: {n:top} is the row
// that is the n-th from the top, {x:column} the letter of the x-th column, and {x,y:cell} the cell
// in the x-th column and the y-th line from the top left; {x,y:cell0} counts both from 0, and
// {l,y:cell} takes a letter for the column. {cell,way:cell} is the cell to which the directions
// lead from a cell, and {x,y,way:cell} from the one in that column and line.
type Alias struct {
	pattern *regexp.Regexp
	cased   *regexp.Regexp // the same, but with letters matched in their own case
	names   []string
	typed   string
	means   string
	inverse *regexp.Regexp    // what is meant, with a group for each of its words in braces
	ways    map[string]string // by lowercase letter
	commas  int               // in what is typed
}

var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// NewAlias reads the two sides of an alias. Ways are the letters that stand for directions, as N
// for north.
func NewAlias(typed, means string, ways map[string]string) (*Alias, error) {
	r := &Alias{typed: typed, means: means, ways: map[string]string{},
		commas: strings.Count(typed, ",")}
	letters := ""
	for letter, direction := range ways {
		r.ways[strings.ToLower(letter)] = direction
		letters += letter
	}
	var pattern strings.Builder
	pattern.WriteString(`^`)
	literal := func(text string) {
		for i, part := range strings.Split(text, " ") {
			if i > 0 {
				pattern.WriteString(`\s*`)
			}
			pattern.WriteString(regexp.QuoteMeta(part))
		}
	}
	rest := typed
	for {
		at := placeholder.FindStringIndex(rest)
		if at == nil {
			literal(rest)
			break
		}
		literal(rest[:at[0]])
		name := rest[at[0]+1 : at[1]-1]
		r.names = append(r.names, name)
		switch {
		case strings.HasPrefix(name, "cell"):
			pattern.WriteString(`([a-zA-Z]+\d+)`)
		case name == "way" && letters == "":
			return nil, fmt.Errorf("alias %q has {way}, but no ways, as in N = \"north\"", typed)
		case name == "way":
			pattern.WriteString(`((?i:[` + regexp.QuoteMeta(letters) + `])+)`)
		case strings.HasPrefix(name, "l"):
			pattern.WriteString(`([a-zA-Z])`)
		default:
			pattern.WriteString(`(\d{1,3})`)
		}
		rest = rest[at[1]:]
	}
	pattern.WriteString(`$`)
	var err error
	if r.cased, err = regexp.Compile(pattern.String()); err != nil {
		return nil, fmt.Errorf("alias %q cannot be read: %w", typed, err)
	}
	r.pattern = regexp.MustCompile("(?i)" + pattern.String())
	words := placeholder.FindAllString(means, -1)
	for _, word := range words {
		if err := r.checkWord(word); err != nil {
			return nil, err
		}
	}
	parts := placeholder.Split(means, -1)
	inverse := regexp.QuoteMeta(parts[0])
	for i, word := range words {
		group := `([a-z]+\d+)`
		switch name, as, _ := strings.Cut(strings.Trim(word, "{}"), ":"); {
		case as == "top", as == "" && numeric(name):
			group = `(\d+)`
		case as == "column", as == "" && strings.HasPrefix(name, "l"):
			group = `([a-z]+)`
		}
		inverse += group + regexp.QuoteMeta(parts[i+1])
	}
	r.inverse = regexp.MustCompile("^" + inverse + "$")
	return r, nil
}

// checkWord reports a word in braces that stands for nothing that is typed, or in no known form.
func (r *Alias) checkWord(word string) error {
	names, as, _ := strings.Cut(strings.Trim(word, "{}"), ":")
	for _, name := range strings.Split(names, ",") {
		switch {
		case slices.Contains(r.names, name):
		case strings.Count(r.typed, "{") != strings.Count(r.typed, "}"):
			return fmt.Errorf("alias %q: a brace has no partner; write words in braces as in {cell}",
				r.typed)
		default:
			return fmt.Errorf("alias %q means %s, but {%s} is not typed", r.typed, word, name)
		}
	}
	if !slices.Contains([]string{"", "top", "column", "cell", "cell0"}, as) {
		return fmt.Errorf("alias %q means %s; the forms are top, column, cell and cell0", r.typed, word)
	}
	return nil
}

// numeric reports whether a word in braces stands for a number.
func numeric(name string) bool {
	return name != "way" && !strings.HasPrefix(name, "cell") && !strings.HasPrefix(name, "l")
}

// InCase reports whether a text matches with its letters in the same case as in the alias.
func (r *Alias) InCase(typed string) bool {
	return r.cased != nil && r.cased.MatchString(typed)
}

// Rewrite returns what a text stands for on a board; false if it does not match, or if a number or
// letter in it is off the board.
func (r *Alias) Rewrite(board *topology.Board, typed string) (string, bool) {
	text, off, ok := r.rewrite(board, typed)
	return text, ok && off == nil
}

// Text writes a step the way the alias does: for a text in the notation, it returns what a player
// would type. It is the inverse of [Alias.Rewrite]; false if the alias does not stand for this
// notation, or has {way} in it, which may stand for one step in several ways.
func (r *Alias) Text(board *topology.Board, notation string) (string, bool) {
	if r.inverse == nil { // the zero value
		return "", false
	}
	found := r.inverse.FindStringSubmatch(notation)
	if found == nil {
		return "", false
	}
	values := map[string]string{}
	for i, word := range placeholder.FindAllString(r.means, -1) {
		r.unread(board, strings.Trim(word, "{}"), found[i+1], values)
	}
	typed := placeholder.ReplaceAllStringFunc(r.typed, func(word string) string {
		return values[strings.Trim(word, "{}")]
	})
	again, ok := r.Rewrite(board, typed)
	return typed, ok && again == notation
}

// unread records what to type for one of the words in braces to mean the given text.
func (r *Alias) unread(board *topology.Board, word, text string, values map[string]string) {
	names, as, _ := strings.Cut(word, ":")
	first, second, _ := strings.Cut(names, ",")
	// column is the n-th column, from 0, by letter or by number from a base.
	column := func(n, base int) string {
		if strings.HasPrefix(first, "l") {
			return strings.ToUpper(topology.ColumnName(n + 1))
		}
		return strconv.Itoa(n + base)
	}
	switch as {
	case "":
		values[first] = text
	case "top":
		n, _ := strconv.Atoi(text)
		values[first] = strconv.Itoa(board.Height + 1 - n)
	case "column":
		for n := range board.Width {
			if topology.ColumnName(n+1) == text {
				values[first] = column(n, 1)
			}
		}
	case "cell", "cell0":
		base := 1
		if as == "cell0" {
			base = 0
		}
		if s, ok := board.SiteByName(text); ok && board.Cells.Has(s) {
			values[first] = column(board.Column[s]-1, base)
			values[second] = strconv.Itoa(board.FromTop(s) + base)
		}
	}
}

// OffBoard returns which number or letter of a matching text is off the board; nil if none is, or
// if the text does not match.
func (r *Alias) OffBoard(board *topology.Board, typed string) *Missing {
	_, off, _ := r.rewrite(board, typed)
	return off
}

// rewrite does the work of Rewrite and OffBoard: ok reports that the text matches, and off names
// what in it is off the board.
func (r *Alias) rewrite(board *topology.Board, typed string) (text string, off *Missing, ok bool) {
	if r.pattern == nil { // the zero value
		return "", nil, false
	}
	found := r.pattern.FindStringSubmatch(typed)
	if found == nil {
		return "", nil, false
	}
	value := func(name string) string {
		for i, n := range r.names {
			if n == name {
				return found[i+1]
			}
		}
		return ""
	}
	// Something that only looks like the name of a cell is not one: exd5 is not in a column called
	// exd.
	for i, name := range r.names {
		if _, known := board.SiteByName(found[i+1]); strings.HasPrefix(name, "cell") && !known {
			return "", nil, false
		}
	}
	// within records a column or a row, counted from base, that the board does not have.
	within := func(what, name string, n, base, count int) bool {
		first, last := strconv.Itoa(base), strconv.Itoa(base+count-1)
		if _, letter := number(name); letter {
			first, last = topology.ColumnName(1), topology.ColumnName(count)
		}
		if n < base || n >= base+count {
			if off == nil {
				off = &Missing{Name: name, What: what, First: first, Last: last}
			}
			return false
		}
		return true
	}
	ok = true
	text = placeholder.ReplaceAllStringFunc(r.means, func(p string) string {
		names, as, _ := strings.Cut(p[1:len(p)-1], ":")
		first, second, two := strings.Cut(names, ",")
		n, letter := number(value(first))
		switch {
		case as == "":
			return value(first)
		case as == "top":
			if !within("row", value(first), n, 1, board.Height) {
				return ""
			}
			return strconv.Itoa(board.Height + 1 - n)
		case as == "column":
			if !within("column", value(first), n, 1, board.Width) {
				return ""
			}
			return topology.ColumnName(n)
		case second == "way":
			if s, known := board.SiteByName(value(first)); known {
				if s, led := r.along(board, s, value(second)); led {
					return board.Names[s]
				}
			}
		case two && strings.HasPrefix(as, "cell"):
			second, way, _ := strings.Cut(second, ",")
			base := 1
			if as == "cell0" {
				base = 0
			}
			column, line := base, 0
			if letter {
				column = 1
			}
			line, _ = number(value(second))
			if !within("column", value(first), n, column, board.Width) ||
				!within("row", value(second), line, base, lines(board)) {
				return ""
			}
			if s := cellFromTop(board, n-column, line-base); s != topology.None {
				if s, led := r.along(board, s, value(way)); led {
					return board.Names[s]
				}
				ok = false
				return ""
			}
			if off == nil {
				off = &Missing{Name: value(first), What: "cell", Last: value(second)}
			}
			return ""
		}
		ok = false
		return ""
	})
	return text, off, ok
}

// along returns the cell to which the directions of some letters lead from a cell; false if they
// lead off the board.
func (r *Alias) along(board *topology.Board, s topology.Site, letters string) (topology.Site,
	bool) {
	ok := true
	for i := 0; ok && i < len(letters); i++ {
		var d topology.Relation
		if d, ok = board.DirectionByName(r.ways[strings.ToLower(letters[i:i+1])]); ok {
			next := board.Next(d, s)
			s = next.First()
			ok = !next.Empty()
		}
	}
	return s, ok
}

// number reads a number or a letter, counted from a = 1.
func number(text string) (n int, letter bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, false
	}
	if len(text) == 1 {
		return int(text[0]|0x20-'a') + 1, true
	}
	return -1, false
}

// cellFromTop finds the cell in a column and a line, both counted from 0 at the top left of the
// board as displayed.
func cellFromTop(board *topology.Board, column, line int) topology.Site {
	for s := range board.Cells.All() {
		if board.Column[s] == column+1 && board.FromTop(s) == line {
			return s
		}
	}
	return topology.None
}

// lines is the number of lines of a board as displayed, from top to bottom.
func lines(board *topology.Board) int {
	n := 0
	for s := range board.Cells.All() {
		n = max(n, board.FromTop(s)+1)
	}
	return n
}
