package report

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/lists"
	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/match"
)

// Heat is how much happens on each site, on average over the games.
type Heat struct {
	What  string           `json:"what"`
	Sites []string         `json:"sites"` // their names
	Mean  []match.Estimate `json:"mean"`  // by site: in a game
}

// What happens on sites.
const (
	arrivals = iota
	captures
	endings
	heats
)

// heatNames say it.
var heatNames = [heats]string{"pieces arrive", "pieces are taken", "the last turn changes pieces"}

// Opening is a first turn.
type Opening struct {
	Moves string         `json:"moves"`
	Games int            `json:"games"`
	Share match.Estimate `json:"share"`
	First match.Estimate `json:"first"` // what the player who makes it gets
}

// Sample is one of the games, of medium length.
type Sample struct {
	Game   int     `json:"game"`
	Moves  string  `json:"moves"`
	Result string  `json:"result"`
	Boards []Board `json:"boards"`
}

// Board is a position of a sample.
type Board struct {
	Turns    int    `json:"turns"` // played
	Position string `json:"position"`
	p        *interp.Position
}

// Size estimates how large the game is, as powers of ten.
type Size struct {
	// Tree is the logarithm of the number of games: the sum of the logarithms of the choices in a
	// game.
	Tree match.Estimate `json:"tree"`
	// Space is the logarithm of the number of ways to put pieces on the board: an upper bound,
	// because most of them cannot be reached. It is 0, and left out, for boards with towers, which
	// have no such bound of use.
	Space float64 `json:"space,omitempty"`
}

// happened records what a step does to the board.
func (t *trace) happened(before, after *interp.Position, turn int) {
	if t.heat[0] == nil {
		for i := range t.heat {
			t.heat[i] = map[topology.Site]int{}
		}
	}
	if turn != t.lastTurn {
		t.lastTurn, t.heat[endings] = turn, map[topology.Site]int{}
	}
	mover := before.ToMove()
	for x := range before.Changed(after).All() {
		old, _, was := before.At(x)
		now, _, is := after.At(x)
		if is && (!was || old != now) {
			t.heat[arrivals][x]++
		}
		if was && old >= 0 && old != mover && (!is || now != old) {
			t.heat[captures][x]++
		}
		t.heat[endings][x] = 1
	}
}

// heat sums up what happened on the sites.
func (r *Report) heat() {
	r.Heat = []Heat{}
	for what := range heats {
		h := Heat{What: heatNames[what]}
		some := false
		for x := range r.rules.Board.Sites {
			sample := make([]float64, len(r.traces))
			for i := range r.traces {
				sample[i] = float64(r.traces[i].heat[what][topology.Site(x)])
			}
			mean := match.Mean(sample)
			some = some || mean.Value > 0
			h.Sites, h.Mean = append(h.Sites, r.rules.Board.Names[x]), append(h.Mean, mean)
		}
		if some {
			r.Heat = append(r.Heat, h)
		}
	}
}

// mostOpenings is how many first turns the report lists.
const mostOpenings = 12

// openings counts first turns.
func (r *Report) openings(games []match.Game) {
	r.Openings = []Opening{}
	count, points := map[string]int{}, map[string]float64{}
	for i := range games {
		text := r.traces[i].opening
		if text == "" {
			continue
		}
		count[text]++
		first := slices.IndexFunc(games[i].Seats, func(s match.Seat) bool {
			return s.Player == games[i].First
		})
		points[text] += games[i].Points()[first]
	}
	for text, n := range count {
		r.Openings = append(r.Openings, Opening{
			text, n, match.Wilson(float64(n), float64(len(games))), match.Wilson(points[text],
				float64(n)),
		})
	}
	order.SortFunc(r.Openings, func(a, b Opening) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Moves, b.Moves))
	})
	r.firstTurns = len(r.Openings)
	r.Openings = r.Openings[:min(len(r.Openings), mostOpenings)]
}

// sampleBoards is the greatest number of boards in a sample.
const sampleBoards = 8

