// Package rulebook writes the rules of a game in plain English.
//
// Sentences are made from the syntax tree of the declarations that hold with the options chosen,
// and from what the checker recorded about them; positions for the pictures come from random play.
// The author's own words (titles, labels, reasons, comments) are used wherever there are some. What
// the phraser has no words for is quoted as it is written. Every sentence names the lines it is
// about.
//
//	words     nouns: one of them, all of them, none
//	phrase    expressions → words
//	book      the sections and their sentences
//	moves     moves, turns and effects
//	picture   the start, and an example of every move
//	render    text, Markdown and HTML
package rulebook

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/check/index"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
)

// Book is the rules of a game, ready for output.
type Book struct {
	Title    string
	Sections []Section
	Files    []*source.File // the rules texts that sentences are about; the first is the game's own
}

// Section is a part of the book.
type Section struct {
	Title string
	Level int // 2 or 3, as heading levels are
	Items []Item
}

// Item is a sentence, or a picture. In texts, `code` is a part of the rules.
type Item struct {
	Text   string
	Bullet bool
	Places []source.Span // the rules that it is about
	View   *board.View   // a picture, with Text below it; nil: a sentence
}

// book is the working state of making a Book.
type book struct {
	ruleset *ruleset.Ruleset
	game    *ir.Game
	ctx     context.Context
	index   *index.Index
	play    *interp.Game
	piece   string // the name of a player's piece
	defs    map[string]*definition
	names   map[string]index.Sort // what the rules declare
	used    map[string]bool       // definitions that are quoted by name
	// relevant are the names that play depends on; the others only help bots evaluate.
	relevant map[string]bool
	moving   *moveText            // the move being described
	samples  map[ir.MoveID]sample // examples, once there are any
	chosen   map[string]string    // the options
	lib      dsl.Library
	brief    bool // only the sentences: no examples, no options
	out      *Book
}

// Wordless returns the sentences that quote the rules because there are no words for them, neither
// here nor in a comment of the author's. A comment behind the first of the places of such a
// sentence becomes part of the book.
func (b *Book) Wordless() (all []Item) {
	for _, s := range b.Sections {
		for _, item := range s.Items {
			if item.View == nil && len(item.Places) > 0 && hasCode(item.Text) &&
				commentBehind(item.Places[0]) == "" {
				all = append(all, item)
			}
		}
	}
	return all
}

// A definition is a `def` and its file.
type definition struct {
	node *syntax.Def
	file *source.File
}

// mostTime is how long a book may take. The built-in games take half a second at most. A step of
// other rules may take a second, and there may be 64 options.
const mostTime = 10 * time.Second

// Write makes the book of a game with its options chosen. The game must have no errors. If the
// context ends while the rules are read, Write returns its error.
//
// If the context ends later, or after mostTime, the book leaves out the examples not found by then,
// and what other values of options change.
func Write(ctx context.Context, rs *ruleset.Ruleset, options map[string]string,
	lib dsl.Library) (*Book, error) {
	index, _, err := dsl.GlanceContext(ctx, rs.File, options, lib)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	b := &book{ctx: ctx, chosen: options, lib: lib}
	return b.write(rs, index), nil
}

