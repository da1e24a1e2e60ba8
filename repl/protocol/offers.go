package protocol

import (
	"math/rand/v2"
	"slices"
	"strings"

	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/repl/protocol/message"
)

var offerKinds = []string{"draw", "takeback", "rematch", "close"}

// handleOffer offers something to those who sit at a table, or accepts what they offer.
func handleOffer(k *call, p *message.OfferParams) (*message.State, error) {
	if !slices.Contains(offerKinds, p.Kind) {
		return nil, wrong("kind is %q; it is one of %s", p.Kind, strings.Join(offerKinds, ", "))
	}
	return k.decide(p.Table, func(d *draft) (string, error) {
		by, err := d.own()
		if err != nil {
			return "", err
		}
		o := message.Offer{Kind: p.Kind, By: by, Agreed: make([]bool, len(d.seats))}
		if err := d.possible(&o, p.To); err != nil {
			return "", err
		}
		i := slices.IndexFunc(d.offers, func(other message.Offer) bool { return other.Kind == p.Kind })
		if i >= 0 && d.offers[i].To == o.To {
			return d.agree(i)
		}
		d.lapse(p.Kind)
		d.offers = append(d.offers, o)
		return d.agree(len(d.offers) - 1)
	})
}

// possible reports, by an error, whether an offer makes sense, and completes it.
func (d *draft) possible(o *message.Offer, to *int) error {
	c := d.course
	switch o.Kind {
	case "draw":
		if c.Over() {
			return message.Errorf(message.CodeOver, "the game is over: %s", d.face.Result.Text)
		}
		if _, err := record.Agreement(d.game.game); err != nil {
			return wrong("%s", err)
		}
	case "rematch":
		if !c.Over() {
			return wrong("the game is not over yet")
		}
		if d.next != "" {
			return wrong("the rematch is at the table %s", d.next)
		}
	case "takeback":
		if d.game.game.Secret() {
			return d.t.permits("undo")
		}
		if how, _ := c.Ended(); how != 0 && to == nil {
			o.To = c.At()
			return nil
		}
		o.To = c.TurnStart(c.At())
		for own := d.mine(); len(own) > 0 && o.To > 0 &&
			!slices.Contains(own, c.Position(o.To).ToMove()); {
			o.To = c.TurnStart(o.To)
		}
		if to != nil {
			o.To = *to
		}
		if o.To < 0 || o.To >= c.At() {
			return wrong("to is %d; of %d steps, from 0 to %d can stay", o.To, c.At(), c.At()-1)
		}
	}
	return nil
}

// handleAccept agrees to an offer.
func handleAccept(k *call, p *message.AnswerParams) (*message.State, error) {
	return k.decide(p.Table, func(d *draft) (string, error) {
		i, err := d.offered(p.Kind)
		if err != nil {
			return "", err
		}
		return d.agree(i)
	})
}

// handleDecline refuses an offer, or withdraws one's own.
func handleDecline(k *call, p *message.AnswerParams) (*message.State, error) {
	return k.change(p.Table, func(d *draft) error {
		if _, err := d.offered(p.Kind); err != nil {
			return err
		}
		d.lapse(p.Kind)
		return nil
	})
}

// offered finds an offer that the client may answer.
func (d *draft) offered(kind string) (int, error) {
	if _, err := d.own(); err != nil {
		return 0, err
	}
	i := slices.IndexFunc(d.offers, func(o message.Offer) bool { return o.Kind == kind })
	if i < 0 {
		return 0, missing("nobody offers a %s at this table now", kind)
	}
	return i, nil
}

// lapse forgets offers of some kinds.
func (s *standing) lapse(kinds ...string) {
	s.offers = slices.DeleteFunc(s.offers,
		func(o message.Offer) bool { return slices.Contains(kinds, o.Kind) })
}

// asks reports whether others must agree before a client leads everyone to another table: people
// who sit here, and are playing.
func (t *table) asks(c *Conn) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.mayUndo(c, "") != nil && t.course.Len() > 0 && !t.course.Over()
}

// answered forgets what a player was asked who moves instead: offers of others, of draws, takebacks
// and changes.
func (s *standing) answered(player int) {
	s.offers = slices.DeleteFunc(s.offers, func(o message.Offer) bool {
		return o.Kind == "takeback" || o.Kind == "change" || o.Kind == "draw" && !o.Agreed[player]
	})
}

