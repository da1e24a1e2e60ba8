package rulebook

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// effect says what a move changes.
func (mt *moveText) effect(p *phraser, e *syntax.Effect) {
	text := mt.effectText(p, e)
	if text == "" {
		return
	}
	if own := commentBehind(e.Span(p.file)); own != "" && hasCode(text) { // the author's words
		mt.b.bullet(capital(strings.TrimSuffix(own, "."))+".", e.Span(p.file))
		return
	}
	mt.b.tell(text, e.Span(p.file))
}

// effectText describes an effect and its condition; "" if the options leave it out.
func (mt *moveText) effectText(p *phraser, e *syntax.Effect) string {
	if p.never(e.When) {
		return ""
	}
	text := mt.action(p, e.Action)
	if text == "" || p.always(e.When) {
		return text
	}
	say := p.said(e.When)
	if call, is := e.When.(*syntax.Call); is && p.claims[call.Name.Text] != "" {
		say = past(say) // earlier effects have changed what it is about
	}
	return "If " + say + ", " + strings.ToLower(text[:1]) + text[1:]
}

// past puts a sentence into the past tense.
func past(say string) string {
	return strings.NewReplacer(" is ", " was ", " are ", " were ", " has ", " had ").Replace(say)
}

// action describes an effect without its condition; "" if there are no words for it.
func (mt *moveText) action(p *phraser, a syntax.Action) string {
	switch a := a.(type) {
	case *syntax.Place:
		on := mt.all(p, a.On)
		where := "on " + on
		if t, ok := p.set(a.On); a.Under {
			where = "under " + onSite(on, true)
		} else if ok && t.the == "" && t.or == nil {
			where = "on each " + t.owned(t.head) + t.tail()
		} else if strings.HasPrefix(on, "`") { // it may be several
			where = "on each of " + on
		}
		return fmt.Sprintf("Place %s %s", mt.b.specText(p, &a.Spec), where)
	case *syntax.Remove:
		return "Remove " + onSite(mt.pieces(p, a.Sites), true) + " from the board"
	case *syntax.Shift:
		way := "by `" + flat(a.By.Span(p.file).Text()) + "`"
		if w, ok := p.way(a.By); ok && w.chosen {
			way = "one step in that direction"
		}
		return fmt.Sprintf("Shift %s %s", mt.pieces(p, a.Sites), way)
	case *syntax.Again:
		return "You take another turn"
	case *syntax.Each:
		return mt.each(p, a)
	case *syntax.While:
		return fmt.Sprintf("As long as %s: %s", p.said(a.Cond), mt.inner(p, a.Effects))
	case *syntax.LetAction:
		p.names[a.Name.Text] = p.named(a.Name.Text, a.Value)
		mt.b.mention(a.Value)
		return fmt.Sprintf("Let `%s` be `%s`", a.Name.Text, flat(a.Value.Span(p.file).Text()))
	case *syntax.Change:
		return mt.change(p, a)
	}
	return ""
}

// all names all members of a set; it quotes the rules if there are no words for it.
func (mt *moveText) all(p *phraser, e syntax.Expr) string { return mt.every(p, e, false) }

// pieces names all pieces in a set of places, as all does.
func (mt *moveText) pieces(p *phraser, e syntax.Expr) string { return mt.every(p, e, true) }

func (mt *moveText) every(p *phraser, e syntax.Expr, pieces bool) string {
	t, ok := p.set(e)
	if pieces {
		t = t.standing()
	}
	switch {
	case !ok:
		mt.b.mention(e)
		return p.quote(e)
	case t.the != "":
		return strings.ReplaceAll(t.the, " or ", " and ")
	case t.or != nil:
		return t.any(thing.many, "and") + t.tail()
	}
	return "all " + t.many()
}

// change describes an effect on what is left of its sign.
func (mt *moveText) change(p *phraser, a *syntax.Change) string {
	target := p.quote(a.Target)
	switch a.Op {
	case "->":
		what, where := onSite(mt.site(p, a.Target), true), mt.site(p, a.Value)
		if a.Under {
			return fmt.Sprintf("Move %s under %s", what, onSite(where, true))
		}
		return fmt.Sprintf("Move %s to %s", what, where)
	case "<->":
		return fmt.Sprintf("What stands on %s and on %s change places", mt.site(p, a.Target),
			mt.site(p, a.Value))
	case "becomes":
		verb := "becomes"
		if t, ok := p.set(a.Target); !ok || t.the == "" || strings.Contains(t.the, "`") {
			verb = "become"
		}
		what := mt.pieces(p, a.Target)
		if call, is := a.Target.(*syntax.Call); is && mt.shifted && call.Name.Text == mt.target {
			what = "it"
		}
		return fmt.Sprintf("%s %s %s", capital(onSite(what, false)), verb, mt.becomes(p, a.Spec))
	case ":=":
		if flat(a.Value.Span(p.file).Text()) == "none" {
			return target + " is emptied"
		}
		value, ok := p.value(a.Value)
		if !ok {
			value = p.amount(a.Value)
		}
		return fmt.Sprintf("%s becomes %s", target, value)
	case "+=", "-=":
		return mt.addition(p, a, target)
	}
	return ""
}

// addition says what is added to or taken from a counter or a memory.
func (mt *moveText) addition(p *phraser, a *syntax.Change, target string) string {
	call, ok := a.Target.(*syntax.Call)
	k := p.known(a.Target)
	if ok && mt.b.counter(call.Name.Text) || k != nil && k.Expr.Type == ir.Number {
		word := map[string]string{"+=": "increases", "-=": "decreases"}[a.Op]
		return fmt.Sprintf("%s %s by %s", target, word, p.amount(a.Value))
	}
	what := mt.all(p, a.Value)
	if where, its := strings.CutPrefix(what, "it "); its {
		what = "its cell " + strings.TrimSpace(where)
	} else if what == "it" {
		what = "its cell"
	}
	if a.Op == "+=" {
		return fmt.Sprintf("Add %s to %s", what, target)
	}
	return fmt.Sprintf("Take %s out of %s", what, target)
}

