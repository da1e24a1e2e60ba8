package level

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
)

// Weights judge positions by numbers that were learned from games. They are data, in `[[weights]]`
// tables of a ruleset's TOML file; a level reads them by naming them as its `value`. All numbers
// are points. Between two players, whoever is n points ahead wins about 1/(1+e^(-n/1000)) of the
// games. With more players, each has points, and the value of a position for one of them is their
// points minus the mean of the others.
type Weights struct {
	Name string `toml:"name"`
	// Options are all options of the rules for which the weights hold. With other options, a level
	// that names the weights judges by the `value` in Otherwise, or by the first one of the rules.
	Options   Options `toml:"options"`
	Otherwise string  `toml:"otherwise"`

	Games int    `toml:"games"` // played to learn them
	Seed  uint64 `toml:"seed"`

	// Lead is for the first player in any position; 0 if both play the same game.
	Lead int64 `toml:"lead"`
	// Tempo is for the player to move, Mobility for each step that this player can choose from.
	Tempo    int64 `toml:"tempo"`
	Mobility int64 `toml:"mobility"`
	// Counters are for each unit by which a player's counter exceeds the other player's.
	Counters map[string]int64 `toml:"counters"`
	Rows     []Row            `toml:"rows"`
	Beside   []Beside         `toml:"beside"`
	Sites    []Table          `toml:"sites"`
	// Values are values of the rules, each with a weight of its own.
	Values []Declared `toml:"values"`

	// Net is the name of a file beside the rules with tables of patterns of sites, which count in
	// addition; Patterns is its text, see [Net].
	Net      string               `toml:"net"`
	Patterns string               `toml:"-"`
	read     func() (*Net, error) // reads Patterns once; see SetPatterns

	// Progress is how often the weights won while they were learned: games played so far, and the
	// percentage score against the same search without them.
	Progress [][]int `toml:"progress"`

	borrowed bool // by a variant, whose rules they may not fit
	astray   bool // by a variant in which players want something else
}

// Declared values a position by a `value` that the rules declare. It may differ for the two
// players; if one is always the opposite of the other, Waiting is 0. With more than two players,
// everyone has Mover points for each unit as they see it.
type Declared struct {
	Value string `toml:"value"` // its name
	// Mover is for each unit as the player to move sees it; Waiting is subtracted for each unit as
	// the other player sees it.
	Mover   float64 `toml:"mover"`
	Waiting float64 `toml:"waiting"`
}

// Row values the lines of a length on which only one player has pieces.
type Row struct {
	Player string  `toml:"player"`
	Length int     `toml:"length"`
	Points []int64 `toml:"points"` // with 1, 2, 3 … pieces
}

// Beside values a player's pieces on cells by how many pieces stand beside them.
type Beside struct {
	Player string `toml:"player"`
	// Directions says which cells are beside a cell: "adjacent" or "around".
	Directions string `toml:"directions"`
	// Points have a row for 0, 1, 2 … own pieces and a column for 0, 1, 2 … of the other player.
	Points [][]int64 `toml:"points"`
}

// MostBeside is the greatest number of cells beside a cell that weights can consider.
const MostBeside = 12

// DirectionsBeside returns the names of the groups of directions in which weights consider
// neighboring cells: those in which no cell has too many neighbors, without duplicates.
func DirectionsBeside(b *topology.Board) (names []string, near [][]topology.Set) {
	for _, group := range []struct {
		name  string
		steps topology.Steps
	}{{"adjacent", b.Adjacent}, {"around", b.Around}} {
		sets, some := make([]topology.Set, b.Sites), false
		for x := range b.Cells.All() {
			sets[x] = b.Images(group.steps, topology.SetOf(x)).And(b.Cells)
			if sets[x].Len() > MostBeside {
				return names, near
			}
			some = some || !sets[x].Empty()
		}
		if some && !slices.ContainsFunc(near, func(other []topology.Set) bool {
			return slices.Equal(other, sets)
		}) {
			names, near = append(names, group.name), append(near, sets)
		}
	}
	return names, near
}

