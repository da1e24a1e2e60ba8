package repl

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/position"
	"boardgame/repl/board"
	"boardgame/repl/paper"
	"boardgame/repl/speech"
)

// setup is the mode for editing a position.
type setup struct {
	p     *interp.State // being edited
	brush string        // what naming a site alone puts: "Red pawn"
}

func (s *Session) cmdSetup(context.Context, string) error {
	e := &setup{p: bare(s.table.now())}
	s.enter(e)
	e.show(s)
	s.Para("", "Setting up: "+s.table.palette().setupExamples()+
		", `done` plays from here, `cancel` leaves everything as it was.")
	return nil
}

// palette is the set of pieces for setting up a position.
type palette struct{ *speech.Speech }

// setupExamples says what you can type, in the words of the game.
func (pa palette) setupExamples() string {
	text := ""
	if pieces := pa.brushes(); len(pieces) > 0 {
		cells := pa.someCells()
		text = fmt.Sprintf("`%s %s` puts a piece", cells[0], pieces[0])
		if len(cells) > 1 {
			text += fmt.Sprintf(" (then `%s` puts more of the same)", strings.Join(cells[1:], " "))
		}
		if pa.Rules().Towers {
			text += fmt.Sprintf(", `%s %s on %s` a tower, from the top", cells[0], pieces[0],
				pieces[len(pieces)-1])
		}
		text += fmt.Sprintf(", `%s -` takes it off, `clear` takes off all, ", cells[0])
	}
	players := pa.Rules().Players
	text += fmt.Sprintf("`turn %s`", players[len(players)-1].Name)
	for _, st := range pa.Rules().States {
		if st.Type == ir.Number && !st.PerPiece && !st.PerCell && !st.ThisTurn {
			if st.PerPlayer {
				return text + fmt.Sprintf(", `%s %s 3` sets a counter", st.Name, players[0].Name)
			}
			return text + fmt.Sprintf(", `%s 3` sets a counter", st.Name)
		}
	}
	return text
}

// someCells are the names of up to three cells, for examples.
func (pa palette) someCells() []string {
	var names []string
	for s := range pa.Rules().Board.Cells.All() {
		if names = append(names, pa.SiteName(s)); len(names) == 3 {
			break
		}
	}
	return names
}

// bare is a copy of a position at the beginning of a turn, with nothing decided.
func bare(p *interp.Position) *interp.State {
	q := p.Clone()
	q.Result, q.Steps, q.Pending, q.Again, q.Passed, q.Trail, q.History = nil, 0, nil, false, false,
		nil, nil
	q.Touched = topology.Set{}
	return q
}

// now returns the position as it has been set up so far.
func (e *setup) now() *interp.Position { return interp.PositionOf(e.p.Clone()) }

func (e *setup) prompt(*Session) string { return "setup> " }

func (e *setup) complete(s *Session, line string) []string {
	var words []string
	own := []string{"clear", "turn ", "done", "cancel"}
	for _, w := range append(own, s.table.palette().brushes()...) {
		if strings.HasPrefix(strings.ToLower(w), strings.ToLower(line)) {
			words = append(words, w)
		}
	}
	return words
}

// brushes lists the available pieces: "Red pawn", "wall".
func (pa palette) brushes() []string {
	var all []string
	for _, k := range pa.Rules().Kinds {
		if k.Neutral {
			all = append(all, k.Name)
			continue
		}
		for _, p := range pa.Rules().Players {
			all = append(all, p.Name+" "+k.Name)
		}
	}
	return all
}

