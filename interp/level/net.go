package level

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
)

// Net values a position of two players by what stands on patterns of sites: a sum of numbers from
// small tables. Patterns that a symmetry of the game maps to one another share a table; a pattern
// that is seen with the players swapped counts against the first player.
type Net struct {
	Views []View
	// Memory names the number of each cell that is the digit instead of a piece, and Cuts says from
	// which numbers on the digit is 1, 2 and so on; "" for none.
	Memory string
	Cuts   []int64
	// Candidates is how many patterns there were before some were chosen. It sets the speed of
	// learning.
	Candidates int
	Classes    []Class
	Layer      *Layer // in place of all that, in games with dice
}

// View says which digit stands for what a site shows: nothing, or by kind the piece of the first
// player, of the second, and of nobody.
type View struct{ Digits []uint8 }

// Class is a set of patterns that share a table.
type Class struct {
	View, Cells int
	Own         []Turn // the symmetries that map a pattern to itself
	Patterns    []Pattern
	// Points are by state, in digits of which the first cell is the lowest.
	Points []int16
}

// AddOwn adds a symmetry that maps a pattern to itself. Symmetries of the board that turn the cells
// of the pattern the same way count once.
func (c *Class) AddOwn(t Turn) {
	if !slices.ContainsFunc(c.Own, func(o Turn) bool {
		return o.Swap == t.Swap && slices.Equal(o.To, t.To)
	}) {
		c.Own = append(c.Own, t)
	}
}

// Turn says where each cell of a pattern goes; Swap, that the players change places.
type Turn struct {
	To   []uint8
	Swap bool
}

// Pattern lists the sites of a pattern. With Swap, it is seen with the players swapped.
type Pattern struct {
	Sites []topology.Site
	Swap  bool
}

// Bounds of a net.
const (
	MostStates   = 20_000 // of a table
	MostCells    = 16     // of a pattern
	mostPatterns = 50_000
	mostCuts     = 100
	mostTables   = 8 << 20        // numbers in all tables
	mostImages   = 2 * mostTables // of numbers after the turns of their patterns
	mostNet      = 32 << 20
)

// netHead begins the text of a net.
const netHead = "boardgame patterns 1\n"

// pointStep is to what points are rounded in a file.
const pointStep = 16

// Digits returns how many digits a view has.
func (n *Net) Digits(view int) int {
	if n.Memory != "" {
		return len(n.Cuts) + 1
	}
	return int(slices.Max(n.Views[view].Digits)) + 1
}

// Swapped returns the sign of a piece whose owner is swapped.
func Swapped(sign int) int {
	if owner := (sign - 1) % 3; sign > 0 && owner < 2 {
		return sign + 1 - 2*owner
	}
	return sign
}

// Opposite returns, by digit of a view, the digit after the players have been swapped.
func (n *Net) Opposite(view int) []int {
	all := make([]int, n.Digits(view))
	for d := range all {
		all[d] = d
	}
	if digits := n.Views[view].Digits; n.Memory == "" {
		for sign, d := range digits {
			if other := Swapped(sign); other < len(digits) {
				all[d] = int(digits[other])
			}
		}
	}
	return all
}

// Image returns the state of a pattern after a turn of its cells; opposite is nil unless players
// are swapped.
func Image(state, digits int, to []uint8, opposite []int) int {
	image := 0
	for _, j := range to {
		d := state % digits
		state /= digits
		if opposite != nil {
			d = opposite[d]
		}
		image += d * power(digits, int(j))
	}
	return image
}

func power(base, n int) int {
	p := 1
	for range n {
		p *= base
	}
	return p
}

// States is how many states a class has.
func (n *Net) States(c *Class) int { return power(n.Digits(c.View), c.Cells) }

