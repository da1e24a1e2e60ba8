package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"boardgame/dsl/source"
)

// A Node holds a place in the text; every node of the tree embeds one. Pos is the position of its
// first token and EndPos the end of its last. Participle fills them in for declarations, the
// expression parser for expressions.
type Node struct {
	Pos    lexer.Position
	EndPos lexer.Position
}

// Span returns the bytes that the node covers in f, which must be the file it was parsed from.
func (n Node) Span(f *source.File) source.Span {
	return source.Span{File: f, Lo: n.Pos.Offset, Hi: n.EndPos.Offset}
}

// File is a whole rules text. Decls holds what could be understood, in source order, even if other
// parts of the text have mistakes.
type File struct {
	Source *source.File
	Decls  []Decl
}

// Name is an identifier that is declared or mentioned.
type Name struct {
	Node
	Text string
}

// Str is a "string", without its quotes.
type Str struct {
	Node
	Text string
}

// Picture is the text between two `"""`, exactly as written. Its Node also covers the quotes; the
// text begins 3 bytes in.
type Picture struct {
	Node
	Text string
}

// A Decl is one declaration: one of the pointer types below that implement it.
type Decl interface{ decl() }

type (
	// Game is `game "Title" extends "file"`.
	Game struct {
		Node
		Title   Str  `parser:"'game' @@"`
		Extends *Str `parser:"('extends' @@)?"` // nil: it extends nothing
	}

	// Use is `use "library"`.
	Use struct {
		Node
		Library Str `parser:"'use' @@"`
	}

	// Option is `option size = 10 in {10, 8, 6} "text"`.
	Option struct {
		Node
		Name    Name   `parser:"'option' @@"`
		Default Sum    `parser:"'=' @@"`
		Domain  Domain `parser:"'in' @@"`
		Help    *Str   `parser:"@@?"`
	}

	// Players is `players White facing north, Red when seats > 2`.
	Players struct {
		Node
		Players []*Player `parser:"'players' @@ (',' @@)*"`
	}

	// Teams is `teams North + South, East + West`: who wins together.
	Teams struct {
		Node
		Teams []*Team `parser:"'teams':Word @@ (',' @@)*"`
	}

	// Board is `board square(8, 8) { line … } with edges, towers(5)`.
	Board struct {
		Node
		Shape   Name     `parser:"'board' @@"`
		Args    []Expr   `parser:"('(' @@ (',' @@)* ')')?"`
		Picture *Picture `parser:"@@?"`
		Lines   []*Line  `parser:"('{' @@+ '}')?"`
		With    []*With  `parser:"('with' @@ (',' @@)*)?"`
	}

	// With is `edges`, `corners`, `towers` or `towers(5)`.
	With struct {
		Node
		Name Name `parser:"@@"`
		Most Expr `parser:"('(' @@ ')')?"` // nil: no number given
	}

	// Region is `region gold = EXPR` or `region home { Red: EXPR, … }`.
	Region struct {
		Node
		Name Name `parser:"'region' @@"`
		// nil for a region with one set per player
		Value     Expr         `parser:"( '=' @@"`
		PerPlayer []*PerPlayer `parser:"| '{' @@ (','? @@)* '}' )"` // empty if one set serves all
	}

	// Pieces is `piece checker "c" { … }, …`.
	Pieces struct {
		Node
		Pieces []*Piece `parser:"'piece' @@ (',' @@)*"`
	}

	// State is `counter NAME per player = 9` or `memory NAME = none this turn`.
	State struct {
		Node
		Memory   bool   `parser:"( @'memory' | 'counter' )"` // otherwise a counter
		Name     Name   `parser:"@@"`
		Per      []Name `parser:"('per' @@ (',' @@)*)?"` // player, piece, cell
		Value    Expr   `parser:"'=' @@"`
		ThisTurn bool   `parser:"(@'this' 'turn')?"`
	}

	// Def is `def NAME(params) = EXPR`.
	Def struct {
		Node
		Name   Name   `parser:"'def' @@"`
		Params []Name `parser:"('(' @@ (',' @@)* ')')?"`
		Body   Expr   `parser:"'=' @@"`
	}

	// Setup is `setup { … }` or `setup """picture"""`, each optionally followed by `then CHOICE`,
	// or `setup then CHOICE`.
	Setup struct {
		Node
		Picture *Picture     `parser:"'setup' (?= Picture | '{' | 'then') ( @@"`
		Items   []*SetupItem `parser:"| '{' @@ (',,'? @@)* '}' )?"`
		Then    *Choice      `parser:"('then' @@)?"` // chance moves that complete the setup, or nil
	}

	// Move is `move NAME "label" { … }`, or `chance NAME { … }`, which no one chooses.
	Move struct {
		Node
		Chance  bool      `parser:"( @'chance' | 'move' )"`
		Name    Name      `parser:"@@"`
		Label   *Str      `parser:"@@?"`
		Clauses []Clause  `parser:"'{' @@*"`
		Do      []*Effect `parser:"('do' @@ (',' @@)*)?"`
		Ensure  []*Cond   `parser:"('ensure' @@ (',' @@)*)?"`
		Then    *Choice   `parser:"('then' @@)? '}'"` // nil: the turn is over
	}

	// Turn is `turn CHOICE`.
	Turn struct {
		Node
		Choice *Choice `parser:"'turn' @@"`
	}

	// End is `end { SENTENCE … }`.
	End struct {
		Node
		Sentences []*Sentence `parser:"'end' '{' @@+ '}'"`
	}

	// Value is `value NAME = EXPR`: a number by which bots judge a position.
	Value struct {
		Node
		Name Name `parser:"'value' @@"`
		Body Expr `parser:"'=' @@"`
	}

	// Say is `say "text" if COND`: a sentence that players are told but that decides nothing.
	Say struct {
		Node
		Text Str  `parser:"'say' @@"`
		If   Expr `parser:"'if' @@"`
	}

	// Hidden is `hidden card(players - me), cells - known when COND`: what a player does not see.
	Hidden struct {
		Node
		Items []*HiddenItem `parser:"'hidden':Word @@ (',' @@)*"`
	}

	// After is `after step, jump: EFFECT, …`: effects that are added to those of moves.
	After struct {
		Node
		// or `any` alone: every move that a player chooses
		Moves   []Name    `parser:"'after' @@ (',' @@)*"`
		Effects []*Effect `parser:"':' @@ (',' @@)*"`
	}

	// CondDecl is `if COND { … } else if … else { … }`, which is decided when the game is loaded.
	CondDecl struct {
		Node
		Cond   Expr      `parser:"'if' @@"`
		Then   []Decl    `parser:"'{' @@* '}'"`
		ElseIf *CondDecl `parser:"('else' ( @@"` // at most one of ElseIf and Else is set
		Else   []Decl    `parser:"| '{' @@* '}' ))?"`
	}
)

