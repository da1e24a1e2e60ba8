package protocol

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"boardgame/dsl/digest"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/repl/protocol/message"
)

// A seat belongs to whoever took it: nobody else plays for that player. Seats that nobody has taken
// are open to all. A client holds its seats by its connection; the token carries them over to its
// next connection, such as after a page reload. The server knows the token only by its digest, so
// that no file of it gives a seat away.
type seat struct {
	key    string // digest of the token; "": the seat is free
	name   string // of the person, in free words
	held   []*Conn
	left   time.Time // when the last connection ended
	played bool      // its player has moved since it was taken
	stays  bool      // it is kept for its token whatever happens
	bot    bool      // whoever holds it lets a bot play
}

// How long a seat is kept for someone whose connection has ended: one that was only taken, and one
// that has been played from.
const (
	keepSeat   = 2 * time.Minute
	keepPlayer = 24 * time.Hour
)

// shortest is how many characters a token has at least that a client makes for itself: with fewer,
// others could guess it.
const shortest = 22

// keyOf is the digest of a token.
func keyOf(token string) string {
	if token == "" {
		return ""
	}
	return fmt.Sprintf("%x", digest.Sum([]byte(token)))
}

// free reports whether a seat can be taken.
func (s *seat) free() bool {
	switch {
	case s.key == "":
		return true
	case s.stays || len(s.held) > 0:
		return false
	case s.played:
		return time.Since(s.left) > keepPlayer
	}
	return time.Since(s.left) > keepSeat
}

// holds reports whether a client has the seat.
func (s *seat) holds(c *Conn) bool { return slices.Contains(s.held, c) }

// sits reports whether a client has a seat. The table must be locked.
func (s *standing) sits(c *Conn) bool {
	return slices.ContainsFunc(s.seats, func(s seat) bool { return s.holds(c) })
}

// may reports, by an error, whether the client may play for a player.
func (d *draft) may(player int) error {
	s := &d.seats[player]
	name := d.game.rules().Players[player].Name
	switch {
	case s.holds(d.k.conn), s.free() && (d.veil == nil || d.bot):
		return nil
	case s.free():
		return forbidden("in a game with secrets, only whoever sits there plays for %s; take that seat",
			name)
	}
	if d.sits(d.k.conn) {
		return message.Errorf(message.CodeTurn, "It is %s's turn.", name)
	}
	return message.Errorf(message.CodeTaken, "%s belongs to someone else at this table", name)
}

// mayMove reports, by an error, whether the client may choose the next step.
func (d *draft) mayMove() error {
	if d.face.Chance {
		return d.mayChange(d.k.conn)
	}
	return d.may(d.course.Now().ToMove())
}

// mayPlay reports, by an error, whether the client may play steps, which may belong to several
// players.
func (d *draft) mayPlay(steps []interp.Move) error {
	if len(steps) == 1 {
		return d.mayMove()
	}
	p := d.course.Now()
	for _, m := range steps {
		if d.game.game.Weights(p) == nil {
			if err := d.may(p.ToMove()); err != nil {
				return err
			}
		}
		p = d.game.play(p, m)
	}
	return nil
}

// mayChange reports, by an error, whether a client may draw chance moves, or speak for the table.
// Those who sit there may, and everyone may while nobody sits.
func (s *standing) mayChange(c *Conn) error {
	if s.sits(c) || !slices.ContainsFunc(s.seats, func(s seat) bool { return !s.free() }) {
		return nil
	}
	return message.Errorf(message.CodeTaken,
		"only those who sit at this table may do that; take a seat first")
}

// mayUndo reports, by an error, whether a client may undo moves or close the table without asking.
// Where other people sit, they must agree to an offer of some kind.
func (s *standing) mayUndo(c *Conn, kind string) error {
	if c.owner.Load() {
		return nil
	}
	if err := s.mayChange(c); err != nil {
		return err
	}
	for i := range s.seats {
		if other := &s.seats[i]; !other.free() && !other.holds(c) {
			return message.Errorf(message.CodeConsent, "the others at this table must agree; offer a %s",
				kind)
		}
	}
	return nil
}

// mostName is how many characters a person's name may have.
const mostName = 40

