package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/ruleset"
)

func (s *Session) cmdWhy(_ context.Context, args string) error {
	t := s.table
	if args == "" {
		return s.whyOver()
	}
	typed := args
	args = t.meant(args)
	readings := t.game.Why(t.now(), args)
	if len(readings) == 0 { // what is no notation may be a move all the same, as it is typed
		e := t.readAt(t.now(), typed)
		if len(e.steps) > 1 {
			s.say("%s is legal.", t.said.TurnText(t.now(), e.steps))
			return nil
		}
		for _, m := range append(e.steps, e.candidates...) {
			s.say("%s is legal: %s.", t.said.Text(t.now(), m), t.said.LongText(t.now(), m))
		}
		if len(e.steps)+len(e.candidates) > 0 {
			return nil
		}
		if readings = t.game.WhyPart(t.now(), args); len(readings) == 0 {
			return s.refusal(typed, e.err)
		}
	}
	m, why := readings[0].Move, readings[0].Why
	if why.Kind == eval.Legal {
		for _, r := range readings {
			s.say("%s is legal: %s.", t.said.Text(t.now(), r.Move), t.said.LongText(t.now(), r.Move))
		}
		return nil
	}
	for _, r := range readings[1:] { // the text leaves open which of them is meant
		s.say("%s is not legal: %s.", t.said.ReadingText(r), t.said.WhyText(r))
	}
	s.say("%s is not legal: %s.", t.said.ReadingText(readings[0]), t.said.WhyText(readings[0]))
	s.quote(why.Span)
	machine := eval.New(t.rules())
	frame := machine.Bindings(t.now(), m)
	var looked topology.Set
	if why.Cond != nil && why.Kind == eval.ConditionFails {
		for _, part := range parts(why.Cond.Expr) {
			v := machine.Eval(part, t.now(), t.mover(), frame)
			s.para("      ", fmt.Sprintf("  %s = %s", part.Span.Text(), t.valueText(v)))
			if v.Type == ir.Sites {
				looked = looked.Or(v.Sites)
			}
		}
	}
	for _, b := range why.Bindings {
		s.para("      ", fmt.Sprintf("  %s = %s", b.Name, t.valueText(b.Value)))
	}
	s.showWith(marks{chosen: t.sitesOf([]interp.Move{m}), legal: looked, hideLast: true}, listLines)
	var illegal *interp.IllegalMoveError
	if _, err := t.game.Parse(t.now(), args); errors.As(err, &illegal) && len(illegal.Nearest) > 0 {
		s.para("  ", "Nearest legal moves: "+strings.Join(t.saidOf(illegal.Nearest), "   "))
	}
	return nil
}

// parts are the operands of a condition that a reader would look at one by one: below and, or, not and comparisons, without what
// runs over variables of its own.
func parts(e *ir.Expr) []*ir.Expr {
	switch e.Op {
	case ir.LAnd, ir.LOr, ir.Implies, ir.Not, ir.Some, ir.No, ir.Only1, ir.In, ir.Same,
		ir.Eq, ir.Ne, ir.Lt, ir.Le, ir.Gt, ir.Ge:
		var all []*ir.Expr
		for _, a := range e.Args {
			all = append(all, parts(a)...)
		}
		return all
	case ir.ConstSites, ir.ConstNumber, ir.ConstTruth, ir.ConstPlayers, ir.ConstKinds, ir.ConstSteps, ir.Var:
		return nil
	}
	if !e.Span.Valid() || e.Span.Text() == "" {
		return nil
	}
	return []*ir.Expr{e}
}

// quote shows a place of the rules.
func (s *Session) quote(span source.Span) {
	if !span.Valid() {
		return
	}
	line, _ := span.File.Position(span.Lo)
	s.say("  %s, line %d:", span.File.Name, line)
	s.para("  |   ", "  | "+strings.TrimSpace(span.File.Line(line)))
}

// whyOver says which sentence has decided the game.
func (s *Session) whyOver() error {
	t := s.table
	r := t.now().Result
	if r == nil {
		return errors.New("the game is not over; `why MOVE` says why a move is not legal")
	}
	s.say("%s.", capital(t.game.ResultText(r)))
	if r.Sentence >= 0 && r.Sentence < len(t.rules().End) {
		s.quote(t.rules().End[r.Sentence].Span)
	}
	return nil
}

