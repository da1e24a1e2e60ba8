package diff

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"boardgame/interp"
)

// Counts is perft of both games side by side.
type Counts struct {
	Unit   string  `json:"unit"` // turns or steps
	Depths []Depth `json:"depths"`
	// the next depth was not counted: it would take too long
	Cut bool `json:"cut,omitempty"`
	// the first depth at which the counts differ; 0: no such depth
	Differ int      `json:"differ,omitempty"`
	Divide []Branch `json:"divide,omitempty"` // at that depth, the branches whose counts differ
	// at that depth, the branches whose counts do not differ
	Same int `json:"same,omitempty"`
}

// Depth is the number of sequences of one depth.
type Depth struct {
	Depth int    `json:"depth"`
	A     uint64 `json:"a"`
	B     uint64 `json:"b"`
}

// Branch is the number of sequences that begin with a move; nil if the game does not have the move.
type Branch struct {
	Move string  `json:"move"`
	A    *uint64 `json:"a"`
	B    *uint64 `json:"b"`
}

const (
	// deepest is the greatest depth counted by default.
	deepest = 12
	// longest is how long a depth may take by default, and the first one even if a depth was asked
	// for: a turn of many steps can have any number of sequences.
	longest = 10 * time.Second
)

// count counts sequences until the games differ, the depth is reached, or the next depth would be
// too large.
func (c *comparison) count() {
	counts := &Counts{Unit: c.effort.Unit.String()}
	c.report.Perft = counts
	most := c.effort.Depth
	if most < 0 {
		most = deepest
	}
	a, b := c.begin()
	for depth := 1; depth <= most; depth++ {
		if c.effort.Depth < 0 && counts.next() > float64(c.effort.Sequences) {
			return
		}
		c.watch("counting sequences", depth-1, most)
		d := Depth{Depth: depth}
		ctx, cancel := context.WithCancel(c.ctx)
		if c.effort.Depth < 0 || depth == 1 {
			ctx, cancel = context.WithTimeout(c.ctx, cmp.Or(c.effort.Longest, longest))
		}
		var err error
		if d.A, err = c.a.Game.PerftContext(ctx, a, depth, c.effort.Unit); err == nil {
			d.B, err = c.b.Game.PerftContext(ctx, b, depth, c.effort.Unit)
		}
		cancel()
		if err != nil {
			counts.Cut = c.ctx.Err() == nil
			return
		}
		counts.Depths = append(counts.Depths, d)
		if d.A != d.B {
			counts.Differ = depth
			if differ, same, err := c.divide(a, b, depth); err == nil {
				counts.Divide, counts.Same = differ, same
			}
			return
		}
		if d.A == 0 {
			return // all games are over
		}
	}
}

// begin returns the starts of both games after their random setups: B draws what A does where it
// has the same, and otherwise its own with the same seed.
func (c *comparison) begin() (a, b *interp.Position) {
	a, b = c.a.Game.Start(), c.b.Game.Start()
	for a.SettingUp() {
		m, ok := c.a.Game.Draw(a, c.effort.Seed)
		to, known := c.pairing.translate(m)
		if known && b != nil && b.SettingUp() && slices.Contains(c.b.Game.Moves(b), to) {
			b, _ = c.b.Game.Play(b, to) // nil: an error
		} else {
			b = nil
		}
		if a, _ = c.a.Game.Play(a, m); !ok || a == nil {
			break
		}
	}
	if a == nil {
		a = c.a.Game.SetUp(c.effort.Seed)
	}
	if b == nil || b.SettingUp() {
		b = c.b.Game.SetUp(c.effort.Seed)
	}
	return a, b
}

// next estimates the number of sequences at the next depth: it assumes that they grow by the same
// factor as at the last depth.
func (c *Counts) next() float64 {
	n := len(c.Depths)
	if n == 0 {
		return 0
	}
	last := float64(max(c.Depths[n-1].A, c.Depths[n-1].B))
	if n == 1 {
		return last * last
	}
	return last * last / float64(max(c.Depths[n-2].A, c.Depths[n-2].B, 1))
}

// divide lists the first moves whose counts differ.
func (c *comparison) divide(a, b *interp.Position, depth int) (differ []Branch, same int,
	err error) {
	left := map[string]interp.Branch{}
	ofA, err := c.a.Game.DivideContext(c.ctx, a, depth, c.effort.Unit)
	if err != nil {
		return nil, 0, err
	}
	ofB, err := c.b.Game.DivideContext(c.ctx, b, depth, c.effort.Unit)
	if err != nil {
		return nil, 0, err
	}
	for _, branch := range ofB {
		left[c.key(branch.Steps, false)] = branch
	}
	for _, branch := range ofA {
		key := c.key(branch.Steps, true)
		other, known := left[key]
		delete(left, key)
		switch {
		case !known:
			differ = append(differ, Branch{branch.Text, &branch.Count, nil})
		case other.Count != branch.Count:
			differ = append(differ, Branch{branch.Text, &branch.Count, &other.Count})
		default:
			same++
		}
	}
	for _, branch := range left {
		differ = append(differ, Branch{branch.Text, nil, &branch.Count})
	}
	slices.SortFunc(differ, func(x, y Branch) int { return strings.Compare(x.Move, y.Move) })
	return differ, same, nil
}

// key names the steps of a branch in the words of game B if it has such steps, otherwise in their
// own.
func (c *comparison) key(steps []interp.Move, ofA bool) string {
	var key strings.Builder
	for _, m := range steps {
		g := c.b.Game
		if ofA {
			if to, ok := c.pairing.translate(m); ok {
				m = to
			} else {
				g = c.a.Game
			}
		}
		key.WriteString(g.LongText(nil, m) + "\n")
	}
	return key.String()
}
