package weigh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/level"
	"boardgame/interp/symmetry"
)

// pattern is a pattern of sites that may be worth a table. Patterns of the same shape also share
// weights, wherever they lie.
type pattern struct {
	view  int
	sites []topology.Site
	shape string
}

func (p *pattern) key() string {
	sites := slices.Clone(p.sites)
	slices.Sort(sites)
	return fmt.Sprint(p.view, sites)
}

// deriver finds the patterns of a game, from its board and from what random games show.
type deriver struct {
	game     *interp.Game
	board    *topology.Board
	shape    *shape
	rng      *rand.Rand
	net      *level.Net
	live     []topology.Site // those that change
	alive    []bool
	patterns []pattern
}

// watch plays random games to see which pieces occur and which sites change, and how the numbers of
// cells are spread.
func (d *deriver) watch() {
	const games, most = 40, 250
	seen := make([][]bool, d.board.Sites)
	for x := range seen {
		seen[x] = make([]bool, d.shape.signs)
	}
	rules := d.game.Rules()
	for i := range rules.States {
		if level.OfCells(&rules.States[i]) {
			d.net.Memory = rules.States[i].Name
			break
		}
	}
	var memory []int
	if d.net.Memory != "" {
		memory = d.net.MemoryAt(rules)
	}
	var numbers []int64
	e := d.game.NewEngine()
	for range games {
		p := d.game.Start()
		for ply := 0; ply < most && p.Result() == nil; ply++ {
			for x := range seen {
				owner, kind, ok := p.At(topology.Site(x))
				sign := 0
				if owner < 0 {
					owner = p.Players()
				}
				if ok {
					sign = d.shape.Sign(owner, kind)
				}
				seen[x][sign] = true
				if memory != nil && memory[x] >= 0 && ply%3 == 0 {
					numbers = append(numbers, p.State().Numbers[memory[x]])
				}
			}
			p = e.Play(p, interp.Any(e, p, d.rng))
		}
	}
	if d.net.Cuts = cuts(numbers, differs); d.net.Cuts == nil {
		d.net.Memory = ""
	}
	used := make([]bool, d.shape.signs)
	used[0] = true
	for x := range seen {
		kinds := 0
		for sign, is := range seen[x] {
			if is {
				used[sign], used[level.Swapped(sign)] = true, true
				kinds++
			}
		}
		if kinds > 1 || d.net.Memory != "" && memory[x] >= 0 {
			d.live, d.alive[x] = append(d.live, topology.Site(x)), true
		}
	}
	d.views(used)
}

// differs is the least part of the numbers of cells that have a digit.
const differs = 0.015

// cuts are numbers from which on at least a part of all numbers lies up to the next one; nil if the
// numbers hardly differ.
func cuts(numbers []int64, part float64) (at []int64) {
	const most = 20
	slices.Sort(numbers)
	if len(numbers) == 0 {
		return nil
	}
	last, enough := 0, int(part*float64(len(numbers)))
	for v := numbers[0] + 1; v <= numbers[0]+most; v++ {
		i, _ := slices.BinarySearch(numbers, v)
		if i-last >= enough && len(numbers)-i >= enough*2/3 && i > 0 {
			at, last = append(at, v), i
		}
	}
	return at
}

// views adds the ways to see a site: all kinds of pieces and, if that is more, their owners.
func (d *deriver) views(used []bool) {
	all, owners := make([]uint8, len(used)), make([]uint8, len(used))
	if d.net.Memory != "" {
		d.net.Views = []level.View{{Digits: all}}
		return
	}
	next := uint8(1)
	for sign, is := range used {
		if is && sign > 0 {
			all[sign] = next
			owners[sign] = uint8(d.shape.owner(uint8(sign))) + 1
			next++
		}
	}
	d.net.Views = []level.View{{Digits: all}}
	if slices.Max(all) > slices.Max(owners) {
		d.net.Views = append(d.net.Views, level.View{Digits: owners})
	}
}

