package engine

import (
	"cmp"
	"math/bits"
	"slices"
	"sync/atomic"

	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/interp/compile"
	"boardgame/interp/position"
)

// naming says how the steps of a class are named: the roles that are the same for all, those that
// the anchors of a bundle give, and those that depend on the place.
type naming struct {
	base     position.Move
	anchored []siteRole
	placed   []siteRole
	tables   atomic.Pointer[placing] // nil: not asked for yet
}

// siteRole is a role whose value is a site.
type siteRole struct {
	sites  []topology.Site // by place
	places []int16         // by site of its plane
	anchor uint8           // the shift of the anchor in the word of the anchors
	off    int             // added to the place
	shift  uint8           // the shift of the site in the word of a step
	mask   uint64          // of the site, when it has been shifted down
}

// placing is what the places of a class add to the words of its steps.
type placing struct {
	words []position.Move // by place
	// If the words do not rise with the places: how many are less, and the words in order.
	// Otherwise nil.
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

// of returns the step with the given anchors, without the part that depends on the place.
func (n *naming) of(anchors uint64) position.Move {
	word := n.base
	for i := range n.anchored {
		r := &n.anchored[i]
		word |= position.Move(r.sites[uint32(anchors>>r.anchor)]) << r.shift
	}
	return word
}

// places returns what the places of a class add to its steps, as many places as a bundle has.
func (n *naming) places(count int) *placing {
	if t := n.tables.Load(); t != nil {
		return t
	}
	t := &placing{words: make([]position.Move, count)}
	none := make([]bool, count)
	for i := range n.placed {
		r := &n.placed[i]
		for place := range count {
			x := topology.None
			if at := place + r.off; at >= 0 && at < len(r.sites) {
				x = r.sites[at]
			}
			if x == topology.None {
				none[place] = true
				continue
			}
			t.words[place] |= position.Move(x) << r.shift
		}
	}
	// Places without a step may have any word.
	for place := range count {
		if none[place] && place > 0 {
			t.words[place] = t.words[place-1]
		}
	}
	if !slices.IsSorted(t.words) {
		t.sorted = order.Sorted(slices.Values(t.words))
		t.rank = make([]uint16, count)
		taken := map[position.Move]uint16{}
		for place, word := range t.words {
			at, _ := slices.BinarySearch(t.sorted, word)
			t.rank[place] = uint16(at) + taken[word]
			taken[word]++
		}
	}
	n.tables.Store(t)
	return t
}

// unanchored returns the steps of a class without anchors, as many places as a bundle has.
func (n *naming) unanchored(count int) []position.Move {
	words := slices.Clone(n.places(count).words)
	for i := range words {
		words[i] |= n.base
	}
	return words
}

// Name returns the word by which the rest of the program knows a step of the player to move in s.
func (in *Instance) Name(s Slot, step Step) position.Move {
	switch step.class {
	case compile.ClassFallback:
		return position.Move(step.code)
	case compile.ClassPass:
		return position.Pass
	case compile.ClassDone:
		return position.Done
	}
	n := &in.p.names[in.ToMove(s)][step.class]
	return n.of(step.code) | n.places(64 * in.words).words[step.place]
}

// NamedSteps appends what [Instance.Steps] does to steps, and what [Instance.Name] calls each of
// these steps to names.
func (in *Instance) NamedSteps(steps []Step, names []position.Move) ([]Step, []position.Move) {
	mover, end := in.ToMove(in.last), bundlesEnd(in)
	for at := in.p.Stack; at < end; at += in.p.BundleSize {
		from := len(steps)
		steps = stepsOf(in, steps, mover, at, at+in.p.BundleSize)
		if from == len(steps) {
			continue
		}
		class := steps[from].class
		if class >= compile.ClassFallback {
			for _, step := range steps[from:] {
				names = append(names, in.Name(in.last, step))
			}
			continue
		}
		n := &in.p.names[mover][class]
		base, words := n.of(steps[from].code), n.places(64*in.words).words
		for _, step := range steps[from:] {
			names = append(names, base|words[step.place])
		}
	}
	return steps, names
}

// Names returns what [Instance.Name] calls the steps that [Instance.Steps] lists, in the order of
// the words. The slice is new and belongs to the caller.
func (in *Instance) Names() []position.Move {
	out := in.texts.newList(in.found)
	in.texts.putAll(out)
	return out
}

// AppendNames appends what [Instance.Names] lists to a list of the caller.
func (in *Instance) AppendNames(list []position.Move) []position.Move {
	n := len(list)
	list = slices.Grow(list, in.found)[:n+in.found]
	in.texts.putAll(list[n:])
	return list
}

// putAll writes the names of all steps to out, in order.
func (tx *texts) putAll(out []position.Move) {
	first, end := tx.in.p.Stack, bundlesEnd(tx.in)
	if first+tx.in.p.BundleSize == end {
		tx.putNames(out, first)
		return
	}
	if tx.putRanked(out, first, end) {
		return
	}
	// Each bundle is in order. They are merged in the order of their first words, so that a bundle
	// meets only the last words of those before it.
	list := slices.Grow(tx.in.list[:0], tx.in.found)[:tx.in.found]
	runs := tx.in.runs[:0]
	n := 0
	for at := first; at < end; at += tx.in.p.BundleSize {
		if tx.in.mem.get32(at+compile.BundleCount) == 0 {
			continue
		}
		from := n
		n += tx.putNames(list[from:], at)
		runs = append(runs, run{list[from], from, n})
	}
	tx.in.list, tx.in.runs = list, runs
	sortRuns(runs)
	n = 0
	for _, r := range runs {
		n = mergeRun(out, n, list[r.from:r.to])
	}
}

// ranking is the order of all steps of a player that depend on nothing but their class and place.
type ranking struct {
	words []position.Move // in order, filled up to a multiple of 64
	ranks [][]uint16      // by class and place; nil for a class with anchors
}

// mostRanked is how many steps a ranking may have. The set of their ranks has 64 words, so one more
// word can say which of these have members.
const mostRanked = 64 * 64

// rankingOf returns the ranking of a player; it is empty if there would be too many steps.
func (p *Program) rankingOf(player int) *ranking {
	if r := p.rankings[player].Load(); r != nil {
		return r
	}
	r, count := &ranking{}, 64*p.Words
	names := p.names[player]
	for i := range names {
		if len(names[i].anchored) == 0 {
			r.words = append(r.words, names[i].unanchored(count)...)
		}
	}
	order.Sort(r.words)
	if r.words = slices.Compact(r.words); len(r.words) > mostRanked {
		r.words = nil
	} else {
		r.ranks = make([][]uint16, len(names))
		for i := range names {
			if len(names[i].anchored) == 0 {
				for _, word := range names[i].unanchored(count) {
					at, _ := slices.BinarySearch(r.words, word)
					r.ranks[i] = append(r.ranks[i], uint16(at))
				}
			}
		}
		r.words = slices.Grow(r.words, 64)[:(len(r.words)+63)&^63]
	}
	p.rankings[player].Store(r)
	return r
}

// putRanked writes the names of the steps of all bundles between two addresses to out, in order. It
// reports false if the ranking lacks some of them.
func (tx *texts) putRanked(out []position.Move, at, end uint32) bool {
	r := tx.in.p.rankingOf(tx.in.ToMove(tx.in.last))
	var set [mostRanked / 64]uint64
	var used uint64
	for ; at < end; at += tx.in.p.BundleSize {
		class := int(tx.in.mem.get16(at + compile.BundleClass))
		if class >= len(r.ranks) || r.ranks[class] == nil {
			return false
		}
		for k := range tx.in.words {
			row := (*[64]uint16)(r.ranks[class][64*k:])
			for x := tx.in.mem.get64(at + compile.BundleSet + uint32(8*k)); x != 0; x &= x - 1 {
				rank := row[trailing(x)&63]
				set[rank>>6&63] |= 1 << (rank & 63)
				used |= 1 << (rank >> 6 & 63)
			}
		}
	}
	n := 0
	for ; used != 0; used &= used - 1 {
		k := trailing(used) & 63
		n += putWords(out[n:], 0, (*[64]position.Move)(r.words[64*k:]), set[k])
	}
	return n == len(out)
}

// run is the steps of a bundle in a list; bundles are sorted by their first step.
type run struct {
	first    position.Move
	from, to int
}

func sortRuns(runs []run) {
	const few = 32
	if len(runs) > few {
		order.SortFunc(runs, func(a, b run) int { return cmp.Compare(a.first, b.first) })
		return
	}
	for i := 1; i < len(runs); i++ {
		r, k := runs[i], i
		for ; k > 0 && runs[k-1].first > r.first; k-- {
			runs[k] = runs[k-1]
		}
		runs[k] = r
	}
}

// mergeRun merges words with the first n of out; both are in order. It returns how many there are
// then.
func mergeRun(out []position.Move, n int, words []position.Move) int {
	k := n + len(words)
	to := k
	for len(words) > 0 {
		last := len(words) - 1
		if n > 0 && out[n-1] > words[last] {
			n, to = n-1, to-1
			out[to] = out[n]
			continue
		}
		if n == 0 || out[n-1] < words[0] {
			copy(out[n:], words)
			break
		}
		to--
		out[to], words = words[last], words[:last]
	}
	return k
}

// putNames writes the names of the steps of a bundle to the beginning of out, in the order of the
// words, and returns how many there are.
func (tx *texts) putNames(out []position.Move, at uint32) int {
	class := tx.in.mem.get16(at + compile.BundleClass)
	switch class {
	case compile.ClassFallback:
		out[0] = position.Move(tx.in.mem.get64(at + compile.BundleAnchors))
		return 1
	case compile.ClassPass:
		out[0] = position.Pass
		return 1
	case compile.ClassDone:
		out[0] = position.Done
		return 1
	}
	n := &tx.in.p.names[tx.in.ToMove(tx.in.last)][class]
	word := n.base
	if len(n.anchored) > 0 {
		word = n.of(tx.in.mem.get64(at + compile.BundleAnchors))
	}
	i, t := 0, n.places(64*tx.in.words)
	if t.rank == nil {
		for k := range tx.in.words {
			x := tx.in.mem.get64(at + compile.BundleSet + uint32(8*k))
			i += putWords(out[i:], word, (*[64]position.Move)(t.words[64*k:]), x)
		}
		return i
	}
	var less [topology.MaxSites / 64]uint64
	for k := range tx.in.words {
		row := (*[64]uint16)(t.rank[64*k:])
		for x := tx.in.mem.get64(at + compile.BundleSet + uint32(8*k)); x != 0; x &= x - 1 {
			r := row[trailing(x)&63]
			less[r>>6] |= 1 << (r & 63)
		}
	}
	for k := range tx.in.words {
		i += putWords(out[i:], word, (*[64]position.Move)(t.sorted[64*k:]), less[k])
	}
	return i
}

// putWords writes the words of the members of x, joined with word, to the beginning of out, and
// returns how many there are.
func putWords(out []position.Move, word position.Move, row *[64]position.Move, x uint64) int {
	out = out[:bits.OnesCount64(x)]
	for i := range out {
		out[i] = word | row[trailing(x)&63]
		x &= x - 1
	}
	return len(out)
}

// StepOf returns the step that [Instance.Names] calls m; ok is false if there is none.
func (in *Instance) StepOf(m position.Move) (step Step, ok bool) {
	names := in.p.names[in.ToMove(in.last)]
	for at, end := in.p.Stack, bundlesEnd(in); at < end; at += in.p.BundleSize {
		if in.mem.get32(at+compile.BundleCount) == 0 {
			continue
		}
		step = Step{class: in.mem.get16(at + compile.BundleClass)}
		switch step.class {
		case compile.ClassFallback:
			if step.code = in.mem.get64(at + compile.BundleAnchors); position.Move(step.code) == m {
				return step, true
			}
			continue
		case compile.ClassPass, compile.ClassDone:
			step.code = in.mem.get64(at + compile.BundleAnchors)
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
			step.code = in.mem.get64(at + compile.BundleAnchors)
			word = n.of(step.code)
		}
		if len(n.placed) == 0 {
			if word != m {
				continue
			}
			for k := range in.words {
				if x := in.mem.get64(at + compile.BundleSet + uint32(8*k)); x != 0 {
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
		if in.mem.get64(at+compile.BundleSet+uint32(place>>6*8))>>(place&63)&1 != 0 {
			step.place = uint16(place)
			return step, true
		}
	}
	return Step{}, false
}