// Table values the pieces of a player and a kind by where they stand. The points of neutral pieces
// are for the first player.
type Table struct {
	Player string `toml:"player"` // "" for nobody's
	Kind   string `toml:"kind"`
	// Points are row by row from the top, each from the left, as the board is drawn.
	Points [][]int64 `toml:"points"`
	// Others are for the sites that are not cells, by name.
	Others map[string]int64 `toml:"others"`
}

// MaxRow is the greatest length of a [Row].
const MaxRow = 6

// maxPoints bounds every number of weights.
const maxPoints = 10_000_000

// MaxWeighed is the greatest number of players of a game with weights.
const MaxWeighed = 4

// MaxSigns bounds the different pieces of a game with weights: kinds times one more than the
// players.
const MaxSigns = 120

// FitForWeights reports why positions of a game cannot be judged by weights.
func FitForWeights(rules *ir.Game) error {
	switch {
	case len(rules.Players) < 2 || len(rules.Players) > MaxWeighed:
		return fmt.Errorf("weights are for games of 2 to %d players; this one has %d", MaxWeighed,
			len(rules.Players))
	case len(rules.Kinds)*(len(rules.Players)+1) >= MaxSigns:
		return fmt.Errorf("the game has %d kinds of pieces, too many for weights", len(rules.Kinds))
	}
	return nil
}

// Fit reports whether the weights are for the rules with these options.
func (w *Weights) Fit(rules *ir.Game) bool {
	if rules == nil {
		return false
	}
	if w.astray || w.borrowed && w.Check(rules) != nil {
		return false
	}
	return w.chosen(rules) && w.Elsewhere(rules) == nil
}

// chosen reports whether the rules have the options that the weights are for.
func (w *Weights) chosen(rules *ir.Game) bool {
	return !slices.ContainsFunc(rules.Options,
		func(o ir.Option) bool { return w.Options[o.Name] != o.Value })
}

// Elsewhere says why the weights are for a board of another shape, as after a change of the rules;
// nil if they are not, or are for other options.
func (w *Weights) Elsewhere(rules *ir.Game) error {
	if rules == nil || !w.chosen(rules) {
		return nil
	}
	rows := rules.Board.Rows()
	for i := range w.Sites {
		if err := w.Sites[i].fits(rows); err != nil {
			return err
		}
	}
	return nil
}

// Lend gives weights to a variant of their game. Weights that do not fit its rules are for the
// original only: levels do without them there, as with other options. With astray, the variant is
// won or lost in different ways, so no weights fit.
func Lend(weights []*Weights, astray bool) []*Weights {
	return lists.Map(weights, func(w *Weights) *Weights {
		one := *w
		one.borrowed, one.astray = true, w.astray || astray
		return &one
	})
}

// Applicable returns the level without the phases that never come in a game with these rules,
// because they are for an option that the rules do not have, or cannot have at that value.
func (l Level) Applicable(rules *ir.Game) Level {
	l.When = lists.Filter(l.When, func(w Phase) bool {
		known := 0
		for _, o := range rules.Options {
			if value, asked := w.Options[o.Name]; asked && slices.Contains(o.Domain, value) {
				known++
			}
		}
		return known == len(w.Options)
	})
	return l
}

// Check reports the first mistake in weights for rules that they fit.
func (w *Weights) Check(rules *ir.Game) error {
	if err := w.mistake(rules); err != nil {
		return fmt.Errorf("weights %q: %w", w.Name, err)
	}
	return nil
}

