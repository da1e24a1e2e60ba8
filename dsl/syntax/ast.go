package syntax

import (
	"github.com/alecthomas/participle/v2/lexer"

	"boardgame/dsl/source"
)

// A Node knows where in the text it stands: it is embedded in every node of the tree. Pos is its first token and EndPos
// the end of its last one; participle fills them in for the declarations, the expression parser for the expressions.
type Node struct {
	Pos    lexer.Position
	EndPos lexer.Position
}

// Span returns the bytes that the node covers in a file, which must be the one it was parsed from.
func (n Node) Span(f *source.File) source.Span {
	return source.Span{File: f, Lo: n.Pos.Offset, Hi: n.EndPos.Offset}
}

// File is a whole rules text. Decls holds what could be understood, in source order, also when other parts of the text
// have mistakes.
type File struct {
	Source *source.File
	Decls  []Decl
}

// Name is an identifier where one is declared or mentioned.
type Name struct {
	Node
	Text string
}

// Str is a "string", without its quotes.
type Str struct {
	Node
	Text string
}

// Picture is the text between two `"""`, as it was written. Its Node covers the quotes too; the text begins 3 bytes after.
type Picture struct {
	Node
	Text string
}

// A Decl is one declaration: one of the pointer types below that say so.
type Decl interface{ decl() }

type (
	// Game is `game "Title" extends "file"`.
	Game struct {
		Node
		Title   Str
		Extends *Str // nil: a game of its own
	}

	// Use is `use "library"`.
	Use struct {
		Node
		Library Str
	}

	// Option is `option size = 10 in {10, 8, 6} "text"`.
	Option struct {
		Node
		Name    Name
		Default Expr
		Domain  Domain
		Help    *Str
	}

	// Players is `players White facing north, Red when seats > 2`.
	Players struct {
		Node
		Players []*Player
	}

	// Board is `board square(8, 8) { line … } with edges`.
	Board struct {
		Node
		Shape   Name
		Args    []Expr
		Picture *Picture
		Lines   []*Line
		With    []Name
	}

	// Region is `region gold = EXPR` or `region home { Red: EXPR, … }`.
	Region struct {
		Node
		Name      Name
		Value     Expr         // nil for a region of each player
		PerPlayer []*PerPlayer // empty for a region of all
	}

	// Pieces is `piece checker "c" { … }, …`.
	Pieces struct {
		Node
		Pieces []*Piece
	}

	// State is `counter NAME per player = 9` or `memory NAME = none this turn`.
	State struct {
		Node
		Memory   bool // else a counter
		Name     Name
		Per      []Name // player, piece, cell
		Value    Expr
		ThisTurn bool
	}

	// Def is `def NAME(params) = EXPR`.
	Def struct {
		Node
		Name   Name
		Params []Name
		Body   Expr
	}

	// Setup is `setup { … }` or `setup """picture"""`.
	Setup struct {
		Node
		Picture *Picture
		Items   []*SetupItem
	}

	// Move is `move NAME "label" { … }`, or `chance NAME { … }`, which is kept for later.
	Move struct {
		Node
		Chance  bool
		Name    Name
		Label   *Str
		Clauses []Clause
		Do      []*Effect
		Ensure  []*Cond
		Then    *Choice // nil: the turn is over
	}

	// Turn is `turn CHOICE`.
	Turn struct {
		Node
		Choice *Choice
	}

	// End is `end { SENTENCE … }`.
	End struct {
		Node
		Sentences []*Sentence
	}

	// Value is `value NAME = EXPR`: a number by which bots judge a position.
	Value struct {
		Node
		Name Name
		Body Expr
	}

	// CondDecl is `if COND { … } else if … else { … }`, read when the game is loaded.
	CondDecl struct {
		Node
		Cond   Expr
		Then   []Decl
		ElseIf *CondDecl // at most one of ElseIf and Else is there
		Else   []Decl
	}
)

func (*Game) decl()     {}
func (*Use) decl()      {}
func (*Option) decl()   {}
func (*Players) decl()  {}
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
func (*CondDecl) decl() {}

type (
	// Domain is what a variable ranges over: the members of Lo, or the numbers Lo..Hi.
	Domain struct {
		Node
		Lo Expr
		Hi Expr // nil: not a range
	}

	// Player is one seat.
	Player struct {
		Node
		Name   Name
		Facing *Name
		When   Expr // nil: always in the game
	}

	// Line is `line NAME: a-b-c` or `loop a-b-c`.
	Line struct {
		Node
		Loop   bool
		Name   *Name
		Points []*Name
	}

	// PerPlayer is one player's part of a region.
	PerPlayer struct {
		Node
		Player Name
		Value  Expr
	}

	// Piece is one kind of piece.
	Piece struct {
		Node
		Name  Name
		Sign  *Str
		Attrs []*Attr
	}

	// Attr is `neutral`, `speed 3`, `on edges | corners`; without a value it is a truth.
	Attr struct {
		Node
		Name  Name
		Value Expr
	}

	// SetupItem is `Red pawn: SITES`, `pawn: home` or `seeds(store): 0`.
	SetupItem struct {
		Node
		Spec  Spec
		Value Expr
	}

	// Spec says which piece: an owner and a kind, or one of them.
	Spec struct {
		Node
		First  *Call
		Second *Call // nil: one word only
	}

	// Cond is a condition with the reason that a player is given when it fails.
	Cond struct {
		Node
		Expr   Expr
		Reason *Str
	}

	// Sentence is one line of `end`.
	Sentence struct {
		Node
		Player  *Name  // nil: the mover
		Outcome string // "win", "lose", "draw", or "highest", "lowest"
		Of      Expr   // what is highest or lowest
		Text    *Str
		AtOnce  bool
		If      Expr
	}
)