// own returns the first seat that the client has, or the player to move if nobody sits; an error if
// only others sit.
func (d *draft) own() (int, error) {
	if err := d.mayChange(d.k.conn); err != nil {
		return 0, err
	}
	if all := d.mine(); len(all) > 0 {
		return all[0], nil
	}
	return d.course.Now().ToMove(), nil
}

// mine lists the seats that the client has.
func (d *draft) mine() (all []int) {
	for i := range d.seats {
		if d.seats[i].holds(d.k.conn) {
			all = append(all, i)
		}
	}
	return all
}

// agree adds the client's consent to an offer, and does what is offered if everyone agrees: then it
// returns the kind.
func (d *draft) agree(i int) (string, error) {
	o := d.offers[i]
	o.Agreed = slices.Clone(o.Agreed)
	all := true
	for j := range d.seats {
		s := &d.seats[j]
		o.Agreed[j] = o.Agreed[j] || s.free() || s.holds(d.k.conn)
		all = all && o.Agreed[j]
	}
	d.offers[i] = o
	if !all {
		return "", nil
	}
	d.lapse(o.Kind)
	switch o.Kind {
	case "draw":
		if err := d.line().Agree(); err != nil {
			return "", err
		}
	case "takeback":
		if d.line().Reopen() {
			d.goTo(d.course.At())
		} else {
			d.goTo(min(o.To, d.course.At()))
		}
	}
	return o.Kind, nil
}

// decide changes a table by what its players agree on, and does what goes beyond it.
func (k *call) decide(id string, how func(d *draft) (string, error)) (*message.State, error) {
	t, err := k.table(id)
	if err != nil {
		return nil, err
	}
	var agreed, to string
	s, err := k.alter(t, func(d *draft) (err error) {
		if i := slices.IndexFunc(d.offers,
			func(o message.Offer) bool { return o.Kind == "change" }); i >= 0 {
			to = d.offers[i].Table
		}
		agreed, err = how(d)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case agreed == "rematch":
		if err := k.rematch(t); err != nil {
			return nil, err
		}
		return t.seen(k.conn), nil
	case agreed == "change":
		fresh, err := k.table(to)
		if err != nil {
			return nil, err
		}
		k.conn.server.succeed(t, fresh, 0)
		k.save(fresh)
		return t.seen(k.conn), nil
	case agreed == "close":
		k.conn.server.forget(t)
	}
	return s, nil
}

// rematch sets up the same game again, with seats moved by one.
func (k *call) rematch(old *table) error {
	g := k.on(old.game)
	old.mu.Lock()
	before := old.standing
	old.mu.Unlock()
	first := before.course.Start()
	t := newTable(g, course.New(g.game, first), rand.Uint64())
	t.listed, t.keeps = before.listed, old.keeps
	showSpectators(t, g, old.watch)
	if before.clocks != nil {
		n := len(before.clocks.controls)
		controls := append(before.clocks.controls[n-1:n:n], before.clocks.controls[:n-1]...)
		var err error
		if t.clocks, err = g.clocksFor(controls, first); err != nil {
			return err
		}
	}
	_, err := k.add(t, old, 1)
	return err
}

// handleResign ends a game of two; in others the player to move leaves, and the rest play on.
func handleResign(k *call, p *message.ResignParams) (*message.State, error) {
	return k.change(p.Table, func(d *draft) error {
		if d.course.Over() {
			return message.Errorf(message.CodeOver, "the game is over: %s", d.face.Result.Text)
		}
		who, err := d.own()
		if err != nil {
			return err
		}
		if mover := d.course.Now().ToMove(); d.seats[mover].holds(k.conn) {
			who = mover
		}
		if who, err = d.game.player(p.Player, who); err != nil {
			return err
		}
		if err := d.may(who); err != nil {
			return err
		}
		c := d.line()
		before, at := c.Now(), c.At()
		if err := c.Resign(who); err != nil {
			return wrong("%s", err)
		}
		if c.At() > at {
			d.clocks = d.clocks.played(before, c.Now(), c.At(), d.now)
		}
		d.lapse("draw", "takeback", "change")
		return nil
	})
}
