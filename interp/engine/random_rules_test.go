package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A composer writes random small games. Not all are valid: the tests skip those that the checker
// refuses.
type composer struct {
	*rand.Rand
	hex, planes bool
	teams       bool
	large       bool // too large for the evaluator to look ahead from every step in reasonable time
	facing      bool
	players     []string
	kinds       []string
	neutral     string
	ways        bool // kinds have the attribute ways
	speed       bool
	counter     string
	memory      string
	visits      string   // a counter of each cell
	best        bool     // turns are compared; then no turn may go on for long
	defs        []string // defs of one site
	vars        []variable
}

type variable struct {
	name string
	kind string // site, step, kind, number, sites
}

func compose(seed uint64) string {
	c := &composer{Rand: rand.New(rand.NewPCG(seed, 7))}
	return c.game()
}

func (c *composer) pick(list ...string) string { return list[c.IntN(len(list))] }
func (c *composer) chance(percent int) bool    { return c.IntN(100) < percent }

func (c *composer) game() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("game \"Random\"")
	c.players = []string{"Red", "Blue"}
	if c.chance(20) {
		c.players = append(c.players, "Green")
		if c.teams = c.chance(70); c.teams && c.chance(60) {
			c.players = append(c.players, "White")
		}
	}
	c.hex = c.chance(25)
	c.facing = c.chance(50)
	var seats []string
	for i, p := range c.players {
		if c.facing {
			p += " facing " + []string{c.north(), c.south(), c.north(), c.south()}[i]
		}
		seats = append(seats, p)
	}
	line("players %s", strings.Join(seats, ", "))
	if c.teams {
		of := []string{"Red + Green, Blue", "Blue + Green, Red", "Red + Blue, Green"}
		if len(c.players) == 4 {
			of = []string{"Red + Green, Blue + White", "Red + Blue + White, Green",
				"Red, Green, Blue + White"}
		}
		line("teams %s", c.pick(of...))
	}
	board := fmt.Sprintf("square(%d, %d)", 2+c.IntN(5), 2+c.IntN(5))
	switch {
	case c.hex:
		board = c.pick("hexagon(2)", "hexagon(3)", "rhombus(3, 4)", "triangle(4)")
	case c.chance(10):
		board, c.large = "square(9, 9)", true
	case c.chance(15):
		c.planes = true
		board += " with edges, corners"
	}
	line("board %s", board)
	c.kinds = []string{"man", "lord", "crow"}[:1+c.IntN(3)]
	c.ways, c.speed = c.chance(40), c.chance(30)
	for i, k := range c.kinds {
		var attrs []string
		if c.ways && (i == 0 || c.chance(80)) {
			attrs = append(attrs, "ways "+c.dirs())
		}
		if c.speed && (i == 0 || c.chance(80)) {
			attrs = append(attrs, fmt.Sprintf("speed %d", 1+c.IntN(3)))
		}
		if len(attrs) > 0 {
			line("piece %s { %s }", k, strings.Join(attrs, ", "))
		} else {
			line("piece %s", k)
		}
	}
	if c.chance(30) {
		c.neutral = "stone"
		if c.planes {
			line("piece stone \"%%\" { neutral, on edges | corners, blocks }")
		} else {
			line("piece stone \"%%\" { neutral }")
		}
	}
	if c.chance(40) {
		c.counter = "store"
		line("counter store%s = %d%s", c.pick("", " per player"), c.IntN(4),
			c.pick("", "", " this turn"))
	}
	if c.chance(30) {
		c.memory = "past"
		line("memory past = none%s", c.pick("", "", " this turn"))
	}
	if !c.planes && c.chance(12) {
		c.visits = "visits"
		line("counter visits per cell = 0")
	}
	line("def near(x) = %s", c.with(variable{"x", "site"}, func() string { return c.sites(1) }))
	line("def good(x) = %s", c.with(variable{"x", "site"}, func() string { return c.truth(1) }))
	c.defs = []string{"near"}
	line("setup {")
	for i, p := range c.players {
		row := []string{"rank(1)", "rank(2)", "rank(3)", "file(3)"}[i]
		if c.chance(30) {
			row = []string{"dark", "light", "rim", "file(2)"}[i]
		}
		line("  %s %s: %s", p, c.pick(c.kinds...), row)
	}
	line("}")
	moves := 1 + c.IntN(3)
	c.best = c.chance(12)
	names := []string{"go", "hop", "act"}[:moves]
	for _, n := range names {
		line("%s", c.move(n, names))
	}
	turn := strings.Join(names, ", ")
	if c.best {
		turn += c.pick(" with most ", " with least ") + c.plainNumber()
	}
	if moves > 1 && c.chance(40) {
		turn = names[0] + " else " + strings.Join(names[1:], ", ")
	}
	if c.chance(15) {
		turn = names[0] + " when " + c.plainTruth() + c.pick(", ", " else ") + turn
	}
	line("turn %s else %s", turn, c.pick("pass", "lose", "draw", "win"))
	line("end {")
	if c.chance(30) {
		line("  draw if repetitions >= 2")
	}
	for range 1 + c.IntN(2) {
		line("  %s if %s", c.pick("win", "lose", "draw", "highest count(mine) wins",
			"lowest count(mine & "+c.kinds[0]+") wins"), c.plainTruth())
	}
	if c.chance(20) {
		line("  draw if stuck")
	}
	if c.chance(20) {
		line("  win at once if %s", c.plainTruth())
	}
	line("  draw \"long enough\" if ply >= 40")
	line("}")
	line("value lead = %s", c.without(func() string { return c.number(2) }))
	line("value way = %s", c.without(func() string {
		return "distance(" + c.sites(1) + ", " + c.sites(1) + ", " + c.steps() + ")"
	}))
	return b.String()
}

