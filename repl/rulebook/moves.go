package rulebook

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// title is the title of a move: its label, or its name; both if another move has the same label.
func (b *book) title(m *syntax.Move) string {
	name := strings.ReplaceAll(m.Name.Text, "_", " ")
	if m.Label == nil || m.Label.Text == name {
		return name
	}
	for other := range live[*syntax.Move](b) {
		if other != m && (other.Name.Text == m.Label.Text ||
			other.Label != nil && other.Label.Text == m.Label.Text) {
			return fmt.Sprintf("%s (%s)", m.Label.Text, name)
		}
	}
	return m.Label.Text
}

// moveNamed returns the live move with a name.
func (b *book) moveNamed(name string) *syntax.Move {
	for m := range live[*syntax.Move](b) {
		if m.Name.Text == name {
			return m
		}
	}
	return nil
}

// offered reports whether some choice offers a move with these options.
func (b *book) offered(m *syntax.Move) bool {
	found := false
	look := func(c *ir.Choice) {
		if c == nil {
			return
		}
		for _, g := range c.Groups {
			for _, it := range g.Items {
				never := it.When != nil && it.When.Op == ir.ConstTruth && it.When.N == 0
				if it.Op == ir.MoveItem && !never && b.game.Moves[it.Move].Name == m.Name.Text {
					found = true
				}
			}
		}
	}
	look(b.game.Turn)
	for _, other := range b.game.Moves {
		look(other.Then)
	}
	return found
}

// turn describes a turn.
func (b *book) turn() {
	b.section(2, "A turn")
	n, f, ok := decl[*syntax.Turn](b)
	if !ok {
		return
	}
	said, always := 0, false
	for i, g := range n.Choice.Groups {
		text, ok := b.group(g, f, nil)
		if !ok {
			continue
		}
		switch {
		case said == 0:
			text = "On your turn, " + text
		case !always: // the previous choice may not have been offered at all
			text = "Otherwise, " + text
		default:
			text = "If none of that is possible, " + text
		}
		always = slices.ContainsFunc(g.Items,
			func(it *syntax.Item) bool { return (&phraser{b: b, file: f}).always(it.When) })
		said++
		if text += "."; i == len(n.Choice.Groups)-1 ||
			lastLine(g.Span(f)) != lastLine(n.Choice.Groups[i+1].Span(f)) {
			text = remark(text, g.Span(f))
		}
		b.say(text, g.Span(f))
	}
}

// lastLine returns the line on which a span ends.
func lastLine(at source.Span) int {
	line, _ := at.File.Position(at.Hi)
	return line
}

// then says how a turn continues after a move.
func (mt *moveText) then(c *syntax.Choice, f *source.File, p *phraser) {
	for i, g := range c.Groups {
		text, ok := mt.b.group(g, f, p)
		if !ok {
			continue
		}
		switch {
		case i > 0:
			text = "If that is not possible, " + text
		case strings.HasPrefix(text, "you may stop"), len(c.Groups) > 1:
			text = "After that, " + text
		default:
			text = "After that, if possible, " + text
		}
		mt.b.tell(text, g.Span(f))
	}
}

var outcomes = map[string]string{
	"pass": "you pass", "done": "you may stop", "win": "you win", "lose": "you lose",
	"draw": "the game is a draw", "illegal": "the move before is not allowed",
}