// add adds a pattern if all of its sites change and none is twice in it.
func (d *deriver) add(view int, sites []topology.Site, shape string) {
	for i, x := range sites {
		if !d.alive[x] || slices.Contains(sites[:i], x) {
			return
		}
	}
	d.patterns = append(d.patterns, pattern{view, slices.Clone(sites),
		fmt.Sprintf("%d %s", view, shape)})
}

// step returns the site beyond another in a direction; None if it does not lead to one.
func (d *deriver) step(along topology.Relation, x topology.Site) topology.Site {
	if x == topology.None {
		return x
	}
	if to := d.board.Next(along, x); to.Len() != 1 {
		return topology.None
	}
	return d.board.Neighbor(along, x)
}

// near returns the sites that change and are one of the steps away.
func (d *deriver) near(steps topology.Steps, x topology.Site) (all []topology.Site) {
	for y := range d.board.Images(steps, topology.SetOf(x)).All() {
		if y != x && d.alive[y] {
			all = append(all, y)
		}
	}
	return all
}

// derive finds the patterns of all views.
func (d *deriver) derive(symmetries int) {
	const longest, window = 9, 6
	for view := range d.net.Views {
		digits := max(d.net.Digits(view), 2)
		most := min(int(math.Log(level.MostStates)/math.Log(float64(digits))), longest)
		for r := range d.board.Directions {
			if along := topology.Relation(r); d.board.Axes.Has(along) {
				d.lines(view, along, most, window)
				d.blocks(view, along, most)
			}
		}
		d.neighbors(view, most)
		d.connected(view, most, symmetries)
		if d.net.Memory == "" {
			continue
		}
		for i, x := range d.live {
			d.add(view, []topology.Site{x}, "one")
			for _, y := range d.live[:i] {
				d.add(view, []topology.Site{y, x}, fmt.Sprint("both ", y, x))
			}
		}
	}
}

// lines adds each line along a direction, if it fits, otherwise the windows in it.
func (d *deriver) lines(view int, along topology.Relation, most, window int) {
	back := d.board.Directions[along].Back
	for _, x := range d.live {
		if p := d.step(back, x); p != topology.None && d.alive[p] {
			continue
		}
		line := []topology.Site{x}
		for y := d.step(along, x); y != topology.None && d.alive[y] && !slices.Contains(line, y); {
			line, y = append(line, y), d.step(along, y)
		}
		n := len(line)
		if n > min(most, 8) {
			n = min(most, window)
		}
		for i := 0; n >= 3 && i+n <= len(line); i++ {
			d.add(view, line[i:i+n], fmt.Sprint("line ", along, n))
		}
	}
}

// blocks adds rectangles, on hex boards rhombi, spanned by a direction and the one beside it.
func (d *deriver) blocks(view int, along topology.Relation, most int) {
	to := &d.board.Directions[along]
	if to.Left == to.Right || to.Left == along {
		return
	}
	for _, side := range []topology.Relation{to.Left, to.Right} {
		for _, size := range [][2]int{{4, 2}, {3, 2}, {2, 2}, {3, 3}, {2, 3}, {2, 4}} {
			n := size[0] * size[1]
			if n > most || n == 4 && most >= 6 {
				continue
			}
			for _, x := range d.live {
				var sites []topology.Site
				for range size[1] {
					for y, i := x, 0; i < size[0] && y != topology.None; i++ {
						sites, y = append(sites, y), d.step(along, y)
					}
					x = d.step(side, x)
				}
				if len(sites) == n {
					d.add(view, sites, fmt.Sprint("block ", along, side, size))
				}
			}
		}
	}
}