func (w *Weights) mistake(rules *ir.Game) error {
	if rules == nil {
		return errors.New("there are no rules that they could fit")
	}
	if err := FitForWeights(rules); err != nil {
		return err
	}
	if _, err := FindValue(rules, w.Otherwise); err != nil {
		return err
	}
	for name := range w.Counters {
		if _, ok := CounterOf(rules, name); !ok {
			return fmt.Errorf("the rules have no counter %q with one number for each player", name)
		}
	}
	for i := range w.Rows {
		if err := w.Rows[i].check(rules); err != nil {
			return err
		}
	}
	if err := w.checkBeside(rules); err != nil {
		return err
	}
	for i := range w.Values {
		if err := w.Values[i].check(rules); err != nil {
			return err
		}
	}
	rows := rules.Board.Rows()
	for i := range w.Sites {
		if err := w.Sites[i].check(rules, rows); err != nil {
			return err
		}
	}
	if _, err := w.Tables(rules); err != nil {
		return err
	}
	if large := w.outOfRange(); large != 0 {
		return fmt.Errorf("%d is too large; points are at most %d", large, maxPoints)
	}
	return nil
}

// SetPatterns sets Patterns to the text of a file, which is read once, when it is needed.
func (w *Weights) SetPatterns(text string) {
	w.Patterns, w.read = text, sync.OnceValues(func() (*Net, error) { return ReadNet(text) })
}

// Fetch, unless nil, gets the patterns of a file that were not read with the rules: in a browser,
// they come when a bot needs them.
var Fetch func(net string) string

// Tables returns the net of the weights, nil if they have none. The error says why it does not fit
// the rules.
func (w *Weights) Tables(rules *ir.Game) (*Net, error) {
	if w.Net != "" && w.Patterns == "" && Fetch != nil {
		w.SetPatterns(Fetch(w.Net))
	}
	switch {
	case w.Net == "" && w.Patterns == "":
		return nil, nil
	case w.Patterns == "":
		return nil, fmt.Errorf("there is no file %s beside the rules", w.Net)
	}
	read := w.read
	if read == nil {
		read = func() (*Net, error) { return ReadNet(w.Patterns) }
	}
	n, err := read()
	if err == nil {
		err = n.Fits(rules)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", w.Net, err)
	}
	return n, nil
}

func (r *Row) check(rules *ir.Game) error {
	switch {
	case !hasPlayer(rules, r.Player):
		return fmt.Errorf("there is no player %q", r.Player)
	case r.Length < 2 || r.Length > MaxRow:
		return fmt.Errorf("a row has length %d; it can be 2 to %d", r.Length, MaxRow)
	case len(r.Points) > r.Length:
		return fmt.Errorf("a row of %d cannot have %d pieces", r.Length, len(r.Points))
	}
	return nil
}

func (d *Declared) check(rules *ir.Game) error {
	v, err := FindValue(rules, d.Value)
	switch {
	case err != nil:
		return err
	case v == nil || d.Value == "":
		return fmt.Errorf("values need the name of a value that the rules declare, not %q", d.Value)
	case !(math.Abs(d.Mover) <= maxPoints && math.Abs(d.Waiting) <= maxPoints):
		return fmt.Errorf("the value %q has %g and %g points for a unit; points are at most %d",
			d.Value, d.Mover, d.Waiting, maxPoints)
	}
	return nil
}

// fits says why a table has not the shape of a board of these rows.
func (t *Table) fits(rows [][]topology.Site) error {
	what := strings.TrimSpace(t.Player + " " + t.Kind)
	if len(t.Points) != 0 && len(t.Points) != len(rows) {
		return fmt.Errorf("%s: there are %d rows of points; the board has %d", what, len(t.Points),
			len(rows))
	}
	for i, points := range t.Points {
		if len(points) != len(rows[i]) {
			return fmt.Errorf("%s: row %d has %d points; the board has %d cells there",
				what, i+1, len(points), len(rows[i]))
		}
	}
	return nil
}