// Ties numbers the weights of a class from 1 on: states that a symmetry of the pattern maps to one
// another share one, with the opposite sign if the players are swapped. States with 0 have none:
// those that are their own opposites, and the empty pattern.
func (n *Net) Ties(c *Class) (ids []int32, count int) {
	digits, opposite := n.Digits(c.View), n.Opposite(c.View)
	states := n.States(c)
	ids, images, least := make([]int32, states), make([]int, states), make([]int, states)
	none, swapped := make([]bool, states), make([]bool, states)
	for state := range least {
		least[state] = state
	}
	none[0] = n.Memory == ""
	for _, t := range c.Own {
		images[0] = 0
		done := 1 // images of the first cells, to which each further cell adds its digit
		for _, j := range t.To {
			place := power(digits, int(j))
			for d := digits - 1; d >= 0; d-- {
				to := d
				if t.Swap {
					to = opposite[d]
				}
				for s := range done {
					images[d*done+s] = images[s] + to*place
				}
			}
			done *= digits
		}
		for state, image := range images {
			none[state] = none[state] || image == state && t.Swap
			if image < least[state] {
				least[state], swapped[state] = image, t.Swap
			}
		}
	}
	for state := range ids {
		switch {
		case none[state]:
		case least[state] == state:
			count++
			ids[state] = int32(count)
		case swapped[state]:
			ids[state] = -ids[least[state]]
		default:
			ids[state] = ids[least[state]]
		}
	}
	return ids, count
}

// WriteNet writes a net as a file. It is a function so that the browser, which only reads nets,
// does without it.
func WriteNet(n *Net) string {
	if n.Layer != nil {
		return pack(layerHead, n.Layer.write())
	}
	var raw []byte
	put := func(numbers ...int) {
		for _, v := range numbers {
			raw = binary.AppendVarint(raw, int64(v))
		}
	}
	yes := map[bool]int{true: 1}
	put(len(n.Views))
	for _, v := range n.Views {
		put(len(v.Digits))
		raw = append(raw, v.Digits...)
	}
	put(len(n.Memory))
	raw = append(raw, n.Memory...)
	put(len(n.Cuts))
	for _, c := range n.Cuts {
		put(int(c))
	}
	put(n.Candidates, len(n.Classes))
	for i := range n.Classes {
		c := &n.Classes[i]
		put(c.View, c.Cells, len(c.Own), len(c.Patterns))
		for _, t := range c.Own {
			put(yes[t.Swap])
			raw = append(raw, t.To...)
		}
		for _, p := range c.Patterns {
			put(yes[p.Swap])
			for _, x := range p.Sites {
				put(int(x))
			}
		}
		ids, count := n.Ties(c)
		next := int32(1)
		for state, id := range ids {
			if id == next && int(next) <= count {
				put(int(math.Round(float64(c.Points[state]) / pointStep)))
				next++
			}
		}
	}
	return pack(netHead, raw)
}

// pack writes bytes as lines of text.
func pack(head string, raw []byte) string {
	var packed bytes.Buffer
	z, _ := flate.NewWriter(&packed, flate.BestCompression)
	_, _ = z.Write(raw) // a buffer takes everything
	_ = z.Close()
	text := base64.StdEncoding.EncodeToString(packed.Bytes())
	var lines strings.Builder
	lines.WriteString(head)
	for part := range slices.Chunk([]byte(text), 100) {
		lines.Write(append(part, '\n'))
	}
	return lines.String()
}

// Why a file is not a net.
var (
	errNet   = errors.New("this is not a file of patterns, or part of it is missing")
	errLarge = fmt.Errorf("the patterns are too large: at most %d states, counted once for each "+
		"symmetry, can be read", mostImages)
)

// ReadNet reads what WriteNet has written. The net has nothing out of range, but may be for other
// rules.
func ReadNet(text string) (net *Net, err error) {
	text, is := strings.CutPrefix(text, netHead)
	text, layer := strings.CutPrefix(text, layerHead)
	packed, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(text, "\n", ""))
	if is == layer || err != nil {
		return nil, errNet
	}
	raw, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed)), mostNet))
	if err != nil {
		return nil, errNet
	}
	defer func() {
		switch e := recover(); e {
		case nil:
		case errNet, errLarge:
			net, err = nil, e.(error)
		default:
			panic(e)
		}
	}()
	r := &netReader{raw: raw}
	if layer {
		return &Net{Layer: r.layer()}, nil
	}
	return r.net(), nil
}

// netReader reads a net; it panics with errNet or errLarge.
type netReader struct {
	raw    []byte
	states int
	images int
	total  int
}

// get reads a number of a range.
func (r *netReader) get(least, most int) int {
	v, n := binary.Varint(r.raw)
	if n <= 0 || v < int64(least) || v > int64(most) {
		panic(errNet)
	}
	r.raw = r.raw[n:]
	return int(v)
}