// sample chooses a game of medium length and draws it.
func (r *Report) sample(g *interp.Game, games []match.Game) {
	off := func(i int) float64 {
		return math.Abs(float64(games[i].Turns) - r.Turns.Median.Value)
	}
	best := 0
	for i := range games {
		if off(i) < off(best) {
			best = i
		}
	}
	s := &Sample{Game: games[best].Number, Moves: games[best].Moves, Result: games[best].Result}
	steps, _, err := g.PlayText(g.Start(), s.Moves)
	if err != nil {
		return // a label of a move reads like the end of another
	}
	turns := max(games[best].Turns, 1)
	p, turn := g.Start(), 0
	e := g.NewEngine()
	next := 0
	for i, m := range steps {
		q := e.Play(p, m)
		if interp.TurnOver(p, q) {
			if !p.SettingUp() {
				turn++
			}
			if last := i == len(steps)-1; last || turn*(sampleBoards-1)/turns >= next &&
				len(s.Boards) < sampleBoards-1 {
				s.Boards = append(s.Boards, Board{turn, g.PositionText(q), q})
				next = turn*(sampleBoards-1)/turns + 1
			}
		}
		p = q
	}
	r.Sample = s
}

// size estimates how large the game is.
func (r *Report) size() {
	var sample []float64
	for _, t := range r.traces {
		sum := 0.0
		for _, d := range t.decisions {
			sum += math.Log10(float64(max(d.legal, 1)))
		}
		sample = append(sample, sum)
	}
	r.Size.Tree = match.Mean(sample)
	if r.rules.Towers {
		return
	}
	for x := range r.rules.Board.Sites {
		states := 1
		for _, k := range r.rules.Kinds {
			if !k.On.Has(topology.Site(x)) {
				continue
			}
			if k.Neutral {
				states++
			} else {
				states += len(r.rules.Players)
			}
		}
		r.Size.Space += math.Log10(float64(states))
	}
}

func sizeRows(r *Report) [][]string {
	rows := [][]string{
		{"", "about"},
		{"different games", "10^" + match.NumberText(r.Size.Tree, "")},
	}
	if r.Size.Space > 0 {
		rows = append(rows, []string{"ways to put pieces on the board, at most",
			fmt.Sprintf("10^%.1f", r.Size.Space)})
	}
	return rows
}

func openingRows(r *Report) [][]string {
	rows := [][]string{{"first turn", "games", "share", "", "its player gets", ""}}
	for _, o := range r.Openings {
		rows = append(rows, append(append([]string{o.Moves, fmt.Sprint(o.Games)},
			shareCells(o.Share)...), shareCells(o.First)...))
	}
	return rows
}

// heatRows lists the sites where the most happens.
func heatRows(r *Report) [][]string {
	const most = 5
	rows := [][]string{{"where", "site", "in a game", ""}}
	for _, h := range r.Heat {
		ranks := make([]int, len(h.Sites))
		for i := range ranks {
			ranks[i] = i
		}
		order.SortStableFunc(ranks,
			func(a, b int) int { return cmp.Compare(h.Mean[b].Value, h.Mean[a].Value) })
		for n, i := range ranks[:min(most, len(ranks))] {
			if h.Mean[i].Value == 0 {
				break
			}
			what := ""
			if n == 0 {
				what = h.What
			}
			rows = append(rows, []string{
				what, h.Sites[i], fmt.Sprintf("%.2f", h.Mean[i].Value),
				fmt.Sprintf("(%.2f to %.2f)", max(h.Mean[i].Low, 0), h.Mean[i].High),
			})
		}
	}
	return rows
}

// A drawing of a board is scaled to a width, up to a greatest size of cells.
const largestCell = 40.0

// ground is the place of a board in a plot.
type ground struct {
	board            *topology.Board
	left, top, scale float64
	x0, y1           float64
}

// groundOf fits a board into a width and returns its height.
func groundOf(b *topology.Board, left, top, width float64) (g ground, height float64) {
	x0, x1, y0, y1 := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, p := range b.Points {
		x0, x1, y0, y1 = min(x0, p.X), max(x1, p.X), min(y0, p.Y), max(y1, p.Y)
	}
	scale := min(width/(x1-x0+1), largestCell)
	return ground{b, left, top, scale, x0 - 0.5, y1 + 0.5}, scale * (y1 - y0 + 1)
}

func (g *ground) at(x topology.Site) (float64, float64) {
	p := g.board.Points[x]
	return g.left + (p.X-g.x0)*g.scale, g.top + (g.y1-p.Y)*g.scale
}

// radius returns the radius of a site: edges and corners are smaller than cells.
func (g *ground) radius(x topology.Site) float64 {
	if g.board.Cells.Has(x) {
		return 0.46 * g.scale
	}
	return 0.16 * g.scale
}