// write makes a book of the rules that hold with the options chosen.
func (b *book) write(rs *ruleset.Ruleset, x *index.Index) *Book {
	b.ruleset, b.game, b.index, b.play, b.piece = rs, x.Game, x, interp.New(x.Game), "piece"
	b.defs, b.names, b.used = map[string]*definition{}, map[string]index.Sort{}, map[string]bool{}
	b.out = &Book{}
	b.out.Title = rs.Info.Title
	if b.out.Title == "" {
		b.out.Title = x.Game.Title
	}
	b.out.Files = []*source.File{rs.File}
	for _, s := range x.Symbols {
		if len(s.Decls) > 0 && s.Sort != index.VariableSort && s.Decls[0].File != dsl.Prelude() {
			b.names[s.Name] = s.Sort
		}
	}
	for _, l := range x.Live {
		if d, ok := l.Decl.(*syntax.Def); ok {
			b.defs[d.Name.Text] = &definition{d, l.File}
		}
		if !slices.Contains(b.out.Files, l.File) {
			b.out.Files = append(b.out.Files, l.File)
		}
	}
	var owned []string
	for _, k := range x.Game.Kinds {
		if !k.Neutral {
			owned = append(owned, k.Name)
		}
	}
	if len(owned) == 1 {
		b.piece = owned[0]
	}
	b.relevant, b.moving = b.reachable(), &moveText{b: b}
	b.overview()
	b.start()
	b.turn()
	for m, f := range live[*syntax.Move](b) {
		if b.offered(m) {
			b.moving = &moveText{b: b}
			b.moving.move(m, f)
		}
	}
	b.end()
	b.says()
	b.secrets()
	if !b.brief {
		b.options()
		b.glossary()
		if n := int64(len(b.out.Wordless())); n > 0 {
			items := &b.out.Sections[0].Items
			*items = append(*items, Item{Text: capital(counted(n, "sentence")) + " of this book " +
				map[bool]string{true: "quotes", false: "quote"}[n == 1] +
				" the rules file, `like this`, where the book has no words of its own."})
		}
	}
	return b.out
}

// reachable returns the names that moves, the turn, the end and the setup mention, directly or
// through definitions.
func (b *book) reachable() map[string]bool {
	seen := map[string]bool{}
	bodies := map[string]any{}
	for _, l := range b.index.Live {
		switch d := l.Decl.(type) {
		case *syntax.Def:
			bodies[d.Name.Text] = d
		case *syntax.Region:
			bodies[d.Name.Text] = d
		case *syntax.State:
			bodies[d.Name.Text] = d
		}
	}
	var look func(x any)
	look = func(x any) {
		syntax.Inspect(x, func(x any) {
			if n, ok := x.(*syntax.Name); ok && !seen[n.Text] {
				seen[n.Text] = true
				if bodies[n.Text] != nil {
					look(bodies[n.Text])
				}
			}
		})
	}
	for _, l := range b.index.Live {
		switch l.Decl.(type) {
		case *syntax.Move, *syntax.Turn, *syntax.End, *syntax.Setup, *syntax.Board, *syntax.Pieces,
			*syntax.Say, *syntax.Hidden, *syntax.After:
			look(l.Decl)
		}
	}
	return seen
}

// declares reports whether the rules give a name a meaning of their own.
func (b *book) declares(name string) bool { return b.names[name] != "" }

func (b *book) attribute(name string) bool { return b.names[name] == index.AttributeSort }

// counter reports whether a name is that of a counter, or of a memory of numbers.
func (b *book) counter(name string) bool {
	return b.names[name] == index.CounterSort || b.names[name] == index.MemorySort &&
		slices.ContainsFunc(b.game.States,
			func(s ir.State) bool { return s.Name == name && s.Type == ir.Number })
}

// region returns the region with a name; nil if there is none.
func (b *book) region(name string) *ir.Region {
	for i, r := range b.game.Regions {
		if r.Name == name {
			return &b.game.Regions[i]
		}
	}
	return nil
}

// perPlayer reports whether each player has a counter of their own.
func perPlayer(b *book, name string) bool {
	return slices.ContainsFunc(b.game.States,
		func(s ir.State) bool { return s.Name == name && s.PerPlayer })
}

// siteName reports whether a name is that of a site.
func siteName(b *book, name string) bool { return slices.Contains(b.game.Board.Names, name) }

func (b *book) section(level int, title string) {
	b.out.Sections = append(b.out.Sections, Section{Title: title, Level: level})
}

// say adds a sentence to the last section.
func (b *book) say(text string, places ...source.Span) { b.add(Item{Text: text, Places: places}) }

// bullet adds a sentence that is one of several.
func (b *book) bullet(text string, places ...source.Span) {
	b.add(Item{Text: text, Places: places, Bullet: true})
}

// tell adds a sentence about a place, without its period, that is one of several, with the author's
// comment there.
func (b *book) tell(text string, at source.Span) { b.bullet(remark(text+".", at), at) }

