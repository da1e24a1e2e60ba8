package rulebook

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/check/index"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// end says how the game ends.
func (b *book) end() {
	b.section(2, "The end")
	n, f, ok := decl[*syntax.End](b)
	if !ok {
		b.say("The game ends only when a player cannot move, as described under A turn.")
		return
	}
	b.say("After each turn, the first of these that is true decides. \"You\" are the player who " +
		"has just moved.")
	for _, s := range n.Sentences {
		if !(&phraser{b: b, file: f}).never(s.If) {
			b.tell(b.sentence(s, f), s.Span(f))
		}
	}
}

// secrets says what a player does not see.
func (b *book) secrets() {
	for n, f := range live[*syntax.Hidden](b) {
		b.section(2, "What you do not see")
		b.say("Until the game is over, these stay hidden from you:")
		for _, item := range n.Items {
			p, of := &phraser{b: b, file: f}, item.What
			mt := &moveText{b: b}
			call, isCall := of.(*syntax.Call)
			if !isCall {
				call = &syntax.Call{}
			}
			text, name := "", call.Name.Text
			switch {
			case b.counter(name) || b.names[name] == index.MemorySort:
				text = "the value of " + p.quote(of)
				if len(call.Args) > 0 && flat(call.Args[0].Span(f).Text()) == "players - me" {
					text = others(b.game) + " `" + name + "`"
				}
			case (name == "kind" || name == "owner") && len(call.Args) == 1 && !b.declares(name):
				text = "the " + name + " of " + onSite(mt.pieces(p, call.Args[0]), true)
			default:
				text = onSite(mt.pieces(p, of), true)
			}
			b.mention(item)
			if item.When != nil {
				text += " if " + p.said(item.When)
			}
			b.tell(capital(text), item.Span(f))
		}
	}
}

// others names whoever plays against you, as owners.
func others(g *ir.Game) string {
	if len(g.Players) == 2 {
		return "the opponent's"
	}
	return "the other players'"
}

// says says what players are told without a result.
func (b *book) says() {
	any := false
	for s, f := range live[*syntax.Say](b) {
		if !any {
			b.section(2, "Announcements")
			any = true
		}
		b.tell(fmt.Sprintf("“%s” is announced if, after your turn, %s", s.Text.Text,
			(&phraser{b: b, file: f}).said(s.If)), s.Span(f))
	}
}

func (b *book) sentence(s *syntax.Sentence, f *source.File) string {
	p := &phraser{b: b, file: f}
	why := p.said(s.If)
	who := "You " + strings.TrimSuffix(s.Outcome, "s")
	switch {
	case s.Player != nil:
		who = s.Player.Text + " " + s.Outcome
		if i := playerIndex(b, s.Player.Text); i >= 0 && s.Outcome != "draw" {
			who = b.does(i, s.Outcome+"s")
		}
	case s.Outcome == "draw":
		who = "The game is a draw"
	case s.Of != nil:
		n := strings.TrimPrefix(p.amount(s.Of), "your ")
		if rest, counts := strings.CutPrefix(n, "the number of your "); counts {
			n = "number of " + rest
		}
		n = strings.NewReplacer("your ", "their ", "yours", "theirs").Replace(n)
		who = fmt.Sprintf("The player with the %s %s wins", s.Outcome, n)
		if things, counts := strings.CutPrefix(n, "number of "); counts && !inTeams(b.game) {
			most := map[string]string{"highest": "most", "lowest": "fewest"}[s.Outcome]
			who = fmt.Sprintf("The player with the %s %s wins", most, things)
		}
		if inTeams(b.game) {
			who = fmt.Sprintf("The team with the %s sum of %s wins", s.Outcome, n)
		}
	}
	text := who + " if " + why
	if s.AtOnce {
		text += ", even in the middle of a turn"
	}
	if s.Text != nil {
		text += fmt.Sprintf(": “%s”", s.Text.Text)
	}
	return text
}

// inTeams reports whether some players play together.
func inTeams(g *ir.Game) bool { return len(g.Teams()) < len(g.Players) }

