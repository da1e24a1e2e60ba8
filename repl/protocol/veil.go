package protocol

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/infoset"
	"boardgame/interp/position"
	"boardgame/repl/board"
	"boardgame/repl/protocol/message"
	"boardgame/repl/speech"
)

// While a game with secrets is on, all that leaves a table is made of what the seat of the client
// sees and was told: a View, and a text for each step of which it was told something. Other steps
// do not exist for that seat: they have no number, and nobody hears of them. What chance decides is
// drawn at once, so nobody sees when. A method that does not keep to this is refused.

// veiledMethods answer for a table of a game with secrets while something is hidden there. All
// others are refused.
var veiledMethods = []string{"accept", "board", "bot", "close", "decline", "eval", "hint",
	"history", "join", "leave", "list", "moves", "offer", "play", "position", "record", "reserve",
	"resign", "result", "sit", "start", "state", "unwatch", "watch", "why"}

// A veil is what everyone knows of a game in which something is hidden, by seat from
// [interp.Public] on. It never changes. Nil: everyone sees everything.
type veil []knowledge

type knowledge struct {
	told   []string       // of each step; "": nothing
	face   *message.State // as the seat sees it
	course *course.Course // the game, or one like it if the seat is asked before its turn
	sure   int            // so many steps of it have been taken
	begin  int            // those before this one are guessed
	all    bool           // of spectators: they see everything
}

// veils reports whether a game's server keeps what the rules hide.
func veils(g *game) bool { return g.game.Secret() && !g.house.server.options.Open }

// permits reports, by an error, whether a method may answer for the table.
func (t *table) permits(method string) error {
	if !veils(t.game) {
		return nil
	}
	t.mu.Lock()
	veiled := t.veil != nil
	t.mu.Unlock()
	switch {
	case slices.Contains([]string{"undo", "redo", "goto"}, method):
		return forbidden(
			"a step of a game with secrets cannot be taken back: others may have been told of it")
	case veiled && !slices.Contains(veiledMethods, method):
		return forbidden("%s could show what is hidden from players; it answers when the game is over",
			method)
	}
	return nil
}

// judge works out what the rules, and what everyone knows, say of a game.
func (t *table) judge(s *standing, g *game) {
	s.face = g.face(s.course)
	c := s.course
	if !veils(g) || c.Over() && !t.keeps {
		s.veil, s.early = nil, nil
		return
	}
	ask(t, s)
	old := s.veil
	s.veil = make(veil, len(g.rules().Players)+1)
	for i := range s.veil {
		k := &s.veil[i]
		if old != nil {
			k.told = slices.Clip(old[i].told[:old[i].sure])
		}
		seat := eyesOf(t, i+interp.Public)
		k.course, k.sure, k.all = c, c.At(), t.watch == "all"
		var e *infoset.Early
		if seat >= 0 && seat < len(s.early) && s.early[seat] != nil {
			e = s.early[seat]
			k.course, k.sure, k.begin = e.Course, e.From, e.Begin
		}
		for at := len(k.told); at < k.course.At(); at++ {
			told := ""
			if at < k.sure || at >= k.begin {
				told = g.game.Told(covered(k.course.Position(at)), k.course.Step(at),
					covered(k.course.Position(at+1)), seat)
			}
			k.told = append(k.told, told)
		}
		if k.face = g.seenFace(k, seat); e != nil && e.Kept {
			k.face.Player, k.face.Seat = s.face.Player, s.face.Seat
			k.face.Moves, k.face.Kept = 0, true
		}
	}
}

// covered is a position of which what is hidden stays hidden, even if it ends the game.
func covered(p *interp.Position) *interp.Position {
	if p.Result() == nil {
		return p
	}
	s := p.State().Clone()
	s.Result = nil
	return interp.PositionOf(s)
}

// seenFace is [game.face] as a seat sees it.
func (g *game) seenFace(k *knowledge, seat int) *message.State {
	c, told := k.course, k.told
	p := covered(c.Now())
	v := g.game.View(p, seat)
	s := &message.State{Game: g.id, Player: g.rules().Players[p.ToMove()].Name, Seat: p.ToMove(),
		Turn: p.Ply(), InTurn: v.State.Steps > 0, At: count(told), Steps: count(told),
		Over: c.Over(), Result: g.seenResult(c.Now(), true), Position: g.game.ViewText(v)}
	if !c.Over() && seat == p.ToMove() {
		s.Moves = len(g.game.Moves(p))
	}
	if turns := g.toldTurns(c, k); len(turns) > 0 {
		s.Last = &turns[len(turns)-1]
	}
	return s
}

// count is how many of the steps a seat was told of.
func count(told []string) (n int) {
	for _, text := range told {
		if text != "" {
			n++
		}
	}
	return n
}

// moment returns the step after which a seat has been told of so many; the last one of those that
// look the same.
func moment(told []string, at int) int {
	for i, text := range told {
		if text != "" {
			if at == 0 {
				return i
			}
			at--
		}
	}
	return len(told)
}