// items are those of the last section.
func (b *book) items() []Item { return b.out.Sections[len(b.out.Sections)-1].Items }

func (b *book) add(item Item) {
	s := &b.out.Sections[len(b.out.Sections)-1]
	s.Items = append(s.Items, item)
}

// remark adds the author's comment on a line, if there is one, to a sentence about the last thing
// on that line.
func remark(text string, at source.Span) string {
	rest := strings.TrimLeft(at.File.Text[min(max(at.Hi, 0), len(at.File.Text)):], " \t,;{}[]()\"")
	if note := commentBehind(at); note != "" && strings.HasPrefix(rest, "#") {
		return strings.TrimSuffix(text, ".") + " (" + strings.TrimSuffix(note, ".") + ")."
	}
	return text
}

// commentBehind returns the comment on the line where a span ends.
func commentBehind(at source.Span) string {
	line, _ := at.File.Position(at.Hi)
	rest := at.File.Line(line)
	if i := at.Hi - at.File.Offset(line); i <= len(rest) && i >= 0 {
		rest = rest[i:]
	}
	if strings.Contains(rest, `"`) && strings.Index(rest, `"`) < strings.Index(rest+"#", "#") {
		rest = rest[strings.LastIndex(rest, `"`)+1:]
	}
	_, note, ok := strings.Cut(rest, "#")
	if !ok {
		return ""
	}
	return strings.TrimSpace(note)
}

// commentAbove returns the comment lines directly above a span, and where they are.
func commentAbove(at source.Span) (string, source.Span) {
	line, _ := at.File.Position(at.Lo)
	end := at.File.Offset(line)
	var lines []string
	for line--; line > 0; line-- {
		text, ok := strings.CutPrefix(strings.TrimSpace(at.File.Line(line)), "#")
		if !ok {
			break
		}
		lines = append(lines, strings.TrimSpace(text))
	}
	slices.Reverse(lines)
	return strings.Join(lines, " "), source.Span{File: at.File, Lo: at.File.Offset(line + 1),
		Hi: max(end-1, 0)}
}

// live yields the declarations of a kind that hold with these options, each with its file.
func live[T syntax.Decl](b *book) iter.Seq2[T, *source.File] {
	return func(yield func(T, *source.File) bool) {
		for _, l := range b.index.Live {
			if d, ok := l.Decl.(T); ok && !yield(d, l.File) {
				return
			}
		}
	}
}

// decl returns the first live declaration of a kind.
func decl[T syntax.Decl](b *book) (found T, file *source.File, ok bool) {
	for d, f := range live[T](b) {
		return d, f, true
	}
	return found, nil, false
}

// overview says who plays where and with what.
func (b *book) overview() {
	b.section(2, "The game")
	if text := b.ruleset.Info.Description; text != "" {
		b.say(text)
	}
	names := lists.Map(b.game.Players, func(p ir.Player) string { return p.Name })
	if n, f, ok := decl[*syntax.Players](b); ok {
		who := fmt.Sprintf("%s: %s.", capital(counted(int64(len(names)), "player")), join(names, "and"))
		if len(names) == 1 {
			who = fmt.Sprintf("One player: %s.", names[0])
		}
		var faces []string
		for i, p := range b.game.Players {
			if p.Faces {
				faces = append(faces,
					fmt.Sprintf("%s %s", b.does(i, "faces"), b.game.Board.Directions[p.Facing].Name))
			}
		}
		if faces != nil {
			who += " " + capital(join(faces, "and")) + "."
		}
		b.say(who, n.Span(f))
		b.say(b.beginner(), n.Span(f))
	}
	if n, f, ok := decl[*syntax.Teams](b); ok {
		b.say(together(b.game), n.Span(f))
	}
	if n, f, ok := decl[*syntax.Board](b); ok {
		b.say(boardText(b.game.Board), n.Span(f))
	}
	b.kinds()
	for _, l := range b.index.Live {
		switch d := l.Decl.(type) {
		case *syntax.Region:
			if b.relevant[d.Name.Text] {
				regionText(b, d, l.File)
			}
		case *syntax.State:
			if b.relevant[d.Name.Text] {
				b.state(d, l.File)
			}
		}
	}
}