// bytes reads that many bytes below a bound.
func (r *netReader) bytes(n, below int) []byte {
	if len(r.raw) < n {
		panic(errNet)
	}
	b := slices.Clone(r.raw[:n])
	if n > 0 && int(slices.Max(b)) >= below {
		panic(errNet)
	}
	r.raw = r.raw[n:]
	return b
}

func (r *netReader) net() *Net {
	n := &Net{}
	for range r.get(1, 2) {
		n.Views = append(n.Views, View{r.bytes(r.get(1, MaxSigns), MaxSigns)})
	}
	n.Memory = string(r.bytes(r.get(0, 1000), 256))
	for range r.get(0, mostCuts) {
		n.Cuts = append(n.Cuts, int64(r.get(math.MinInt64, math.MaxInt64)))
	}
	n.Candidates = r.get(1, math.MaxInt32)
	for range r.get(0, mostPatterns) {
		n.Classes = append(n.Classes, r.class(n))
	}
	return n
}

func (r *netReader) class(n *Net) Class {
	c := Class{View: r.get(0, len(n.Views)-1), Cells: r.get(1, MostCells)}
	own, patterns := r.get(0, 100), r.get(1, mostPatterns)
	states := 1
	for range c.Cells {
		if states *= n.Digits(c.View); states > MostStates {
			panic(errNet)
		}
	}
	r.states += states
	if r.total += patterns; r.states > mostTables || r.total > mostPatterns {
		panic(errNet)
	}
	for range own {
		swap := r.get(0, 1) == 1
		c.AddOwn(Turn{r.bytes(c.Cells, c.Cells), swap})
	}
	if r.images += states * len(c.Own); r.images > mostImages {
		panic(errLarge)
	}
	for range patterns {
		p := Pattern{Swap: r.get(0, 1) == 1}
		for range c.Cells {
			p.Sites = append(p.Sites, topology.Site(r.get(0, topology.MaxSites-1)))
		}
		c.Patterns = append(c.Patterns, p)
	}
	ids, count := n.Ties(&c)
	worth := make([]int16, count+1)
	for i := range count {
		worth[i+1] = int16(pointStep * r.get(math.MinInt16/pointStep, math.MaxInt16/pointStep))
	}
	c.Points = make([]int16, states)
	for state, id := range ids {
		if id < 0 {
			c.Points[state] = -worth[-id]
		} else {
			c.Points[state] = worth[id]
		}
	}
	return c
}

// Fits reports why a net cannot judge positions of these rules.
func (n *Net) Fits(rules *ir.Game) error {
	if len(rules.Players) != 2 {
		return fmt.Errorf("patterns are for games of 2 players; this one has %d",
			len(rules.Players))
	}
	if n.Layer != nil {
		return n.Layer.fits(rules)
	}
	for _, v := range n.Views {
		if len(v.Digits) != 1+3*len(rules.Kinds) {
			return errors.New("the patterns are for a game with other kinds of pieces")
		}
	}
	if n.Memory != "" && n.MemoryAt(rules) == nil {
		return fmt.Errorf("the rules have no number %q of each cell", n.Memory)
	}
	for i := range n.Classes {
		for _, p := range n.Classes[i].Patterns {
			if int(slices.Max(p.Sites)) >= rules.Board.Sites {
				return errors.New("the patterns are for a larger board")
			}
		}
	}
	return nil
}

// MemoryAt returns, by site, where its digit is in [position.Position.Numbers], -1 where there is
// none; nil if the rules have no such number.
func (n *Net) MemoryAt(rules *ir.Game) []int {
	for i := range rules.States {
		if s := &rules.States[i]; s.Name == n.Memory && OfCells(s) {
			at := make([]int, rules.Board.Sites)
			for x := range at {
				at[x] = -1
				if j, ok := rules.StateIndex(i, -1, -1, topology.Site(x)); ok &&
					rules.Board.Cells.Has(topology.Site(x)) {
					at[x] = j
				}
			}
			return at
		}
	}
	return nil
}

// OfCells reports whether a state is one number for each cell.
func OfCells(s *ir.State) bool { return s.PerCell && !s.PerPlayer && !s.PerPiece }
