package check

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
)

// A val is a checked expression and what is known about it. An expression that could not be
// understood is ir.Invalid; its type is ir.NoType if not even that is known. Whatever is made of an
// invalid val is invalid too, and is not reported again.
type val struct {
	e *ir.Expr
	reads
	none bool // the empty set whose type is not yet known: `none`
	// made from `players` or `kinds` themselves, so a quantifier may run over it
	spread bool
	dirs   topology.Steps // of Steps: those that may be among its members
	kinds  uint64         // of Kinds: those that may be among its members
	run    *run           // of Sites: the single walk in one direction that passes them
}

// A run is a walk p.d[T]+ from one site in one direction. Of the sites one step further along, only
// the last is outside T, so `p.d[empty]+.d & mine` has at most one member.
type run struct {
	by, over *ir.Expr // d and T
	past     bool
}

// ends reports whether at most one of the sites passed by the run can lie in a set, or outside of
// it.
func (r *run) ends(op ir.Op, set *ir.Expr) bool {
	if r == nil || !r.past {
		return false
	}
	switch op {
	case ir.And:
		return disjoint(r.over, set) != ""
	case ir.Minus:
		return same(r.over, set)
	}
	return false
}

// same reports whether two expressions are identical.
func same(a, b *ir.Expr) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Op != b.Op || a.N != b.N || a.Dirs != b.Dirs || a.Func != b.Func ||
		len(a.Args) != len(b.Args) || !slices.Equal(a.Sets, b.Sets) {
		return false
	}
	for i := range a.Args {
		if !same(a.Args[i], b.Args[i]) {
			return false
		}
	}
	s, t := a.Step, b.Step
	if s == nil || t == nil {
		return s == t
	}
	return s.Rep == t.Rep && s.Func == t.Func && same(s.By, t.By) && same(s.Only, t.Only) &&
		same(s.Lo, t.Lo) && same(s.Hi, t.Hi) &&
		slices.EqualFunc(s.FuncArgs, t.FuncArgs, same)
}

// reads says what a value depends on. A value that depends on nothing is a constant.
type reads struct {
	position bool
	me       bool
	free     uint64 // the slots of variables; the last bit stands for all slots from 63
	option   bool   // an option contributes to it: with another choice it may be another constant
	stuck    source.Span
	// how many members of quantifiers and calls are visited to compute it, as far as the text
	// tells; at most beyondReading
	work int64
}

// beyondReading stands for any amount of work that is too much.
const beyondReading = 1 << 32

func (r *reads) add(o reads) {
	r.position = r.position || o.position
	r.me = r.me || o.me
	r.free |= o.free
	r.option = r.option || o.option
	if !r.stuck.Valid() {
		r.stuck = o.stuck
	}
	r.work = min(r.work+o.work, beyondReading)
}

func slotBit(slot int) uint64 { return 1 << min(slot, 63) }

func (v val) bad() bool { return v.e.Op == ir.Invalid }

// unknown reports that nothing is known about the value, not even its type.
func (v val) unknown() bool { return v.bad() && v.e.Type == ir.NoType }

func (v val) isSet() bool { return v.e.Type != ir.Number && v.e.Type != ir.Truth && !v.unknown() }

func (v val) single() bool { return v.e.Card != ir.Many }

func (v val) constant() bool {
	switch v.e.Op {
	case ir.ConstSites, ir.ConstNumber, ir.ConstTruth, ir.ConstPlayers, ir.ConstKinds,
		ir.ConstSteps:
		return true
	}
	return false
}

// number returns the value of a constant number, if v is one.
func (v val) number() (int64, bool) {
	return v.e.N, v.e.Op == ir.ConstNumber
}

// truth returns the value of a constant condition, if v is one.
func (v val) truth() (value, known bool) {
	return v.e.N != 0, v.e.Op == ir.ConstTruth
}

// empty reports that the value is known to be the empty set.
func (v val) empty() bool {
	switch v.e.Op {
	case ir.ConstSites:
		return v.e.Sets[0].Empty()
	case ir.ConstPlayers, ir.ConstKinds:
		return v.e.N == 0
	case ir.ConstSteps:
		return v.e.Dirs == topology.Steps{}
	}
	return false
}