// group says what a player may choose among; ok is false if the options leave nothing.
func (b *book) group(g *syntax.Group, f *source.File, p *phraser) (string, bool) {
	if p == nil {
		p = &phraser{b: b, file: f}
	}
	var moves, others []string
	chance := false // then all moves of the group are chance moves
	for _, it := range g.Items {
		if p.never(it.When) {
			continue
		}
		when := ""
		if !p.always(it.When) {
			when = " if " + p.said(it.When)
		}
		m := b.moveNamed(it.Name.Text)
		if m == nil {
			say := outcomes[it.Name.Text]
			if it.Does != "" {
				say = it.Name.Text + " " + it.Does + "s"
			}
			if it.Text != nil {
				say += " (" + it.Text.Text + ")"
			}
			others = append(others, say+when)
			continue
		}
		chance = chance || m.Chance
		text := "**" + b.title(m) + "**"
		for _, r := range it.Roles {
			text += p.bound(r)
		}
		moves = append(moves, text+when)
	}
	var text string
	switch {
	case chance:
		text = "chance decides: " + join(moves, "or")
	case len(moves) > 0:
		text = "you make one of these moves: " + join(moves, "or")
		if len(moves) == 1 {
			text = "you make the move " + moves[0]
		}
		if slices.Contains(others, "you may stop") {
			text = strings.Replace(text, "you make", "you may make", 1) + ", or stop"
			others = slices.DeleteFunc(others, func(o string) bool { return o == "you may stop" })
		}
		if len(others) > 0 {
			text += ", or " + join(others, "or")
		}
	case len(others) > 0:
		text = join(others, "or")
	default:
		return "", false
	}
	if g.Best != nil {
		word := "small"
		if g.Best.Most {
			word = "large"
		}
		by := lists.Map(g.Best.By, p.amount)
		text += fmt.Sprintf("; you must choose so that %s becomes as %s as possible",
			join(by, "and then"), word)
	}
	return text, true
}

// bound says what a choice fixes: "with the same piece".
func (p *phraser) bound(r *syntax.RoleValue) string {
	t, ok := p.set(r.Value)
	if call, is := r.Value.(*syntax.Call); is && r.Role == "from" && ok {
		if t.the == p.b.moving.moved || call.Name.Text == p.b.moving.target {
			return " with the same " + p.b.piece
		}
	}
	if !ok {
		return fmt.Sprintf(" (%s `%s`)", r.Role, flat(r.Value.Span(p.file).Text()))
	}
	return fmt.Sprintf(" (%s %s)", r.Role, t.one())
}

// move says how to make one move, with a picture of an example.
func (mt *moveText) move(m *syntax.Move, f *source.File) {
	mt.b.section(3, capital(mt.b.title(m)))
	if note, at := commentAbove(m.Span(f)); note != "" {
		mt.b.say(strings.TrimSuffix(note, ".")+".", at)
	}
	head := source.Span{File: f, Lo: m.Pos.Offset, Hi: m.Name.EndPos.Offset}
	if note := commentBehind(head); note != "" {
		line, _ := f.Position(m.Pos.Offset)
		at := f.Offset(line)
		mt.b.say(capital(strings.TrimSuffix(note, "."))+".", source.Span{File: f, Lo: at, Hi: at + 1})
	}
	p := &phraser{b: mt.b, file: f, names: map[string]thing{}, ways: map[string]ways{},
		claims: map[string]string{}}
	if m.Chance {
		mt.chance(m, p)
	}
	shift := plainMove(m)
	mt.shifted = shift != nil
	empty := true
	first := len(mt.b.items())
	bound := map[string]int{}
	for _, cl := range m.Clauses {
		switch c := cl.(type) {
		case *syntax.Bind:
			mt.bind(p, m, c, shift)
			if m.Chance {
				items := mt.b.items()
				last := &items[len(items)-1]
				last.Text = strings.Replace(last.Text, "Choose ", "Draw ", 1)
				last.Text = strings.Replace(last.Text, "Take ", "Draw ", 1)
			}
			bound[c.Name.Text] = len(mt.b.items()) - 1
			empty = false
		case *syntax.LetClause:
			mt.let(p, m, c)
		case *syntax.IfClause:
			for _, cond := range c.Conds {
				mt.only(p, cond, "Only if")
			}
		}
	}
	for _, e := range m.Do {
		if shift != nil && e == shift {
			left := shift.Action.(*syntax.Change).Target.(*syntax.Call).Name.Text
			p.names[left] = thing{the: "the place that it left"} // for what comes after
			continue
		}
		mt.effect(p, e)
		empty = false
	}
	empty = !mt.after(p, m) && empty
	for _, cond := range m.Ensure {
		mt.only(p, cond, "Afterward,")
	}
	if m.Then != nil {
		mt.then(m.Then, f, p)
	}
	if empty && m.Then == nil {
		mt.b.say("Nothing happens; the turn is over.", m.Span(f))
	}
	mt.explain(first, bound)
	mt.example(m)
}