func (c *composer) north() string {
	if c.hex {
		return "northeast"
	}
	return "north"
}

func (c *composer) south() string {
	if c.hex {
		return "southwest"
	}
	return "south"
}

func (c *composer) with(v variable, f func() string) string {
	c.vars = append(c.vars, v)
	s := f()
	c.vars = c.vars[:len(c.vars)-1]
	return s
}

func (c *composer) of(kind string) []string {
	var list []string
	for _, v := range c.vars {
		if v.kind == kind {
			list = append(list, v.name)
		}
	}
	return list
}

func (c *composer) plainTruth() string {
	return c.without(func() string { return c.truth(2) })
}

func (c *composer) plainNumber() string {
	return c.without(func() string { return c.pick("count(mine)", "count(theirs)", c.number(1)) })
}

func (c *composer) without(f func() string) string {
	vars := c.vars
	c.vars = nil
	defer func() { c.vars = vars }()
	return f()
}

// past writes a condition that needs more than the position, or a search ahead.
func (c *composer) past() string {
	if c.large {
		return c.pick("seen = 0", "repetitions < 2")
	}
	return c.pick("seen = 0", "repetitions < 2", "not stuck", "stuck or ply < 3")
}

// dirs writes steps that do not depend on variables.
func (c *composer) dirs() string {
	list := []string{"orthogonal", "around", "axes", "adjacent", "{" + c.dir() + ", " + c.dir() +
		"}", c.dir()}
	if !c.hex {
		list = append(list, "diagonal")
	}
	return c.pick(list...)
}

func (c *composer) dir() string {
	list := []string{"north", "south", "east", "west", "northeast", "southwest"}
	if c.hex {
		list = []string{"east", "west", "northeast", "southwest", "southeast", "northwest"}
	}
	if c.facing {
		list = append(list, "forward", "backward", "forwardleft")
	}
	return c.pick(list...)
}

