package syntax

import (
	"fmt"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"boardgame/dsl/diag"
	"boardgame/dsl/syntax/mend"
	"boardgame/dsl/syntax/token"
)

// Operator precedence, loosest first. The forms that extend as far to the right as possible (if,
// let, for and the quantifiers) may begin any operand and need no level.
const (
	levelAny     = iota
	levelImplies // right to left
	levelOr
	levelAnd
	levelNot
	levelCompare // no chains
	levelSome    // some S, no S, one S
	levelSum
	levelProduct
	levelPower // no chains
	levelUnary
)

// infix maps each operator between two operands to its level.
var infix = map[string]int{
	"implies": levelImplies, "or": levelOr, "and": levelAnd,
	"=": levelCompare, "!=": levelCompare, "<": levelCompare, "<=": levelCompare, ">": levelCompare,
	">=": levelCompare, "in": levelCompare,
	"+": levelSum, "-": levelSum, "|": levelSum,
	"*": levelProduct, "/": levelProduct, "mod": levelProduct, "&": levelProduct,
	"^": levelPower,
}

const (
	// MaxNesting limits how deeply expressions may be nested, MaxOperators how many operators may
	// stand side by side.
	MaxNesting   = 200
	MaxOperators = 1000
)

// A syntaxError is a mistake found by the expression parser: what to say about it, and how the
// parser can continue.
type syntaxError struct {
	mend.Complaint
	at lexer.Token // the token that is not allowed there
}

func (e *syntaxError) Error() string            { return e.Summary }
func (e *syntaxError) Message() string          { return e.Summary }
func (e *syntaxError) Position() lexer.Position { return e.at.Pos }

// expressions parses expressions from participle's token stream by precedence climbing.
type expressions struct {
	lex   *lexer.PeekingLexer
	last  lexer.Token // the last token consumed; zero at the beginning
	depth int
}

// Participle calls parseExpr, parseSum and parseStride for the fields of type Expr, Sum and Stride.

func parseExpr(lex *lexer.PeekingLexer) (Expr, error) {
	p := &expressions{lex: lex}
	if !begins(lex.Peek()) {
		return nil, participle.NextMatch
	}
	x, err := p.parse(levelAny)
	if err != nil {
		return nil, err
	}
	return x, nil
}

func parseSum(lex *lexer.PeekingLexer) (Sum, error) {
	p := &expressions{lex: lex}
	if !begins(lex.Peek()) {
		return nil, participle.NextMatch
	}
	x, err := p.parse(levelSum)
	if err != nil {
		return nil, err
	}
	return x, nil
}

func parseStride(lex *lexer.PeekingLexer) (Stride, error) {
	p := &expressions{lex: lex}
	if t := lex.Peek(); t.Type != typeName && !isSign(t, "(") {
		return nil, participle.NextMatch
	}
	x, err := p.primary()
	if err != nil {
		return nil, err
	}
	return x, nil
}

// isSign reports whether a token is a sign or a reserved word.
func isSign(t *lexer.Token, text string) bool {
	return (t.Type == typeSign || t.Type == typeWord) && t.Value == text
}

// begins reports whether an expression can begin with a token.
func begins(t *lexer.Token) bool {
	switch t.Type {
	case typeName, typeInt, typeString:
		return true
	case typeSign, typeWord:
		return token.Openers[t.Value]
	}
	return false
}

func (p *expressions) peek() *lexer.Token { return p.lex.Peek() }
func (p *expressions) next() lexer.Token {
	p.last = *p.lex.Next()
	return p.last
}

// end returns where the last token consumed ends; the raw stream continues there.
func (p *expressions) end() lexer.Position { return p.lex.RawPeek().Pos }

// accept consumes a sign or a reserved word if it comes next.
func (p *expressions) accept(text string) bool {
	if isSign(p.peek(), text) {
		p.next()
		return true
	}
	return false
}

// fail makes an error about the token that comes next.
func (p *expressions) fail(code diag.Code, summary, suggestion string) *syntaxError {
	return &syntaxError{at: *p.peek(),
		Complaint: mend.Complaint{Code: code, Summary: summary, Suggestion: suggestion}}
}

// missing makes an error about what should follow the last token consumed.
func (p *expressions) missing(code diag.Code, what, suggestion string) *syntaxError {
	summary := fmt.Sprintf("expected %s", what)
	if p.last.Value != "" {
		summary = fmt.Sprintf("expected %s after `%s`", what, token.Clip(p.last.Value))
	}
	e := p.fail(code, summary, suggestion)
	e.Behind = p.last.Value != ""
	return e
}