func (*Game) decl()     {}
func (*Use) decl()      {}
func (*Option) decl()   {}
func (*Players) decl()  {}
func (*Teams) decl()    {}
func (*Board) decl()    {}
func (*Region) decl()   {}
func (*Pieces) decl()   {}
func (*State) decl()    {}
func (*Def) decl()      {}
func (*Setup) decl()    {}
func (*Move) decl()     {}
func (*Turn) decl()     {}
func (*End) decl()      {}
func (*Value) decl()    {}
func (*Say) decl()      {}
func (*Hidden) decl()   {}
func (*After) decl()    {}
func (*CondDecl) decl() {}

type (
	// HiddenItem is one thing that is hidden.
	HiddenItem struct {
		Node
		What Expr `parser:"@@"`
		When Expr `parser:"('when' @@)?"` // nil: always
	}

	// Domain is what a variable ranges over: the members of Lo, or the numbers Lo..Hi.
	Domain struct {
		Node
		Lo Expr `parser:"@@"`
		Hi Expr `parser:"('..' @@)?"` // nil: not a range
	}

	// Player is one seat.
	Player struct {
		Node
		Name   Name  `parser:"@@"`
		Facing *Name `parser:"('facing' @@)?"`
		When   Expr  `parser:"('when' @@)?"` // nil: always in the game
	}

	// Team is `North + South`.
	Team struct {
		Node
		Names []Name `parser:"@@ ('+' @@)*"`
	}

	// Line is `line NAME: a-b-c`, `loop a-b-c` or `line bar-p24..p1-off`.
	Line struct {
		Node
		Loop   bool     `parser:"( @'loop' | 'line' )"`
		Name   *Name    `parser:"( (?= Name ':') @@ ':' )?"`
		Points []*Point `parser:"@@ ('-' @@)*"`
	}

	// Point is a point of a line, or several whose names differ in the number: `p24..p1`.
	Point struct {
		Node
		Name Name  `parser:"@@"`
		To   *Name `parser:"('..' @@)?"` // nil: a single point
	}

	// PerPlayer is one player's set in a region.
	PerPlayer struct {
		Node
		Player Name `parser:"@@"`
		Value  Expr `parser:"':' @@"`
	}

	// Piece is one kind of piece.
	Piece struct {
		Node
		Name  Name    `parser:"@@"`
		Sign  *Str    `parser:"@@?"`
		Attrs []*Attr `parser:"('{' @@ (',' @@)* '}')?"`
	}

	// Attr is `neutral`, `speed 3`, `on edges | corners`; without a value it is a flag.
	Attr struct {
		Node
		Name  Name `parser:"@@"`
		Value Expr `parser:"@@?"`
	}

	// SetupItem is `Red pawn: SITES`, `pawn: home` or `seeds(store): 0`.
	SetupItem struct {
		Node
		Spec  Spec `parser:"@@"`
		Value Expr `parser:"':' @@"`
	}

	// Spec says which piece is meant: by an owner, a kind, or both.
	Spec struct {
		Node
		First  *Call `parser:"@@"`
		Second *Call `parser:"@@?"` // nil: only one word
	}

	// Cond is a condition with the reason that players are given when it fails.
	Cond struct {
		Node
		Expr   Expr `parser:"@@"`
		Reason *Str `parser:"@@?"`
	}

	// Sentence is one line of `end`.
	Sentence struct {
		Node
		// nil: the mover
		Player *Name `parser:"( @@?"`
		// "win", "lose", "draw", or "highest", "lowest"
		Outcome string `parser:"@('win' | 'wins' | 'lose' | 'loses' | 'draw') | @('highest' | 'lowest')"`
		// what is highest or lowest
		Of     Expr `parser:"@@ 'wins' )"`
		Text   *Str `parser:"@@?"`
		AtOnce bool `parser:"(@'at' 'once')?"`
		If     Expr `parser:"'if' @@"`
		Plural bool // `Goats win`
	}
)