// toldTurns is the turns of a game as far as a seat was told of them.
func (g *game) toldTurns(c *course.Course, k *knowledge) (turns []message.Played) {
	n := 0
	for _, turn := range c.Turns() {
		if turn.From >= k.sure && turn.From < k.begin {
			continue // others have not done that
		}
		one := message.Played{From: n, Says: c.Announced(turn.To)}
		p, told := c.Position(turn.From), k.told[turn.From:min(turn.To, len(k.told))]
		if !p.SettingUp() {
			one.Player = g.rules().Players[turn.Player].Name
		}
		n += count(told)
		one.To, one.Text = n, interp.ToldTurn(p, told, " ")
		if one.Text != "" || one.Says != nil {
			turns = append(turns, one)
		}
	}
	return turns
}

// eyes returns the seat whose view a client gets: its own or, of several, that of the player to
// move; [interp.Public] if it has none, or others move.
func (s *standing) eyes(c *Conn) int {
	own, n := interp.Public, 0
	for i := range s.seats {
		if s.seats[i].holds(c) && !s.seats[i].bot {
			own, n = i, n+1
		}
	}
	mover := &s.seats[s.face.Seat]
	switch {
	case n < 2:
		return own
	case mover.holds(c) && !mover.bot:
		return s.face.Seat
	}
	return interp.Public
}

// knows is what a client knows; nil if it may know everything. Spectators may only if nobody of
// them can take a seat any more.
func (s *standing) knows(c *Conn) *knowledge {
	if s.veil == nil || s.veil[0].all && !s.sits(c) &&
		!slices.ContainsFunc(s.seats, func(s seat) bool { return s.free() }) {
		return nil
	}
	return &s.veil[s.eyes(c)-interp.Public]
}

// eyesOf is the seat through whose eyes spectators look at a table; others look through their own.
func eyesOf(t *table, seat int) int {
	if seat == interp.Public && t.watch == "nothing" {
		return interp.Nothing
	}
	return seat
}

// showSpectators sets what spectators see of a new table.
func showSpectators(t *table, g *game, what string) {
	t.watch, t.veil, t.shown = what, nil, nil
	t.judge(&t.standing, g)
	t.notice()
}

// steps is how many steps a client knows of.
func (s *standing) steps(c *Conn) int {
	if k := s.knows(c); k != nil {
		return k.face.At
	}
	return s.course.At()
}

// deal draws what chance decides, so that somebody can choose.
func (d *draft) deal() {
	for veils(d.game) && !d.course.Over() {
		m, drawn := d.game.draw(d.course.Now(), d.t.seed)
		if !drawn {
			return
		}
		d.add(m)
	}
}

// A shown is what a seat saw last of a table in which something is hidden. Its version grows only
// with what the seat sees, and nobody hears of changes that do not show.
type shown struct {
	version int
	text    string
}

// notice reports which seats, from [interp.Public] on, see a table differently from before. The
// table must be locked.
func (t *table) notice() (news []bool) {
	if t.veil == nil { // a seat's versions go on where everyone's do
		for _, s := range t.shown {
			t.version = max(t.version, s.version+1)
		}
		t.shown = nil
		return nil
	}
	if t.shown == nil {
		t.shown = make([]shown, len(t.veil))
		for i := range t.shown {
			t.shown[i].version = t.version
		}
	}
	news = make([]bool, len(t.veil))
	for i := range t.veil {
		s := t.stateOf(t.veil[i].face, 0)
		s.Table, s.Clocks, s.Watchers, s.Spectators = "", nil, 0, 0 // which change silently
		text, err := json.Marshal(s)
		if err != nil {
			panic(err) // the types of this package can always be encoded
		}
		if news[i] = !bytes.Equal(text, []byte(t.shown[i].text)); news[i] {
			t.shown[i].text = string(text)
			t.shown[i].version++
		}
	}
	return news
}

// A viewer is the seat of a client that sees only a view of a moment.
type viewer struct {
	*knowledge
	seat   int
	game   *game
	course *course.Course
	pos    *interp.Position
	at     int
}

// seen is what the client sees at a moment.
func (v *viewer) seen(at int) *interp.View {
	return v.game.game.View(covered(v.course.Position(at)), v.seat)
}

// own reports whether the client knows what may be played at the moment.
func (v *sight) own() bool {
	return v.veiled == nil || v.veiled.seat == v.pos.ToMove() && !v.veiled.face.Kept
}

// chooses returns an error if the client does not choose the next step of the position.
func (v *sight) chooses() error {
	if v.own() {
		return v.game.chooses(v.pos)
	}
	return message.Errorf(message.CodeTurn, "It is %s's turn.",
		v.game.rules().Players[v.pos.ToMove()].Name)
}

// picture is the board at the moment.
func (v *sight) picture() board.View {
	if v.veiled != nil {
		return v.game.scene.Seen(v.veiled.seen(v.at))
	}
	return v.game.scene.View(v.pos)
}

