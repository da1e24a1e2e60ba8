package terms

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
)

// A Value is a checked expression and what is known about it. An expression that could not be
// understood is ir.Invalid; its type is ir.NoType if not even that is known. Whatever is made of an
// invalid val is invalid too, and is not reported again.
type Value struct {
	Expr *ir.Expr
	Reads
	None bool // the empty set whose type is not yet known: `none`
	// made from `players` or `kinds` themselves, so a quantifier may run over it
	spread bool
	dirs   topology.Steps // of Steps: those that may be among its members
	Kinds  uint64         // of Kinds: those that may be among its members
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
		return Same(r.over, set)
	}
	return false
}

// Same reports whether two expressions are identical.
func Same(a, b *ir.Expr) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Op != b.Op || a.N != b.N || a.Dirs != b.Dirs || a.Func != b.Func ||
		len(a.Args) != len(b.Args) || !slices.Equal(a.Sets, b.Sets) {
		return false
	}
	for i := range a.Args {
		if !Same(a.Args[i], b.Args[i]) {
			return false
		}
	}
	s, t := a.Step, b.Step
	if s == nil || t == nil {
		return s == t
	}
	return s.Rep == t.Rep && s.Func == t.Func && Same(s.By, t.By) && Same(s.Only, t.Only) &&
		Same(s.Lo, t.Lo) && Same(s.Hi, t.Hi) && slices.EqualFunc(s.FuncArgs, t.FuncArgs, Same)
}

// Reads says what a value depends on. A value that depends on nothing is a constant.
type Reads struct {
	position bool
	Me       bool
	free     uint64 // the slots of variables; the last bit stands for all slots from 63
	Option   bool   // an option contributes to it: with another choice it may be another constant
	stuck    source.Span
	// how many members of quantifiers and calls are visited to compute it, as far as the text
	// tells; at most beyondReading
	work int64
}

// beyondReading stands for any amount of work that is too much.
const beyondReading = 1 << 32

func (r *Reads) Add(o Reads) {
	r.position = r.position || o.position
	r.Me = r.Me || o.Me
	r.free |= o.free
	r.Option = r.Option || o.Option
	if !r.stuck.Valid() {
		r.stuck = o.stuck
	}
	r.work = min(r.work+o.work, beyondReading)
}

// outside is what the body of a definition or an attribute reads besides its arguments, where it is
// used.
func (r Reads) outside(op ir.Op, span source.Span) Value {
	r.free = 0
	if r.stuck.Valid() {
		r.stuck = span
	}
	return Value{Expr: &ir.Expr{Op: op}, Reads: r}
}

func slotBit(slot int) uint64 { return 1 << min(slot, 63) }

// at returns the value with another place in the rules.
func (v Value) at(span source.Span) Value {
	copied := *v.Expr
	copied.Span = span
	v.Expr = &copied
	return v
}

func (v Value) Bad() bool { return v.Expr.Op == ir.Invalid }

// Unknown reports that nothing is known about the value, not even its type.
func (v Value) Unknown() bool { return v.Bad() && v.Expr.Type == ir.NoType }

func (v Value) IsSet() bool {
	return v.Expr.Type != ir.Number && v.Expr.Type != ir.Truth && !v.Unknown()
}

func (v Value) single() bool { return v.Expr.Card != ir.Many }

func (v Value) constant() bool {
	switch v.Expr.Op {
	case ir.ConstSites, ir.ConstNumber, ir.ConstTruth, ir.ConstPlayers, ir.ConstKinds, ir.ConstSteps:
		return true
	}
	return false
}

// Number returns the value of a constant number, if v is one.
func (v Value) Number() (int64, bool) {
	return v.Expr.N, v.Expr.Op == ir.ConstNumber
}

// Truth returns the value of a constant condition, if v is one.
func (v Value) Truth() (value, known bool) {
	return v.Expr.N != 0, v.Expr.Op == ir.ConstTruth
}

