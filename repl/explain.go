package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/query"
	"boardgame/interp/ruleset"
	"boardgame/repl/speech"
	"boardgame/repl/table"
)

func (ad *adviser) cmdWhy(_ context.Context, args string) error {
	t := ad.view.table
	args, code := strings.CutSuffix(" "+args, " code")
	args = strings.TrimSpace(args)
	if args == "" && ad.rejected.in == t.Sheet.Now() {
		args = ad.rejected.line
	}
	if args == "" {
		return ad.whyOver(code)
	}
	typed := args
	args = t.Sheet.Speech.Meant(args)
	readings := t.Sheet.Speech.Game.Why(t.Sheet.Now(), args)
	if len(readings) == 0 { // text that is not a notation may still be a move as it is typed
		e := t.Sheet.Speech.ReadAt(t.Sheet.Now(), typed)
		if len(e.Steps) > 1 {
			ad.paper.Say("%s is legal.", t.Sheet.Speech.TurnWords(t.Sheet.Now(), e.Steps))
			return nil
		}
		for _, m := range append(e.Steps, e.Candidates...) {
			ad.paper.Say("%s is legal: %s.", t.Sheet.Speech.StepText(t.Sheet.Now(), m),
				t.Sheet.Speech.Said.LongText(t.Sheet.Now(), m))
		}
		if len(e.Steps)+len(e.Candidates) > 0 {
			return nil
		}
		var illegal *interp.IllegalMoveError
		if !errors.As(e.Err, &illegal) || illegal.After != "" || len(illegal.Readings) == 0 {
			return ad.refusal(typed, e.Err)
		}
		readings = illegal.Readings
	}
	m, why := readings[0].Move, readings[0].Why
	if why.Kind == eval.Legal {
		for _, r := range readings {
			ad.paper.Say("%s is legal: %s.", t.Sheet.Speech.StepText(t.Sheet.Now(), r.Move),
				t.Sheet.Speech.Said.LongText(t.Sheet.Now(), r.Move))
		}
		return nil
	}
	ad.paper.Say("%s", ad.whyNot(typed, readings))
	remark := ""
	if !readings[0].InWords() {
		remark = why.Span.Remark()
	}
	if code = code || !t.Sheet.Speech.Ruleset.Builtin || !readings[0].InWords() && remark == ""; code {
		ad.paper.Quote(why.Span)
	} else if remark != "" {
		ad.paper.Para("  ", "  The rules say: "+remark)
	}
	part := func(text string, v value.Value) {
		if code {
			ad.paper.Para("      ", fmt.Sprintf("  %s = %s", text,
				query.Text(t.Sheet.Speech.Rules(), v, t.Sheet.Speech.SiteName)))
		}
	}
	var looked topology.Set
	for _, one := range why.Parts {
		if part(one.Expr.Span.Text(), one.Value); one.Value.Type == ir.Sites {
			looked = looked.Or(one.Value.Sites)
		}
	}
	for _, b := range why.Bindings {
		part(b.Name, b.Value)
	}
	for _, r := range readings[1:] { // the text leaves open which of them is meant
		if r.InWords() || code {
			ad.paper.Say("%s is not legal either: %s.", t.Sheet.Speech.Said.ReadingText(r),
				t.Sheet.Speech.Said.WhyText(r))
		}
	}
	shown := table.Marks{Chosen: t.Sheet.Speech.SitesBut(m, readings[0].Open), Legal: looked,
		HideLast: true}
	ad.view.showWith(shown, listLines)
	var illegal *interp.IllegalMoveError
	if _, err := t.Sheet.Speech.Game.Parse(t.Sheet.Now(), args); errors.As(err, &illegal) {
		if text := t.Sheet.Situation().Instead(typed, illegal); text != "" {
			ad.paper.Para("  ", strings.TrimPrefix(text, "\n"))
		}
	}
	return nil
}

// whyNot says in a sentence why a move is not legal: as the rules say it or, where that would be an
// expression, by what is on the board.
func (ad *adviser) whyNot(typed string, readings []interp.Reading) string {
	t := ad.view.table
	if readings[0].InWords() {
		return fmt.Sprintf("%s is not legal: %s.", t.Sheet.Speech.Said.ReadingText(readings[0]),
			t.Sheet.Speech.Said.WhyText(readings[0]))
	}
	if site, ok := t.Sheet.Speech.Site(typed); ok {
		return t.Sheet.Situation().Unused(site)
	}
	return t.Sheet.Situation().Against(typed, readings) + "."
}

// whyOver says which sentence has decided the game; with code, to authors of
// rules and if no sentence has words for it, it shows the line of the rules too.
func (ad *adviser) whyOver(code bool) error {
	t := ad.view.table
	r := t.Sheet.Now().Result()
	if r == nil {
		return errors.New("the game is not over; `why MOVE` says why a move is not legal")
	}
	answer := t.Sheet.Speech.Game.ResultText(r)
	ad.paper.Say("%s.", speech.Capital(answer))
	if won, _ := t.Sheet.Speech.Game.Won(t.Sheet.Now()); len(won) > 0 {
		ad.paper.Para("  ", "Decided by "+speech.And(lists.Map(won, t.Sheet.Speech.SiteName))+".")
	}
	if r.Sentence < 0 || r.Sentence >= len(t.Sheet.Speech.Rules().End) {
		return nil
	}
	end := t.Sheet.Speech.Rules().End[r.Sentence]
	if code || !t.Sheet.Speech.Ruleset.Builtin || end.If != nil && end.Text == "" {
		ad.paper.Quote(end.Span)
	}
	return nil
}

func (ad *adviser) cmdEval(ctx context.Context, args string) error {
	t := ad.view.table
	if args == "" {
		return errors.New("add an expression, as in `eval mine & rim`")
	}
	if rules := t.Sheet.Speech.Rules(); !ad.reader.Of(rules) {
		ad.reader = query.NewReader(rules, t.Sheet.Speech.Ruleset.File, ruleset.Library{})
	}
	question, err := ad.reader.Compile(ctx, args)
	if err != nil {
		return err
	}
	v, ok := question.Value(t.Sheet.Now(), t.Sheet.Mover())
	if !ok {
		return fmt.Errorf("%q takes too long to evaluate", args)
	}
	if v.Type == ir.Sites {
		ad.view.showWith(table.Marks{Legal: v.Sites, HideLast: true}, listLines)
	}
	ad.paper.Para("  ", "= "+query.Text(t.Sheet.Speech.Rules(), v, t.Sheet.Speech.SiteName))
	for _, note := range question.Notes(t.Sheet.Now(), t.Sheet.Mover()) {
		ad.paper.Para("  ", note)
	}
	return nil
}