// check reports the first mistake in a table for a board of these rows.
func (t *Table) check(rules *ir.Game, rows [][]topology.Site) error {
	what := t.Player + " " + t.Kind
	switch {
	case t.Player != "" && !hasPlayer(rules, t.Player):
		return fmt.Errorf("there is no player %q", t.Player)
	case t.Player == "" && len(rules.Players) > 2:
		return errors.New("sites need a player in games of more than 2 players")
	case KindOf(rules, t.Kind) < 0:
		return fmt.Errorf("there is no kind %q", t.Kind)
	}
	if err := t.fits(rows); err != nil {
		return err
	}
	for name := range t.Others {
		if _, ok := rules.Board.SiteByName(name); !ok {
			return fmt.Errorf("%s: there is no site %q", what, name)
		}
	}
	return nil
}

// checkBeside reports the first mistake in the weights of neighboring pieces.
func (w *Weights) checkBeside(rules *ir.Game) error {
	if len(w.Beside) == 0 {
		return nil
	}
	if n := len(rules.Players); n > 2 {
		return fmt.Errorf("beside is for games of 2 players; this one has %d", n)
	}
	names, _ := DirectionsBeside(rules.Board)
	for _, n := range w.Beside {
		switch {
		case !hasPlayer(rules, n.Player):
			return fmt.Errorf("there is no player %q", n.Player)
		case !slices.Contains(names, n.Directions):
			return fmt.Errorf("beside has the directions %q; on this board, they can be %s",
				n.Directions, list(names))
		}
		for own, row := range n.Points {
			if own+len(row) > MostBeside+1 {
				return fmt.Errorf("beside: row %d has %d points; at most %d cells are beside a cell",
					own+1, len(row), MostBeside)
			}
		}
	}
	return nil
}

// outOfRange returns a number that is out of range, or 0.
func (w *Weights) outOfRange() int64 {
	all := []int64{w.Lead, w.Tempo, w.Mobility}
	for _, v := range w.Counters {
		all = append(all, v)
	}
	for _, r := range w.Rows {
		all = append(all, r.Points...)
	}
	for _, n := range w.Beside {
		for _, row := range n.Points {
			all = append(all, row...)
		}
	}
	for _, t := range w.Sites {
		for _, row := range t.Points {
			all = append(all, row...)
		}
		for _, v := range t.Others {
			all = append(all, v)
		}
	}
	for _, v := range all {
		if v > maxPoints || v < -maxPoints {
			return v
		}
	}
	return 0
}

func hasPlayer(rules *ir.Game, name string) bool {
	return slices.ContainsFunc(rules.Players, func(p ir.Player) bool { return p.Name == name })
}

// KindOf returns the number of a kind, or -1 if there is none with that name.
func KindOf(rules *ir.Game, name string) int {
	return slices.IndexFunc(rules.Kinds, func(k ir.Kind) bool { return k.Name == name })
}

// CounterOf returns where the numbers of a counter that every player has are, by player, in
// [position.Position.Numbers].
func CounterOf(rules *ir.Game, name string) (at []int, ok bool) {
	for i := range rules.States {
		if s := &rules.States[i]; s.Name != name || s.Memory || !s.PerPlayer || s.PerPiece || s.PerCell {
			continue
		}
		for q := range rules.Players {
			n, _ := rules.StateIndex(i, q, -1, topology.None)
			at = append(at, n)
		}
		return at, true
	}
	return nil, false
}

// FindWeights returns the weights of that name for these rules, nil if none fit; named reports
// whether any have the name.
func FindWeights(all []*Weights, rules *ir.Game, name string) (w *Weights, named bool) {
	for _, w := range all {
		if w.Name == name && name != "" {
			named = true
			if w.Fit(rules) {
				return w, true
			}
		}
	}
	return nil, named
}

// InsteadOf returns the `value` by which a level judges if it names weights of which none fit the
// rules; nil for material and mobility.
func InsteadOf(all []*Weights, rules *ir.Game, name string) (*ir.Value, error) {
	for _, w := range all {
		if w.Name == name && w.Otherwise != "" {
			return FindValue(rules, w.Otherwise)
		}
	}
	return FindValue(rules, "")
}