// size returns the number of members of a constant set.
func (v val) size() int {
	switch v.e.Op {
	case ir.ConstSites:
		return v.e.Sets[0].Len()
	case ir.ConstSteps:
		return v.e.Dirs.Len()
	}
	return bits.OnesCount64(uint64(v.e.N))
}

// fewest returns a lower bound on the members of a set, in any position and for any player.
func fewest(e *ir.Expr) int {
	n := 0
	switch e.Op {
	case ir.ConstSites, ir.ConstPlayers, ir.ConstKinds, ir.ConstSteps:
		return val{e: e}.size()
	case ir.PlayerSites:
		n = e.Sets[0].Len()
		for i := range e.Sets {
			n = min(n, e.Sets[i].Len())
		}
	case ir.Or:
		n = max(fewest(e.Args[0]), fewest(e.Args[1]))
	case ir.Minus:
		if most, known := atMost(e.Args[1]); known {
			n = fewest(e.Args[0]) - most
		}
	case ir.If:
		n = min(fewest(e.Args[1]), fewest(e.Args[2]))
	case ir.Let:
		n = fewest(e.Args[1])
	case ir.Call:
		if e.Func.Body != nil {
			n = fewest(e.Func.Body)
		}
	}
	if e.Card == ir.One {
		n = max(n, 1)
	}
	return max(n, 0)
}

// atMost returns the greatest number of members a set can have; known is false if there is no
// bound.
func atMost(e *ir.Expr) (n int, known bool) {
	switch {
	case e.Card != ir.Many:
		return 1, true
	case val{e: e}.constant():
		return val{e: e}.size(), true
	case e.Op == ir.PlayerSites:
		for i := range e.Sets {
			n = max(n, e.Sets[i].Len())
		}
		return n, true
	}
	return 0, false
}

// mention returns how a message refers to an expression: by its text if that is short.
func mention(span source.Span) string {
	text := span.Text()
	if text == "" || len(text) > 40 || strings.ContainsAny(text, "\n`") {
		return "this"
	}
	return "`" + text + "`"
}

// describe says what a value is, with its article.
func describe(v val) string {
	switch v.e.Type {
	case ir.Sites:
		if v.none {
			return "the empty set"
		}
		switch v.e.Card {
		case ir.One:
			return "a site"
		case ir.AtMostOne:
			return "at most one site"
		}
		return "a set of sites"
	case ir.Players:
		if v.single() {
			return "a player"
		}
		return "a set of players"
	case ir.Kinds:
		if v.single() {
			return "a kind of piece"
		}
		return "a set of kinds"
	case ir.Steps:
		if v.single() {
			return "a direction"
		}
		return "a set of directions"
	}
	return wanted(v.e.Type)
}

// wanted names a type, with its article.
func wanted(t ir.Type) string {
	switch t {
	case ir.Sites:
		return "a set of sites"
	case ir.Number:
		return "a number"
	case ir.Truth:
		return "a condition"
	case ir.Players:
		return "a player"
	case ir.Kinds:
		return "a kind of piece"
	case ir.Steps:
		return "a direction"
	}
	return "a value"
}

// planeNames returns the words for some planes.
func planeNames(p topology.Plane) []string {
	var names []string
	for _, one := range []struct {
		plane topology.Plane
		name  string
	}{{topology.Cells, "cells"}, {topology.Edges, "edges"}, {topology.Corners, "corners"}} {
		if p&one.plane != 0 {
			names = append(names, one.name)
		}
	}
	return names
}

// planesText joins the names of planes for use in a sentence.
func planesText(p topology.Plane) string {
	names := planeNames(p)
	if len(names) == 3 {
		return "cells, edges and corners"
	}
	return strings.Join(names, " and ")
}

// invalid is a value that could not be understood; t is its type if known, otherwise NoType.
func invalid(t ir.Type, span source.Span) val {
	return val{e: &ir.Expr{Op: ir.Invalid, Type: t, Card: ir.One, Span: span}}
}