// notYours answers a move that is not legal: why it is not, as far as the player to move can know.
func notYours(g *game, p *interp.Position, text string) error {
	why := speech.WhyNot(speech.Plain(g.ruleset, g.game),
		infoset.Worlds(g.game, g.game.View(p, p.ToMove()), g.game.Moves(p)), text)
	e := message.Errorf(message.CodeIllegal, "%s",
		cmp.Or(why, fmt.Sprintf("%q is not one of your moves", text)))
	e.Data = message.Illegal{Move: text, Readings: []message.Reading{}, Nearest: []string{}}
	return e
}

// readOwn reads one step of the player to move. Whether several are legal one after the other would
// tell what the first one finds out.
func (d *draft) readOwn(text string) ([]interp.Move, error) {
	m, err := d.game.game.Parse(d.course.Now(), text)
	if err != nil {
		return nil, notYours(d.game, d.course.Now(), text)
	}
	return []interp.Move{m}, nil
}

// ownBefore returns the step of that number, as a seat of the client counts those it was told of,
// if the seat took it and it was that move; else nil.
func (d *draft) ownBefore(at int, text string) []message.Move {
	for seat := range d.seats {
		k := &d.veil[seat-interp.Public]
		if !d.seats[seat].holds(d.k.conn) || at < 0 || at >= k.face.At {
			continue
		}
		i := moment(k.told, at)
		p := k.course.Position(i)
		if m, err := d.game.game.Parse(p, text); err == nil && p.ToMove() == seat &&
			m == k.course.Step(i) {
			return []message.Move{d.game.moveData(m, k.told[i])}
		}
	}
	return nil
}

// seatRecord writes what the client was told, a step a line, as `replay --as` does.
func (v *viewer) seatRecord() string {
	var b strings.Builder
	line := func(mover, told string, at int, says []string) {
		b.WriteString(strings.Join(append([]string{mover, told,
			v.game.game.ViewText(v.seen(at))}, says...), "\t") + "\n")
	}
	line("-", "", 0, nil)
	for at, told := range v.told {
		says := v.course.Announced(at + 1)
		if told == "" && says == nil {
			continue
		}
		mover := v.game.rules().Players[v.course.Position(at).ToMove()].Name
		if v.course.Rolled(at + 1) {
			mover = "-"
		}
		line(mover, told, at+1, says)
	}
	return b.String()
}

// toldHistory is the answer to history for the client.
func (v *viewer) toldHistory(c *course.Course, from, limit int) *message.History {
	turns := v.game.toldTurns(c, v.knowledge)
	h := &message.History{At: v.face.At, Total: len(turns),
		Start: v.game.game.ViewText(v.game.game.View(c.Start(), v.seat))}
	turns, h.More = window(turns, from, limit)
	h.Turns = list(turns)
	return h
}

// mayShow reports, by an error, whether a table may begin with a game that a client has sent, who
// knows what is hidden there.
func (g *game) mayShow(c *course.Course) error {
	if !veils(g) || c.Over() {
		return nil
	}
	return forbidden("whoever begins a game with secrets elsewhere than at its start knows what " +
		"is hidden there; only games that are over can be opened")
}

// unknown stands for the owner or the kind of a piece that the client does not see.
const unknown = "?"

// piece returns the piece on a site as the client sees it; nil if it sees none.
func (v *viewer) piece(x topology.Site) *message.PieceData {
	seen := v.seen(v.at)
	owner, kind, ok := seen.At(x)
	if !ok {
		return nil
	}
	if kind >= 0 && owner != position.Unknown {
		return v.game.pieceAt(interp.PositionOf(seen.State), x)
	}
	data := &message.PieceData{Site: v.game.rules().Board.Names[x], Kind: unknown}
	if kind >= 0 {
		data.Kind = v.game.rules().Kinds[kind].Name
	}
	switch {
	case owner >= 0:
		data.Player = v.game.rules().Players[owner].Name
	case owner == position.Unknown:
		data.Player = unknown
	}
	return data
}

// seenPosition is the answer to position for the client.
func (v *viewer) seenPosition() *message.Position {
	seen := v.seen(v.at)
	p := interp.PositionOf(seen.State)
	data := positionData(v.game, p, seen.Key(), v.piece)
	data.Text, data.Picture = v.game.game.ViewText(seen), v.game.game.ViewDiagram(seen)
	data.States, data.Result = []message.StateValue{}, v.game.seenResult(v.pos, true)
	return data
}

// possible returns positions that the client cannot tell from that of the moment.
func possible(v *sight) []*interp.Position {
	if v.veiled == nil {
		return []*interp.Position{v.pos}
	}
	var offered []interp.Move
	if v.own() {
		offered = v.game.game.Moves(v.pos)
	}
	return infoset.Worlds(v.game.game, v.veiled.seen(v.at), offered)
}

// seenWhy is the answer to why for the client.
func seenWhy(v *sight, text string) *message.Why {
	w := &message.Why{Readings: []message.Reading{}, Nearest: []string{}}
	if m, err := v.game.game.Parse(v.pos, text); err == nil {
		w.Legal, w.Message = true, text+" is legal: "+v.game.game.LongText(v.pos, m)
		return w
	}
	w.Message = notYours(v.game, v.pos, text).Error()
	return w
}
