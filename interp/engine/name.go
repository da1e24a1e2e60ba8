package engine

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"boardgame/dsl/topology"
	"boardgame/interp/compile"
	"boardgame/interp/position"
)

// naming says how the steps of a class are called: the roles that are the same for all, those that
// the anchors of a bundle say, and those that depend on the place.
type naming struct {
	base     position.Move
	anchored []siteRole
	placed   []siteRole
	tables   atomic.Pointer[placing] // nil: nobody has asked yet
}

// siteRole is a role whose value is a site.
type siteRole struct {
	sites  []topology.Site // by place
	places []int16         // by site of its plane
	anchor uint8           // how far the anchor is shifted in the word of the anchors
	off    int             // added to the place
	shift  uint8           // where the site is in the word of a step
	mask   uint64          // of the site, when it has been shifted down
}

// placing is what the places of a class add to the words of its steps.
type placing struct {
	words []position.Move // by place
	// Where the words do not rise with the places: how many are less, and the words in their order.
	// Else nil.
	rank   []uint16
	sorted []position.Move
}

// namings returns the naming of each class of each player.
func namings(m *compile.Module) [][]naming {
	all := make([][]naming, len(m.Players))
	for me, player := range m.Players {
		all[me] = make([]naming, len(player.Classes))
		for i := range player.Classes {
			c, n := &player.Classes[i], &all[me][i]
			n.base = c.Base
			for _, r := range c.Roles {
				width := bits.Len(uint(max(m.Game.Board.Sites-1, 1)))
				role := siteRole{
					sites: m.Layout.Site[r.Plane], places: m.Layout.Bit, off: r.Off, shift: r.Shift,
					mask: 1<<width - 1,
				}
				if r.Anchor >= 0 {
					role.anchor = uint8(32 * r.Anchor)
					n.anchored = append(n.anchored, role)
				} else {
					n.placed = append(n.placed, role)
				}
			}
		}
	}
	return all
}

// of returns the step with the given anchors, without what depends on the place.
func (n *naming) of(anchors uint64) position.Move {
	word := n.base
	for i := range n.anchored {
		r := &n.anchored[i]
		word |= position.Move(r.sites[uint32(anchors>>r.anchor)]) << r.shift
	}
	return word
}

// places returns what the places of a class add to its steps, so many places as a bundle has.
func (n *naming) places(count int) *placing {
	if t := n.tables.Load(); t != nil {
		return t
	}
	t := &placing{words: make([]position.Move, count)}
	for i := range n.placed {
		r := &n.placed[i]
		for place := max(0, -r.off); place < min(count, len(r.sites)-r.off); place++ {
			if x := r.sites[place+r.off]; x != topology.None {
				t.words[place] |= position.Move(x) << r.shift
			}
		}
	}
	if !slices.IsSorted(t.words) {
		t.sorted = slices.Sorted(slices.Values(t.words))
		t.rank = make([]uint16, count)
		taken := map[position.Move]uint16{} // places that are none have a word as well
		for place, word := range t.words {
			at, _ := slices.BinarySearch(t.sorted, word)
			t.rank[place] = uint16(at) + taken[word]
			taken[word]++
		}
	}
	n.tables.Store(t)
	return t
}

// Name returns a step of the player to move in s as the word by which the rest of the program knows
// it.
func (in *Instance) Name(s Slot, step Step) position.Move {
	switch step.class {
	case compile.ClassLeft:
		return position.Move(step.code)
	case compile.ClassPass:
		return position.Pass
	case compile.ClassDone:
		return position.Done
	}
	n := &in.p.names[in.ToMove(s)][step.class]
	return n.of(step.code) | n.places(64 * in.words).words[step.place]
}

