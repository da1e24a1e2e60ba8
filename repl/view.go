package repl

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/repl/board"
	"boardgame/repl/paper"
	"boardgame/repl/speech"
)

// marks is what to mark on a board.
type marks struct {
	legal, chosen, cursor topology.Set
	hideLast              bool
}

// moment is a position of a game on a table as the screen shows it.
type moment struct {
	t  *table
	at int
}

// view makes the picture of a moment.
func (t *table) view(at int, m marks) board.View {
	v := t.Look().View(t.course.Position(at))
	v.Title, v.Labels, v.Flip = t.title(), true, t.flip
	v.Legal, v.Chosen, v.Cursor = m.legal, m.chosen, m.cursor
	if t.Coordinates != nil {
		v.Board, v.Columns, v.Rows = t.Board(), t.Coordinates.Columns, t.Coordinates.Rows
	}
	if at > 0 && !m.hideLast {
		v.Last = t.touched(at)
	}
	return v
}

// holdings says what a player has.
func (t *scoresheet) holdings(p *interp.Position, player int) string {
	return t.Look().Holdings(t.course.Start(), p, player)
}

// touched is the sites named or changed by the last turn before a moment, or by the steps so far of
// the current turn.
func (t *scoresheet) touched(at int) topology.Set {
	var set topology.Set
	for i := t.course.TurnStart(at); i < at; i++ {
		set = set.Or(t.course.Position(i + 1).Touched())
		id, values := t.Game.Roles(t.course.Step(i))
		if int(id) >= len(t.Rules().Moves) {
			continue
		}
		for r, role := range t.Rules().Moves[id].Roles {
			if role.Type == ir.Sites && role.Word != "at" {
				set.Add(topology.Site(values[r]))
			}
		}
	}
	return set
}

// pieceSigns writes the signs of a player's pieces, for a legend.
func (d *desk) pieceSigns(player int) string {
	t := d.table
	var signs []string
	p := t.now()
	for k := range t.Rules().Kinds {
		if t.Rules().Kinds[k].Neutral {
			continue
		}
		_, known := t.Ruleset.Info.Piece(t.PlayerName(player), t.Rules().Kinds[k].Name)
		mine := p.Owned(player)
		if ofKind := mine.And(p.OfKind(k)); !known && ofKind.Empty() && !mine.Empty() {
			continue // before the first piece is placed, all are to come
		}
		piece := t.Piece(player, k)
		signs = append(signs, d.Sign(piece)+" "+t.Rules().Kinds[k].Name)
	}
	return strings.Join(signs, "  ")
}

// show draws the board with its status.
func (d *desk) show() { d.showWith(marks{}, 0) }

// showWith draws the board with places marked, and below it what the board does not show. It leaves
// room for the prompt and the given number of lines below.
func (d *desk) showWith(m marks, below int) {
	t := d.table
	if d.Stage.Shown() {
		d.Stage.Set(d.scene(t.view(t.course.At(), m), below > 0))
		return
	}
	if d.Config.Clear && d.Options.Live {
		fmt.Fprint(d.Out, "\x1b[H\x1b[2J")
	}
	picture, status, blank := d.fitted(t.view(t.course.At(), m), below)
	fmt.Fprint(d.Out, blank)
	d.Out.Draw(picture, moment{t, t.course.At()})
	fmt.Fprint(d.Out, blank)
	for _, line := range status {
		fmt.Fprintln(d.Out, line)
	}
}