// requires reports whether a move has a condition with exactly this text.
func requires(m *syntax.Move, f *source.File, text string) bool {
	for _, cl := range m.Clauses {
		c, ok := cl.(*syntax.IfClause)
		if ok && slices.ContainsFunc(c.Conds, func(cond *syntax.Cond) bool {
			return flat(cond.Expr.Span(f).Text()) == text
		}) {
			return true
		}
	}
	return false
}

// chance says how the outcomes of a chance move are drawn. It describes its bindings as if someone
// chose them.
func (mt *moveText) chance(m *syntax.Move, p *phraser) {
	for _, cl := range m.Clauses {
		if w, ok := cl.(*syntax.WeightClause); ok {
			mt.b.say(remark(fmt.Sprintf("Nobody chooses this: one of the outcomes is drawn. The weight "+
				"of each is %s.", p.amount(w.Value)), w.Span(p.file)), w.Span(p.file))
			return
		}
	}
	mt.b.say("Nobody chooses this: one of the outcomes is drawn, all of them equally likely.",
		source.Span{File: p.file, Lo: m.Pos.Offset, Hi: m.Name.EndPos.Offset})
}

// plainMove returns the effect that moves a piece from the role `from` to the role `to`, if one
// always happens: then one sentence describes both.
func plainMove(m *syntax.Move) *syntax.Effect {
	role := map[string]string{}
	for _, cl := range m.Clauses {
		if bind, ok := cl.(*syntax.Bind); ok {
			role[bind.Name.Text] = bind.Role
		}
	}
	for _, e := range m.Do {
		c, ok := e.Action.(*syntax.Change)
		if !ok || c.Op != "->" || c.Under || e.When != nil {
			continue
		}
		from, ok := c.Target.(*syntax.Call)
		to, ok2 := c.Value.(*syntax.Call)
		if ok && ok2 && role[from.Name.Text] == "from" && role[to.Name.Text] == "to" {
			return e
		}
	}
	return nil
}

// bind says what a player chooses, and gives the variable a name in words.
func (mt *moveText) bind(p *phraser, m *syntax.Move, c *syntax.Bind, shift *syntax.Effect) {
	if c.Of != nil {
		bindSet(mt.b, p, c)
		return
	}
	at, name, what := c.Span(p.file), c.Name.Text, p.quote(&c.Domain)
	var t thing
	ok := false
	if c.Domain.Hi == nil {
		t, ok = p.set(c.Domain.Lo)
	}
	say := func(verb string) string {
		if !ok {
			mt.b.mention(&c.Domain)
			return verb + " one of " + what
		}
		return verb + " " + t.one()
	}
	switch c.Role {
	case "from":
		mt.b.tell(say("Take"), at)
		p.names[name] = thing{the: "it"}
		mt.moved = "it"
	case "to":
		p.names[name] = thing{the: "the target"}
		mt.target = name
		if shift == nil {
			mt.b.tell(say("Choose")+" as the target", at)
			break
		}
		text, own := "", commentBehind(at)
		authored := own != "" && (!ok || hasCode(t.one())) // words for what is code
		if authored {
			text = "Move it: " + uncapital(strings.TrimSuffix(own, "."))
		} else {
			text = say("Move it to")
		}
		if taken := ok && t.mayBeTaken() || !ok && strings.Contains(what, "theirs"); taken &&
			!requires(m, p.file, name+" in empty") {
			if mt.b.game.Towers {
				text += "; it goes on top of any piece there"
			} else {
				text += "; a piece that stands there is taken"
			}
		}
		if text += "."; !authored {
			text = remark(text, at)
		}
		mt.b.bullet(text, at, shift.Span(p.file))
	case "over":
		p.over = name
		mt.b.tell(say("Choose"), at)
		p.names[name] = thing{the: "the " + mt.b.piece + " in between"}
		if !hasRole(m, "to") {
			p.names[name] = chosenSite(p, name, t, ok)
		}
	case "at":
		mt.b.tell(say("Choose"), at)
		p.names[name] = chosenSite(p, name, t, ok)
	case "along":
		d, ok := p.directions(c.Domain.Lo)
		if ok {
			mt.b.tell("Choose "+article(d), at)
		} else {
			mt.b.mention(&c.Domain)
			mt.b.tell("Choose a direction of "+what, at)
			d = "direction"
		}
		p.ways[name] = ways{say: d, chosen: true}
	case "as":
		kinds := join(strings.Split(strings.Trim(what, "`"), " | "), "or")
		if k := p.known(c.Domain.Lo); k != nil && k.Expr.Op != ir.ConstKinds {
			kinds = "one of " + what
		}
		mt.b.tell(strings.TrimSuffix("Choose a kind of piece: "+kinds, ": kinds"), at)
		p.names[name] = thing{the: "the chosen kind", what: ir.Kinds}
	case "with":
		p.names[name] = thing{the: "`" + name + "`", what: ir.Number}
		if c.Domain.Hi != nil {
			what = between(p, c.Domain.Lo, c.Domain.Hi)
		} else {
			what = "from " + what
		}
		mt.b.tell("Choose a number "+what, at)
	}
}