// steps writes steps for a path.
func (c *composer) steps() string {
	list := []string{c.dirs()}
	for _, d := range c.of("step") {
		list = append(list, d, d, "back("+d+")", "left("+d+")")
	}
	if sites := c.of("site"); c.ways && len(sites) > 0 {
		list = append(list, "ways("+c.pick(sites...)+")")
	}
	return c.pick(list...)
}

// atom writes a set without operators.
func (c *composer) atom() string {
	list := []string{"mine", "theirs", "empty", "occupied", "rim", "cells", "dark",
		"edge(" + c.dir() + ")", c.pick(c.kinds...), "rank(2)", "file(1)"}
	if c.neutral != "" {
		list = append(list, c.neutral)
	}
	if c.memory != "" {
		list = append(list, c.memory)
	}
	if c.planes {
		list = append(list, "edges", "corners")
	}
	if c.teams {
		list = append(list, "(team & occupied)", "((players - team) & occupied)",
			"((team - me) & occupied)")
	}
	for _, v := range append(c.of("site"), c.of("sites")...) {
		list = append(list, v, v, v)
	}
	return c.pick(list...)
}

func (c *composer) step() string {
	if c.chance(8) && len(c.defs) > 0 {
		return "." + c.defs[0]
	}
	s := ".(" + c.steps() + ")"
	if c.chance(35) {
		s += "[" + c.sites(0) + "]"
	}
	switch c.IntN(8) {
	case 0:
		s += "*"
	case 1:
		s += "+"
	case 2:
		s += fmt.Sprintf("{%d}", c.IntN(3))
	case 3:
		hi := fmt.Sprint(1 + c.IntN(2))
		if sites := c.of("site"); c.speed && len(sites) > 0 && c.chance(50) {
			hi = "speed(" + c.pick(sites...) + ")"
		}
		s += "{" + fmt.Sprint(c.IntN(2)) + ".." + hi + "}"
	}
	return s
}

// domain writes a set of sites that a quantifier can run over.
func (c *composer) domain() string {
	s := c.atom()
	for _, k := range c.kinds {
		if s == k {
			return s + " & cells"
		}
	}
	if s == c.neutral {
		return s + " & occupied"
	}
	return s
}

// sites writes a set of sites.
func (c *composer) sites(depth int) string {
	if depth <= 0 {
		return c.atom()
	}
	switch c.IntN(9) {
	case 0:
		return "(" + c.sites(depth-1) + " | " + c.sites(depth-1) + ")"
	case 1, 2:
		return "(" + c.sites(depth-1) + " & " + c.sites(depth-1) + ")"
	case 3:
		return "(" + c.sites(depth-1) + " - " + c.sites(depth-1) + ")"
	case 4:
		return "(if " + c.truth(depth-1) + ": " + c.sites(depth-1) + " else " + c.sites(depth-1) +
			")"
	case 5:
		name := "e" + string(rune('a'+len(c.vars)))
		return "(union " + name + " in " + c.dirs() + ": " + c.with(variable{name, "step"},
			func() string { return c.atom() + c.step() }) + ")"
	case 6:
		name := "x" + string(rune('a'+len(c.vars)))
		return "(those " + name + " in " + c.domain() + ": " + c.with(variable{name, "site"},
			func() string { return c.truth(depth - 1) }) + ")"
	}
	return c.atom() + c.step()
}

