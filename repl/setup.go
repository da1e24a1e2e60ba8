package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/repl/board"
	"boardgame/repl/paper"
	"boardgame/repl/table"
)

func (s *Session) cmdSetup(context.Context, string) error {
	e := &setup{p: bare(s.view.table.Sheet.Now())}
	s.modes.enter(e)
	e.show(s)
	s.paper.Para("", "Setting up: "+s.view.table.Sheet.Palette().SetupExamples()+
		", `done` plays from here, `cancel` leaves everything as it was.")
	return nil
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
	for _, w := range append(own, s.view.table.Sheet.Palette().Brushes()...) {
		if strings.HasPrefix(strings.ToLower(w), strings.ToLower(line)) {
			words = append(words, w)
		}
	}
	return words
}

func (e *setup) show(s *Session) {
	t := s.view.table
	shown := *t
	shown.Sheet.Course = course.New(t.Sheet.Speech.Game, e.now())
	status := make([]paper.Passage, 0, len(t.Seats)+1)
	for i := range t.Sheet.Speech.Rules().Players {
		text := fmt.Sprintf("%s: %s", t.Sheet.Speech.PlayerName(i), t.Sheet.Holdings(e.now(), i))
		status = append(status, paper.Passage{Text: text, Indent: "    "})
	}
	if towers := t.Sheet.Speech.Towers(e.now()); towers != "" {
		status = append(status, paper.Passage{Text: towers, Indent: "    "})
	}
	status = append(status, paper.Passage{Text: fmt.Sprintf("%s to move.",
		t.Sheet.Speech.PlayerName(e.p.ToMove))})
	if s.paper.Stage.Shown() {
		s.paper.Stage.Set(paper.Scene{View: shown.View(0, table.Marks{}), Style: s.paper.Style(0),
			Full:  status,
			Brief: status})
		return
	}
	s.paper.Say("")
	lines := 0
	if rows := s.paper.Height(); rows > 0 {
		lines = max(rows-len(t.Sheet.Speech.Rules().Players)-4, 1)
	}
	fmt.Fprint(s.paper.Out, board.Text(shown.View(0, table.Marks{}), s.paper.Style(lines)))
	s.paper.Say("")
	for _, p := range status {
		s.paper.Tell(p)
	}
}

func (e *setup) exec(s *Session, line string) (bool, error) {
	t := s.view.table
	fields := strings.Fields(strings.ReplaceAll(t.Sheet.Speech.OwnOr(line), ",",
		t.Sheet.Palette().Comma(line)))
	if len(fields) == 0 {
		e.show(s)
		return true, nil
	}
	switch strings.ToLower(fields[0]) {
	case "done":
		p, err := t.Sheet.Speech.Game.ParsePosition(t.Sheet.Speech.Game.PositionText(e.now()))
		if err != nil {
			return true, fmt.Errorf("this position cannot be played: %w", err)
		}
		s.modes.leave()
		s.host.place(p)
		return true, nil
	case "cancel":
		s.modes.leave()
		s.host.changed = true
		return true, nil
	case "clear":
		e.p.Remove(e.p.Occupied())
		e.show(s)
		return true, nil
	case "turn":
		if len(fields) != 2 {
			return true, fmt.Errorf("write `turn PLAYER`")
		}
		player, err := t.Player(fields[1])
		if err != nil {
			return true, err
		}
		e.p.ToMove = player
		e.show(s)
		return true, nil
	case "quit", "q", "help", "?":
		return false, nil
	}
	for i, st := range t.Sheet.Speech.Rules().States {
		if strings.EqualFold(st.Name, fields[0]) {
			return true, e.set(s, i, fields[1:])
		}
	}
	return true, e.put(s, fields)
}

// put adds or removes pieces: sites and what to put on them, in either order.
func (e *setup) put(s *Session, fields []string) error {
	t := s.view.table
	var sites []topology.Site
	var rest []string
	for _, f := range fields {
		if site, ok := t.Sheet.Speech.Site(f); ok {
			sites = append(sites, site)
			continue
		}
		rest = append(rest, f)
	}
	brush := strings.Join(rest, " ")
	if len(t.Sheet.Palette().Brushes()) == 0 {
		return fmt.Errorf("this game has no pieces to put; `done` plays from here")
	}
	if len(sites) == 0 {
		return fmt.Errorf("there is no site in %q; write `%s %s`, or `done`",
			strings.Join(fields, " "), t.Sheet.Palette().SomeCells()[0], t.Sheet.Palette().Brushes()[0])
	}
	if brush == "-" || strings.EqualFold(brush, "empty") {
		e.p.Remove(topology.SetOf(sites...))
		e.show(s)
		return nil
	}
	if brush == "" {
		brush = e.brush
	}
	tower, err := t.Sheet.Palette().Tower(brush)
	if err != nil {
		return err
	}
	for _, site := range sites {
		for _, piece := range tower {
			if k := &t.Sheet.Speech.Rules().Kinds[piece.Kind]; !k.On.Has(site) {
				return fmt.Errorf("a %s cannot stand on %s", k.Name, t.Sheet.Speech.SiteName(site))
			}
		}
		if len(tower) > 1 && !t.Sheet.Speech.Board().Cells.Has(site) {
			return fmt.Errorf("%s is not a cell, and towers stand only on cells",
				t.Sheet.Speech.SiteName(site))
		}
	}
	for _, site := range sites {
		e.p.SetTower(site, tower)
	}
	e.brush = brush
	e.show(s)
	return nil
}

// set changes a counter.
func (e *setup) set(s *Session, state int, args []string) error {
	t := s.view.table
	st := &t.Sheet.Speech.Rules().States[state]
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
		i, err := t.Player(take())
		if err != nil {
			return usage
		}
		player = i
	}
	if st.PerPiece {
		word := take()
		for k := range t.Sheet.Speech.Rules().Kinds {
			if strings.EqualFold(t.Sheet.Speech.Rules().Kinds[k].Name, word) {
				kind = k
			}
		}
	}
	if st.PerCell {
		cell, _ = t.Sheet.Speech.Site(take())
	}
	n, err := strconv.ParseInt(take(), 10, 64)
	at, ok := t.Sheet.Speech.Rules().StateIndex(state, player, kind, cell)
	if err != nil || !ok || len(args) > 0 {
		return usage
	}
	e.p.Numbers[at] = n
	e.show(s)
	return nil
}
