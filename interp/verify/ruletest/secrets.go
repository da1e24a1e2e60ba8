package ruletest

import (
	"slices"
	"strconv"
	"strings"
)

// seat returns the player that a line is about; ok is false, and the mistake reported, if the game
// has no such player.
func (r *run) seat(l *Line) (seat int, ok bool) {
	if seat = r.player(l.Arg); seat < 0 {
		r.problem(codeValue, l.Span, strconv.Quote(l.Arg)+" is not a player of this game",
			"the players are "+strings.Join(r.players(), ", "))
	}
	return seat, seat >= 0
}

// viewOf compares the parts that the line names with what a player sees.
func (r *run) viewOf(l *Line) {
	if seat, ok := r.seat(l); ok {
		v := r.game.View(r.pos, seat)
		r.shows(l, r.game.ViewFields(v), r.game.ViewText(v))
	}
}

// whole compares the parts that the line names with the position.
func (r *run) whole(l *Line) { r.shows(l, r.game.FieldsOf(r.pos), r.game.PositionText(r.pos)) }

// shows compares fields of a position line: only those that are named, in any order.
func (r *run) shows(l *Line, fields []string, whole string) {
	named := strings.Fields(l.Text())
	for i, want := range named {
		if i == 0 && !strings.Contains(want, "=") && dots(want) == dots(fields[0]) ||
			slices.Contains(fields[1:], want) {
			continue
		}
		r.fail(l, whole, "not so: "+want)
		return
	}
	if len(named) == 0 {
		r.fail(l, whole, "this names nothing yet")
	}
}

// dots writes a dot for each empty cell of a row of a position.
func dots(row string) string {
	var b strings.Builder
	depth, empty := 0, 0
	for _, c := range row + "/" {
		switch {
		case c >= '0' && c <= '9' && depth == 0 && empty < 1<<10:
			empty = 10*empty + int(c-'0')
			continue
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		b.WriteString(strings.Repeat(".", empty))
		b.WriteRune(c)
		empty = 0
	}
	return b.String()
}

// told compares what a player is told of each step since the position of the case: `-` is nothing.
func (r *run) told(l *Line) {
	seat, ok := r.seat(l)
	if !ok {
		return
	}
	var got []string
	p := r.from
	for _, m := range r.steps {
		q, err := r.game.Play(p, m)
		if err != nil {
			r.problem(codeValue, l.Place, err.Error(), "")
			return
		}
		text := r.game.Told(p, m, q, seat)
		if text == "" {
			text = "-"
		}
		got = append(got, text)
		p = q
	}
	if want := words(l.Text()); !slices.Equal(want, got) {
		r.fail(l, list(got))
	}
}

// points compares the numbers of `highest` or `lowest`, in the order of the players.
func (r *run) points(l *Line) {
	var got []string
	if end := r.pos.Result(); end != nil {
		for _, n := range end.Scores {
			got = append(got, strconv.FormatInt(n, 10))
		}
	}
	if !slices.Equal(strings.Fields(l.Text()), got) {
		r.fail(l, list(got))
	}
}