// heatPlot draws maps side by side: the darker a site, the more happens there.
func heatPlot(b *topology.Board, all []Heat) string {
	if len(all) == 0 {
		return ""
	}
	width := plotWidth/float64(heats) - 16
	_, height := groundOf(b, 0, 0, width)
	alt := lists.Map(all, func(h Heat) string { return h.What })
	p := newPlot(height+30, 0, 0, 0, 0, "Maps of the board: where "+strings.Join(alt, ", where "))
	for i, h := range all {
		left := float64(i) * plotWidth / float64(heats)
		g, _ := groundOf(b, left, 24, width)
		p.text("start", left, 14, "where "+h.What)
		top := 0.0
		for _, m := range h.Mean {
			top = max(top, m.Value)
		}
		sites := drawn(b, h)
		for _, s := range sites {
			m := h.Mean[s]
			x, y := g.at(topology.Site(s))
			radius := g.radius(topology.Site(s))
			if b.Cells.Has(topology.Site(s)) && len(sites) > b.Cells.Len() {
				radius *= 0.7 // what is between the cells needs room
			}
			shade := 255 - int(math.Round(205*m.Value/max(top, 1e-9)))
			fmt.Fprintf(&p.b, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="rgb(%d,%d,%d)" `+
				`stroke="#999" stroke-width="0.5">`+
				"<title>%s: %.2f in a game, %.2f to %.2f</title></circle>\n",
				x, y, radius, shade, shade, shade,
				html.EscapeString(h.Sites[s]), m.Value, max(m.Low, 0), m.High)
		}
	}
	return p.String()
}

// drawn returns the sites that a map shows, in the order in which they are drawn: all cells, then
// those edges and corners on which something happens. The others would only cover the cells.
func drawn(b *topology.Board, h Heat) (sites []int) {
	var others []int
	for s, m := range h.Mean {
		if b.Cells.Has(topology.Site(s)) {
			sites = append(sites, s)
		} else if m.Value > 0 {
			others = append(others, s)
		}
	}
	return append(sites, others...)
}

// fills are the pieces of the players, and their letters.
var fills = [...][2]string{{"#fff", "#000"}, {"#000", "#fff"}, {"#999", "#000"}, {"#ddd", "#000"}}

// stripPlot draws the boards of a sample one after the other.
func (r *Report) stripPlot() string {
	const perRow = 4
	s := r.Sample
	b := r.rules.Board
	width := plotWidth/perRow - 14
	_, height := groundOf(b, 0, 0, width)
	rows := (len(s.Boards) + perRow - 1) / perRow
	p := newPlot(float64(rows)*(height+34), 0, 0, 0, 0, "A game, in boards")
	for i, one := range s.Boards {
		left, top := float64(i%perRow)*plotWidth/perRow, float64(i/perRow)*(height+34)
		g, _ := groundOf(b, left, top+22, width)
		caption := fmt.Sprintf("after %d turns", one.Turns)
		switch one.Turns {
		case 0:
			caption = "after the setup"
		case 1:
			caption = "after 1 turn"
		}
		p.text("start", left, top+14, caption)
		for x := range b.Sites {
			r.draw(p, g, one.p, topology.Site(x))
		}
	}
	return p.String()
}

// draw draws a site with its piece.
func (r *Report) draw(p *plot, g ground, at *interp.Position, s topology.Site) {
	x, y := g.at(s)
	owner, kind, ok := at.At(s)
	radius := g.radius(s)
	if !ok {
		if r.rules.Board.Cells.Has(s) {
			fmt.Fprintf(&p.b, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" `+
				`stroke="#ccc" stroke-width="0.7"/>`+"\n", x, y, radius)
		}
		return
	}
	k := r.rules.Kinds[kind]
	if owner < 0 {
		fmt.Fprintf(&p.b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#666">`+
			"<title>%s</title></rect>\n",
			x-radius*0.7, y-radius*0.7, radius*1.4, radius*1.4, html.EscapeString(k.Name))
		return
	}
	fill := fills[owner%len(fills)]
	fmt.Fprintf(&p.b, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" `+
		`stroke="#000" stroke-width="0.8">`+"<title>%s %s</title></circle>\n",
		x, y, radius*0.9, fill[0], html.EscapeString(r.rules.Players[owner].Name),
		html.EscapeString(k.Name))
	if len(r.rules.Kinds) > 1 {
		letter, _ := utf8.DecodeRuneInString(k.Sign)
		fmt.Fprintf(&p.b, `<text text-anchor="middle" x="%.1f" y="%.1f" `+
			`style="font-size:%.1fpx;fill:%s">%s</text>`+"\n",
			x, y+radius*0.4, radius*1.1, fill[1],
			html.EscapeString(strings.ToUpper(string(letter))))
	}
}
