// Package query reads expressions of the rules language in the words of a game, and takes
// conditions apart for people who want to know why something holds.
//
//	text + rules → Compile → Question → Value of a position → Names, Text
package query

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"boardgame/dsl"
	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// A Question is an expression that can be asked of the positions of a game. It never changes and
// may be shared.
type Question struct {
	Type  ir.Type
	rules *ir.Game // those of the game, with the expression among them
	expr  *ir.Expr
	slots int
	text  string
	zero  bool // it divides by a constant that is 0
}

// Error says what is wrong with an expression.
type Error struct {
	Text    string // the expression
	Message string
	Column  int // in characters, from 1; 0: no particular place
}

// Error returns the message and points at the place below the expression.
func (e *Error) Error() string {
	if e.Column == 0 {
		return e.Message
	}
	return fmt.Sprintf("%s\n  %s\n  %s^", e.Message, e.Text, strings.Repeat(" ", e.Column-1))
}

// questionName is the name of the declaration as which an expression is read; no rules would use
// it.
const questionName = "expression_asked_for"

// A Reader reads expressions in the words of a game. It may be used by several goroutines.
type Reader struct {
	rules *ir.Game // with their options chosen
	file  *source.File
	lib   dsl.Library               // where the rules were loaded from
	read  atomic.Pointer[dsl.Rules] // nil before the first question
}

// NewReader returns a reader for a game: the rules with their options chosen, and the file and the
// library they were loaded from.
func NewReader(rules *ir.Game, file *source.File, lib dsl.Library) *Reader {
	return &Reader{rules: rules, file: file, lib: lib}
}

// Of reports whether the reader is for these rules. A nil reader is for none.
func (r *Reader) Of(rules *ir.Game) bool { return r != nil && r.rules == rules }

// Compile reads one expression, as [Reader.Compile] does.
func Compile(rules *ir.Game, file *source.File, lib dsl.Library, text string) (*Question, error) {
	return NewReader(rules, file, lib).Compile(context.Background(), text)
}

// Compile reads an expression. If the expression is wrong, the error is an [*Error]. Compile ends
// with its context, as [dsl.LoadContext] does.
func (r *Reader) Compile(ctx context.Context, text string) (*Question, error) {
	q, err := r.compile(ctx, text)
	if err != nil {
		return nil, err
	}
	q.zero = slices.ContainsFunc(divisors(text), func(by string) bool {
		if n, err := strconv.Atoi(by); err == nil {
			return n == 0
		}
		d, err := r.compile(ctx, by)
		return err == nil && d.expr.Op == ir.ConstNumber && d.expr.N == 0
	})
	return q, nil
}

// compile is Compile without a look at constants that the expression divides by.
func (r *Reader) compile(ctx context.Context, text string) (*Question, error) {
	if strings.TrimSpace(text) == "" {
		return nil, noExpression(text)
	}
	read, err := r.all(ctx)
	if err != nil {
		return nil, err
	}
	options := map[string]string{}
	for _, o := range r.rules.Options {
		options[o.Name] = o.Value
	}
	// A memory may be of any type, and takes the type of its first value, so the expression is read
	// as one.
	head := fmt.Sprintf("memory %s = ", questionName)
	asked := source.NewFile("expression", head+text+"\n")
	var with *ir.Game
	var list diag.List
	err = read.With(ctx, asked, func(all *dsl.Rules) { with, list = all.Game(options) })
	if err != nil {
		return nil, err
	}
	// It does not matter here that the board is empty when memories get their first values: the
	// value is read later.
	list = slices.DeleteFunc(list, func(d *diag.Diagnostic) bool {
		return d.Code == code.EarlyState && d.Span.File == asked
	})
	if with == nil || list.HasErrors() {
		return nil, complaint(list, asked, len(head), text)
	}
	if tree, _ := dsl.Parse(asked); len(tree.Decls) != 1 { // lines after it
		return nil, noExpression(text)
	}
	// It is declared last. Positions have no value of it, so nothing may look for one.
	last := len(with.States) - 1
	s := with.States[last]
	with.States = with.States[:last]
	return &Question{s.Type, with, s.Init, with.Slots, text, false}, nil
}

// all returns the rules, and reads them if nobody has.
func (r *Reader) all(ctx context.Context) (*dsl.Rules, error) {
	if read := r.read.Load(); read != nil {
		return read, nil
	}
	read, err := dsl.ReadContext(ctx, r.file, r.lib)
	if err != nil {
		return nil, err
	}
	r.read.CompareAndSwap(nil, read)
	return r.read.Load(), nil
}

func noExpression(text string) *Error {
	return &Error{Text: text, Message: fmt.Sprintf("%q is not an expression of the rules language",
		text)}
}

// complaint says what is wrong with an expression, by its first mistake.
func complaint(list diag.List, file *source.File, lo int, text string) *Error {
	errs := list.Errors()
	if len(errs) == 0 {
		return noExpression(text)
	}
	d := errs[0]
	e := &Error{Text: text, Message: d.Summary}
	if d.Detail != "" { // whole sentences
		e.Message += ". " + strings.TrimSuffix(d.Detail, ".")
	}
	if d.Suggestion != "" {
		e.Message += "; " + d.Suggestion
	}
	if d.Span.File == file && d.Span.Lo >= lo {
		e.Column = 1 + len([]rune(text[:min(d.Span.Lo-lo, len(text))]))
	}
	return e
}

// Value answers the question for a position of the game, with `me` as the given player. ok is false
// if that takes longer than anyone would wait.
func (q *Question) Value(p *position.Position, me int) (v value.Value, ok bool) {
	if q.rules == nil { // the zero value
		return v, false
	}
	return eval.New(q.rules).EvalWithin(eval.MostWork, q.expr, p.State(), me,
		make([]value.Value, q.slots))
}

// Several reports every `the S` in the question where S has several members, as in "mine has 3
// members, so `the` names none of them"; nil if there is none.
func (q *Question) Several(p *position.Position, me int) []string {
	var notes []string
	if q.rules == nil { // the zero value
		return nil
	}
	m := eval.NewStrict(q.rules, func(s eval.Several) {
		note := fmt.Sprintf("%s has %d members, so `the` names none of them", s.Expr.Span.Text(),
			s.Members)
		if !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	})
	m.EvalWithin(eval.MostWork, q.expr, p.State(), me, make([]value.Value, q.slots))
	return notes
}

// Text writes a value for people: a number, a condition, or the members of a set, with their count
// if they are sites. Sites are named by site or, if it is nil, as the board names them.
func Text(rules *ir.Game, v value.Value, site func(topology.Site) string) string {
	switch v.Type {
	case ir.Number:
		return fmt.Sprint(v.N)
	case ir.Truth:
		return fmt.Sprint(v.N != 0)
	}
	names := v.Names(rules)
	if site != nil && v.Type == ir.Sites {
		names = names[:0]
		for x := range v.Sites.All() {
			names = append(names, site(x))
		}
	}
	switch {
	case len(names) == 0:
		return "none"
	case v.Type == ir.Sites && len(names) > 1:
		return fmt.Sprintf("%s (%d)", strings.Join(names, " "), len(names))
	}
	return strings.Join(names, " ")
}
