package board

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Theme says for what an SVG is colored.
type Theme uint8

// The themes. Print is Light on white paper, legible without color.
const (
	Light Theme = iota
	Dark
	Print
)

// Themes are the names of the themes, in their order.
var Themes = []string{"light", "dark", "print"}

// A paint is the color of a class of an SVG, by theme: of its fill, or its stroke if line is set.
// An SVG has the colors of one theme as attributes. Any rule of a page's stylesheet wins over them.
type paint struct {
	line   bool
	colors [3]string
}

// paints are the parts of a picture. The contrast of what must be read is measured by a test.
var paints = map[string]paint{
	"b-page":        {false, [3]string{"#f3efe6", "#1b1a18", "#ffffff"}},
	"b-text":        {false, [3]string{"#26221f", "#efe9dd", "#000000"}},
	"b-dim":         {false, [3]string{"#5f5749", "#b3aa99", "#333333"}},
	"b-stroke":      {true, [3]string{"#8c8373", "#857c6c", "#555555"}},
	"b-frame":       {false, [3]string{"#dcc697", "#4a3b26", "#f4f0e6"}},
	"b-frame-line":  {true, [3]string{"#b99b62", "#6b5636", "#777777"}},
	"b-side":        {true, [3]string{"#dcc697", "#4a3b26", "#f4f0e6"}},
	"b-label":       {false, [3]string{"#5b4a2c", "#e2d3b3", "#222222"}},
	"b-wood":        {false, [3]string{"#ebc98c", "#94744a", "#ffffff"}},
	"b-line":        {true, [3]string{"#5a4320", "#22170a", "#444444"}},
	"b-star":        {false, [3]string{"#5a4320", "#22170a", "#444444"}},
	"b-light":       {false, [3]string{"#f6ecd6", "#a9987a", "#ffffff"}},
	"b-dark":        {false, [3]string{"#cfae7e", "#826c48", "#d5d5d5"}},
	"b-plain":       {false, [3]string{"#f6ecd6", "#9d8d70", "#ffffff"}},
	"b-plain-line":  {true, [3]string{"#f6ecd6", "#9d8d70", "#ffffff"}},
	"b-arc":         {true, [3]string{"#d6be8f", "#5f4d30", "#cccccc"}},
	"b-groove":      {false, [3]string{"#d6be8f", "#5f4d30", "#cccccc"}},
	"b-hex":         {false, [3]string{"#f8f0de", "#a29276", "#ffffff"}},
	"b-hex-line":    {true, [3]string{"#a4905f", "#3c301c", "#888888"}},
	"b-table":       {false, [3]string{"#ede4d0", "#6f6350", "#ffffff"}},
	"b-rim":         {false, [3]string{"#cab68b", "#443623", "#e4e0d6"}},
	"b-tray":        {false, [3]string{"#b98f56", "#86683e", "#dddddd"}},
	"b-hole":        {false, [3]string{"#946e3b", "#5f4726", "#bbbbbb"}},
	"b-arrow":       {false, [3]string{"#95825c", "#9e8f74", "#666666"}},
	"b-field":       {false, [3]string{"#e4d0ae", "#93805c", "#ffffff"}},
	"b-point1":      {false, [3]string{"#9a744d", "#8a5e3c", "#bdbdbd"}},
	"b-point2":      {false, [3]string{"#f9f2e2", "#c4b596", "#ffffff"}},
	"b-bar":         {false, [3]string{"#c2ae85", "#413421", "#e4e0d6"}},
	"b-accent":      {false, [3]string{"#17604f", "#7fe3c8", "#17604f"}},
	"b-accent-line": {true, [3]string{"#17604f", "#7fe3c8", "#17604f"}},
	"b-on-accent":   {false, [3]string{"#ffffff", "#10211c", "#ffffff"}},
	"b-halo":        {false, [3]string{"#ffffff", "#14110c", "#ffffff"}},
	"b-halo-line":   {true, [3]string{"#ffffff", "#14110c", "#ffffff"}},
	"b-danger-line": {true, [3]string{"#b3261e", "#ff9d90", "#b3261e"}},
	"b-last":        {false, [3]string{"#f3cf72", "#c79b3c", "#dddddd"}},
	"b-last-line":   {true, [3]string{"#8a4b00", "#2b1a00", "#000000"}},
	"b-outline":     {true, [3]string{"#2b241b", "#14100a", "#000000"}},
	"b-shadow":      {false, [3]string{"#2c1d08", "#000000", "none"}},
	"b-shadow-line": {true, [3]string{"#2c1d08", "#000000", "none"}},
	"b-badge":       {false, [3]string{"#fffdf8", "#26241f", "#ffffff"}},
	"b-badge-text":  {false, [3]string{"#26221f", "#efe9dd", "#000000"}},
	"b-won-edge":    {true, [3]string{"#2b241b", "#14100a", "#000000"}},
	"b-won-line":    {true, [3]string{"#ffe08a", "#ffe08a", "#ffffff"}},
}

// The colors of regions are pale, and those of strokes are brighter in the dark.
func init() {
	for color, fill := range fills {
		paints["b-tint-"+string(color)] = paint{false, [3]string{
			mix(fill, "#f6ecd6", .45), mix(fill, "#9d8d70", .35), mix(fill, "#ffffff", .6)}}
		paints["b-edge-"+string(color)] = paint{true, [3]string{
			mix(fill, "#000000", .25), mix(fill, "#000000", .35), mix(fill, "#000000", .3)}}
		night := fill
		if luminance(fill) < .2 {
			night = mix(fill, "#ffffff", .42)
		}
		paints["b-pen-"+string(color)] = paint{true, [3]string{fill, night, fill}}
	}
}