// options says what you can choose before play.
func (b *book) options() {
	if len(b.game.Options) == 0 {
		return
	}
	b.section(2, "Options")
	b.say("Before the game, the players may agree on these. The rules above are those with the " +
		"values chosen here.")
	help := map[string]source.Span{}
	for _, f := range b.out.Files {
		tree, _ := dsl.Parse(f)
		syntax.Walk(tree, func(x any) bool {
			if o, ok := x.(*syntax.Option); ok && !help[o.Name.Text].Valid() {
				help[o.Name.Text] = o.Span(f)
			}
			return true
		})
	}
	for _, o := range b.game.Options {
		values := join(o.Domain, "or")
		if ir.IsRange(o.Domain) {
			values = o.Domain[0] + " to " + o.Domain[len(o.Domain)-1]
		}
		text := fmt.Sprintf("`%s` is %s; here it is %s", o.Name, values, o.Value)
		if len(o.Domain) == 1 {
			text = fmt.Sprintf("`%s` is %s", o.Name, o.Value)
		}
		if o.Value != o.Default {
			text += " (by default " + o.Default + ")"
		}
		if o.Help != "" {
			text += ". " + capital(o.Help)
		}
		places := []source.Span{}
		if at := help[o.Name]; at.Valid() {
			places = append(places, at)
		}
		said := b.sentences() // before this option is said
		if others := b.otherwise(&o, said); others != "" {
			text += ". " + others
		} else if changes := b.changes(o.Name); len(changes) > 0 && o.Help == "" {
			text += ". It is used in " + join(changes, "and") + "."
		} else {
			text += "."
		}
		b.bullet(text, append(places, b.uses(o.Name)...)...)
	}
}

// A stated sentence is a sentence of the book with its section.
type stated struct{ section, text string }

// sentences returns what the book says so far about play, not about the options.
func (b *book) sentences() (all []stated) {
	for _, s := range b.out.Sections {
		if s.Title == "Options" {
			break
		}
		for _, item := range s.Items {
			if item.View == nil && item.Text != "" {
				all = append(all, stated{s.Title, item.Text})
			}
		}
	}
	return all
}

// otherwise says what an option changes: which sentences of the book its other values replace, add
// or leave out; "" where the sentences are the same.
func (b *book) otherwise(o *ir.Option, here []stated) string {
	const most = 3 // values to describe one by one
	others := lists.Filter(o.Domain, func(v string) bool { return v != o.Value })
	such := len(others) > most
	if such {
		others = others[:1]
	}
	var parts []string
	for _, v := range others {
		if b.ctx.Err() != nil {
			break
		}
		options := maps.Clone(b.chosen)
		if options == nil {
			options = map[string]string{}
		}
		options[o.Name] = v
		index, list, err := dsl.GlanceContext(b.ctx, b.ruleset.File, options, b.lib)
		if err != nil {
			break
		}
		if index == nil || index.Game == nil || list.HasErrors() {
			continue // another option must change with it
		}
		other := &book{ctx: b.ctx, chosen: options, lib: b.lib, brief: true}
		other.write(b.ruleset, index)
		if text := replaced(here, other.sentences()); text != "" {
			value := "With `" + v + "`"
			if such {
				value = "With another value, such as `" + v + "`"
			}
			parts = append(parts, value+": "+text+".")
		}
	}
	return strings.Join(parts, " ")
}

// replaced says how the sentences of two books differ; "" if they do not.
func replaced(here, there []stated) string {
	const most = 3
	var parts []string
	more := 0
	say := func(format string, args ...any) {
		if len(parts) == most {
			more++
			return
		}
		parts = append(parts, fmt.Sprintf(format, args...))
	}
	gone, fresh := onlyIn(here, there), onlyIn(there, here)
	fresh = wholly(fresh, here, func(section string) { say("the move **%s** is added", section) })
	gone = wholly(gone, there, func(section string) { say("the move **%s** is dropped", section) })
	for _, s := range fresh {
		// The sentence that it replaces is the next one missing from its section.
		i := slices.IndexFunc(gone, func(g stated) bool { return g.section == s.section })
		if i < 0 {
			say("%s is added under %s", quoted(s.text), s.section)
			continue
		}
		say("%s instead of %s", quoted(s.text), quoted(gone[i].text))
		gone = slices.Delete(gone, i, i+1)
	}
	for _, s := range gone {
		say("%s is dropped", quoted(s.text))
	}
	text := strings.Join(parts, "; ")
	switch {
	case more == 1:
		text += "; one more sentence changes"
	case more > 1:
		text += fmt.Sprintf("; %d more sentences change", more)
	}
	return text
}