func (e *setup) show(s *Session) {
	t := s.table
	shown := *t
	shown.course = course.New(t.Game, e.now())
	status := make([]paper.Passage, 0, len(t.seats)+1)
	for i := range t.Rules().Players {
		text := fmt.Sprintf("%s: %s", t.PlayerName(i), t.holdings(e.now(), i))
		status = append(status, paper.Passage{Text: text, Indent: "    "})
	}
	if towers := t.Towers(e.now()); towers != "" {
		status = append(status, paper.Passage{Text: towers, Indent: "    "})
	}
	status = append(status, paper.Passage{Text: fmt.Sprintf("%s to move.", t.PlayerName(e.p.ToMove))})
	if s.Stage.Shown() {
		s.Stage.Set(paper.Scene{View: shown.view(0, marks{}), Style: s.Style(0), Full: status,
			Brief: status})
		return
	}
	s.Say("")
	lines := 0
	if rows := s.Height(); rows > 0 {
		lines = max(rows-len(t.Rules().Players)-4, 1)
	}
	fmt.Fprint(s.Out, board.Text(shown.view(0, marks{}), s.Style(lines)))
	s.Say("")
	for _, p := range status {
		s.Tell(p)
	}
}

func (e *setup) exec(s *Session, line string) (bool, error) {
	t := s.table
	fields := strings.Fields(strings.ReplaceAll(t.OwnOr(line), ",", t.palette().comma(line)))
	if len(fields) == 0 {
		e.show(s)
		return true, nil
	}
	switch strings.ToLower(fields[0]) {
	case "done":
		p, err := t.Game.ParsePosition(t.Game.PositionText(e.now()))
		if err != nil {
			return true, fmt.Errorf("this position cannot be played: %w", err)
		}
		s.leave()
		s.place(p)
		return true, nil
	case "cancel":
		s.leave()
		s.changed = true
		return true, nil
	case "clear":
		e.p.Remove(e.p.Occupied())
		e.show(s)
		return true, nil
	case "turn":
		if len(fields) != 2 {
			return true, fmt.Errorf("write `turn PLAYER`")
		}
		player, err := t.player(fields[1])
		if err != nil {
			return true, err
		}
		e.p.ToMove = player
		e.show(s)
		return true, nil
	case "quit", "q", "help", "?":
		return false, nil
	}
	for i, st := range t.Rules().States {
		if strings.EqualFold(st.Name, fields[0]) {
			return true, e.set(s, i, fields[1:])
		}
	}
	return true, e.put(s, fields)
}

// onWord separates the pieces of a tower, from the top: "White man on Black man".
const onWord = "on"

// comma is what a comma means in a line: it separates sites and, in a tower, pieces.
func (pa palette) comma(line string) string {
	if pa.Rules().Towers && slices.Contains(strings.Fields(line), onWord) {
		return " " + onWord + " "
	}
	return " "
}

// put adds or removes pieces: sites and what to put on them, in either order.
func (e *setup) put(s *Session, fields []string) error {
	t := s.table
	var sites []topology.Site
	var rest []string
	for _, f := range fields {
		if site, ok := t.Site(f); ok {
			sites = append(sites, site)
			continue
		}
		rest = append(rest, f)
	}
	brush := strings.Join(rest, " ")
	if len(t.palette().brushes()) == 0 {
		return fmt.Errorf("this game has no pieces to put; `done` plays from here")
	}
	if len(sites) == 0 {
		return fmt.Errorf("there is no site in %q; write `%s %s`, or `done`",
			strings.Join(fields, " "), t.palette().someCells()[0], t.palette().brushes()[0])
	}
	if brush == "-" || strings.EqualFold(brush, "empty") {
		e.p.Remove(topology.SetOf(sites...))
		e.show(s)
		return nil
	}
	if brush == "" {
		brush = e.brush
	}
	tower, err := t.palette().tower(brush)
	if err != nil {
		return err
	}
	for _, site := range sites {
		for _, piece := range tower {
			if k := &t.Rules().Kinds[piece.Kind]; !k.On.Has(site) {
				return fmt.Errorf("a %s cannot stand on %s", k.Name, t.SiteName(site))
			}
		}
		if len(tower) > 1 && !t.Board().Cells.Has(site) {
			return fmt.Errorf("%s is not a cell, and towers stand only on cells", t.SiteName(site))
		}
	}
	for _, site := range sites {
		e.p.SetTower(site, tower)
	}
	e.brush = brush
	e.show(s)
	return nil
}