// gameFacts holds the board, the players and the pieces as far as they have been read.
type gameFacts struct {
	*nameTable
	g *ir.Game
	// the board could not be built: a stand-in is used, and nothing is reported about it
	noBoard     bool
	ownedPlanes topology.Plane
	walks       *walks       // what the relations of the board do
	ownSign     map[int]bool // the kinds whose author gave them a sign
}

// constants builds expressions, and folds those that depend on nothing into constants.
type constants struct {
	gameFacts
	folding   *folder
	folded    int64 // work done so far to fold constants
	foldedAll bool  // it has been reported that they take too much
}

// values combines values: it adds up what each reads, and reports values of the wrong type. It
// knows no syntax.
type values struct {
	constants
	empties  []source.Span     // sets already reported as always empty
	optional map[*ir.Expr]bool // conditions and values that an option contributes to
}

func newValues(names *nameTable, title string) *values {
	return &values{optional: map[*ir.Expr]bool{}, constants: constants{gameFacts: gameFacts{
		nameTable: names, g: &ir.Game{Title: title}, ownSign: map[int]bool{}}}}
}

// member returns the properties of one member of a set.
func member(set val) val {
	if set.bad() {
		return invalid(set.e.Type, set.e.Span)
	}
	return val{e: &ir.Expr{Op: ir.Var, Type: set.e.Type, Card: ir.One, Planes: set.e.Planes,
		Span: set.e.Span},
		dirs: set.dirs, kinds: set.kinds, reads: reads{option: set.option}}
}

// node completes an expression: e with its arguments, and with whatever else it depends on (more).
// Arguments that could not be understood make it invalid; if it depends on nothing it becomes a
// constant.
func (vs *constants) node(e *ir.Expr, args []val, more ...val) val {
	v := val{e: e}
	for _, a := range args {
		e.Args = append(e.Args, a.e)
	}
	for _, list := range [2][]val{args, more} {
		for _, a := range list {
			if a.bad() {
				return invalid(e.Type, e.Span)
			}
			v.reads.add(a.reads)
		}
	}
	switch e.Op {
	case ir.Let, ir.QSome, ir.QNo, ir.QOne, ir.QAll, ir.QThose, ir.QUnion, ir.QSum, ir.QMin,
		ir.QMax:
		v.free &^= slotBit(int(e.N))
	case ir.For:
		// in the body, `me` is the player given as the first argument
		v.me = args[0].me
	}
	switch e.Op {
	case ir.PiecesOf, ir.PiecesKind, ir.Occupied, ir.EmptyCells, ir.OwnerOf, ir.KindOf, ir.StateOf,
		ir.Ply, ir.Passes, ir.Repetitions, ir.Seen, ir.Stuck,
		ir.Height, ir.Holding, ir.Pieces:
		v.position = true
	case ir.Next, ir.InGame:
		// With two players, neither can leave without ending the game.
		v.position = v.position || len(vs.g.Players) > 2
		v.me = v.me || e.Op == ir.Next
	case ir.Me, ir.Facing, ir.PlayerSites:
		v.me = true
	}
	vs.rounds(&v, args)
	if v.work > mostToRead {
		return vs.tooLong(e)
	}
	return vs.fold(v)
}

// rounds adds the work of a node itself to the work of its parts.
func (vs *constants) rounds(v *val, args []val) {
	switch v.e.Op {
	case ir.Call:
		v.work++
	case ir.QSome, ir.QNo, ir.QOne, ir.QAll, ir.QThose, ir.QUnion, ir.QSum, ir.QMin, ir.QMax:
		over, members := args[0].e, int64(1)
		switch {
		case over.Op == ir.ConstSites:
			members = int64(over.Sets[0].Len())
		case over.Op == ir.Range && over.Args[0].Op == ir.ConstNumber &&
			over.Args[1].Op == ir.ConstNumber:
			members = max(over.Args[1].N-over.Args[0].N+1, 0)
		}
		v.work += min(members*(args[1].work+1), beyondReading)
	}
}