// fills are the colors of pieces, the same by day and by night.
var fills = map[Color]string{
	"black": "#26221f", "white": "#fbf8f0", "red": "#cf3f2f", "blue": "#1d4690",
	"orange": "#ee8f2e", "cyan": "#8fdbe3", "yellow": "#f4cf4a", "green": "#2fa37c",
	"magenta": "#c977b4", "gray": "#9a948a",
}

// fillOf returns the fill of a color; of an unknown one, that of gray.
func fillOf(c Color) string {
	if fill, ok := fills[c]; ok {
		return fill
	}
	if c == "wood" {
		return "#f0d9a0"
	}
	return fills["gray"]
}

// inkOn returns the color of what is written on a piece.
func inkOn(c Color) string {
	if luminance(fillOf(c)) < .3 {
		return "#ffffff"
	}
	return "#26221f"
}

// attr returns the attributes of a part: its class, and its color in the theme.
func (t Theme) attr(class string) string {
	p := paints[class]
	key := "fill"
	if p.line {
		key = `fill="none" stroke`
	}
	return fmt.Sprintf(`class="%s" %s="%s"`, class, key, p.colors[t])
}

// edged returns the attributes of a part with a line around it: both classes and both colors.
func (t Theme) edged(class, line string) string {
	return fmt.Sprintf(`class="%s %s" fill="%s" stroke="%s"`, class, line, paints[class].colors[t],
		paints[line].colors[t])
}

// Adapt returns a light picture that is dark where its reader prefers that, also as an image of a
// page: it brings the rules for its own classes.
func Adapt(svg string) string {
	used := map[string]bool{}
	for part := range strings.SplitSeq(svg, `class="`) {
		names, _, _ := strings.Cut(part, `"`)
		for class := range strings.FieldsSeq(names) {
			used[class] = true
		}
	}
	var rules strings.Builder
	for _, class := range slices.Sorted(maps.Keys(paints)) {
		p, key := paints[class], "fill"
		if p.line {
			key = "stroke"
		}
		if used[class] && p.colors[Light] != p.colors[Dark] {
			fmt.Fprintf(&rules, ".%s{%s:%s}", class, key, p.colors[Dark])
		}
	}
	head, rest, _ := strings.Cut(svg, ">")
	return head + "><style>@media(prefers-color-scheme:dark){" + rules.String() + "}</style>" + rest
}

// rgb reads #rrggbb as parts from 0 to 1.
func rgb(hex string) (c [3]float64) {
	n, _ := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	for i := range c {
		c[i] = float64(n>>(16-8*i)&255) / 255
	}
	return c
}

// mix returns a color between two; share is that of the second.
func mix(a, b string, share float64) string {
	x, y := rgb(a), rgb(b)
	out := "#"
	for i := range x {
		out += fmt.Sprintf("%02x", int(math.Round(255*(x[i]+(y[i]-x[i])*share))))
	}
	return out
}

// linear returns the light of a color, without the gamma of sRGB.
func linear(hex string) [3]float64 {
	c := rgb(hex)
	for i, v := range c {
		if v <= .04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+.055)/1.055, 2.4)
		}
	}
	return c
}

// luminance is the relative luminance of a color, by WCAG 2.
func luminance(hex string) float64 {
	c := linear(hex)
	return .2126*c[0] + .7152*c[1] + .0722*c[2]
}

// contrast is the contrast of two colors by WCAG 2, from 1 to 21.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

// sights turn linear colors into those that people see: everyone; protanopia, deuteranopia and
// tritanopia by G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based
// Model for Simulation of Color Vision Deficiency", 2009, at full severity.
var sights = [4][9]float64{
	{1, 0, 0, 0, 1, 0, 0, 0, 1},
	{.152286, 1.052583, -.204868, .114503, .786281, .099216, -.003882, -.048116, 1.051998},
	{.367322, .860646, -.227968, .280085, .672501, .047413, -.01182, .04294, .968881},
	{1.255528, -.076749, -.178779, -.078411, .930809, .147602, .004733, .691367, .3039},
}

// lab returns a color as one kind of sight sees it, in CIE L*a*b* under D65.
func lab(hex string, sight [9]float64) [3]float64 {
	c := linear(hex)
	var seen [3]float64
	for i := range seen {
		seen[i] = min(1, max(0, sight[3*i]*c[0]+sight[3*i+1]*c[1]+sight[3*i+2]*c[2]))
	}
	f := func(v float64) float64 {
		if v > 216./24389 {
			return math.Cbrt(v)
		}
		return (24389./27*v + 16) / 116
	}
	x := f((.4124564*seen[0] + .3575761*seen[1] + .1804375*seen[2]) / .95047)
	y := f(.2126729*seen[0] + .7151522*seen[1] + .0721750*seen[2])
	z := f((.0193339*seen[0] + .1191920*seen[1] + .9503041*seen[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// difference is the least difference ΔE (CIE 1976) of two colors over all kinds of sight.
func difference(a, b string) float64 {
	least := math.Inf(1)
	for _, sight := range sights {
		x, y := lab(a, sight), lab(b, sight)
		least = min(least, math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]))
	}
	return least
}

// alike reports whether readers may take two colors of pieces for each other: on a screen if they
// differ neither in color nor in brightness, on paper if they do not differ in brightness.
func alike(a, b Color, t Theme) bool {
	x, y := fillOf(a), fillOf(b)
	return contrast(x, y) < 3 && (t == Print || difference(x, y) < 40)
}

// Ringed reports which sides need a ring on their pieces, because an earlier side's pieces look
// alike in the view's theme.
func (v *View) Ringed() []bool {
	out := make([]bool, len(v.Sides))
	for i := range v.Sides {
		for _, before := range v.Sides[:i] {
			out[i] = out[i] || alike(before.Color, v.Sides[i].Color, v.Theme)
		}
	}
	return out
}