// truth writes a condition.
func (c *composer) truth(depth int) string {
	if depth <= 0 {
		return c.pick("some ", "no ", "one ") + c.sites(1)
	}
	switch c.IntN(12) {
	case 0:
		return "(" + c.truth(depth-1) + " and " + c.truth(depth-1) + ")"
	case 1:
		return "(" + c.truth(depth-1) + " or " + c.truth(depth-1) + ")"
	case 2:
		return "(" + c.truth(depth-1) + " implies " + c.truth(depth-1) + ")"
	case 3:
		return "not (" + c.truth(depth-1) + ")"
	case 4:
		return "(" + c.number(depth-1) + " " + c.pick("=", "<", ">=", "!=") + " " +
			c.number(depth-1) + ")"
	case 5:
		return "(" + c.sites(depth-1) + " in " + c.sites(depth-1) + ")"
	case 6:
		return "(" + c.sites(depth-1) + " = " + c.sites(depth-1) + ")"
	case 7:
		name := "x" + string(rune('a'+len(c.vars)))
		return "(" + c.pick("some", "no", "all", "one") + " " + name + " in " + c.domain() + ": " +
			c.with(variable{name, "site"}, func() string { return c.truth(depth - 1) }) + ")"
	case 8:
		name := "d" + string(rune('a'+len(c.vars)))
		return "(" + c.pick("some", "all") + " " + name + " in " + c.dirs() + ": " +
			c.with(variable{name, "step"}, func() string { return c.truth(depth - 1) }) + ")"
	case 9:
		if sites := c.of("site"); len(sites) > 0 {
			v := c.pick(sites...)
			return c.pick("owner("+v+") = me", "kind("+v+") in "+c.pick(c.kinds...),
				"even(column("+v+"))", "kind("+v+") = none")
		}
		return "(for next: " + c.truth(depth-1) + ")"
	}
	return c.pick("some ", "no ", "one ") + c.sites(depth)
}

// number writes a number.
func (c *composer) number(depth int) string {
	list := []string{fmt.Sprint(c.IntN(4)), "count(" + c.sites(max(depth, 0)) + ")", "ply",
		"passes"}
	if c.counter != "" {
		list = append(list, c.counter, c.counter)
	}
	for _, v := range c.of("site") {
		list = append(list, "column("+v+")", "row("+v+")")
		if c.speed {
			list = append(list, "speed("+v+")")
		}
		if c.visits != "" {
			list = append(list, "visits("+v+")")
		}
	}
	list = append(list, c.of("number")...)
	if depth > 0 {
		list = append(list, "("+c.number(depth-1)+" "+c.pick("+", "-", "*", "mod",
			"/")+" "+c.number(depth-1)+")")
		name := "x" + string(rune('a'+len(c.vars)))
		list = append(list, "("+c.pick("sum", "min", "max")+" "+name+" in "+c.domain()+": "+
			c.with(variable{name, "site"}, func() string { return c.number(depth - 1) })+")")
	}
	return c.pick(list...)
}