// A Clause is a line of a move above `do`: *Bind, *LetClause, *IfClause or *WeightClause.
type Clause interface{ clause() }

type (
	// Bind is `from p in mine`; its role is from, to, over, at, along, as or with.
	Bind struct {
		Node
		Role   string `parser:"@('from' | 'to' | 'over' | 'at' | 'along' | 'as' | 'with')"`
		Name   Name   `parser:"@@"`
		Domain Domain `parser:"'in' @@"`
		Of     Expr   `parser:"('of' @@)?"` // a set of so many members of it as Domain says
	}

	// LetClause is `let x = EXPR`.
	LetClause struct {
		Node
		Name  Name `parser:"'let' @@"`
		Value Expr `parser:"'=' @@"`
	}

	// IfClause is `if COND, COND`.
	IfClause struct {
		Node
		Conds []*Cond `parser:"'if' @@ (',' @@)*"`
	}

	// WeightClause is `weight EXPR`: the relative weight of an outcome of a chance move.
	WeightClause struct {
		Node
		Value Expr `parser:"'weight' @@"`
	}
)

func (*Bind) clause()         {}
func (*LetClause) clause()    {}
func (*IfClause) clause()     {}
func (*WeightClause) clause() {}

// Effect is one change of the board, with the condition after `when`.
type Effect struct {
	Node
	Action Action `parser:"@@"`
	When   Expr   `parser:"('when' @@)?"` // nil: always
}