// queryName is the declaration that an expression is read as; no rules would call anything so.
const queryName = "expression_asked_for"

// besides finds the rules of the table under a name of their own, so that a text can extend them.
type besides struct {
	ruleset.Library
	file *source.File
}

const besidesName = "these_rules"

func (b besides) Find(name, from string) (*source.File, error) {
	if name == besidesName {
		return b.file, nil
	}
	return b.Library.Find(name, from)
}

// compile reads an expression of the rules language in the words of the game on the table. The game that comes back has the
// expression in it; its positions are those of the table.
func (t *table) compile(text string) (*ir.Game, *ir.Expr, int, error) {
	options := map[string]string{}
	for _, o := range t.rules().Options {
		options[o.Name] = o.Value
	}
	// A memory may be of any type, and is of that of its first value: so the expression is one.
	head := fmt.Sprintf("game \"expression\" extends %q\nmemory %s = ", besidesName, queryName)
	file := source.NewFile("expression", head+text+"\n")
	rules, list := dsl.Load(file, options, besides{file: t.ruleset.File})
	if rules == nil || list.HasErrors() {
		return nil, nil, 0, complaint(list, file, len(head), text)
	}
	for i := range rules.States {
		if rules.States[i].Name == queryName {
			return rules, rules.States[i].Init, rules.Slots, nil
		}
	}
	return nil, nil, 0, fmt.Errorf("%q is no expression of the rules language", text)
}

// complaint says what is wrong with an expression, by the first mistake in it.
func complaint(list diag.List, file *source.File, lo int, text string) error {
	for _, d := range list {
		if d.Severity != diag.Error {
			continue
		}
		message := d.Summary
		if d.Detail != "" {
			message += "; " + d.Detail
		}
		if d.Suggestion != "" {
			message += "; " + d.Suggestion
		}
		if d.Span.File == file && d.Span.Lo >= lo {
			at := min(d.Span.Lo-lo, len(text))
			return fmt.Errorf("%s\n  %s\n  %s^", message, text, strings.Repeat(" ", len([]rune(text[:at]))))
		}
		return errors.New(message)
	}
	return fmt.Errorf("%q is no expression of the rules language", text)
}

func (s *Session) cmdEval(_ context.Context, args string) error {
	t := s.table
	if args == "" {
		return errors.New("say which expression, as in `eval mine & rim`")
	}
	rules, e, slots, err := t.compile(args)
	if err != nil {
		return err
	}
	v, ok := eval.New(rules).EvalWithin(eval.MostRounds, e, t.now(), t.mover(), make([]eval.Value, slots))
	if !ok {
		return fmt.Errorf("%q takes longer to work out than anybody would wait", args)
	}
	if v.Type == ir.Sites {
		s.showWith(marks{legal: v.Sites, hideLast: true}, listLines)
	}
	s.para("  ", "= "+t.valueText(v))
	return nil
}

// valueText writes a value for people.
func (t *table) valueText(v eval.Value) string {
	var names []string
	switch v.Type {
	case ir.Number:
		return fmt.Sprint(v.N)
	case ir.Truth:
		return fmt.Sprint(v.N != 0)
	case ir.Sites:
		for site := range v.Sites.All() {
			names = append(names, t.siteName(site))
		}
	case ir.Players:
		for i, p := range t.rules().Players {
			if v.Has(int64(i)) {
				names = append(names, p.Name)
			}
		}
	case ir.Kinds:
		for i, k := range t.rules().Kinds {
			if v.Has(int64(i)) {
				names = append(names, k.Name)
			}
		}
	case ir.Steps:
		for i, d := range t.rules().Board.Directions {
			if v.Has(int64(i)) {
				names = append(names, d.Name)
			}
		}
	}
	if len(names) == 0 {
		return "none"
	}
	if v.Type == ir.Sites && len(names) > 1 {
		return fmt.Sprintf("%s (%d)", strings.Join(names, " "), len(names))
	}
	return strings.Join(names, " ")
}