// unclosed reports that something else stands where a bracket in an expression should be closed.
func (p *expressions) unclosed(closing string) error {
	if t := p.peek(); isSign(t, "{") && p.last.Type == typeName {
		return p.fail(token.Misplaced,
			fmt.Sprintf("`%s` cannot be repeated here: `{…}` follows a step of a path",
				token.Clip(p.last.Value)),
			"give each repetition a path of its own and join the paths: `p.left{2} | p.right{2}`")
	}
	if t := p.peek(); begins(t) {
		help := "sets are joined with `&` (in both), `|` (in one of them) or `-` (in the first only), " +
			"conditions with `and` or `or`"
		if word := mend.Quantifier(p.last.Value); word != "" && t.Type == typeName {
			help = "did you mean `" + word + "`?"
		}
		return p.fail(token.OperatorMissing,
			fmt.Sprintf("an operator or a comma is missing between `%s` and %s",
				token.Clip(p.last.Value),
				shown(*t)), help)
	}
	return p.missing(token.NotClosed, "`"+closing+"`", "")
}

// shown returns the name of a token for a message.
func shown(t lexer.Token) string {
	if t.EOF() {
		return "the end of the text"
	}
	return "`" + token.Clip(t.Value) + "`"
}

// parse reads an expression whose operators bind at least as tightly as level.
func (p *expressions) parse(level int) (Expr, error) {
	if p.depth++; p.depth > MaxNesting {
		help := "give parts of it names with `def` or `let`"
		if p.peek().Value == "the" && p.last.Value == "the" {
			help = "write `the` once: `the the S` means the same as `the S`"
		}
		return nil, p.fail(token.TooDeep,
			fmt.Sprintf("this is nested too deeply: more than %d nested expressions", MaxNesting), help)
	}
	defer func() { p.depth-- }()
	start := p.peek().Pos
	left, err := p.prefix(level)
	if err != nil {
		return nil, err
	}
	for count := 0; ; count++ {
		t := p.peek()
		bound, ok := infix[t.Value]
		if !ok || bound < level || t.Type != typeSign && t.Type != typeWord {
			return left, nil
		}
		if count == MaxOperators {
			return nil, p.fail(token.LongExpression,
				fmt.Sprintf("more than %d operators side by side", MaxOperators),
				"give parts of it names with `def` or `let`")
		}
		op := p.next()
		operand := bound + 1
		if bound == levelImplies {
			operand = bound
		}
		right, err := p.parse(operand)
		if err != nil {
			return nil, err
		}
		left = &Binary{Node: Node{start, p.end()}, Op: op.Value, OpPos: op.Pos, X: left, Y: right}
		if bound == levelCompare || bound == levelPower {
			if err := p.chained(bound, op); err != nil {
				return nil, err
			}
		}
	}
}

// chained rejects a second operator of a level that has no chains.
func (p *expressions) chained(level int, first lexer.Token) error {
	t := p.peek()
	if infix[t.Value] != level || t.Type != typeSign && t.Type != typeWord {
		return nil
	}
	if level == levelPower {
		return p.fail(token.Chained, "`^` cannot follow a `^`",
			"say with parentheses which comes first: `(a ^ b) ^ c`")
	}
	return p.fail(token.Chained, fmt.Sprintf("comparisons cannot be chained: `%s` follows `%s`",
		t.Value,
		first.Value),
		fmt.Sprintf("join two comparisons with `and`: `a %s b and b %s c`", first.Value, t.Value))
}

// prefix reads the beginning of an expression of a level: an operand, or an operator before one.
func (p *expressions) prefix(level int) (Expr, error) {
	t := p.peek()
	if t.Type == typeWord {
		switch t.Value {
		case "not":
			if level > levelNot {
				return nil, p.fail(token.ParensNeeded, "`not` cannot be an operand here",
					"put parentheses around it: `(not …)`")
			}
			return p.unary(levelNot)
		case "some", "no", "one":
			if p.quantified() {
				return p.quantifier()
			}
			if level > levelSome {
				return nil, p.fail(token.ParensNeeded,
					fmt.Sprintf("`%s` cannot be an operand here", t.Value),
					fmt.Sprintf("put parentheses around it: `(%s …)`", t.Value))
			}
			return p.unary(levelSum)
		case "min", "max":
			if p.called() {
				return p.path()
			}
			return p.quantifier()
		case "all", "those", "union", "sum":
			return p.quantifier()
		case "if":
			return p.conditional()
		case "let":
			return p.let()
		case "for":
			return p.perspective()
		}
	}
	if p.beginsOnly() {
		return p.unary(levelSum)
	}
	if p.beginsSlice() {
		return p.slice()
	}
	if isSign(t, "-") {
		op := p.next()
		x, err := p.path()
		if err != nil {
			return nil, err
		}
		return &Unary{Node: Node{op.Pos, p.end()}, Op: op.Value, OpPos: op.Pos, X: x}, nil
	}
	return p.path()
}