// bindSet says of what a player chooses a set, and how many members.
func bindSet(b *book, p *phraser, c *syntax.Bind) {
	what, chosen := "`"+flat(c.Of.Span(p.file).Text())+"`", thing{the: "the chosen places"}
	if k := p.known(c.Of); k != nil && k.Expr.Type != ir.Sites {
		chosen = thing{the: "the chosen kinds", what: ir.Kinds}
		if k.Expr.Type == ir.Players {
			chosen = thing{the: "the chosen players", what: ir.Players}
		}
	} else if t, ok := p.set(c.Of); ok {
		what = t.thoseMeant()
		if t.or == nil && t.the == "" && t.head != "" {
			chosen.the = "the chosen " + diag.Plurals(t.head)
		}
	}
	if strings.Contains(what, "`") {
		b.mention(c.Of)
	}
	many := p.quote(&c.Domain)
	least, ok := p.constant(c.Domain.Lo)
	most, ok2 := least, ok
	if c.Domain.Hi != nil {
		most, ok2 = p.constant(c.Domain.Hi)
	}
	switch {
	case !ok || !ok2 || least < 0 || most > 10:
		b.mention(&c.Domain)
	case least == most:
		many = number(least)
	case least == 0:
		many = "up to " + number(most)
	default:
		many = number(least) + " to " + number(most)
	}
	b.tell("Choose "+many+" of "+what, c.Span(p.file))
	p.names[c.Name.Text] = chosen
}

// chosenSite names a chosen site by what it is, and also by its variable if that is ambiguous.
func chosenSite(p *phraser, name string, t thing, ok bool) thing {
	head := "site"
	if ok && t.or == nil && t.the == "" && t.head != "" {
		head = t.head
	}
	for _, other := range p.names {
		if other.the == "the chosen "+head {
			return thing{the: fmt.Sprintf("the chosen %s `%s`", head, name)}
		}
	}
	return thing{the: "the chosen " + head}
}

func hasRole(m *syntax.Move, role string) bool {
	return slices.ContainsFunc(m.Clauses, func(c syntax.Clause) bool {
		bind, ok := c.(*syntax.Bind)
		return ok && bind.Role == role
	})
}

// let names a value; a value without words is quoted where the name is used.
func (mt *moveText) let(p *phraser, m *syntax.Move, c *syntax.LetClause) {
	name, at := c.Name.Text, c.Span(p.file)
	k := p.known(c.Value)
	say, claimed := p.cond(c.Value)
	claimed = claimed && (k == nil || k.Expr.Type == ir.Truth)
	t, isSet := p.set(c.Value)
	p.names[name] = p.named(name, c.Value)
	switch note := commentBehind(at); {
	case isSet && t.what != ir.Kinds && (k == nil || k.Expr.Type == ir.Sites):
		mt.b.tell(fmt.Sprintf("Let `%s` be %s", name, definite(t)), at)
	case claimed && !strings.Contains(say, "`") && past(say) != say && onlyWhen(m, name):
		p.claims[name] = say // it is said where it is used
	case claimed:
		mt.b.tell(fmt.Sprintf("`%s` means that %s", name, say), at)
	case note != "": // the author's words for what is code
		mt.b.bullet(fmt.Sprintf("`%s`: %s.", name, uncapital(strings.TrimSuffix(note, "."))), at)
	default:
		mt.b.mention(c.Value)
		mt.b.bullet(fmt.Sprintf("`%s` is %s.", name, p.quote(c.Value)), at)
	}
}

