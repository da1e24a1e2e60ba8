package repl

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/repl/board"
	"boardgame/repl/keyboard"
	"boardgame/repl/table"
	"boardgame/repl/wording"
)

// pointer enters a move with a marker on the board. It asks the same questions as guided entry. You
// answer questions about sites on the board, and the others by going through a list.
type pointer struct {
	t      *table.Table
	stack  [][]interp.Move
	chosen []topology.Set
	cursor topology.Site
	ticked map[int]bool // the answers chosen so far, of a question for a set
	item   int          // in the list, where the question is not about sites
	typed  string       // letters and digits typed so far of a site's name or an answer
}

func newPointer(t *table.Table) *pointer {
	p := &pointer{t: t, stack: [][]interp.Move{t.Sheet.Legal()}, chosen: make([]topology.Set, 1)}
	p.settle()
	return p
}

func (p *pointer) question() table.Question {
	return p.t.Sheet.Questions().Question(p.stack[len(p.stack)-1])
}

// sites are the answers to the question by site; empty if it is not about sites.
func (p *pointer) sites(q table.Question) map[topology.Site]int {
	all := map[topology.Site]int{}
	for i, a := range q.Answers {
		if a.Site != topology.None {
			all[a.Site] = i
		}
	}
	return all
}

// settle puts the marker on a site that is an answer.
func (p *pointer) settle() {
	q := p.question()
	sites := p.sites(q)
	p.item, p.ticked = 0, map[int]bool{}
	if _, ok := sites[p.cursor]; ok || len(sites) == 0 {
		return
	}
	p.cursor = q.Answers[0].Site
	for _, a := range q.Answers {
		if a.Site != topology.None {
			p.cursor = a.Site
			return
		}
	}
}

// press handles a key. It returns the step that was found, and whether pointing is over.
func (p *pointer) press(k keyboard.Key, v board.View) (m interp.Move, found, over bool) {
	q := p.question()
	sites := p.sites(q)
	if k > ' ' {
		p.spell(q, string(rune(k)))
		return 0, false, false
	}
	typed := p.typed
	if k != keyboard.None {
		p.typed = ""
	}
	switch k {
	case keyboard.Up, keyboard.Down, keyboard.Left, keyboard.Right:
		if len(sites) == 0 {
			step := 1
			if k == keyboard.Up || k == keyboard.Left {
				step = len(q.Answers) - 1
			}
			p.item = (p.item + step) % max(len(q.Answers), 1)
			return 0, false, false
		}
		p.cursor = p.move(v, map[keyboard.Key]board.Way{keyboard.Up: board.Up, keyboard.Down: board.Down,
			keyboard.Left: board.Left, keyboard.Right: board.Right}[k], sites)
	case keyboard.Next:
		at := -1
		if i, ok := sites[p.cursor]; ok {
			at = i
		} else if len(sites) == 0 {
			at = p.item
		}
		for range q.Answers {
			at = (at + 1) % len(q.Answers)
			if len(sites) == 0 || q.Answers[at].Site != topology.None {
				break
			}
		}
		p.item, p.cursor = at, q.Answers[at].Site
		if p.cursor == topology.None {
			p.cursor = 0
		}
	case keyboard.Back:
		if len(p.stack) == 1 {
			return 0, false, true
		}
		p.stack, p.chosen = p.stack[:len(p.stack)-1], p.chosen[:len(p.chosen)-1]
		p.settle()
	case keyboard.Leave:
		return 0, false, true
	case keyboard.Take, ' ':
		if typed != "" && !p.shows(q, typed) { // what was typed names nothing, or not yet
			return 0, false, false
		}
		i, ok := p.item, len(sites) == 0
		if !ok {
			i, ok = sites[p.cursor]
		}
		if !ok {
			return 0, false, false
		}
		left := q.Answers[i].Moves
		if q.Set {
			if left = p.tick(q, i, k == ' '); left == nil {
				return 0, false, false
			}
		}
		if len(left) == 1 && !q.Piece {
			return left[0], true, true
		}
		chosen := p.marked(q)
		chosen.Add(q.Answers[i].Site)
		p.stack, p.chosen = append(p.stack, left), append(p.chosen, chosen)
		p.settle()
	}
	return 0, false, false
}