func (vs *constants) constNumber(n int64, span source.Span) val {
	return val{e: &ir.Expr{Op: ir.ConstNumber, Type: ir.Number, Span: span, N: n}}
}

func (vs *constants) constTruth(b bool, span source.Span) val {
	v := val{e: &ir.Expr{Op: ir.ConstTruth, Type: ir.Truth, Span: span}}
	if b {
		v.e.N = 1
	}
	return v
}

func (vs *constants) constSites(set topology.Set, planes topology.Plane, span source.Span) val {
	return vs.known(val{e: &ir.Expr{Op: ir.ConstSites, Type: ir.Sites, Planes: planes, Span: span,
		Sets: []topology.Set{set}}})
}

func (vs *constants) constPlayers(bits int64, span source.Span) val {
	return vs.known(val{e: &ir.Expr{Op: ir.ConstPlayers, Type: ir.Players, Span: span, N: bits}})
}

func (vs *constants) constKinds(bits uint64, span source.Span) val {
	return vs.known(val{e: &ir.Expr{Op: ir.ConstKinds, Type: ir.Kinds, Span: span, N: int64(bits)}})
}

func (vs *constants) constSteps(dirs topology.Steps, span source.Span) val {
	return vs.known(val{e: &ir.Expr{Op: ir.ConstSteps, Type: ir.Steps, Span: span, Dirs: dirs}})
}

// noneOf is the empty set of a type.
func (vs *constants) noneOf(t ir.Type, span source.Span) val {
	switch t {
	case ir.Players:
		return vs.constPlayers(0, span)
	case ir.Kinds:
		return vs.constKinds(0, span)
	case ir.Steps:
		return vs.constSteps(topology.Steps{}, span)
	}
	v := vs.constSites(topology.Set{}, 0, span)
	v.none = true
	return v
}

// known fills in how many members a constant has, and which.
func (vs *constants) known(v val) val {
	n := 0
	switch e := v.e; e.Op {
	case ir.ConstSites:
		n = e.Sets[0].Len()
		if n > 0 && vs.g.Board != nil {
			e.Planes = vs.planesOf(e.Sets[0])
		}
	case ir.ConstPlayers:
		n = bits.OnesCount64(uint64(e.N))
	case ir.ConstKinds:
		n, v.kinds = bits.OnesCount64(uint64(e.N)), uint64(e.N)
	case ir.ConstSteps:
		n, v.dirs = e.Dirs.Len(), e.Dirs
	default:
		return v
	}
	v.e.Card = cardOf(n)
	return v
}

func cardOf(n int) ir.Card {
	switch n {
	case 0:
		return ir.AtMostOne
	case 1:
		return ir.One
	}
	return ir.Many
}

// planesOf returns the planes that some sites belong to.
func (vs *gameFacts) planesOf(s topology.Set) topology.Plane {
	var p topology.Plane
	for _, plane := range planes {
		if both := s.And(vs.g.Board.Planes(plane)); !both.Empty() {
			p |= plane
		}
	}
	return p
}

// wrongType reports a value of the wrong type.
func (vs *values) wrongType(v val, want ir.Type, help string) val {
	vs.report(&diag.Diagnostic{Code: WrongType, Span: v.e.Span,
		Summary: fmt.Sprintf("%s is %s; expected %s", mention(v.e.Span), describe(v),
			wanted(want)),
		Suggestion: help})
	return invalid(want, v.e.Span)
}

// sites converts a value to sites: those of the pieces of a player or of a kind.
func (vs *values) sites(v val) val {
	switch v.e.Type {
	case ir.Sites:
		return v
	case ir.NoType:
		return invalid(ir.Sites, v.e.Span)
	case ir.Players:
		if v.empty() {
			return vs.noneOf(ir.Sites, v.e.Span)
		}
		return vs.node(&ir.Expr{Op: ir.PiecesOf, Type: ir.Sites, Card: ir.Many,
			Planes: vs.ownedPlanes, Span: v.e.Span}, []val{v})
	case ir.Kinds:
		if v.empty() {
			return vs.noneOf(ir.Sites, v.e.Span)
		}
		return vs.node(&ir.Expr{Op: ir.PiecesKind, Type: ir.Sites, Card: ir.Many,
			Planes: vs.kindPlanes(v.kinds), Span: v.e.Span}, []val{v})
	case ir.Steps:
		return vs.wrongType(v, ir.Sites, "a direction is a step on a path: write p."+plain(v.e.Span,
			"north"))
	case ir.Number:
		return vs.wrongType(v, ir.Sites,
			"file(n) and rank(n) are the cells of a column and of a row")
	}
	return vs.wrongType(v, ir.Sites, "those x in S: … keeps the sites for which something holds")
}

