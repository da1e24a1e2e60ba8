package report

import (
	"fmt"
	"html"
	"math"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/lists"
	"boardgame/interp/match"
)

// The plots are black, white and gray; differences show in form: bars, lines, dashes.

// plotWidth is the width of all plots in the units of their drawing; a page scales them.
const plotWidth = 680.0

// glyph is about how wide a letter is, in the same units.
const glyph = 7.0

// plot is an SVG under construction. Its area is where data is drawn.
type plot struct {
	b                        strings.Builder
	height                   float64
	left, top, right, bottom float64 // of the area
}

// newPlot begins a plot of a height with margins; alt describes it for those who cannot see it.
func newPlot(height, left, top, right, bottom float64, alt string) *plot {
	p := &plot{height: height, left: left, top: top, right: plotWidth - right,
		bottom: height - bottom}
	fmt.Fprintf(&p.b, `<svg viewBox="0 0 %g %g" role="img" aria-label="%s" `+
		`xmlns="http://www.w3.org/2000/svg">`+"\n",
		plotWidth, height, html.EscapeString(alt))
	return p
}

func (p *plot) String() string { return p.b.String() + "</svg>\n" }

func (p *plot) line(class string, x1, y1, x2, y2 float64) {
	fmt.Fprintf(&p.b, `<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", class, x1,
		y1, x2, y2)
}

func (p *plot) rect(class string, x, y, w, h float64, tip string) {
	fmt.Fprintf(&p.b, `<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f">`+
		"<title>%s</title></rect>\n",
		class, x, y, max(w, 0), max(h, 0), html.EscapeString(tip))
}

// text writes text that starts, is centered or ends at x: start, middle, end.
func (p *plot) text(anchor string, x, y float64, text string) {
	fmt.Fprintf(&p.b, `<text text-anchor="%s" x="%.1f" y="%.1f">%s</text>`+"\n", anchor, x, y,
		html.EscapeString(text))
}

// scale maps numbers from low … high to from … to.
func scale(low, high, from, to float64) func(float64) float64 {
	if high <= low {
		high = low + 1
	}
	return func(v float64) float64 { return from + (v-low)/(high-low)*(to-from) }
}

// ticks returns about n round numbers from low to high.
func ticks(low, high float64, about int) []float64 {
	if high <= low {
		return []float64{low}
	}
	step := math.Pow(10, math.Floor(math.Log10((high-low)/float64(about))))
	for _, factor := range []float64{1, 2, 5, 10} {
		if (high-low)/(step*factor) <= float64(about) {
			step *= factor
			break
		}
	}
	var all []float64
	for v := math.Ceil(low/step-1e-9) * step; v <= high+step*1e-9; v += step {
		all = append(all, v)
	}
	return all
}

// axes draws the frame of a plot, with ticks and labels on both axes.
func (p *plot) axes(x, y func(float64) float64, xTicks, yTicks []float64, xName, yName string,
	yText func(float64) string) {
	for _, v := range yTicks {
		p.line("grid", p.left, y(v), p.right, y(v))
		p.text("end", p.left-6, y(v)+4, yText(v))
	}
	p.line("axis", p.left, p.bottom, p.right, p.bottom)
	for _, v := range xTicks {
		p.line("axis", x(v), p.bottom, x(v), p.bottom+4)
		p.text("middle", x(v), p.bottom+18, number(v))
	}
	p.text("end", p.right, p.bottom+36, xName)
	p.text("start", 2, 14, yName)
}