// together says who is in one team.
func together(g *ir.Game) string {
	var teams []string
	for _, t := range g.Teams() {
		if t&(t-1) != 0 {
			names := lists.Map(ir.Members(t), func(i int) string { return g.Players[i].Name })
			teams = append(teams, join(names, "and"))
		}
	}
	if len(teams) == 0 {
		return "Everyone plays alone."
	}
	text := teams[0] + " play together"
	for _, team := range teams[1:] {
		text += ", and so do " + team
	}
	return text + ". A team wins as a whole."
}

// beginner says who begins. A random setup may decide that: then some of a few draws differ.
func (b *book) beginner() string {
	first := b.play.SetUp(0).ToMove()
	if b.play.Start().SettingUp() {
		for seed := range uint64(24) {
			if b.play.SetUp(seed+1).ToMove() != first {
				return "The setup decides who begins."
			}
		}
	}
	return b.does(first, "begins") + "."
}

// does says what a player does: "Red begins", "Tigers begin".
func (b *book) does(player int, verb string) string {
	return b.game.Players[player].Name + " " + b.game.Verb(1<<player, verb)
}

// kinds says what pieces there are.
func (b *book) kinds() {
	var names []string
	var places []source.Span
	for d, f := range live[*syntax.Pieces](b) {
		for _, p := range d.Pieces {
			names = append(names, diag.Plurals(p.Name.Text))
			places = append(places, p.Span(f))
		}
	}
	if len(names) > 0 {
		b.say(fmt.Sprintf("The pieces are %s.", join(names, "and")), places...)
	}
	for d, f := range live[*syntax.Pieces](b) {
		for _, p := range d.Pieces {
			b.kind(p, f)
		}
	}
}

// boardText describes a board.
func boardText(board *topology.Board) string {
	spec := board.Spec
	text := ""
	switch spec.Shape {
	case "square":
		if len(spec.Args) != 2 {
			text = fmt.Sprintf("The board has %d squares, as drawn", board.Cells.Len())
			if board.Layers > 0 {
				text = fmt.Sprintf("The board has %d layers of %d by %d squares, one above the other",
					board.Layers, board.Width, board.Height)
			}
			break
		}
		text = fmt.Sprintf("The board is a rectangle of %d by %d squares", spec.Args[0], spec.Args[1])
		if spec.Args[0] == spec.Args[1] {
			text = fmt.Sprintf("The board has %d by %d squares", spec.Args[0], spec.Args[1])
		}
	case "rhombus":
		text = fmt.Sprintf("The board is a rhombus of %d by %d hexes", spec.Args[0], spec.Args[1])
	case "hexagon":
		text = fmt.Sprintf("The board is a hexagon of hexes, %d on a side", spec.Args[0])
	case "triangle":
		text = fmt.Sprintf("The board is a triangle of hexes, %d on a side", spec.Args[0])
	case "graph":
		text = fmt.Sprintf("The board has %d points, joined by lines", board.Cells.Len())
	default:
		text = fmt.Sprintf("The board has %d hexes", board.Cells.Len())
	}
	var between []string
	if !board.Edges.Empty() {
		between = append(between, "edges")
	}
	if !board.Corners.Empty() {
		between = append(between, "corners")
	}
	if between != nil {
		text += "; pieces may also stand on the " + join(between, "and") + " between them"
	}
	if len(spec.Around) > 0 {
		text += "; it goes round to the " + join(spec.Around, "and")
	}
	return text + "."
}