// fitted makes a picture and the lines below it that fit the terminal, together with the prompt, a
// message and the given number of further lines. On a terminal with few lines, it first shortens
// the status to what the board does not show, then makes the picture lower, and finally drops the
// blank lines.
func (d *desk) fitted(v board.View, below int) (picture string, status []string, blank string) {
	fullText, briefText := d.status()
	full, brief := paper.LinesOf(fullText, d.Options.Width()-1), paper.LinesOf(briefText,
		d.Options.Width()-1)
	rows := d.Height()
	picture = board.Text(v, d.Style(0))
	fits := func(status []string) bool {
		const more = 4 // a message, two blank lines, the prompt
		return rows == 0 || strings.Count(picture, "\n")+len(status)+below+more <= rows
	}
	if fits(full) {
		return picture, full, "\n"
	}
	picture = board.Text(v, d.Style(max(rows-len(brief)-below-4, 1)))
	switch {
	case fits(full):
		return picture, full, "\n"
	case fits(brief):
		return picture, brief, "\n"
	}
	return board.Text(v, d.Style(max(rows-len(brief)-below-1, 1))), brief, ""
}

// status is the lines that say what the board does not show: men, counters, the side to move, the
// last move. brief is the same without what can be counted on the board.
func (d *desk) status() (full, brief []paper.Passage) {
	t := d.table
	p := t.now()
	var parts []string
	line := func(text string) { full = append(full, paper.Passage{Text: text, Indent: "    "}) }
	both := func(text string) {
		line(text)
		parts = append(parts, strings.TrimSuffix(text, "."))
	}
	for i := range t.Rules().Players {
		if has := t.holdings(p, i); has != "" {
			line(fmt.Sprintf("%s: %s", t.who(i), has))
		}
		if has := t.Look().Unseen(t.course.Start(), p, i); has != "" {
			parts = append(parts, fmt.Sprintf("%s: %s", t.PlayerName(i), has))
		}
	}
	if common := t.Look().Counters(t.course.Start(), p, -1); common != "" {
		both(speech.Capital(common))
	}
	if towers := t.Towers(p); towers != "" {
		both(towers)
	}
	if worth := d.evaluation(); worth != "" {
		both(worth)
	}
	if shown := d.clockText(); shown != "" && !d.Stage.Shown() {
		both(shown)
	}
	roll, before := t.rollBefore(t.course.At())
	if tn, ok := t.turnBefore(before); ok {
		both(fmt.Sprintf("Last: %s %s", t.PlayerName(tn.Player), t.turnText(tn)))
	}
	if t.course.At() < t.course.Len() {
		both(fmt.Sprintf("(%s taken back; `redo` goes forward)",
			diag.Amount(t.course.Len()-t.course.At(), "step")))
	}
	switch {
	case p.Result() != nil && !t.told: // it is announced
	case p.Result() != nil:
		both(speech.Capital(t.Game.ResultText(p.Result())))
	case roll != "":
		both(fmt.Sprintf("%s to move, with %s.%s", t.who(p.ToMove()), roll, t.only()))
	case !t.course.Boundary(t.course.At()):
		both(fmt.Sprintf("%s continues the turn%s.%s", t.who(p.ToMove()), t.going(), t.only()))
	default:
		both(fmt.Sprintf("%s to move.%s", t.who(p.ToMove()), t.only()))
	}
	if parts != nil {
		brief = []paper.Passage{{Text: strings.Join(parts, " | "), Indent: "    "}}
	}
	return full, brief
}

// evaluation returns a bar and a number for the position, from the first value that the rules
// declare. It returns "" if evaluation is off, the rules declare none, or there are not two
// players.
func (d *desk) evaluation() string {
	t := d.table
	if !d.Config.Evaluation || len(t.Rules().Values) == 0 || len(t.seats) != 2 {
		return ""
	}
	v := t.Rules().Values[0]
	first := t.Game.Value(t.now(), v, 0) - t.Game.Value(t.now(), v, 1)
	// it already compares both sides
	if t.Game.Value(t.now(), v, 0) == -t.Game.Value(t.now(), v, 1) {
		first /= 2
	}
	// An advantage of ten fills half of the rest of the bar.
	const half, ten = 10, 10
	full := half + int(first*half/(max(first, -first)+ten))
	on, off := "█", "░"
	if d.ASCII() {
		on, off = "#", "-"
	}
	bar := strings.Repeat(on, full) + strings.Repeat(off, 2*half-full)
	who := "even"
	switch {
	case first > 0:
		who = fmt.Sprintf("%s +%d", t.PlayerName(0), first)
	case first < 0:
		who = fmt.Sprintf("%s +%d", t.PlayerName(1), -first)
	}
	return fmt.Sprintf("Evaluation (%s): %s %s %s  %s", v.Name, t.PlayerName(0), bar,
		t.PlayerName(1), who)
}