func number(v float64) string {
	if math.Abs(v) < 0.05 {
		v = 0 // and not -0
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0")
}

func percent(v float64) string { return number(math.Round(100*v)) + " %" }

// shapePlot draws a histogram. If the mean and the median are known, it marks them.
func shapePlot(bins []Bin, unit, counted string, mean, median *match.Estimate) string {
	if len(bins) == 0 {
		return ""
	}
	p := newPlot(250, 48, 50, 12, 42, "Histogram: "+counted+" by the number of "+unit)
	most := 0
	for _, bin := range bins {
		most = max(most, bin.Count)
	}
	low, high := float64(bins[0].From)-0.5, float64(bins[len(bins)-1].To)+0.5
	const widest = 48
	p.right = min(p.right, p.left+widest*float64(max(len(bins), 3)))
	x, y := scale(low, high, p.left, p.right), scale(0, float64(max(most, 1)), p.bottom, p.top)
	// Ticks stand at whole numbers that a bar can have.
	xTicks := lists.Filter(ticks(low, high, 12), func(v float64) bool { return v == math.Trunc(v) })
	yTicks := lists.Filter(ticks(0, float64(max(most, 1)), 4),
		func(v float64) bool { return v == math.Trunc(v) })
	p.axes(x, y, xTicks, yTicks, unit, counted, number)
	for _, bin := range bins {
		if bin.Count > 0 {
			from, to := x(float64(bin.From)-0.5), x(float64(bin.To)+0.5)
			p.rect("bar", from+0.5, y(float64(bin.Count)), to-from-1,
				p.bottom-y(float64(bin.Count)), fmt.Sprintf("%s: %d", bin.label(), bin.Count))
		}
	}
	mark := func(class, name string, e *match.Estimate, toLeft bool) {
		if e == nil {
			return
		}
		at := x(min(max(e.Value, low), high))
		p.line(class, at, p.top-4, at, p.bottom)
		text := name + " " + number(math.Round(10*e.Value)/10)
		anchor, shift, line := "start", 5.0, p.top-8
		if toLeft {
			if at-glyph*float64(len(text)) < 0 {
				line -= 16 // there is no room on the left: above the other, on the right
			} else {
				anchor, shift = "end", -5.0
			}
		}
		p.text(anchor, at+shift, line, text)
	}
	medianLeft := mean != nil && median != nil && median.Value < mean.Value
	mark("mean", "mean", mean, median != nil && !medianLeft)
	mark("median", "median (dashed)", median, medianLeft)
	return p.String()
}

// curvePlot draws a curve with its intervals as a band. The values run from low to high, or over
// their own range; a fair value is a dashed line.
func curvePlot(points []Point, xName, yName string, low, high, fair float64,
	text func(float64) string, xShown float64) string {
	if len(points) < 2 {
		return ""
	}
	p := newPlot(250, 48, 30, 12, 42, "Curve: "+yName+" by "+xName)
	clamp := func(v float64) float64 { return min(max(v, low), high) }
	first, last := points[0].At*xShown, points[len(points)-1].At*xShown
	x, y := scale(min(first, 0), last, p.left, p.right), scale(low, high, p.bottom, p.top)
	p.axes(x, y, ticks(min(first, 0), last, 10), ticks(low, high, 5), xName, yName, text)
	var there, back, curve []string
	for i := range points {
		q := points[len(points)-1-i]
		there = append(there,
			fmt.Sprintf("%.1f,%.1f", x(points[i].At*xShown), y(clamp(points[i].Value.High))))
		back = append(back, fmt.Sprintf("%.1f,%.1f", x(q.At*xShown), y(clamp(q.Value.Low))))
		curve = append(curve,
			fmt.Sprintf("%.1f,%.1f", x(points[i].At*xShown), y(clamp(points[i].Value.Value))))
	}
	fmt.Fprintf(&p.b, `<polygon class="band" points="%s %s"/>`+"\n", strings.Join(there, " "),
		strings.Join(back, " "))
	if fair > low {
		p.line("fair", p.left, y(fair), p.right, y(fair))
	}
	fmt.Fprintf(&p.b, `<polyline class="curve" points="%s"/>`+"\n", strings.Join(curve, " "))
	for _, q := range points {
		fmt.Fprintf(&p.b, `<circle class="dot" cx="%.1f" cy="%.1f" r="2.5">`+
			"<title>%s %s: %s, %s to %s, %d games</title></circle>\n",
			x(q.At*xShown), y(clamp(q.Value.Value)),
			html.EscapeString(xName), number(q.At*xShown), text(q.Value.Value), text(q.Value.Low),
			text(q.Value.High), q.Games)
	}
	return p.String()
}

// row is a bar of a plot of shares.
type row struct {
	name  string
	share match.Estimate
}

// sharePlot draws shares as bars with whiskers for their intervals. A fair share is a dashed line;
// 0 draws none.
func sharePlot(rows []row, alt string, fair float64) string {
	const each, letter = 26.0, 6.9
	longest := 0
	for i := range rows {
		rows[i].name = shorten(rows[i].name, 40)
		longest = max(longest, utf8.RuneCountInString(rows[i].name))
	}
	p := newPlot(float64(len(rows))*each+44, float64(longest)*letter+16, 8, 70, 36, alt)
	x := scale(0, 1, p.left, p.right)
	for _, v := range []float64{0, 0.25, 0.5, 0.75, 1} {
		p.line("grid", x(v), p.top, x(v), p.bottom)
		p.text("middle", x(v), p.bottom+18, percent(v))
	}
	for i, r := range rows {
		top := p.top + float64(i)*each
		middle := top + each/2
		p.text("end", p.left-8, middle+4, r.name)
		p.rect("bar", p.left, top+4, x(r.share.Value)-p.left, each-8,
			r.name+": "+match.PercentText(r.share))
		p.line("whisker", x(r.share.Low), middle, x(r.share.High), middle)
		for _, end := range []float64{r.share.Low, r.share.High} {
			p.line("whisker", x(end), middle-5, x(end), middle+5)
		}
		p.text("end", plotWidth-2, middle+4, match.Percent(r.share.Value))
	}
	p.line("axis", p.left, p.top, p.left, p.bottom)
	if fair > 0 {
		p.line("fair", x(fair), p.top-4, x(fair), p.bottom)
	}
	return p.String()
}

// shorten cuts a text to a number of characters.
func shorten(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}