// move writes a move.
func (c *composer) move(name string, names []string) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, "  "+format+"\n", args...) }
	fmt.Fprintf(&b, "move %s {\n", name)
	vars := c.vars
	defer func() { c.vars = vars }()
	bind := func(v variable) { c.vars = append(c.vars, v) }
	from, to := "", ""
	if c.chance(75) {
		from = "p"
		line("from p in %s", c.pick("mine", "mine", "mine & "+c.pick(c.kinds...), "mine - rim"))
		bind(variable{"p", "site"})
	}
	if c.chance(35) {
		line("along d in %s", c.steps())
		bind(variable{"d", "step"})
	}
	if c.chance(20) {
		line("let free = %s", c.truth(1))
	}
	if from != "" && c.chance(30) && len(c.of("step")) > 0 {
		line("over v in p.d & %s", c.pick("theirs", "occupied", "mine"))
		bind(variable{"v", "site"})
	}
	if c.chance(10) {
		line("as k in %s", c.pick(strings.Join(c.kinds, " | "), c.kinds[0]))
		bind(variable{"k", "kind"})
	}
	if c.chance(8) {
		line("with n in 1..%d", 1+c.IntN(3))
		bind(variable{"n", "number"})
	}
	switch {
	case from != "" && c.chance(85):
		to = "q"
		base := c.pick(c.of("site")...)
		path := base + c.step()
		if c.chance(25) {
			path = c.sites(2)
		}
		line("to q in %s & %s", "("+path+")",
			c.pick("empty", "(empty | theirs)", "empty", "cells", "(cells - mine)"))
		bind(variable{"q", "site"})
	case from == "":
		to = "c"
		line("at c in %s", c.pick("empty", "empty & "+c.sites(1), "empty & rim",
			"theirs & "+c.sites(1)))
		bind(variable{"c", "site"})
	}
	if c.chance(40) {
		line("let s = %s", c.sites(1))
		bind(variable{"s", "sites"})
	}
	if c.chance(45) {
		line("if %s", c.truth(2))
	}
	if c.chance(4) {
		line("if %s", c.past())
	}
	var effects []string
	add := func(e string) {
		if c.chance(15) {
			e += " when " + c.truth(1)
		}
		effects = append(effects, e)
	}
	if sites := c.of("site"); len(sites) > 0 && c.chance(30) {
		add("remove " + c.pick(append(sites, c.sites(1))...))
	}
	switch {
	case from != "" && to != "":
		add(c.pick("p -> q", "p -> q", "p -> q", "p <-> q"))
	case to != "":
		what := c.pick(c.kinds...)
		if len(c.of("kind")) > 0 {
			what = "k"
		}
		if c.neutral != "" && !c.planes && c.chance(20) {
			what = c.neutral
		}
		add("place " + what + " on " + to)
	case from != "":
		add(c.pick("remove p", "p becomes "+c.pick(c.kinds...), "p becomes "+c.pick(c.players...)))
	}
	if c.chance(20) {
		add(c.sites(1) + " becomes " + c.pick("mine", "me", c.pick(c.kinds...)))
	}
	if c.chance(8) {
		add("shift " + c.sites(1) + " by " + c.dir())
	}
	if c.counter != "" && c.chance(60) {
		add(c.counter + c.pick(" += ", " -= ", " := ") + c.number(1))
	}
	if c.memory != "" && c.chance(60) {
		add(c.memory + c.pick(" += ", " -= ", " := ") + c.sites(1))
	}
	if c.visits != "" && to != "" && c.chance(60) {
		add("visits(" + to + ")" + c.pick(" += 1", " := "+c.number(1)))
	}
	if c.chance(8) {
		effects = append(effects, "again when "+c.truth(1))
	}
	switch {
	case len(effects) == 0 || !c.chance(15):
	case c.counter != "" && c.chance(80):
		effects = c.loop(effects, fmt.Sprint(c.counter, " < ", c.IntN(6)), c.counter+" += 1")
	default: // it may go on without end
		effects = c.loop(effects, c.truth(1))
	}
	if len(effects) > 0 {
		line("do %s", strings.Join(effects, ", "))
	}
	if c.chance(20) {
		line("ensure %s", c.truth(1))
	}
	if c.chance(8) {
		line("ensure %s", c.past())
	}
	if c.best {
		names = names[slices.Index(names, name)+1:]
	}
	if len(names) > 0 && c.chance(30) {
		next := c.pick(names...)
		if to == "q" && next == name && c.chance(70) {
			next += " from q"
		}
		if c.chance(40) {
			next += " when " + c.truth(1)
		}
		line("then %s%s", next, c.pick("", "", ", done", " else illegal", ", pass", " else lose"))
	}
	b.WriteString("}")
	return b.String()
}

// loop writes the last of some effects, and others, as a loop.
func (c *composer) loop(effects []string, cond string, others ...string) []string {
	from := c.IntN(len(effects))
	body := append(slices.Clone(effects[from:]), others...)
	if c.chance(30) {
		cond += " and " + c.truth(1)
	}
	if c.chance(30) {
		body = append([]string{"let w = " + c.sites(1)}, body...)
		body = append(body, c.with(variable{"w", "sites"}, func() string {
			return c.sites(1) + " becomes " + c.pick(c.kinds...)
		}))
	}
	loop := "while " + cond + ": {" + strings.Join(body, ", ") + "}"
	return append(effects[:from:from], loop+c.pick("", "", " when "+c.truth(1)))
}