// Empty reports that the value is known to be the empty set.
func (v Value) Empty() bool {
	switch v.Expr.Op {
	case ir.ConstSites:
		return v.Expr.Sets[0].Empty()
	case ir.ConstPlayers, ir.ConstKinds:
		return v.Expr.N == 0
	case ir.ConstSteps:
		return v.Expr.Dirs == topology.Steps{}
	}
	return false
}

// size returns the number of members of a constant set.
func (v Value) size() int {
	switch v.Expr.Op {
	case ir.ConstSites:
		return v.Expr.Sets[0].Len()
	case ir.ConstSteps:
		return v.Expr.Dirs.Len()
	}
	return bits.OnesCount64(uint64(v.Expr.N))
}

// fewest returns a lower bound on the members of a set, in any position and for any player.
func fewest(e *ir.Expr) int {
	n := 0
	switch e.Op {
	case ir.ConstSites, ir.ConstPlayers, ir.ConstKinds, ir.ConstSteps:
		return Value{Expr: e}.size()
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
	case Value{Expr: e}.constant():
		return Value{Expr: e}.size(), true
	case e.Op == ir.PlayerSites:
		for i := range e.Sets {
			n = max(n, e.Sets[i].Len())
		}
		return n, true
	}
	return 0, false
}

// Mention returns how a message refers to an expression: by its text if that is short.
func Mention(span source.Span) string {
	text := span.Text()
	if text == "" || len(text) > 40 || strings.ContainsAny(text, "\n`") {
		return "this"
	}
	return "`" + text + "`"
}