// A Clause is a line of a move above `do`: *Bind, *LetClause or *IfClause.
type Clause interface{ clause() }

type (
	// Bind is `from p in mine`; its role is from, to, over, at, along, as or with.
	Bind struct {
		Node
		Role   string
		Name   Name
		Domain Domain
	}

	// LetClause is `let x = EXPR`.
	LetClause struct {
		Node
		Name  Name
		Value Expr
	}

	// IfClause is `if COND, COND`.
	IfClause struct {
		Node
		Conds []*Cond
	}
)

func (*Bind) clause()      {}
func (*LetClause) clause() {}
func (*IfClause) clause()  {}

// Effect is one change of the board, `when` something holds.
type Effect struct {
	Node
	Action Action
	When   Expr // nil: always
}

// An Action is what an effect does.
type Action interface{ action() }

type (
	// Place is `place [OWNER] KIND on SITES`.
	Place struct {
		Node
		Spec Spec
		On   Expr
	}

	// Remove is `remove SITES`.
	Remove struct {
		Node
		Sites Expr
	}

	// Shift is `shift SITES by STEP`; By is the call or the expression in parentheses.
	Shift struct {
		Node
		Sites Expr
		By    Expr
	}

	// Each is `each x in S: EFFECT`.
	Each struct {
		Node
		Name   Name
		Domain Domain
		Effect *Effect
	}

	// Again is `again`: the same player takes the next turn too.
	Again struct{ Node }

	// LetAction is `let x = EXPR` among the effects.
	LetAction struct {
		Node
		Name  Name
		Value Expr
	}

	// Change is `p -> q`, `p <-> q`, `S becomes SPEC`, `counter := E`, `+=` or `-=`.
	Change struct {
		Node
		Target Expr
		Op     string // "->", "<->", "becomes", ":=", "+=", "-="
		Value  Expr   // nil for "becomes"
		Spec   *Spec  // only for "becomes"
	}
)

func (*Place) action()     {}
func (*Remove) action()    {}
func (*Shift) action()     {}
func (*Each) action()      {}
func (*Again) action()     {}
func (*LetAction) action() {}
func (*Change) action()    {}

type (
	// Choice is `A else B else C`.
	Choice struct {
		Node
		Groups []*Group
	}

	// Group is `A, B, C with most E`.
	Group struct {
		Node
		Items []*Item
		Best  *Best
	}

	// Item is a move, or pass, done, win, lose, draw or illegal.
	Item struct {
		Node
		Name  Name
		Roles []*RoleValue
		When  Expr
	}

	// RoleValue is `from q`: only the choices whose role lies in the value.
	RoleValue struct {
		Node
		Role  string
		Value Expr
	}

	// Best is `with least|most E, E`.
	Best struct {
		Node
		Most bool
		By   []Expr
	}
)

// An Expr is an expression: one of the pointer types below that say so.
type Expr interface {
	expr()
	Span(*source.File) source.Span
}

type (
	// Int is a number. It is kept as written too big for 64 bits: Overflow.
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

	// Call is a name, with arguments or without.
	Call struct {
		Node
		Name   Name
		Parens bool // f() and f(x), against f
		Args   []Expr
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

	// Unary is `-x` or `not x`, or `some S`, `no S`, `one S`.
	Unary struct {
		Node
		Op    string
		OpPos lexer.Position
		X     Expr
	}

	// Binary is `x op y`; see the precedence table of the language for the operators.
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

	// Quant is `some x in S: a`, also no, one, all, those, union, sum, min, max.
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
func (*Binary) expr()  {}
func (*If) expr()      {}
func (*Let) expr()     {}
func (*For) expr()     {}
func (*Quant) expr()   {}

// Step is `.north`, `.(a | b)`, with `[only]` and a repetition.
type Step struct {
	Node
	By   Expr // a *Call, or the expression of a group
	Only Expr // nil: no restriction on the landings
	Rep  *Rep // nil: once
}

// Rep is `*`, `+` or `{n}`, `{a..b}`.
type Rep struct {
	Node
	Op    string  // "*", "+" or "{"
	Count *Domain // only for "{"
}