// plain is the text of a span for use in a suggestion, or other if it is long.
func plain(span source.Span, other string) string {
	text := span.Text()
	if text == "" || len(text) > 24 || strings.ContainsAny(text, "\n ") {
		return other
	}
	return text
}

// want converts a value to a type, or reports that it has another one.
func (vs *values) want(v val, t ir.Type) val {
	if t == ir.Sites {
		return vs.sites(v)
	}
	switch {
	case v.unknown():
		return invalid(t, v.e.Span)
	case v.e.Type == t:
		return v
	case v.none && t != ir.Number && t != ir.Truth:
		return vs.noneOf(t, v.e.Span)
	}
	help := ""
	arg := plain(v.e.Span, "…")
	switch {
	case t == ir.Number && v.isSet() && v.e.Type != ir.Steps:
		help = "say count(" + arg + ") for how many there are"
	case t == ir.Truth && v.isSet():
		help = "say `some " + arg + "` or `no " + arg + "`"
		if _, site := vs.g.Board.SiteByName(arg); site { // `if p in a1, b2`
			help += "; write several sites as one set in braces: `{a1, b2}`"
		}
	case t == ir.Truth && v.e.Type == ir.Number:
		help = "compare it: " + arg + " > 0"
	case t == ir.Kinds && v.e.Type == ir.Sites:
		help = "say kind(" + arg + ") for the kind of the piece there"
	case t == ir.Players && v.e.Type == ir.Sites:
		help = "say owner(" + arg + ") for the owner of the piece there"
	}
	return vs.wrongType(v, t, help)
}

// atMostOne reports a value with several members where only one is allowed. What takes it is named
// as the reader knows it: "`->`".
func (vs *values) atMostOne(v val, what string) val {
	if v.bad() || v.single() {
		return v
	}
	vs.report(&diag.Diagnostic{Code: TooMany, Span: v.e.Span,
		Summary: fmt.Sprintf("%s may have several members; %s takes at most one", mention(v.e.Span),
			what),
		Detail: vs.whyMany(v),
		Suggestion: "bind one of them: a line such as `to q in " + plain(v.e.Span, "…") +
			"` lets the player choose"})
	return invalid(v.e.Type, v.e.Span)
}

// whyMany explains why a value has several members.
func (vs *values) whyMany(v val) string {
	e := v.e
	switch e.Op {
	case ir.PiecesKind:
		return "A kind stands for the sites of all such pieces."
	case ir.PiecesOf:
		return "A player stands for the sites of all their pieces."
	case ir.Path:
		switch {
		case e.Step.Rep == ir.Star || e.Step.Rep == ir.Plus || e.Step.Rep == ir.Times &&
			e.Step.Hi != nil:
			return "A repeated step reaches every site on the way."
		case e.Step.By != nil && e.Step.By.Card == ir.Many:
			return fmt.Sprintf("%s stands for several directions.", mention(e.Step.By.Span))
		}
	case ir.StateOf:
		return "A memory may hold any number of sites."
	}
	return ""
}

// constantSites returns the set that a constant expression denotes.
func (vs *constants) constantSites(v val, span source.Span) (topology.Set, bool) {
	switch {
	case v.bad():
		return topology.Set{}, false
	case v.e.Op == ir.ConstSites:
		return v.e.Sets[0], true
	}
	vs.fail(NotConstant, span, fmt.Sprintf("%s depends on the position", mention(span)),
		"Only what is the same in every position is allowed here.", "")
	return topology.Set{}, false
}