// An Action is what an effect does.
type Action interface{ action() }

type (
	// Place is `place [OWNER] KIND on SITES`, or `under SITES`.
	Place struct {
		Node
		Spec  Spec `parser:"'place' @@"`
		Under bool `parser:"( 'on' | @'under':Word )"` // below what is there
		On    Expr `parser:"@@"`
	}

	// Remove is `remove SITES`.
	Remove struct {
		Node
		Sites Expr `parser:"'remove' @@"`
	}

	// Shift is `shift SITES by STEP`; By is the call or the expression in parentheses.
	Shift struct {
		Node
		Sites Expr   `parser:"'shift' @@"`
		By    Stride `parser:"'by' @@"`
	}

	// Each is `each x in S: EFFECT` or `each x in S: { EFFECT, … }`; the colon before a brace is a
	// token of its own, see token.Soften.
	Each struct {
		Node
		Name    Name      `parser:"'each' @@"`
		Domain  Domain    `parser:"'in' @@"`
		Effects []*Effect `parser:"( ':' @@ | '::' '{' @@ (',' @@)* '}' )"`
	}

	// While is `while C: EFFECT` or `while C: { EFFECT, … }`.
	While struct {
		Node
		Word    string    `parser:"@'while':Word"`
		Cond    Expr      `parser:"@@"`
		Effects []*Effect `parser:"( ':' @@ | '::' '{' @@ (',' @@)* '}' )"`
	}

	// Again is `again`: the same player also takes the next turn.
	Again struct {
		Node
		Word string `parser:"@'again'"` // always "again"
	}

	// LetAction is `let x = EXPR` among the effects.
	LetAction struct {
		Node
		Name  Name `parser:"'let' @@"`
		Value Expr `parser:"'=' @@"`
	}

	// Change is `p -> q`, `p <-> q`, `S becomes SPEC`, `counter := E`, `+=` or `-=`.
	Change struct {
		Node
		Target Sum `parser:"@@"`
		// "->", "<->", "becomes", ":=", "+=", "-="
		Op    string `parser:"( @('->' | '<->' | ':=' | '+=' | '-=')"`
		Under bool   `parser:"@'under':Word?"`   // `p -> under q`
		Value Expr   `parser:"@@"`               // nil for "becomes"
		Spec  *Spec  `parser:"| 'becomes' @@ )"` // only for "becomes"
	}
)

func (*Place) action()     {}
func (*Remove) action()    {}
func (*Shift) action()     {}
func (*Each) action()      {}
func (*While) action()     {}
func (*Again) action()     {}
func (*LetAction) action() {}
func (*Change) action()    {}

type (
	// Choice is `A else B else C`.
	Choice struct {
		Node
		Groups []*Group `parser:"@@ ('else' @@)*"`
	}

	// Group is `A, B, C with most E`.
	Group struct {
		Node
		Items []*Item `parser:"@@ (',' @@)*"`
		Best  *Best   `parser:"@@?"`
	}

	// Item is a move, or pass, done, win, lose, draw or illegal; or `Red wins`. An outcome may give
	// a reason.
	Item struct {
		Node
		Name Name `parser:"@@"`
		// "win" or "lose" if Name is a player
		Does   string       `parser:"@('wins' | 'loses' | 'win' | 'lose')?"`
		Plural bool         // `Goats win`
		Text   *Str         `parser:"@@?"`
		Roles  []*RoleValue `parser:"@@*"`
		When   Expr         `parser:"('when' @@)?"`
	}

	// RoleValue is `from q`: it allows only choices whose role lies in the value.
	RoleValue struct {
		Node
		Role  string `parser:"@('from' | 'to' | 'over' | 'at' | 'along' | 'as')"`
		Value Sum    `parser:"@@"`
	}

	// Best is `with least|most E, E`.
	Best struct {
		Node
		Most bool   `parser:"'with' ( @'most' | 'least' )"`
		By   []Expr `parser:"@@ (',' @@)*"`
	}
)