// handleSit takes a seat, and those that the client had on an earlier connection.
func handleSit(k *call, p *message.SitParams) (*message.Seated, error) {
	_, _, hidden := source.FirstHidden(p.Name)
	if hidden || utf8.RuneCountInString(p.Name) > mostName {
		return nil, wrong("a name has at most %d characters, all of them visible", mostName)
	}
	r := &message.Seated{Token: p.Token}
	fresh := secret()
	t, err := k.table(p.Table)
	if err != nil {
		return nil, err
	}
	r.State, err = k.alter(t, func(d *draft) error {
		t = d.t
		key := keyOf(p.Token)
		known := key != "" && slices.ContainsFunc(d.seats, func(s seat) bool { return s.key == key })
		if p.Player == "" && !known {
			return missing("the token has no seat at this table; say whose seat to take")
		}
		player, err := d.game.player(p.Player, -1)
		if err != nil {
			return err
		}
		if player >= 0 {
			if s := &d.seats[player]; !s.free() && !s.holds(k.conn) && s.key != key {
				return message.Errorf(message.CodeTaken, "%s belongs to someone else at this table",
					d.game.rules().Players[player].Name)
			}
		}
		if !known && len(p.Token) < shortest {
			r.Token, key = fresh, keyOf(fresh)
		}
		r.Mine = d.take(key, player, p.Name)
		if player >= 0 {
			d.seats[player].bot = p.Bot
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	k.sat(t)
	return r, nil
}

// take gives the client the seats of a key, and one more if there is one; it returns which seats
// the client has.
func (d *draft) take(key string, player int, name string) (mine []bool) {
	for i := range d.seats {
		s := &d.seats[i]
		if i == player && s.key != key {
			*s = seat{key: key, stays: d.veil != nil} // or its secrets would have two owners
		}
		if s.key == key && key != "" {
			if !s.holds(d.k.conn) {
				s.held = append(slices.Clip(s.held), d.k.conn)
			}
			if name != "" && (i == player || player < 0) {
				s.name = strings.Join(strings.Fields(name), " ")
			}
		}
		mine = append(mine, s.holds(d.k.conn))
	}
	return mine
}

// sat remembers where the client has a seat. If it has gone meanwhile, it leaves at once.
func (k *call) sat(t *table) {
	k.conn.mu.Lock()
	gone := k.ctx.Err() != nil
	k.conn.sitting[t] = true
	k.conn.mu.Unlock()
	if gone {
		t.gone(k.conn)
	}
}

// handleJoin watches a table and takes the seats of a token again.
func handleJoin(k *call, p *message.JoinParams) (*message.Joined, error) {
	if _, err := handleWatch(k, &message.TableParams{Table: p.Table}); err != nil {
		return nil, err
	}
	v, err := k.look(p.Table, nil)
	if err != nil {
		return nil, err
	}
	var known *knowledge
	if v.veiled != nil {
		known = v.veiled.knowledge
	}
	r := &message.Joined{Turns: []message.Played{}, Mine: make([]bool, len(v.game.rules().Players))}
	r.State, err = k.alter(v.table, func(d *draft) error {
		key := keyOf(p.Token)
		if key == "" || !slices.ContainsFunc(d.seats, func(s seat) bool { return s.key == key }) {
			return errNothing
		}
		v.table, r.Token, r.Mine = d.t, p.Token, d.take(key, -1, "")
		v.course, v.at, known = d.course, d.course.At(), d.knows(k.conn)
		if known != nil {
			v.course, v.at = known.course, known.course.At()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if r.Token != "" {
		k.sat(v.table)
	}
	if p.From != nil && known != nil {
		for _, turn := range v.game.toldTurns(v.whole(), known) {
			if turn.To > *p.From {
				r.Turns = append(r.Turns, turn)
			}
		}
	} else if p.From != nil {
		c := v.whole()
		for _, turn := range c.Turns() {
			if turn.To > *p.From && turn.From < v.at {
				r.Turns = append(r.Turns, v.game.played(c, turn.From, min(turn.To, v.at)))
			}
		}
	}
	return r, nil
}

// handleLeave gives seats back.
func handleLeave(k *call, p *message.LeaveParams) (*message.State, error) {
	return k.change(p.Table, func(d *draft) error {
		player, err := d.game.player(p.Player, -1)
		if err != nil {
			return err
		}
		for i := range d.seats {
			if d.seats[i].holds(k.conn) && (player < 0 || i == player) {
				if d.veil != nil {
					return forbidden(
						"whoever took a seat knows its secrets, so nobody else can have it; resign instead")
				}
				d.seats[i] = seat{}
			}
		}
		return nil
	})
}

// at returns a seat of an old table as it comes to a new one. A seat of a game with secrets is kept
// for its token, or they would have two owners; elsewhere, only one that the owner has reserved is.
func (s *seat) at(t, old *table) seat {
	to := *s
	to.played = false
	to.stays = veils(t.game) || s.stays && !veils(old.game)
	return to
}

// gone reserves the seats of an ended connection for a while.
func (t *table) gone(c *Conn) {
	t.touchUp(func() {
		t.seats = slices.Clone(t.seats)
		for i := range t.seats {
			if s := &t.seats[i]; s.holds(c) {
				s.held = slices.DeleteFunc(slices.Clone(s.held), func(other *Conn) bool { return other == c })
				s.left = time.Now()
			}
		}
	})
}

// succeed makes a new table the one where the players of another continue, each so many seats
// further, and tells those who watch. Tables that led to the old one, and the table that the old
// one led to, lead to the new one from now on. A late follower therefore never ends at a table that
// was closed meanwhile, and two players who start a new game at once find each other.
func (s *Server) succeed(old, t *table, further int) {
	old.mu.Lock()
	seats, led := slices.Clone(old.seats), old.next
	old.mu.Unlock()
	var holders []*Conn
	if n := len(seats); n == len(t.seats) {
		t.touchUp(func() {
			t.seats = slices.Clone(t.seats)
			for i := range seats {
				if one := &seats[i]; !one.free() {
					t.seats[(i+further)%n] = one.at(t, old)
					holders = append(holders, one.held...)
				}
			}
		})
	}
	for _, c := range holders {
		(&call{conn: c, ctx: c.ctx}).sat(t)
	}
	s.mu.Lock()
	before := slices.Collect(maps.Values(s.tables))
	s.mu.Unlock()
	for _, other := range before {
		other.mu.Lock()
		leads := other != t && (other == old || other.next == old.id || other.id == led)
		other.mu.Unlock()
		if leads {
			other.touchUp(func() { other.next = t.id })
		}
	}
}