// site names the one site that an effect is about.
func (mt *moveText) site(p *phraser, e syntax.Expr) string {
	t, ok := p.set(e)
	switch {
	case !ok:
		mt.b.mention(e)
		return p.quote(e)
	case t.the == "it":
		return "its cell"
	}
	return t.single()
}

// onSite names the piece of a place: "what stands on the target". A piece that was mentioned keeps
// its name, unless that is the name of where it stood.
func onSite(the string, always bool) string {
	for _, word := range []string{"cell", "target", "corner", "edge", "site", "place"} {
		if the == "the "+word || the == "the chosen "+word || the == "its "+word {
			return "what stands on " + the
		}
	}
	if always && strings.HasPrefix(the, "`") {
		return "what stands on " + the
	}
	return the
}

// specText says which piece is placed.
func (b *book) specText(p *phraser, s *syntax.Spec) string {
	kind, owner := s.First.Name.Text, ""
	if s.Second != nil {
		kind, owner = s.Second.Name.Text, s.First.Name.Text
	}
	if t, ok := p.names[kind]; ok {
		kind = t.the
	}
	text, several := article(kind), diag.Plurals(kind)
	switch {
	case strings.HasPrefix(kind, "the "):
		text, several = "a piece of "+kind, "pieces of "+kind
	case strings.HasPrefix(kind, "`"):
		text, several = "a piece of the kind "+kind, "pieces of the kind "+kind
	}
	switch {
	case owner == "next":
		return "one of the opponent's " + several
	case owner != "" && owner != "mine" && owner != "me":
		return "one of " + possessor(owner) + " " + several
	case owner != "" || !neutral(b.game, s.First.Name.Text) && !allNeutral(b):
		return "one of your " + several
	}
	return text
}

// becomes says what a piece turns into.
func (mt *moveText) becomes(p *phraser, s *syntax.Spec) string {
	if s.Second == nil {
		switch name := s.First.Name.Text; {
		case name == "mine" || name == "me":
			return "yours"
		case name == "next":
			return "the opponent's"
		case slices.ContainsFunc(mt.b.game.Players, func(p ir.Player) bool { return p.Name == name }):
			return possessor(name)
		default:
			if t, ok := p.names[name]; ok {
				return "a piece of " + t.the
			}
			return article(name)
		}
	}
	return mt.b.specText(p, s)
}

// definite names all of a thing that is mentioned for the first time.
func definite(t thing) string {
	if t.the != "" || t.owner != "" && t.owner != "enemy" {
		return t.many()
	}
	if t.bare() && len(t.with) == 1 && strings.HasPrefix(t.with[0], "in `") {
		return strings.TrimPrefix(t.with[0], "in ")
	}
	return t.thoseMeant()
}

// explain adds the variables that quoted parts of a move mention to the places where they are
// bound: "Take one of your men (`p`)". Items from first on are those of the move.
func (mt *moveText) explain(first int, bound map[string]int) {
	items := mt.b.items()
	mentioned := map[string]bool{}
	for _, item := range items[first:] {
		for _, word := range quotedWords(item.Text) {
			mentioned[word] = true
		}
	}
	for name, i := range bound {
		if mentioned[name] && !strings.Contains(items[i].Text, "`"+name+"`") {
			head, tail, cut := strings.Cut(strings.TrimSuffix(items[i].Text, "."), "; ")
			if head += ": `" + name + "`"; cut {
				head += "; " + tail
			}
			items[i].Text = head + "."
		}
	}
}

// quotedWords are the words of the quotations in a text.
func quotedWords(text string) []string {
	quoted := source.NewFile("quoted", strings.Join(codes(text), "\n"))
	return lists.Map(syntax.Tokens(quoted), func(t syntax.Token) string { return t.Text })
}

// each says what happens for each member of a set, one after the other.
func (mt *moveText) each(p *phraser, a *syntax.Each) string {
	inner := *p
	inner.names = maps.Clone(p.names)
	name := "`" + a.Name.Text + "`"
	inner.names[a.Name.Text] = thing{the: name, what: ir.Number}
	of := p.quote(a.Domain)
	if a.Domain.Hi != nil {
		return fmt.Sprintf("For each number %s, called %s: %s", between(p, a.Domain.Lo, a.Domain.Hi),
			name, mt.inner(&inner, a.Effects))
	}
	inner.names[a.Name.Text] = p.named(a.Name.Text, a.Domain.Lo)
	k := p.known(a.Domain.Lo)
	if t, ok := p.set(a.Domain.Lo); ok && t.what != ir.Kinds && k != nil && k.Expr.Type == ir.Sites {
		of = definite(t)
	} else {
		mt.b.mention(a.Domain.Lo)
	}
	return fmt.Sprintf("For each of %s, called %s: %s", of, name, mt.inner(&inner, a.Effects))
}

// inner describes the effects inside another. One that has effects of its own and is not the last
// stands in parentheses, to show where it ends.
func (mt *moveText) inner(p *phraser, effects []*syntax.Effect) string {
	var all []string
	for i, e := range effects {
		text := uncapital(mt.effectText(p, e))
		if text == "" {
			continue
		}
		switch e.Action.(type) {
		case *syntax.Each, *syntax.While:
			if i < len(effects)-1 {
				text = "(" + text + ")"
			}
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		return "nothing"
	}
	return strings.Join(all, "; ")
}