// unary reads an operator and its operand, which is of the given level.
func (p *expressions) unary(operand int) (Expr, error) {
	op := p.next()
	x, err := p.parse(operand)
	if err != nil {
		return nil, err
	}
	return &Unary{Node: Node{op.Pos, p.end()}, Op: op.Value, OpPos: op.Pos, X: x}, nil
}

// beginsOnly reports whether `the S` comes next: the word, followed by a name or a quantifier on
// the same line. Elsewhere the word is an ordinary name.
func (p *expressions) beginsOnly() bool {
	t := p.peek()
	if t.Type != typeName || t.Value != "the" {
		return false
	}
	next := p.second()
	if next.Pos.Line != t.Pos.Line {
		return false
	}
	return next.Type == typeName || isSign(next, "those") || isSign(next, "union")
}

// beginsSlice reports whether `top n of S` comes next: the word, followed on the same line by a
// number, a name or parentheses and later by `of`. Elsewhere the word is an ordinary name.
func (p *expressions) beginsSlice() bool {
	t := p.peek()
	if t.Type != typeName || t.Value != "top" && t.Value != "bottom" {
		return false
	}
	next := p.second()
	if next.Pos.Line != t.Pos.Line {
		return false
	}
	if !isSign(next, "(") {
		return next.Type == typeName || next.Type == typeInt || isSign(next, "min") ||
			isSign(next, "max") || isSign(next, "if")
	}
	mark := p.lex.MakeCheckpoint()
	defer p.lex.LoadCheckpoint(mark)
	p.lex.Next()
	for depth := 0; ; {
		switch u := p.lex.Next(); {
		case u.EOF(), u.Pos.Line != t.Pos.Line:
			return false
		case isSign(u, "("), isSign(u, "{"), isSign(u, "["):
			depth++
		case isSign(u, ")"), isSign(u, "}"), isSign(u, "]"):
			if depth--; depth < 0 {
				return false
			}
		case depth == 0 && u.Type == typeName && u.Value == "of":
			return true
		case depth == 0 && (isSign(u, ",") || isSign(u, ":") || isSign(u, "->")):
			return false
		}
	}
}

// slice reads `top n of S`.
func (p *expressions) slice() (Expr, error) {
	word := p.next()
	x := &Slice{Node: Node{Pos: word.Pos}, Bottom: word.Value == "bottom"}
	isOf := func() bool { t := p.peek(); return t.Type == typeName && t.Value == "of" }
	var err error
	if !isOf() {
		if x.N, err = p.parse(levelSum); err != nil {
			return nil, err
		}
	}
	if !isOf() {
		return nil, p.missing(token.WordExpected, "`of`",
			fmt.Sprintf("pieces of a tower are `%s n of SITES`", word.Value))
	}
	p.next()
	if x.Of, err = p.parse(levelSum); err != nil {
		return nil, err
	}
	x.EndPos = p.end()
	return x, nil
}

// quantified reports whether `some x in` comes next, with any quantifier in place of some.
func (p *expressions) quantified() bool {
	mark := p.lex.MakeCheckpoint()
	defer p.lex.LoadCheckpoint(mark)
	p.lex.Next()
	if t := p.lex.Next(); t.Type != typeName {
		return false
	}
	return isSign(p.peek(), "in")
}

// second returns the token after the one that comes next.
func (p *expressions) second() *lexer.Token {
	mark := p.lex.MakeCheckpoint()
	defer p.lex.LoadCheckpoint(mark)
	p.lex.Next()
	return p.peek()
}

// called reports whether a word and an opening parenthesis come next.
func (p *expressions) called() bool { return isSign(p.second(), "(") }

// name reads a name that is being declared.
func (p *expressions) name() (Name, error) {
	t := p.peek()
	if t.Type != typeName {
		if t.Type == typeWord && !p.startsLine(t) && !(token.Connects(t.Value) && begins(p.second())) {
			return Name{}, p.fail(token.ReservedName,
				fmt.Sprintf("`%s` is a word of the language and cannot be a name", t.Value),
				"choose another name")
		}
		return Name{}, p.missing(token.NameExpected, "a name", "")
	}
	p.next()
	return Name{Node: Node{t.Pos, p.end()}, Text: t.Value}, nil
}