// Describe says what a value is, with its article.
func Describe(v Value) string {
	switch v.Expr.Type {
	case ir.Sites:
		if v.None {
			return "the empty set"
		}
		switch v.Expr.Card {
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
	return Wanted(v.Expr.Type)
}

// Wanted names a type, with its article.
func Wanted(t ir.Type) string {
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

// Invalid is a value that could not be understood; t is its type if known, otherwise NoType.
func Invalid(t ir.Type, span source.Span) Value {
	return Value{Expr: &ir.Expr{Op: ir.Invalid, Type: t, Card: ir.One, Span: span}}
}

// gameFacts holds the board, the players and the pieces as far as they have been read.
type gameFacts struct {
	*reporter
	Names *nameTable
	Game  *ir.Game
	// the board could not be read or built: nothing is reported about what stands in for it
	NoBoard     bool
	OwnedPlanes topology.Plane
	Walks       *Walks       // what the relations of the board do
	OwnSign     map[int]bool // the kinds whose author gave them a sign
}

// constants builds expressions, and folds those that depend on nothing into constants.
type constants struct {
	*reporter
	Names     *nameTable
	Facts     *gameFacts
	Game      *ir.Game
	folding   *folder
	Folded    int64 // work done so far to fold constants
	foldedAll bool  // it has been reported that they take too much
}

// values combines values: it adds up what each reads, and reports values of the wrong type. It
// knows no syntax.
type values struct {
	*reporter
	Names    *nameTable
	Facts    *gameFacts
	Consts   *constants
	Game     *ir.Game
	empties  []source.Span     // sets already reported as always empty
	Optional map[*ir.Expr]bool // conditions and values that an option contributes to
}

// Member returns the properties of one member of a set.
func Member(set Value) Value {
	if set.Bad() {
		return Invalid(set.Expr.Type, set.Expr.Span)
	}
	return Value{Expr: &ir.Expr{Op: ir.Var, Type: set.Expr.Type, Card: ir.One, Planes: set.Expr.Planes,
		Span: set.Expr.Span},
		dirs: set.dirs, Kinds: set.Kinds, Reads: Reads{Option: set.Option}}
}

// Subset returns the properties of a set of some members of a set.
func Subset(set Value) Value {
	v := Member(set)
	v.Expr.Card = ir.Many
	return v
}

// Node completes an expression: e with its arguments, and with whatever else it depends on (more).
// Arguments that could not be understood make it invalid; if it depends on nothing it becomes a
// constant.
func (vs *constants) Node(e *ir.Expr, args []Value, more ...Value) Value {
	v := Value{Expr: e}
	for _, a := range args {
		e.Args = append(e.Args, a.Expr)
	}
	for _, list := range [2][]Value{args, more} {
		for _, a := range list {
			if a.Bad() {
				return Invalid(e.Type, e.Span)
			}
			v.Reads.Add(a.Reads)
		}
	}
	switch e.Op {
	case ir.Let, ir.QSome, ir.QNo, ir.QOne, ir.QAll, ir.QThose, ir.QUnion, ir.QSum, ir.QMin, ir.QMax:
		v.free &^= slotBit(int(e.N))
	case ir.For:
		// in the body, `me` is the player given as the first argument
		v.Me = args[0].Me
	}
	switch e.Op {
	case ir.PiecesOf, ir.PiecesKind, ir.Occupied, ir.EmptyCells, ir.OwnerOf, ir.KindOf, ir.StateOf,
		ir.Ply, ir.Passes, ir.Repetitions, ir.Seen, ir.Stuck,
		ir.Height, ir.Holding, ir.Pieces:
		v.position = true
	case ir.Next, ir.InGame:
		// With two players, neither can leave without ending the game.
		v.position = v.position || len(vs.Game.Players) > 2
		v.Me = v.Me || e.Op == ir.Next
	case ir.Me, ir.Team, ir.Facing, ir.PlayerSites:
		v.Me = true
	}
	vs.rounds(&v, args)
	if v.work > mostToRead {
		return vs.tooLong(e)
	}
	return vs.fold(v)
}

// rounds adds the work of a node itself to the work of its parts.
func (vs *constants) rounds(v *Value, args []Value) {
	switch v.Expr.Op {
	case ir.Call:
		v.work++
	case ir.QSome, ir.QNo, ir.QOne, ir.QAll, ir.QThose, ir.QUnion, ir.QSum, ir.QMin, ir.QMax:
		over, members := args[0].Expr, int64(1)
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

func (vs *constants) constNumber(n int64, span source.Span) Value {
	return Value{Expr: &ir.Expr{Op: ir.ConstNumber, Type: ir.Number, Span: span, N: n}}
}

func (vs *constants) constTruth(b bool, span source.Span) Value {
	v := Value{Expr: &ir.Expr{Op: ir.ConstTruth, Type: ir.Truth, Span: span}}
	if b {
		v.Expr.N = 1
	}
	return v
}

func (vs *constants) ConstSites(set topology.Set, planes topology.Plane, span source.Span) Value {
	return vs.known(Value{Expr: &ir.Expr{Op: ir.ConstSites, Type: ir.Sites, Planes: planes, Span: span,
		Sets: []topology.Set{set}}})
}

func (vs *constants) ConstPlayers(bits int64, span source.Span) Value {
	return vs.known(Value{Expr: &ir.Expr{Op: ir.ConstPlayers, Type: ir.Players, Span: span, N: bits}})
}

func (vs *constants) ConstKinds(bits uint64, span source.Span) Value {
	return vs.known(Value{Expr: &ir.Expr{Op: ir.ConstKinds, Type: ir.Kinds, Span: span,
		N: int64(bits)}})
}

func (vs *constants) constSteps(dirs topology.Steps, span source.Span) Value {
	return vs.known(Value{Expr: &ir.Expr{Op: ir.ConstSteps, Type: ir.Steps, Span: span, Dirs: dirs}})
}

// noneOf is the empty set of a type.
func (vs *constants) noneOf(t ir.Type, span source.Span) Value {
	switch t {
	case ir.Players:
		return vs.ConstPlayers(0, span)
	case ir.Kinds:
		return vs.ConstKinds(0, span)
	case ir.Steps:
		return vs.constSteps(topology.Steps{}, span)
	}
	v := vs.ConstSites(topology.Set{}, 0, span)
	v.None = true
	return v
}

// known fills in how many members a constant has, and which.
func (vs *constants) known(v Value) Value {
	n := 0
	switch e := v.Expr; e.Op {
	case ir.ConstSites:
		n = e.Sets[0].Len()
		if n > 0 && vs.Game.Board != nil {
			e.Planes = vs.Facts.PlanesOf(e.Sets[0])
		}
	case ir.ConstPlayers:
		n = bits.OnesCount64(uint64(e.N))
	case ir.ConstKinds:
		n, v.Kinds = bits.OnesCount64(uint64(e.N)), uint64(e.N)
	case ir.ConstSteps:
		n, v.dirs = e.Dirs.Len(), e.Dirs
	default:
		return v
	}
	v.Expr.Card = cardOf(n)
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

// PlanesOf returns the planes that some sites belong to.
func (vs *gameFacts) PlanesOf(s topology.Set) topology.Plane {
	var p topology.Plane
	for _, plane := range planes {
		if both := s.And(vs.Game.Board.Planes(plane)); !both.Empty() {
			p |= plane
		}
	}
	return p
}

// WrongType reports a value of the wrong type.
func (vs *values) WrongType(v Value, want ir.Type, help string) Value {
	if isTheOnly(v.Expr) && (want == ir.Kinds || want == ir.Players) {
		vs.Fail(code.WrongType, v.Expr.Span,
			fmt.Sprintf("%s is the site of a piece; expected %s", Mention(v.Expr.Span),
				Wanted(want)), "After `the`, players and kinds stand for the sites of their pieces.",
			"leave `the` out")
		return Invalid(want, v.Expr.Span)
	}
	vs.report(&diag.Diagnostic{Code: code.WrongType, Span: v.Expr.Span,
		Summary:    fmt.Sprintf("%s is %s; expected %s", Mention(v.Expr.Span), Describe(v), Wanted(want)),
		Suggestion: help})
	return Invalid(want, v.Expr.Span)
}

// Sites converts a value to sites: those of the pieces of a player or of a kind.
func (vs *values) Sites(v Value) Value {
	switch v.Expr.Type {
	case ir.Sites:
		return v
	case ir.NoType:
		return Invalid(ir.Sites, v.Expr.Span)
	case ir.Players:
		if v.Empty() {
			return vs.Consts.noneOf(ir.Sites, v.Expr.Span)
		}
		return vs.Consts.Node(&ir.Expr{Op: ir.PiecesOf, Type: ir.Sites, Card: ir.Many,
			Planes: vs.Facts.OwnedPlanes, Span: v.Expr.Span}, []Value{v})
	case ir.Kinds:
		if v.Empty() {
			return vs.Consts.noneOf(ir.Sites, v.Expr.Span)
		}
		return vs.Consts.Node(&ir.Expr{Op: ir.PiecesKind, Type: ir.Sites, Card: ir.Many,
			Planes: vs.Facts.kindPlanes(v.Kinds), Span: v.Expr.Span}, []Value{v})
	case ir.Steps:
		return vs.WrongType(v, ir.Sites, "a direction is a step on a path: write p."+Plain(v.Expr.Span,
			"north"))
	case ir.Number:
		return vs.WrongType(v, ir.Sites, "file(n) and rank(n) are the cells of a column and of a row")
	}
	return vs.WrongType(v, ir.Sites, "those x in S: … keeps the sites for which something holds")
}

// Plain is the text of a span for use in a suggestion, or other if it is long.
func Plain(span source.Span, other string) string {
	text := span.Text()
	if text == "" || len(text) > 24 || strings.ContainsAny(text, "\n ") {
		return other
	}
	return text
}

// Want converts a value to a type, or reports that it has another one.
func (vs *values) Want(v Value, t ir.Type) Value {
	if t == ir.Sites {
		return vs.Sites(v)
	}
	switch {
	case v.Unknown():
		return Invalid(t, v.Expr.Span)
	case v.Expr.Type == t:
		return v
	case v.None && t != ir.Number && t != ir.Truth:
		return vs.Consts.noneOf(t, v.Expr.Span)
	}
	help := ""
	arg := Plain(v.Expr.Span, "…")
	switch {
	case t == ir.Number && v.IsSet() && v.Expr.Type != ir.Steps:
		help = "say count(" + arg + ") for how many there are"
	case t == ir.Truth && v.IsSet():
		help = "say `some " + arg + "` or `no " + arg + "`"
		if _, site := vs.Game.Board.SiteByName(arg); site { // `if p in a1, b2`
			help += "; write several sites as one set in braces: `{a1, b2}`"
		}
	case t == ir.Truth && v.Expr.Type == ir.Number:
		help = "compare it: " + arg + " > 0"
	case t == ir.Kinds && v.Expr.Type == ir.Sites:
		help = "say kind(" + arg + ") for the kind of the piece there"
	case t == ir.Players && v.Expr.Type == ir.Sites:
		help = "say owner(" + arg + ") for the owner of the piece there"
	}
	return vs.WrongType(v, t, help)
}

// isTheOnly reports whether an expression is `the P`, where P stands for pieces.
func isTheOnly(e *ir.Expr) bool {
	return e.Op == ir.Let && e.Args[1].Op == ir.If && e.Args[1].Args[0].Op == ir.ExactlyOne &&
		e.Args[1].Args[0].N == 1 && (e.Args[0].Op == ir.PiecesKind || e.Args[0].Op == ir.PiecesOf)
}

// chooseOne says how rules come by a single member of a set.
func chooseOne(v Value) string {
	set := strings.Trim(Mention(v.Expr.Span), "`")
	if set == "this" {
		set = "…"
	}
	bind := "to q"
	switch v.Expr.Type {
	case ir.Kinds:
		return "a line such as `as k in " + set + "` lets the player choose one; to ask whether " +
			"a piece is one of them, write `p in " + set + "`"
	case ir.Players:
		bind = "as P"
	case ir.Steps:
		bind = "along d"
	}
	return "bind one of them: a line such as `" + bind + " in " + set + "` lets the player choose"
}

// AtMostOne reports a value with several members where only one is allowed. What takes it is named
// as the reader knows it: "`->`".
func (vs *values) AtMostOne(v Value, what string) Value {
	if v.Bad() || v.single() {
		return v
	}
	vs.report(&diag.Diagnostic{Code: code.TooMany, Span: v.Expr.Span,
		Summary: fmt.Sprintf("%s may have several members; %s takes at most one", Mention(v.Expr.Span),
			what),
		Detail:     vs.whyMany(v),
		Suggestion: chooseOne(v)})
	return Invalid(v.Expr.Type, v.Expr.Span)
}

// whyMany explains why a value has several members.
func (vs *values) whyMany(v Value) string {
	switch e := v.Expr; e.Op {
	case ir.PiecesKind:
		return "A kind stands for the sites of all such pieces."
	case ir.PiecesOf:
		return "A player stands for the sites of all their pieces."
	case ir.Path:
		switch {
		case e.Step.Rep == ir.Star || e.Step.Rep == ir.Plus || e.Step.Rep == ir.Times && e.Step.Hi != nil:
			return "A repeated step reaches every site on the way."
		case e.Step.By != nil && e.Step.By.Card == ir.Many:
			return fmt.Sprintf("%s stands for several directions.", Mention(e.Step.By.Span))
		}
	case ir.StateOf:
		return "A memory may hold any number of sites."
	}
	return ""
}

// ConstantSites returns the set that a constant expression denotes.
func (vs *constants) ConstantSites(v Value, span source.Span) (topology.Set, bool) {
	switch {
	case v.Bad():
		return topology.Set{}, false
	case v.Expr.Op == ir.ConstSites:
		return v.Expr.Sets[0], true
	}
	vs.Fail(code.NotConstant, span, fmt.Sprintf("%s depends on the position", Mention(span)),
		"Only what is the same in every position is allowed here.", "")
	return topology.Set{}, false
}