// onlyWhen reports whether a move uses a name only as the whole `when` of effects.
func onlyWhen(m *syntax.Move, name string) bool {
	named := func(x any) bool {
		call, is := x.(*syntax.Call)
		return is && call.Name.Text == name
	}
	whens, uses := 0, 0
	syntax.Inspect(m, func(x any) {
		if named(x) {
			uses++
		}
		if e, is := x.(*syntax.Effect); is && named(e.When) {
			whens++
		}
	})
	return whens > 0 && whens == uses
}

// verbs finds the verb of a statement; mustBe turns the statement into a demand.
var verbs = regexp.MustCompile(` (is( not)?|has) `)
var mustBe = strings.NewReplacer(" is not ", " must not be ", " is ", " must be ", " has ",
	" must have ")

// only says a condition with its reason.
func (mt *moveText) only(p *phraser, c *syntax.Cond, lead string) {
	if p.always(c.Expr) {
		return
	}
	say, ok := p.cond(c.Expr)
	if !ok {
		say = p.quote(c.Expr)
		mt.b.mention(c.Expr)
	}
	if both, is := c.Expr.(*syntax.Binary); is && both.Op == "implies" && ok {
		given, rest, _ := strings.Cut(say, ", then ")
		if at := verbs.FindStringIndex(rest); at != nil {
			rest = rest[:at[0]] + mustBe.Replace(rest[at[0]:at[1]]) + rest[at[1]:]
		}
		say = given + ", " + rest
		if lead == "Only if" {
			lead = ""
		}
	} else if lead != "Only if" {
		rest, named := strings.CutSuffix(say, " holds")
		denied, not := strings.CutSuffix(say, " does not hold")
		own := false
		if call, is := c.Expr.(*syntax.Call); is {
			_, own = p.authored(call, false)
		}
		switch {
		case own: // your king is not in check
			subject, is, _ := strings.Cut(say, " is ")
			if denied, negative := strings.CutPrefix(is, "not "); negative {
				say = subject + " must not be " + denied
			} else {
				say = subject + " must be " + is
			}
		case named || !ok:
			say = rest + " must hold"
		case not:
			say = denied + " must not hold"
		default:
			say = "it must be true that " + say
		}
	}
	text := capital(strings.TrimSpace(lead + " " + say))
	at, reason := c.Span(p.file), ""
	if c.Reason != nil {
		reason = fmt.Sprintf(" (otherwise: “%s”)", c.Reason.Text)
	}
	if own := commentBehind(at); own != "" && hasCode(text) { // the author's words
		mt.b.bullet(capital(strings.TrimSuffix(own, "."))+reason+".", at)
		return
	}
	mt.b.tell(text+reason, at)
}

// after says what `after` adds to the effects of a move, and reports whether it adds anything.
func (mt *moveText) after(p *phraser, m *syntax.Move) (any bool) {
	for a, f := range live[*syntax.After](mt.b) {
		every := len(a.Moves) == 1 && a.Moves[0].Text == "any" && !mt.b.declares("any")
		if every && m.Chance || !every && !slices.ContainsFunc(a.Moves,
			func(n syntax.Name) bool { return n.Text == m.Name.Text }) {
			continue
		}
		here := *p
		here.file = f
		for _, e := range a.Effects {
			mt.effect(&here, e)
			any = true
		}
	}
	return any
}

// moveText tells one move.
type moveText struct {
	b       *book
	moved   string // the name of the piece that moves
	target  string // the variable of `to`
	shifted bool   // it goes from `from` to `to`
}
