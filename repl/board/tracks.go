package board

import "boardgame/dsl/topology"

// tracks draws a graph that fits in no other way. Its points follow each other along the lines of
// the rules, each below its name, in as many rows as the width requires. A point of several lines
// is drawn once; where another line passes it, only its name is there, in brackets.
func tracks(d *drawing) bool {
	v, b := d.v, d.v.Board
	d.deep = max(v.Deep, 1)
	d.glyph = d.widest()
	const around, gap = 2, 2 // brackets on both sides; from one point to the next
	y := 0
	for _, run := range d.runs() {
		pitch := d.glyph + around
		for i, s := range run.sites {
			n := widths.StringWidth(b.Names[s])
			if run.elsewhere(i) {
				n += 2
			}
			pitch = max(pitch, n)
		}
		pitch += gap
		columns := len(run.sites)
		if d.style.Width > 0 {
			columns = max((d.style.Width+gap)/pitch, 1)
		}
		for i, s := range run.sites {
			if i > 0 && i%columns == 0 {
				y += d.deep + 1
			}
			x, name := i%columns*pitch, b.Names[s]
			if run.elsewhere(i) {
				name = "(" + name + ")"
			} else {
				d.at[s] = place{x + 1, y + 1}
			}
			d.canvas.write(x, y, name, faint) // nothing else shows where a point is
		}
		y += d.deep + 1
	}
	d.cells(func(topology.Site) string { return d.choose("·", ".") })
	return true
}

// A run is a part of a line with points that no line before it has. If from or to is set, the run's
// first or last point was drawn elsewhere and shows where the run begins or ends.
type run struct {
	sites    []topology.Site
	from, to bool
}

// elsewhere reports whether the i-th point is drawn in another run.
func (r run) elsewhere(i int) bool {
	return i == 0 && r.from || i == len(r.sites)-1 && r.to
}

// runs cuts the lines of a graph into runs, so that every point belongs to one.
func (d *drawing) runs() []run {
	b := d.v.Board
	var all []run
	var seen topology.Set
	for _, line := range b.Spec.Lines {
		var now run
		last := topology.None
		finish := func(next topology.Site) {
			if now.sites == nil {
				return
			}
			if next != topology.None {
				now.sites, now.to = append(now.sites, next), true
			}
			all = append(all, now)
			now = run{}
		}
		for _, name := range line.Points {
			s, ok := b.SiteByName(name)
			switch {
			case !ok:
				continue
			case seen.Has(s):
				finish(s)
			default:
				if now.sites == nil && last != topology.None {
					now.sites, now.from = append(now.sites, last), true
				}
				now.sites = append(now.sites, s)
				seen.Add(s)
			}
			last = s
		}
		if first, ok := b.SiteByName(line.Points[0]); ok && line.Loop {
			finish(first)
		}
		finish(topology.None)
	}
	return all
}