// kind says what the rules declare about a kind of piece.
func (b *book) kind(p *syntax.Piece, f *source.File) {
	var facts, is, has []string
	for _, a := range p.Attrs {
		switch {
		case a.Name.Text == "neutral":
			facts = append(facts, "belongs to nobody")
		case a.Name.Text == "blocks":
			facts = append(facts, "blocks the way")
		case a.Name.Text == "on":
			facts = append(facts, "stands on "+strings.ReplaceAll(a.Value.Span(f).Text(), " | ", " or "))
		case a.Value == nil:
			is = append(is, "`"+a.Name.Text+"`")
		default:
			value := bearings.Replace(flat(a.Value.Span(f).Text()))
			value = join(strings.Split(value, " | "), "and")
			has = append(has, fmt.Sprintf("`%s` %s", a.Name.Text, value))
		}
	}
	if is != nil {
		facts = append(facts, "is "+join(is, "and"))
	}
	if has != nil {
		facts = append(facts, "has "+join(has, "and"))
	}
	if facts != nil {
		b.bullet(fmt.Sprintf("%s %s.", capital(article(p.Name.Text)), join(facts, "and")), p.Span(f))
	}
}

// bearings puts the names of directions into words.
var bearings = strings.NewReplacer("forwardleft | forwardright", "diagonally ahead",
	"around", "in all directions", "orthogonal", "in orthogonal directions", "diagonal",
	"in diagonal directions", "forwardleft", "ahead to the left", "forwardright", "ahead to the right",
	"forward", "straight ahead", "backward", "straight back")

// flat writes a piece of rules text on one line.
func flat(text string) string {
	var parts []string
	for line := range strings.SplitSeq(text, "\n") {
		if i := strings.IndexByte(line, '#'); i >= 0 && !strings.Contains(line[:i], `"`) {
			line = line[:i]
		}
		parts = append(parts, strings.Fields(line)...)
	}
	return strings.Join(parts, " ")
}

// regionText describes a named part of the board.
func regionText(b *book, d *syntax.Region, f *source.File) {
	p := &phraser{b: b, file: f}
	if d.Value != nil {
		text := fmt.Sprintf("`%s` is `%s`", d.Name.Text, flat(d.Value.Span(f).Text()))
		if t, ok := p.set(d.Value); ok {
			text = fmt.Sprintf("`%s` is the %s", d.Name.Text, t.many())
			if t.the != "" {
				text = fmt.Sprintf("`%s` is %s", d.Name.Text, strings.ReplaceAll(t.the, " or ", " and "))
			}
		}
		if r := b.region(d.Name.Text); r != nil && len(r.Sets) == 1 && !r.PerPlayer {
			text += fmt.Sprintf(" (%s)", counted(int64(r.Sets[0].Len()), "cell"))
			if r.Sets[0].Empty() {
				text = fmt.Sprintf("`%s` is empty", d.Name.Text)
			}
		}
		b.tell(text, d.Span(f))
		return
	}
	var parts []string
	for _, one := range d.PerPlayer {
		say := p.quote(one.Value)
		if t, ok := p.set(one.Value); ok {
			say = strings.ReplaceAll(t.thoseMeant(), " or ", " and ")
		}
		parts = append(parts, fmt.Sprintf("%s for %s", say, one.Player.Text))
	}
	b.tell(fmt.Sprintf("`%s` is %s", d.Name.Text, join(parts, "and")), d.Span(f))
}

// state says what the rules count and remember.
func (b *book) state(d *syntax.State, f *source.File) {
	p := &phraser{b: b, file: f}
	what := "counter"
	if d.Memory {
		what = "memory"
	}
	of, where := "The game", ""
	for _, per := range d.Per {
		one := map[string]string{"player": "each player", "cell": "each cell",
			"piece": "each kind of piece"}[per.Text]
		switch {
		case of == "The game":
			of = capital(one)
		case per.Text == "cell":
			where += " on " + one
		case strings.HasSuffix(of, "cell"): // what was named first is where it is
			where, of = " on "+strings.ToLower(of), capital(one)
		default:
			where += " for " + one
		}
	}
	begins, isNumber := p.value(d.Value)
	switch quoted := p.quote(d.Value); {
	case isNumber:
		begins = "at first " + begins
	case quoted == "`none`":
		begins = "with nothing in it at first"
	case d.Memory:
		begins = "which begins as " + quoted
	default:
		begins = "at first " + quoted
	}
	text := fmt.Sprintf("%s has a %s `%s`%s, %s", of, what, d.Name.Text, where, begins)
	if d.ThisTurn {
		text += "; it is reset at the end of the turn"
	}
	b.tell(text, d.Span(f))
}

