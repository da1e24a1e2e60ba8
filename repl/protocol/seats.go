package protocol

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// A seat belongs to whoever took it: nobody else plays for that player. Seats that nobody has taken
// are open to all. A client holds its seats by its connection; the token carries them over to its
// next connection, such as after a page reload.
type seat struct {
	token string // "": the seat is free
	held  map[*Conn]bool
	left  time.Time // when the last connection ended
}

// keepSeat is how long a seat is kept for someone whose connection has ended.
const keepSeat = 2 * time.Minute

// free reports whether a seat can be taken.
func (s *seat) free() bool {
	return s.token == "" || len(s.held) == 0 && time.Since(s.left) > keepSeat
}

// may reports, by an error, whether a client may play for a player. The table must be locked, here
// and below.
func (t *table) may(c *Conn, player int) error {
	if s := &t.seats[player]; s.free() || s.held[c] {
		return nil
	}
	return errorf(CodeTaken, "%s belongs to someone else at this table",
		t.game.rules().Players[player].Name)
}

// mayMove reports, by an error, whether a client may choose the next step.
func (t *table) mayMove(c *Conn) error {
	if t.game.game.Weights(t.now()) != nil {
		return t.mayChange(c)
	}
	return t.may(c, t.now().ToMove())
}

// mayChange reports, by an error, whether a client may undo moves, draw chance moves, or close the
// table. Those who sit there may, and everyone may while nobody sits.
func (t *table) mayChange(c *Conn) error {
	taken := false
	for i := range t.seats {
		if t.seats[i].held[c] {
			return nil
		}
		taken = taken || !t.seats[i].free()
	}
	if taken {
		return errorf(CodeTaken, "only those who sit at this table may do that; take a seat first")
	}
	return nil
}

// taken says of every seat whether it belongs to someone.
func (t *table) taken() []bool {
	all := make([]bool, len(t.seats))
	for i := range t.seats {
		all[i] = !t.seats[i].free()
	}
	return all
}

// SitParams are the parameters of sit.
type SitParams struct {
	Table string `json:"table"`
	// Player is whose seat is taken. Without it, the seats of the token are taken again.
	Player string `json:"player,omitempty"`
	// Token is what an earlier sit at this table has returned.
	Token string `json:"token,omitempty"`
}

// Seated says which seats a client has.
type Seated struct {
	Token string `json:"token"` // a secret, by which another connection takes the same seats
	Mine  []bool `json:"mine"`  // by player
	State *State `json:"state"`
}

// sit takes a seat, and those that the client had on an earlier connection.
func (k *call) sit(p *SitParams) (*Seated, error) {
	r := &Seated{Token: p.Token}
	var at *table
	var err error
	r.State, err = k.change(p.Table, func(t *table) error {
		known := p.Token != "" &&
			slices.ContainsFunc(t.seats, func(s seat) bool { return s.token == p.Token })
		if p.Player == "" && !known {
			return errorf(CodeNotFound,
				"the token has no seat at this table; say whose seat to take")
		}
		player := -1
		if p.Player != "" {
			if player = t.player(p.Player); player < 0 {
				return errorf(CodeNotFound, "there is no player %q", p.Player)
			}
			if s := &t.seats[player]; !s.free() && !s.held[k.Conn] &&
				!(known && s.token == p.Token) {
				return errorf(CodeTaken, "%s belongs to someone else at this table",
					t.game.rules().Players[player].Name)
			}
		}
		if !known {
			r.Token = secret()
		}
		for i := range t.seats {
			s := &t.seats[i]
			if i == player && s.token != r.Token {
				*s = seat{token: r.Token, held: map[*Conn]bool{}}
			}
			if s.token == r.Token {
				s.held[k.Conn] = true
			}
			r.Mine = append(r.Mine, s.held[k.Conn])
		}
		at = t
		return nil
	})
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	k.sitting[at] = true
	k.mu.Unlock()
	return r, nil
}

// LeaveParams are the parameters of leave.
type LeaveParams struct {
	Table  string `json:"table"`
	Player string `json:"player,omitempty"` // whose seat; by default all that the client has
}

// leave gives seats back.
func (k *call) leave(p *LeaveParams) (*State, error) {
	return k.change(p.Table, func(t *table) error {
		player := -1
		if p.Player != "" {
			if player = t.player(p.Player); player < 0 {
				return errorf(CodeNotFound, "there is no player %q", p.Player)
			}
		}
		for i := range t.seats {
			if t.seats[i].held[k.Conn] && (player < 0 || i == player) {
				t.seats[i] = seat{}
			}
		}
		return nil
	})
}

// player returns the number of a player by name, or -1.
func (t *table) player(name string) int {
	for i, p := range t.game.rules().Players {
		if strings.EqualFold(p.Name, name) {
			return i
		}
	}
	return -1
}

// gone reserves the seats of an ended connection for a while.
func (t *table) gone(c *Conn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.seats {
		if s := &t.seats[i]; s.held[c] {
			delete(s.held, c)
			s.left = time.Now()
		}
	}
}

// succeed makes a new table the one where the players of another continue, and tells those who
// watch. Tables that led to the old one, and the table that the old one led to, lead to the new one
// from now on. A late follower therefore never ends at a table that was closed meanwhile, and two
// players who start a new game at once find each other.
func (s *Server) succeed(old, t *table) {
	old.mu.Lock()
	t.mu.Lock()
	if len(old.seats) == len(t.seats) {
		for i := range old.seats {
			if seat := &old.seats[i]; !seat.free() {
				t.seats[i] = *seat
				t.seats[i].held = maps.Clone(seat.held)
			}
		}
	}
	led := old.next
	var holders []*Conn
	for i := range t.seats {
		for c := range t.seats[i].held {
			holders = append(holders, c)
		}
	}
	t.mu.Unlock()
	old.mu.Unlock()
	for _, c := range holders {
		c.mu.Lock()
		if c.ctx.Err() == nil {
			c.sitting[t] = true
			c.mu.Unlock()
			continue
		}
		c.mu.Unlock()
		t.gone(c) // it left at this moment
	}
	s.mu.Lock()
	var before []*table
	for _, other := range s.tables {
		before = append(before, other)
	}
	s.mu.Unlock()
	for _, other := range before {
		other.mu.Lock()
		tell := func() {}
		if other != t && (other == old || other.next == old.id || other.id == led) {
			other.next = t.id
			_, tell = other.changed()
		}
		other.mu.Unlock()
		tell()
	}
}
