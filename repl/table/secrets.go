package table

import (
	"cmp"
	"errors"
	"fmt"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/interp/infoset"
	"boardgame/interp/notation"
	"boardgame/repl/board"
	"boardgame/repl/speech"
)

// While a game with secrets is on, everything that is shown is what the eyes at the table see:
// those of the person who is to move, or who was last.

// Veiled reports whether something of the game is hidden from players now. Once the game has ended,
// whoever goes back in it sees everything there, too.
func (t *scoresheet) Veiled() bool { return t.Speech.Game.Secret() && !t.ended() }

func (t *scoresheet) ended() bool { return t.Course.Position(t.Course.Len()).Result() != nil }

// Hides reports whether even what may be played now is hidden from the eyes at the table.
func (t *scoresheet) Hides() bool { return t.Veiled() && (t.Eyes != t.Mover() || t.Drawn()) }

// Seen is what the eyes at the table see of a moment.
func (t *scoresheet) Seen(at int) *interp.View {
	return t.Speech.Game.View(t.Course.Position(at), t.Eyes)
}

// ToldOf writes what the eyes are told of the steps between two moments; "" if nothing.
func (t *scoresheet) ToldOf(from, to int) string {
	var all []string
	for i := from; i < to; i++ {
		p, q := t.Course.Position(i), t.Course.Position(i+1)
		all = append(all, t.Speech.Shown(t.Speech.Game.Told(p, t.Course.Step(i), q, t.Eyes)))
	}
	return interp.ToldTurn(t.Course.Position(from), all, ", ")
}

// Possible returns positions that the eyes at the table cannot tell from the one there is.
func (t *scoresheet) Possible() []*interp.Position {
	if !t.Veiled() {
		return []*interp.Position{t.Now()}
	}
	if t.possible.now != t.Now() || t.possible.eyes != t.Eyes {
		var offered []interp.Move
		if !t.Hides() {
			offered = t.Legal()
		}
		t.possible = possible{t.Now(), t.Eyes,
			infoset.Worlds(t.Speech.Game, t.Seen(t.Course.At()), offered)}
	}
	return t.possible.all
}

// possible is what [scoresheet.Possible] returned last, and for whom.
type possible struct {
	now  *interp.Position
	eyes int
	all  []*interp.Position
}

// changedInSight is the set of sites at which the eyes have seen a change in a turn.
func (t *scoresheet) changedInSight(at int) topology.Set {
	return t.Seen(t.Course.TurnStart(at)).Changed(t.Seen(at))
}

// readOne reads a line as one step: whether several are legal one after the other would tell what
// the first one finds out.
func (t *scoresheet) readOne(line string) speech.Entered {
	m, err := t.Speech.Game.Parse(t.Now(), t.Speech.Meant(line))
	if err != nil { // a card may be called like a word of the notation: `deal as East` names no ace
		if plain, plainErr := t.Speech.Game.Parse(t.Now(), line); plainErr == nil {
			m, err = plain, nil
		}
	}
	var illegal *interp.IllegalMoveError
	switch {
	case err == nil:
		return speech.Entered{Steps: []interp.Move{m}}
	case errors.As(err, &illegal) && illegal.Kind == notation.Ambiguous:
		return speech.Entered{Err: fmt.Errorf("several moves are written like %q; `moves` lists "+
			"them in full", line)}
	}
	return speech.Entered{Err: errors.New(cmp.Or(speech.WhyNot(&t.Speech, t.Possible(), line),
		fmt.Sprintf("%q is not one of your moves; `moves` lists them", line)))}
}

// seenAt draws what the eyes see of a moment.
func (t *Table) seenAt(at int) board.View { return t.Sheet.Speech.Look().Seen(t.Sheet.Seen(at)) }

// People counts the seats of people; one is the last of them.
func (t *Table) People() (n, one int) {
	one = interp.Public
	for i := range t.Seats {
		if t.Seats[i].IsHuman() {
			n, one = n+1, i
		}
	}
	return n, one
}

// Shut returns why a game cannot go on, even from an earlier moment; nil if it can. The end shows
// all secrets, and a player could make use of them.
func Shut(t *Table) error {
	if n, _ := t.People(); n > 1 && t.Sheet.Speech.Game.Secret() && t.Sheet.ended() {
		return errors.New("the game is over, and everyone has seen its secrets; `again` plays another")
	}
	return nil
}

// Taker names who took a turn; what chance has set up is nobody's.
func Taker(t *Table, tn course.Turn) string {
	if t.Sheet.Course.Position(tn.From).SettingUp() {
		return "Setup"
	}
	return t.Sheet.Speech.PlayerName(tn.Player)
}

// Blinds reports whether another person is to move than the one who looks. The eyes of the only
// person are always theirs.
func (t *Table) Blinds() bool {
	if n, one := t.People(); n < 2 {
		t.Sheet.Eyes = one
		return false
	}
	return !t.Sheet.Drawn() && t.Seats[t.Sheet.Mover()].IsHuman() && t.Sheet.Eyes != t.Sheet.Mover()
}