// wholly calls tell for each section that the other book lacks, and returns the sentences of the
// sections that it has.
func wholly(all, other []stated, tell func(section string)) (rest []stated) {
	told := map[string]bool{}
	for _, s := range all {
		if slices.ContainsFunc(other, func(o stated) bool { return o.section == s.section }) {
			rest = append(rest, s)
		} else if !told[s.section] {
			told[s.section] = true
			tell(strings.ToLower(s.section))
		}
	}
	return rest
}

// onlyIn returns the sentences of one that other does not have.
func onlyIn(one, other []stated) (all []stated) {
	return lists.Filter(one, func(s stated) bool { return !slices.Contains(other, s) })
}

// quoted puts a sentence in quotes, without its period.
func quoted(text string) string {
	text = strings.NewReplacer("“", "‘", "”", "’").Replace(strings.TrimSuffix(text, "."))
	return "“" + text + "”"
}

// uses returns where the rules ask for an option.
func (b *book) uses(name string) []source.Span {
	var all []source.Span
	for _, s := range b.index.Symbols {
		if s.Sort == index.OptionSort && s.Name == name {
			all = append(all, s.Uses...)
		}
	}
	return all
}

// changes quotes a few of the lines that ask for an option.
func (b *book) changes(name string) []string {
	const most, longest = 3, 70
	var all []string
	for _, at := range b.uses(name) {
		line, _ := at.File.Position(at.Lo)
		text := flat(at.File.Line(line))
		if strings.HasPrefix(text, "option ") || strings.HasPrefix(text, "}") {
			continue
		}
		if r := []rune(text); len(r) > longest {
			text = string(r[:longest-1]) + "…"
		}
		if text = "`" + text + "`"; !slices.Contains(all, text) && len(all) < most {
			all = append(all, text)
		}
	}
	return all
}

// mention records the definitions that a quoted expression names, for the glossary at the end.
func (b *book) mention(x any) {
	syntax.Inspect(x, func(x any) {
		if c, ok := x.(*syntax.Call); ok {
			b.use(c.Name.Text)
		}
	})
}

// use records a name for the glossary if it is that of a definition, with those it is made of.
func (b *book) use(name string) {
	if d := b.defs[name]; d != nil && !b.used[name] {
		b.used[name] = true
		b.mention(d.node.Body)
	}
}

// glossary explains the definitions that were quoted by name.
func (b *book) glossary() {
	for _, s := range b.out.Sections { // names may occur in sentences that have words for the rest
		for _, item := range s.Items {
			if s.Title == "Options" {
				break
			}
			for _, word := range quotedWords(item.Text) {
				b.use(word)
			}
		}
	}
	if len(b.used) == 0 {
		return
	}
	b.section(2, "What the quoted names mean")
	for d, f := range live[*syntax.Def](b) {
		if !b.used[d.Name.Text] {
			continue
		}
		head, _, _ := strings.Cut(flat(d.Span(f).Text()), "=")
		head = strings.TrimSpace(strings.TrimPrefix(head, "def "))
		text, code := "", fmt.Sprintf("`%s` is `%s`.", head, flat(d.Body.Span(f).Text()))
		inner := &phraser{b: b, file: f, names: map[string]thing{}}
		for _, param := range d.Params {
			inner.names[param.Text] = thing{the: "`" + param.Text + "`"}
		}
		if say, ok := inner.cond(d.Body); ok {
			text = fmt.Sprintf("`%s` means: %s.", head, say)
		} else if t, ok := inner.set(d.Body); ok && t.the == "" {
			text = fmt.Sprintf("`%s` means the %s.", head, t.many())
			text = strings.Replace(text, " the your ", " your ", 1)
		}
		note, at := commentAbove(d.Span(f))
		if note == "" {
			note, at = commentBehind(d.Span(f)), d.Span(f)
		}
		places := []source.Span{d.Span(f)}
		switch note = strings.TrimSuffix(note, "."); {
		case note == "" && text == "":
			text = code
		case note == "":
		case text == "" || strings.Count(text, "`") > 2: // the author has words for what is code here
			text = fmt.Sprintf("`%s`: %s.", head, uncapital(note))
			places = append(places, at)
		default:
			text += " " + capital(note) + "."
			places = append(places, at)
		}
		b.bullet(text, places...)
	}
}