// tick puts an answer into the set that is being chosen, or takes it out. Unless only that is
// wanted, it returns the steps with just this set; none if there are none.
func (p *pointer) tick(q table.Question, answer int, only bool) []interp.Move {
	left := p.exactly(q)
	if only || len(p.ticked) == 0 || len(left) == 0 {
		if p.ticked[answer] {
			if only {
				delete(p.ticked, answer)
			}
		} else if p.ticked[answer] = true; len(p.holding(q)) == 0 {
			delete(p.ticked, answer) // no set has both
		}
		left = p.exactly(q)
	}
	if only {
		return nil
	}
	return left
}

// holding returns the steps whose set has all the ticked members.
func (p *pointer) holding(q table.Question) []interp.Move {
	left := p.stack[len(p.stack)-1]
	for i := range p.ticked {
		left = lists.Filter(left,
			func(m interp.Move) bool { return slices.Contains(q.Answers[i].Moves, m) })
	}
	return left
}

// exactly returns the steps whose set has the ticked members and no others.
func (p *pointer) exactly(q table.Question) []interp.Move {
	return lists.Filter(p.holding(q), func(m interp.Move) bool {
		for i, a := range q.Answers {
			if !p.ticked[i] && slices.Contains(a.Moves, m) {
				return false
			}
		}
		return true
	})
}

// marked returns the sites that have been chosen.
func (p *pointer) marked(q table.Question) topology.Set {
	chosen := p.chosen[len(p.chosen)-1]
	for i := range p.ticked {
		chosen.Add(q.Answers[i].Site)
	}
	return chosen
}

// move moves the marker by an arrow key. On the plane of the sites that are answers it goes to the
// next answer within a few steps, otherwise one site.
func (p *pointer) move(v board.View, way board.Way, sites map[topology.Site]int) topology.Site {
	s := p.cursor
	for range 4 {
		next := board.Move(v, s, way)
		if next == s {
			break
		}
		if _, ok := sites[next]; ok {
			return next
		}
		s = next
	}
	return board.Move(v, p.cursor, way)
}

// spell follows the name of a place, or the beginning of an answer, as it is typed. The marker goes
// there as soon as the letters and digits typed so far name one. A key that does not continue a
// name starts a new one.
func (p *pointer) spell(q table.Question, letter string) {
	before, sites := p.typed, p.sites(q)
	for _, typed := range []string{before + letter, letter} {
		p.typed = strings.ToLower(typed)
		begun := false
		for site, name := range p.t.Sheet.Speech.Board().Names {
			lower := strings.ToLower(name)
			if lower == p.typed && len(sites) > 0 {
				p.cursor = topology.Site(site)
			}
			begun = begun || strings.HasPrefix(lower, p.typed)
		}
		// a cell that is not an answer stands for the place between cells that it names
		if _, ok := sites[p.cursor]; !ok {
			for _, a := range q.Answers {
				if a.Site != topology.None && p.named(a.Site, p.typed) {
					p.cursor = a.Site
					break
				}
			}
		}
		for i, a := range q.Answers {
			if a.Site == topology.None && strings.HasPrefix(strings.ToLower(a.Text), p.typed) &&
				len(sites) == 0 {
				p.item, begun = i, true
				break
			}
		}
		if begun {
			return
		}
	}
	p.typed = before + strings.ToLower(letter) // which names nothing; Enter clears it
}

// named reports whether the typed cell names a place between cells, as in d6ne.
func (p *pointer) named(site topology.Site, typed string) bool {
	side, ok := strings.CutPrefix(strings.ToLower(p.t.Sheet.Speech.SiteName(site)), typed)
	return ok && side != "" && strings.Trim(side, "nesw") == "" &&
		p.t.Sheet.Speech.Rules().Board.PlaneOf(site) != topology.Cells
}

// shows reports whether the typed text names the place or the answer under the marker.
func (p *pointer) shows(q table.Question, typed string) bool {
	if sites := p.sites(q); len(sites) > 0 {
		_, ok := sites[p.cursor]
		return strings.EqualFold(p.t.Sheet.Speech.SiteName(p.cursor), typed) || ok &&
			p.named(p.cursor, typed)
	}
	return p.item < len(q.Answers) && strings.HasPrefix(strings.ToLower(q.Answers[p.item].Text), typed)
}