// An Expr is an expression: one of the pointer types below that implement it.
type Expr interface {
	expr()
	Span(*source.File) source.Span
}

// A Sum is an expression without comparisons and logic outside parentheses. It stands where `in`, a
// comma or the sign of a change follows.
type Sum interface{ Expr }

// A Stride is the step of `shift`: a *Call, or a *Paren.
type Stride interface{ Expr }

type (
	// Int is a number. Overflow reports that the literal does not fit in 64 bits.
	Int struct {
		Node
		Value    int64
		Overflow bool
	}

	// StrExpr is a string inside an expression, as in marked("*").
	StrExpr struct {
		Node
		Text string
	}

	// Call is a name, with or without arguments.
	Call struct {
		Node
		Name   Name   `parser:"@@"`
		Parens bool   `parser:"( @'('"` // distinguishes f() and f(x) from f
		Args   []Expr `parser:"(@@ (',' @@)*)? ')' )?"`
	}

	// Paren is `( EXPR )`.
	Paren struct {
		Node
		X Expr
	}

	// SetLit is `{a1, b2}` or `{1..3}`.
	SetLit struct {
		Node
		Items []*Domain
	}

	// Path is `base.step.step`.
	Path struct {
		Node
		Base  Expr
		Steps []*Step
	}

	// Unary is `-x` or `not x`, or `some S`, `no S`, `one S`, `the S`.
	Unary struct {
		Node
		Op    string
		OpPos lexer.Position
		X     Expr
	}

	// Slice is `top n of S` or `bottom n of S`: the topmost or lowest pieces of towers.
	Slice struct {
		Node
		Bottom bool
		N      Expr // nil: one piece
		Of     Expr
	}

	// Binary is `x op y`; the language's precedence table lists the operators.
	Binary struct {
		Node
		Op    string
		OpPos lexer.Position
		X, Y  Expr
	}

	// If is `if a: b else c`.
	If struct {
		Node
		Cond, Then, Else Expr
	}

	// Let is `let x = a: b`.
	Let struct {
		Node
		Name  Name
		Value Expr
		Body  Expr
	}

	// For is `for P: a`.
	For struct {
		Node
		Player Expr
		Body   Expr
	}

	// Quant is `some x in S: a`; the other words are no, one, all, those, union, sum, min and max.
	Quant struct {
		Node
		Op     string
		Name   Name
		Domain Domain
		Body   Expr
	}
)

func (*Int) expr()     {}
func (*StrExpr) expr() {}
func (*Call) expr()    {}
func (*Paren) expr()   {}
func (*SetLit) expr()  {}
func (*Path) expr()    {}
func (*Unary) expr()   {}
func (*Slice) expr()   {}
func (*Binary) expr()  {}
func (*If) expr()      {}
func (*Let) expr()     {}
func (*For) expr()     {}
func (*Quant) expr()   {}

// Step is `.north` or `.(a | b)`, with `[only]` and a repetition.
type Step struct {
	Node
	By   Expr // a *Call, or the expression in parentheses
	Only Expr // nil: it may land anywhere
	Rep  *Rep // nil: once
}

// Rep is `*`, `+` or `{n}`, `{a..b}`.
type Rep struct {
	Node
	Op    string  // "*", "+" or "{"
	Count *Domain // only for "{"
}