// Names returns what [Instance.Name] calls the steps that [Instance.Steps] lists, in the order of
// the words. The slice is new.
func (in *Instance) Names() []position.Move {
	names := in.p.names[in.ToMove(in.last)]
	list, runs := in.list[:0], append(in.runs[:0], 0)
	var less [topology.MaxSites / 64]uint64
	for at, end := in.p.Stack, uint32(in.sp.Get()); at < end; at += in.p.BundleSize {
		if in.get32at(at+compile.BundleCount) == 0 {
			continue
		}
		if len(list) > 0 {
			runs = append(runs, len(list))
		}
		class := in.get16at(at + compile.BundleClass)
		switch class {
		case compile.ClassLeft:
			list = append(list, position.Move(in.get64at(at+compile.BundleAnchors)))
			continue
		case compile.ClassPass:
			list = append(list, position.Pass)
			continue
		case compile.ClassDone:
			list = append(list, position.Done)
			continue
		}
		n := &names[class]
		word := n.base
		if len(n.anchored) > 0 {
			word = n.of(in.get64at(at + compile.BundleAnchors))
		}
		t := n.places(64 * in.words)
		if t.rank == nil {
			for k := range in.words {
				row := t.words[64*k:]
				for x := in.get64at(at + compile.BundleSet + uint32(8*k)); x != 0; x &= x - 1 {
					list = append(list, word|row[trailing(x)])
				}
			}
			continue
		}
		for k := range in.words {
			row := t.rank[64*k:]
			for x := in.get64at(at + compile.BundleSet + uint32(8*k)); x != 0; x &= x - 1 {
				r := row[trailing(x)]
				less[r>>6] |= 1 << (r & 63)
			}
		}
		for k := range in.words {
			row := t.sorted[64*k:]
			for x := less[k]; x != 0; x &= x - 1 {
				list = append(list, word|row[trailing(x)])
			}
			less[k] = 0
		}
	}
	in.list, in.runs = list, runs
	return in.merged()
}

// merged returns the steps of in.list in their order. Each of in.runs, which say where one begins,
// is in order.
func (in *Instance) merged() []position.Move {
	runs := append(in.runs, len(in.list))
	from, to := in.list, make([]position.Move, len(in.list))
	if len(runs) == 2 {
		copy(to, from)
		return to
	}
	own := true // `to` is the new slice
	for {
		kept := 1
		for i := 0; i+1 < len(runs); i += 2 {
			lo, mid, hi := runs[i], runs[i+1], runs[min(i+2, len(runs)-1)]
			merge(to[lo:hi], from[lo:mid], from[mid:hi])
			runs[kept] = hi
			kept++
		}
		runs = runs[:kept]
		if len(runs) == 2 {
			if !own {
				from, to = to, from
				copy(to, from)
			}
			return to
		}
		from, to, own = to, from, !own
	}
}

func merge(out, a, b []position.Move) {
	for len(a) > 0 && len(b) > 0 {
		if b[0] < a[0] {
			out[0], b = b[0], b[1:]
		} else {
			out[0], a = a[0], a[1:]
		}
		out = out[1:]
	}
	copy(out[copy(out, a):], b)
}

// StepOf returns the step that [Instance.Names] calls m; ok is false if there is none.
func (in *Instance) StepOf(m position.Move) (step Step, ok bool) {
	names := in.p.names[in.ToMove(in.last)]
	for at, end := in.p.Stack, uint32(in.sp.Get()); at < end; at += in.p.BundleSize {
		if in.get32at(at+compile.BundleCount) == 0 {
			continue
		}
		step = Step{class: in.get16at(at + compile.BundleClass)}
		switch step.class {
		case compile.ClassLeft:
			if step.code = in.get64at(at + compile.BundleAnchors); position.Move(step.code) == m {
				return step, true
			}
			continue
		case compile.ClassPass, compile.ClassDone:
			step.code = in.get64at(at + compile.BundleAnchors)
			if m == position.Pass && step.class == compile.ClassPass || m == position.Done &&
				step.class == compile.ClassDone {
				return step, true
			}
			continue
		}
		n := &names[step.class]
		if n.base.ID() != m.ID() {
			continue
		}
		word := n.base
		if len(n.anchored) > 0 {
			step.code = in.get64at(at + compile.BundleAnchors)
			word = n.of(step.code)
		}
		if len(n.placed) == 0 {
			if word != m {
				continue
			}
			for k := range in.words {
				if x := in.get64at(at + compile.BundleSet + uint32(8*k)); x != 0 {
					step.place = uint16(64*k + trailing(x))
					return step, true
				}
			}
			continue
		}
		r := &n.placed[0]
		x := uint64(m) >> r.shift & r.mask
		if x >= uint64(len(r.places)) {
			continue
		}
		place := int(r.places[x]) - r.off
		if place < 0 || place >= 64*in.words || word|n.places(64 * in.words).words[place] != m {
			continue
		}
		if in.get64at(at+compile.BundleSet+uint32(place>>6*8))>>(place&63)&1 != 0 {
			step.place = uint16(place)
			return step, true
		}
	}
	return Step{}, false
}