// point lets the person enter a move with the keys of the terminal, and plays it. The keys come
// from the terminal itself if typed is nil.
func (s *Session) point(in io.Reader, typed *keyboard.Keyboard, out io.Writer) error {
	if err := s.view.mayMove(); err != nil {
		return err
	}
	t := s.view.table
	p := newPointer(t)
	return keyboard.WithKeys(in, typed, func(keys keyboard.Source, restore func()) error {
		drawn := 0
		for {
			var v board.View
			drawn, v = s.view.drawPointer(p, drawn, keyboard.Rows(out))
			k, err := keyboard.Read(keys)
			if err != nil {
				return err
			}
			if s.host.face.Fallen(s.paper.Options.Now()) {
				restore()
				s.paper.Stage.Begin()
				return s.run(func(context.Context) error { return nil })
			}
			m, found, over := p.press(k, v)
			if found {
				restore()
				s.paper.Stage.Begin()
				err := s.run(func(context.Context) error { return s.host.playSteps([]interp.Move{m}) })
				// on to the end of the turn
				s.modes.pointing = s.modes.pointing || err == nil && s.modes.humanToMove() &&
					!t.Sheet.Course.Boundary(t.Sheet.Course.At())
				return err
			}
			if over {
				restore()
				s.paper.Stage.Begin()
				s.paper.Say("Type a move; `point` points again.")
				return nil
			}
		}
	})
}

// drawPointer draws the board with the marker over the previous one, which took before lines, and
// returns how many lines it took. If the terminal has too few rows for that, each board is drawn at
// the top of an empty screen.
func (d *view) drawPointer(p *pointer, before, rows int) (int, board.View) {
	t := d.table
	q := p.question()
	sites := p.sites(q)
	m := table.Marks{Chosen: p.marked(q), HideLast: len(p.stack) > 1}
	for site := range sites {
		m.Legal.Add(site)
	}
	text := ""
	if len(sites) > 0 {
		m.Cursor.Add(p.cursor)
		text = t.Sheet.Speech.SiteName(p.cursor)
		if i, ok := sites[p.cursor]; ok {
			text = q.Answers[i].Text
		} else {
			text += " (not possible)"
		}
	} else {
		// Answers that are not on the board are listed in a row, with brackets around the one that
		// Enter takes.
		var all []string
		for i, a := range q.Answers {
			text := a.Text
			if p.ticked[i] {
				text = "*" + text
			}
			if i == p.item {
				all = append(all, "["+text+"]")
			} else {
				all = append(all, " "+text+" ")
			}
		}
		text = strings.TrimRight(strings.Join(all, " "), " ")
	}
	if p.typed != "" && !p.shows(q, p.typed) {
		text += "  (typed: " + p.typed + ")"
	}
	i, at := sites[p.cursor]
	if len(sites) == 0 {
		i, at = p.item, p.item < len(q.Answers)
	}
	if at && len(q.Answers[i].Moves) == 1 {
		m.Ghosts = table.Would(t, t.Sheet.Now(), q.Answers[i].Moves[0])
	}
	v := t.View(t.Sheet.Course.At(), m)
	keysText := "(arrows or a name, Tab: next, Enter: take, Backspace: back, Esc: type instead)"
	if q.Set {
		keysText = "(arrows, Tab, Space: choose or not, Enter: take, Backspace: back, Esc: type)"
	}
	if d.paper.Stage.Shown() {
		d.paper.Stage.Begin()
		d.paper.Say("%s, %s  %s", t.Sheet.Speech.PlayerName(t.Sheet.Mover()), strings.ToLower(q.Ask),
			text)
		d.paper.Stage.Ask(d.scene(v, true), keysText)
		return 0, v
	}
	lines := func(text string) string {
		return strings.Join(wording.Wrap(text, d.paper.Options.Width()-1, "  "), "\n") + "\n"
	}
	asked := lines(fmt.Sprintf("%s, %s  %s", t.Sheet.Speech.PlayerName(t.Sheet.Mover()),
		strings.ToLower(q.Ask), text))
	style := d.paper.Style(0)
	keys := lines(keysText)
	if rows > 0 {
		style.Height = max(rows-strings.Count(asked+keys, "\n")-1, 1)
	}
	drawn := board.Text(v, style)
	picture := "\n" + drawn + "\n" + asked + keys
	// with so few rows, the board needs them all
	for _, less := range []string{drawn + asked + keys, drawn + asked} {
		if rows > 0 && strings.Count(picture, "\n") >= rows {
			picture = less
		}
	}
	switch {
	case rows > 0 && max(before, strings.Count(picture, "\n")) >= rows:
		fmt.Fprint(d.paper.Out, "\x1b[H\x1b[2J")
	case before > 0:
		fmt.Fprintf(d.paper.Out, "\x1b[%dA\r\x1b[J", before)
	}
	fmt.Fprint(d.paper.Out, strings.ReplaceAll(picture, "\n", "\r\n"))
	return strings.Count(picture, "\n"), v
}