// start says how the pieces are set up, with a picture.
func (b *book) start() {
	b.section(2, "Setting up")
	n, f, ok := decl[*syntax.Setup](b)
	start := b.play.Start()
	standing := start.Occupied()
	switch {
	case !ok && standing.Empty():
		if len(b.game.Kinds) > 0 { // otherwise, numbers stand there
			b.say("The board is empty at first.")
		}
	case !ok || n.Picture != nil:
		places := []source.Span{}
		if ok {
			places = append(places, n.Span(f))
		} else if n, f, ok := decl[*syntax.Board](b); ok {
			places = append(places, n.Span(f))
		}
		b.say("The pieces stand as in the picture.", places...)
	default:
		for _, item := range n.Items {
			first := item.Spec.First.Name.Text
			if b.names[first] == index.PlayerSort && playerIndex(b, first) < 0 {
				continue // not with these options
			}
			b.bullet(b.setupText(item, f), item.Span(f))
		}
	}
	if ok && n.Then != nil {
		for _, g := range n.Then.Groups {
			if text, ok := b.group(g, f, nil); ok {
				b.bullet("Then "+strings.Replace(text, "chance decides", "chance sets up the rest",
					1)+".", g.Span(f))
			}
		}
	}
	view := b.view(start)
	b.add(Item{Text: "The start.", View: &view})
}

// setupText says what one line of the setup puts where.
func (b *book) setupText(item *syntax.SetupItem, f *source.File) string {
	p := &phraser{b: b, file: f}
	first, second := item.Spec.First, item.Spec.Second
	where := "as in the picture"
	if t, ok := p.set(item.Value); ok && t.isCell() && t.bare() && len(t.with) == 1 &&
		!strings.HasPrefix(t.with[0], "not ") {
		where = strings.Replace(t.with[0], "in a corner", "in the corners", 1)
	} else if ok && !hasCode(t.many()) {
		where = "on " + strings.ReplaceAll(t.thoseMeant(), " or ", " and ")
	}
	if b.counter(first.Name.Text) || b.names[first.Name.Text] == index.MemorySort {
		begins := "as " + p.quote(item.Value)
		if n, ok := p.constant(item.Value); ok {
			begins = "at " + fmt.Sprint(n)
		}
		text := fmt.Sprintf("`%s` begins %s.", first.Span(f).Text(), begins)
		return remark(text, item.Span(f))
	}
	text := ""
	switch {
	case second != nil:
		text = fmt.Sprintf("%s %s stand %s.", possessor(first.Name.Text),
			diag.Plurals(second.Name.Text), where)
		if t, ok := p.set(item.Value); ok && t.the != "" && !strings.Contains(t.the, " ") {
			text = fmt.Sprintf("%s %s stands %s.", possessor(first.Name.Text),
				strings.ReplaceAll(second.Name.Text, "_", " "), where)
		}
	case neutral(b.game, first.Name.Text):
		text = fmt.Sprintf("%s stand %s.", capital(diag.Plurals(first.Name.Text)), where)
	default:
		where = strings.NewReplacer("your ", "their ", "on the near edge",
			"on the edge nearest to them",
			"on the far edge", "on the edge farthest from them").Replace(where)
		text = fmt.Sprintf("Each player's %s stand %s.", diag.Plurals(first.Name.Text), where)
	}
	return remark(text, item.Span(f))
}

// playerIndex returns the number of a player, -1 if none has the name with these options.
func playerIndex(b *book, name string) int {
	return slices.IndexFunc(b.game.Players, func(p ir.Player) bool { return p.Name == name })
}

func neutral(g *ir.Game, kind string) bool {
	return slices.ContainsFunc(g.Kinds,
		func(k ir.Kind) bool { return k.Name == kind && k.Neutral })
}

// allNeutral reports whether no piece belongs to anyone.
func allNeutral(b *book) bool {
	return !slices.ContainsFunc(b.game.Kinds, func(k ir.Kind) bool { return !k.Neutral })
}