// tower reads a piece or, in games with towers, several: "White man on Black man" from the top. It
// returns them from the bottom.
func (pa palette) tower(text string) (tower []position.Piece, err error) {
	var names []string
	for _, word := range strings.Fields(text) {
		switch last := len(names) - 1; {
		case pa.Rules().Towers && word == onWord:
			names = append(names, "")
		case last < 0:
			names = append(names, word)
		default:
			names[last] = strings.TrimSpace(names[last] + " " + word)
		}
	}
	for _, name := range slices.Backward(names) {
		if name == "" {
			continue // a comma between sites
		}
		owner, kind, err := pa.brush(name)
		if err != nil {
			return nil, err
		}
		tower = append(tower, position.Piece{Owner: int8(owner), Kind: uint8(kind)})
	}
	switch {
	case tower == nil:
		_, _, err = pa.brush(text)
	case pa.Rules().Towers && len(tower) > pa.Rules().Tallest:
		err = fmt.Errorf("a tower has at most %d pieces", pa.Rules().Tallest)
	}
	return tower, err
}

// brush reads a piece: a player and a kind, each by a prefix of its name. Either may be left out if
// it is clear.
func (pa palette) brush(text string) (owner, kind int, err error) {
	all := pa.brushes()
	var fits []string
	for _, b := range all {
		if matchWords(b, text) {
			fits = append(fits, b)
		}
	}
	if len(fits) != 1 {
		return 0, 0, fmt.Errorf("there is no piece %q; choose %s", text, shortList(all, 80))
	}
	owner, kind = position.Nobody, -1
	words := strings.SplitN(fits[0], " ", 2)
	if len(words) == 2 {
		owner, _ = findPlayer(pa.Rules(), words[0])
	}
	for k := range pa.Rules().Kinds {
		if pa.Rules().Kinds[k].Name == words[len(words)-1] {
			kind = k
		}
	}
	return owner, kind, nil
}

// matchWords reports whether every word of text is a prefix of a different word of name, in order.
func matchWords(name, text string) bool {
	words := strings.Fields(name)
	for _, t := range strings.Fields(text) {
		for len(words) > 0 &&
			!(len(words[0]) >= len(t) && strings.EqualFold(words[0][:len(t)], t)) {
			words = words[1:]
		}
		if len(words) == 0 {
			return false
		}
		words = words[1:]
	}
	return text != ""
}

// set changes a counter.
func (e *setup) set(s *Session, state int, args []string) error {
	t := s.table
	st := &t.Rules().States[state]
	usage := fmt.Errorf("write `%s`",
		strings.Join(strings.Fields(
			st.Name+" "+map[bool]string{true: "PLAYER"}[st.PerPlayer]+" "+map[bool]string{
				true: "KIND"}[st.PerPiece]+" "+map[bool]string{true: "CELL"}[st.PerCell]+" NUMBER"),
			" "))
	if st.Type != ir.Number {
		return fmt.Errorf("%s is not a counter; `position TEXT` sets it", st.Name)
	}
	player, kind, cell := -1, -1, topology.None
	take := func() string {
		if len(args) == 0 {
			return ""
		}
		a := args[0]
		args = args[1:]
		return a
	}
	if st.PerPlayer {
		i, err := t.player(take())
		if err != nil {
			return usage
		}
		player = i
	}
	if st.PerPiece {
		word := take()
		for k := range t.Rules().Kinds {
			if strings.EqualFold(t.Rules().Kinds[k].Name, word) {
				kind = k
			}
		}
	}
	if st.PerCell {
		cell, _ = t.Site(take())
	}
	n, err := strconv.ParseInt(take(), 10, 64)
	at, ok := t.Rules().StateIndex(state, player, kind, cell)
	if err != nil || !ok || len(args) > 0 {
		return usage
	}
	e.p.Numbers[at] = n
	e.show(s)
	return nil
}