// scene makes the scene for a view of the table; marked is as in [scene].
func (d *desk) scene(v board.View, marked bool) paper.Scene {
	t := d.table
	sc := paper.Scene{Title: t.title(), View: v, Style: d.Style(0), Marked: marked,
		Players: len(t.seats)}
	sc.Full, sc.Brief = d.status()
	sc.Clocks = d.clockText()
	sc.Moves = t.listed()
	return sc
}

// listed returns the turns for the list beside the board, the last ones of a long game.
func (t *scoresheet) listed() []paper.Listed {
	const most = 200
	turns, numbers, rounds := t.course.Turns(), t.numbers(0), t.rounds()
	var all []paper.Listed
	for i := max(len(turns)-most, 0); i < len(turns); i++ {
		tn := turns[i]
		all = append(all, paper.Listed{Number: numbers[i], Text: t.turnText(tn),
			Here:   tn.To == t.course.At() && t.course.At() < t.course.Len(),
			Answer: rounds && tn.Player != 0})
	}
	return all
}

// only names the legal move if there is just one.
func (t *scoresheet) only() string {
	if moves := t.legal(); len(moves) == 1 {
		return fmt.Sprintf(" Only %s is possible.", t.StepText(t.now(), moves[0]))
	}
	return ""
}

// going names the kinds of moves with which a turn can go on, if there are several.
func (t *scoresheet) going() string {
	var names []string
	for _, m := range t.legal() {
		id, _ := t.Game.Roles(m)
		if name := t.MoveName(id); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) < 2 {
		return ""
	}
	return ": " + speech.Or(names)
}

// turnBefore returns the turn, or the part of one, that led to a moment.
func (t *scoresheet) turnBefore(at int) (course.Turn, bool) {
	if at == 0 {
		return course.Turn{}, false
	}
	from := t.course.TurnStart(at)
	return course.Turn{From: from, To: at, Player: t.course.Position(from).ToMove()}, true
}

// rollBefore returns the chance outcomes of a turn in which no player has moved yet, and the moment
// before; "" and the moment itself if there is no such turn.
func (t *scoresheet) rollBefore(at int) (string, int) {
	from := at
	if at > 0 && !t.over() && !t.course.Boundary(at) {
		from = t.course.TurnStart(at)
	}
	for i := from + 1; i <= at; i++ {
		if !t.course.Rolled(i) {
			return "", at
		}
	}
	if from == at {
		return "", at
	}
	return t.turnText(course.Turn{From: from, To: at}), from
}

// choices marks where some steps lead. The sites that all of them share are chosen, and the others
// are possible. If they share none, the sites at which they begin are possible.
func (t *scoresheet) choices(moves []interp.Move) marks {
	all, shared := t.SitesOf(moves), t.Shared(moves)
	var first topology.Set
	for _, m := range moves {
		id, values := t.Game.Roles(m)
		if int(id) >= len(t.Rules().Moves) {
			continue
		}
		if r := slices.IndexFunc(t.Rules().Moves[id].Roles,
			func(r ir.Role) bool { return r.Type == ir.Sites }); r >= 0 {
			first.Add(topology.Site(values[r]))
		}
	}
	if len(moves) == 1 {
		shared = first
	}
	if shared.Empty() {
		return marks{legal: first}
	}
	if all = all.Minus(shared); all.Empty() {
		return marks{legal: shared}
	}
	return marks{chosen: shared, legal: all}
}