func (p *expressions) quantifier() (Expr, error) {
	op := p.next()
	name, err := p.name()
	if err != nil {
		return nil, err
	}
	if !p.accept("in") {
		return nil, p.missing(token.WordExpected, "`in`",
			fmt.Sprintf("`%s %s in SET: …`", op.Value, name.Text))
	}
	domain, err := p.domain()
	if err != nil {
		return nil, err
	}
	body, err := p.body(fmt.Sprintf("`%s %s in …`", op.Value, name.Text))
	if err != nil {
		return nil, err
	}
	return &Quant{Node: Node{op.Pos, p.end()}, Op: op.Value, Name: name, Domain: domain,
		Body: body}, nil
}

// body reads `: EXPR` at the end of a form.
func (p *expressions) body(form string) (Expr, error) {
	if !p.accept(":") {
		return nil, p.missing(token.BodyMissing, "`:`",
			form+" continues with a colon and an expression")
	}
	return p.parse(levelAny)
}

func (p *expressions) conditional() (Expr, error) {
	op := p.next()
	cond, err := p.parse(levelAny)
	if err != nil {
		return nil, err
	}
	then, err := p.body("`if …`")
	if err != nil {
		return nil, err
	}
	if !p.accept("else") {
		return nil, p.missing(token.ElseMissing, "`else` and another value",
			"`if a: b` gives a value only together with `else c`")
	}
	other, err := p.parse(levelAny)
	if err != nil {
		return nil, err
	}
	return &If{Node: Node{op.Pos, p.end()}, Cond: cond, Then: then, Else: other}, nil
}

func (p *expressions) let() (Expr, error) {
	op := p.next()
	name, err := p.name()
	if err != nil {
		return nil, err
	}
	if !p.accept("=") {
		return nil, p.missing(token.WordExpected, "`=`", "`let NAME = VALUE: …`")
	}
	value, err := p.parse(levelAny)
	if err != nil {
		return nil, err
	}
	body, err := p.body(fmt.Sprintf("`let %s = …`", name.Text))
	if err != nil {
		return nil, err
	}
	return &Let{Node: Node{op.Pos, p.end()}, Name: name, Value: value, Body: body}, nil
}

func (p *expressions) perspective() (Expr, error) {
	op := p.next()
	player, err := p.parse(levelAny)
	if err != nil {
		return nil, err
	}
	body, err := p.body("`for PLAYER`")
	if err != nil {
		return nil, err
	}
	return &For{Node: Node{op.Pos, p.end()}, Player: player, Body: body}, nil
}

// domain reads an expression or a range of numbers.
func (p *expressions) domain() (Domain, error) {
	start := p.peek().Pos
	lo, err := p.parse(levelAny)
	if err != nil {
		return Domain{}, err
	}
	var hi Expr
	if p.accept("..") {
		if hi, err = p.parse(levelAny); err != nil {
			return Domain{}, err
		}
	}
	return Domain{Node: Node{start, p.end()}, Lo: lo, Hi: hi}, nil
}

// path reads an operand and the steps that follow it.
func (p *expressions) path() (Expr, error) {
	start := p.peek().Pos
	base, err := p.primary()
	if err != nil {
		return nil, err
	}
	if !isSign(p.peek(), ".") {
		return base, nil
	}
	path := &Path{Base: base}
	for isSign(p.peek(), ".") {
		step, err := p.step()
		if err != nil {
			return nil, err
		}
		path.Steps = append(path.Steps, step)
	}
	path.Node = Node{start, p.end()}
	if last := path.Steps[len(path.Steps)-1]; last.Rep != nil && last.Rep.Op != "{" {
		if t := p.peek(); t.Type == typeName || t.Type == typeInt || isSign(t, "(") && t.Pos == p.end() {
			return nil, p.fail(token.RepeatsStep,
				fmt.Sprintf("after a step `%s` repeats it, so `%s` cannot follow", last.Rep.Op,
					token.Clip(t.Value)),
				fmt.Sprintf("to calculate with a path, put parentheses around it: `(…) %s %s`; "+
					"sets are joined with `|`", last.Rep.Op, token.Clip(t.Value)))
		}
	}
	return path, nil
}