// neighbors adds each site with those beside it, and pairs of neighbors.
func (d *deriver) neighbors(view, most int) {
	for group, steps := range []topology.Steps{d.board.Adjacent, d.board.Around} {
		for _, x := range d.live {
			sites := append([]topology.Site{x}, d.near(steps, x)...)
			if n := len(sites); n >= 2 && n <= most {
				d.add(view, sites, fmt.Sprint("near ", group, n))
			}
			for _, y := range sites[1:] {
				if y > x && (group == 1 || d.board.IsGraph()) {
					d.add(view, []topology.Site{x, y}, fmt.Sprint("pair ", group))
				}
			}
		}
	}
}

// connected adds random connected patterns, fewer of them the more symmetries multiply them.
func (d *deriver) connected(view, most, symmetries int) {
	const many = 100 // sites
	n := 6 * len(d.live) / max(min(most, 6), 1)
	if len(d.live) > many {
		n = 60
	}
	if len(d.live) == 0 {
		return
	}
	for i := range n / max(symmetries, 1) {
		size := min(3+d.rng.IntN(max(min(most, 7)-2, 1)), most)
		sites := []topology.Site{d.live[d.rng.IntN(len(d.live))]}
		for tries := 0; len(sites) < size && tries < 50; tries++ {
			x := sites[d.rng.IntN(len(sites))]
			all := d.near(d.board.Around, x)
			if d.board.IsGraph() || len(all) == 0 {
				all = d.near(d.board.Adjacent, x)
			}
			if len(all) == 0 {
				continue
			}
			if y := all[d.rng.IntN(len(all))]; !slices.Contains(sites, y) {
				sites = append(sites, y)
			}
		}
		if len(sites) >= 2 {
			slices.Sort(sites)
			d.add(view, sites, fmt.Sprint("connected ", i))
		}
	}
}

// turn returns where the cells of a pattern go in a different order of its sites; nil if the sites
// are not the same.
func turn(from, to []topology.Site) []uint8 {
	cells := make([]uint8, len(from))
	for i, x := range from {
		j := slices.Index(to, x)
		if j < 0 {
			return nil
		}
		cells[i] = uint8(j)
	}
	return cells
}

// share makes classes of patterns that symmetries map to one another. It returns by class the
// number of its shape, and by shape how its patterns lie on one another.
func (d *deriver) share(symmetries []symmetry.Symmetry) (shapes []int, turns [][]level.Turn) {
	byKey := map[string]*pattern{}
	for i := range d.patterns {
		if p := &d.patterns[i]; byKey[p.key()] == nil {
			byKey[p.key()] = p
		}
	}
	done, numbers := map[string]bool{}, map[string]int{}
	for i := range d.patterns {
		p := &d.patterns[i]
		if done[p.key()] {
			continue
		}
		number, known := numbers[p.shape]
		if !known {
			number = len(turns)
			numbers[p.shape], turns = number, append(turns, nil)
		}
		c := level.Class{View: p.view, Cells: len(p.sites)}
		for j := range symmetries {
			s := &symmetries[j]
			image := pattern{view: p.view, sites: make([]topology.Site, len(p.sites))}
			for k, x := range p.sites {
				image.sites[k] = s.Sites[x]
			}
			key := image.key()
			if to := turn(image.sites, p.sites); to != nil {
				c.AddOwn(level.Turn{To: to, Swap: s.Swaps()})
			}
			if o := byKey[key]; o != nil && o.shape == p.shape {
				to := level.Turn{To: turn(image.sites, o.sites), Swap: s.Swaps()}
				if !slices.ContainsFunc(turns[number], func(t level.Turn) bool {
					return t.Swap == to.Swap && slices.Equal(t.To, to.To)
				}) {
					turns[number] = append(turns[number], to)
				}
			}
			if !done[key] {
				done[key] = true
				c.Patterns = append(c.Patterns, level.Pattern{Sites: image.sites, Swap: s.Swaps()})
			}
		}
		d.net.Candidates += len(c.Patterns)
		d.net.Classes, shapes = append(d.net.Classes, c), append(shapes, number)
	}
	return shapes, turns
}
