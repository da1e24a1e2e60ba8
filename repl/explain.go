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
	if t.Sheet.Veiled() {
		e := t.Sheet.Read(args)
		ad.sayLegal(e.Steps)
		return e.Err
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
		if legal := append(e.Steps, e.Candidates...); len(legal) > 0 {
			ad.sayLegal(legal)
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
		ad.sayLegal(lists.Map(readings, func(r interp.Reading) interp.Move { return r.Move }))
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
	ad.view.showWith(table.Marks{Chosen: t.Sheet.Speech.SitesBut(m, readings[0].Open), Legal: looked,
		HideLast: true}, listLines)
	var illegal *interp.IllegalMoveError
	if _, err := t.Sheet.Speech.Game.Parse(t.Sheet.Now(), args); errors.As(err, &illegal) {
		if text := t.Sheet.Situation().Instead(typed, illegal); text != "" {
			ad.paper.Para("  ", strings.TrimPrefix(text, "\n"))
		}
	}
	return nil
}

func (ad *adviser) sayLegal(moves []interp.Move) {
	now, sp := ad.view.table.Sheet.Now(), &ad.view.table.Sheet.Speech
	for _, m := range moves {
		ad.paper.Say("%s is legal: %s.", sp.StepText(now, m), sp.Said.LongText(now, m))
	}
}

// whyNot says in a sentence why a move is not legal: as the rules say it or, where that would be an
// expression, by what is on the board.
func (ad *adviser) whyNot(typed string, readings []interp.Reading) string {
	si, r := ad.view.table.Sheet.Situation(), readings[0]
	if said := si.Speech.Said; r.InWords() {
		return fmt.Sprintf("%s is not legal: %s.", said.ReadingText(r), said.WhyText(r))
	}
	if site, ok := si.Speech.Site(typed); ok {
		return si.Unused(site)
	}
	return si.Against(typed, readings) + "."
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
	if end, i := t.Sheet.Speech.Rules().End, r.Sentence; i >= 0 && i < len(end) &&
		(code || !t.Sheet.Speech.Ruleset.Builtin || end[i].If != nil && end[i].Text == "") {
		ad.paper.Quote(end[i].Span)
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
	v, notes, err := question.Common(t.Sheet.Possible(), t.Sheet.Mover())
	if err != nil {
		return err
	}
	if v.Type == ir.Sites {
		ad.view.showWith(table.Marks{Legal: v.Sites, HideLast: true}, listLines)
	}
	ad.paper.Para("  ", "= "+query.Text(t.Sheet.Speech.Rules(), v, t.Sheet.Speech.SiteName))
	for _, note := range notes {
		ad.paper.Para("  ", note)
	}
	return nil
}