func (p *expressions) step() (*Step, error) {
	dot := p.next()
	s := &Step{Node: Node{Pos: dot.Pos}}
	if t := p.peek(); t.Type != typeName && !isSign(t, "(") {
		if t.Type == typeWord && !p.startsLine(t) && !token.Connects(t.Value) {
			return nil, p.fail(token.ReservedName,
				fmt.Sprintf("`%s` is a word of the language and no direction", t.Value), "")
		}
		return nil, p.missing(token.ExprExpected, "a direction or a step",
			"as in `p.north` or `p.(north | east)`")
	}
	by, err := p.primary()
	if err != nil {
		return nil, err
	}
	s.By = by
	if paren, ok := by.(*Paren); ok {
		s.By = paren.X
	}
	if p.accept("[") {
		if s.Only, err = p.parse(levelAny); err != nil {
			return nil, err
		}
		if !p.accept("]") {
			return nil, p.unclosed("]")
		}
	}
	if s.Rep, err = p.repetition(); err != nil {
		return nil, err
	}
	s.EndPos = p.end()
	return s, nil
}

// repetition reads what may follow a step: *, + or {n}.
func (p *expressions) repetition() (*Rep, error) {
	t := *p.peek()
	switch {
	case p.accept("*"), p.accept("+"):
		return &Rep{Node: Node{t.Pos, p.end()}, Op: t.Value}, nil
	case p.accept("{"):
		count, err := p.domain()
		if err != nil {
			return nil, err
		}
		if !p.accept("}") {
			return nil, p.unclosed("}")
		}
		return &Rep{Node: Node{t.Pos, p.end()}, Op: "{", Count: &count}, nil
	}
	return nil, nil
}

// primary reads an operand without operators.
func (p *expressions) primary() (Expr, error) {
	t := *p.peek()
	switch {
	case t.Type == typeInt:
		p.next()
		value, ok := token.ParseInt(t.Value)
		return &Int{Node: Node{t.Pos, p.end()}, Value: value, Overflow: !ok}, nil
	case t.Type == typeString:
		p.next()
		return &StrExpr{Node: Node{t.Pos, p.end()}, Text: token.Unquote(t.Value)}, nil
	case t.Type == typeName, isSign(&t, "players"), isSign(&t, "min"), isSign(&t, "max"):
		return p.call()
	case isSign(&t, "("):
		p.next()
		x, err := p.parse(levelAny)
		if err != nil {
			return nil, err
		}
		if !p.accept(")") {
			return nil, p.unclosed(")")
		}
		return &Paren{Node: Node{t.Pos, p.end()}, X: x}, nil
	case isSign(&t, "{"):
		return p.set()
	}
	return nil, p.noOperand()
}

// noOperand reports that an operand is missing.
func (p *expressions) noOperand() error {
	t := p.peek()
	what := "a set or a number"
	if p.last.Value != "" {
		switch p.last.Value {
		case "if", "and", "or", "not", "implies":
			what = "a condition"
		case "*", "/", "+", "-", "^", "mod", "<", ">", "<=", ">=", "..":
			what = "a number or a set"
		case "&", "|", "in":
			what = "a set"
		}
	}
	if t.Type == typeWord && !p.startsLine(t) && t.Value != "else" && t.Value != "when" &&
		t.Value != "then" && t.Value != "in" {
		e := p.missing(token.ExprExpected, what, "")
		e.Summary += fmt.Sprintf(", but `%s` is a word of the language", t.Value)
		e.Behind = false
		return e
	}
	return p.missing(token.ExprExpected, what, "")
}

// startsLine reports whether a token is on a later line than the last one consumed.
func (p *expressions) startsLine(t *lexer.Token) bool {
	return p.last.Value != "" && t.Pos.Line > p.last.Pos.Line
}

func (p *expressions) call() (Expr, error) {
	t := p.next()
	c := &Call{Name: Name{Node: Node{t.Pos, p.end()}, Text: t.Value}}
	if p.accept("(") {
		c.Parens = true
		if !p.accept(")") {
			for {
				arg, err := p.parse(levelAny)
				if err != nil {
					return nil, err
				}
				c.Args = append(c.Args, arg)
				if p.accept(")") {
					break
				}
				if !p.accept(",") {
					return nil, p.unclosed(")")
				}
			}
		}
	}
	c.Node = Node{t.Pos, p.end()}
	return c, nil
}

func (p *expressions) set() (Expr, error) {
	t := p.next()
	s := &SetLit{}
	if !p.accept("}") {
		for {
			item, err := p.domain()
			if err != nil {
				return nil, err
			}
			s.Items = append(s.Items, &item)
			if p.accept("}") {
				break
			}
			if !p.accept(",") {
				return nil, p.unclosed("}")
			}
		}
	}
	s.Node = Node{t.Pos, p.end()}
	return s, nil
}
