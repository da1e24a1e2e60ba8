package table

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/course"
	"boardgame/repl/board"
	"boardgame/repl/paper"
	"boardgame/repl/speech"
)

// Marks is what to mark on a board.
type Marks struct {
	Legal, Chosen, Cursor topology.Set
	Ghosts                *board.Ghosts // what a step would change
	HideLast              bool
}

// View makes the picture of a moment.
func (t *Table) View(at int, m Marks) board.View {
	var v board.View
	if t.Sheet.Veiled() {
		v = t.seenAt(at)
	} else {
		v = t.Sheet.Speech.Look().View(t.Sheet.Course.Position(at))
	}
	v.Title, v.Labels, v.Flip = t.Title(), true, t.Flip
	v.Legal, v.Chosen, v.Cursor, v.Ghosts = m.Legal, m.Chosen, m.Cursor, m.Ghosts
	t.Sheet.Speech.Coordinates.Name(&v)
	if at > 0 && !m.HideLast {
		v.Last = t.Sheet.touched(at)
	}
	return v
}

// Holdings says what a player has.
func (t *scoresheet) Holdings(p *interp.Position, player int) string {
	return t.Speech.Look().Holdings(t.Course.Start(), p, player)
}

// Legend lists the pieces that a player may have on the board, or with -1 those of no player, each
// by its sign and its name.
func (t *scoresheet) Legend(player int, sign func(board.Piece) string) string {
	var signs []string
	p, game := t.Now(), t.Speech.Rules()
	name, mine := "", p.Occupied()
	if player >= 0 {
		name, mine = t.Speech.PlayerName(player), p.Owned(player)
	}
	for k, kind := range game.Kinds {
		on := kind.On.And(game.Board.Cells)
		_, known := t.Speech.Ruleset.Info.Piece(name, kind.Name)
		ofKind := mine.And(p.OfKind(k))
		comes, becomes := t.Speech.Look().Comes(k)
		if player >= 0 && !mine.Empty() { // what is placed may be another player's
			comes = becomes || t.Veiled()
		}
		piece := t.Speech.Look().Piece(player, k)
		// walls of no player are lines without a sign, and cards show their ranks
		drawn := (player >= 0 || !on.Empty()) && piece.Shape != "card"
		if kind.Neutral == (player < 0) && (known || comes || !ofKind.Empty()) && drawn {
			signs = append(signs, sign(piece)+"\u00a0"+
				strings.ReplaceAll(kind.Name, "_", "\u00a0"))
		}
	}
	return strings.Join(signs, "  ")
}

// touched is the sites named or changed by the last turn before a moment, or by the steps so far of
// the current turn; none of a setup, which is all there is.
func (t *scoresheet) touched(at int) topology.Set {
	if t.Veiled() {
		return t.changedInSight(at)
	}
	var set topology.Set
	for turn, played := t.TurnBefore(at); played && turn.From < at; turn.From++ {
		set = set.Or(t.Speech.Look().Touched(t.Course.Step(turn.From), t.Course.Position(turn.From+1)))
	}
	return set
}

// Listed returns the turns for the list beside the board, the last ones of a long game.
func (t *scoresheet) Listed() []paper.Listed {
	const most = 200
	turns, numbers, rounds := t.Course.Turns(), t.Numbers(0), t.rounds()
	var all []paper.Listed
	for i := max(len(turns)-most, 0); i < len(turns); i++ {
		tn := turns[i]
		all = append(all, paper.Listed{Number: numbers[i], Text: t.TurnText(tn),
			Here:   tn.To == t.Course.At() && t.Course.At() < t.Course.Len(),
			Answer: rounds && tn.Player != 0})
	}
	return all
}

// Only names the legal move if there is just one.
func (t *scoresheet) Only() string {
	if moves := t.Legal(); len(moves) == 1 {
		return fmt.Sprintf(" Only %s is possible.", t.Speech.StepText(t.Now(), moves[0]))
	}
	return ""
}

// Going names the kinds of moves with which a turn can go on, if there are several.
func (t *scoresheet) Going() string {
	var names []string
	for _, m := range t.Legal() {
		id, _ := t.Speech.Game.Roles(m)
		if name := t.Speech.MoveName(id); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) < 2 {
		return ""
	}
	return ": " + speech.Or(names)
}

// TurnBefore returns the turn, or the part of one, that led to a moment. That chance has set up the
// game is nobody's turn.
func (t *scoresheet) TurnBefore(at int) (course.Turn, bool) {
	if at == 0 {
		return course.Turn{}, false
	}
	from := t.Course.TurnStart(at)
	p := t.Course.Position(from)
	return course.Turn{From: from, To: at, Player: p.ToMove()}, !p.SettingUp()
}

// RollBefore returns the chance outcomes of a turn in which no player has moved yet, and the moment
// before; "" and the moment itself if there is no such turn.
func (t *scoresheet) RollBefore(at int) (string, int) {
	from := at
	if at > 0 && !t.Over() && !t.Course.Boundary(at) {
		from = t.Course.TurnStart(at)
	}
	for i := from + 1; i <= at; i++ {
		if !t.Course.Rolled(i) {
			return "", at
		}
	}
	if from == at {
		return "", at
	}
	return t.TurnText(course.Turn{From: from, To: at}), from
}

// Would says what a step from a position would change; nil of a game in which something is hidden.
func Would(t *Table, p *interp.Position, m interp.Move) *board.Ghosts {
	return would(&t.Sheet, p, m)
}

func would(t *scoresheet, p *interp.Position, m interp.Move) *board.Ghosts {
	if t.Veiled() {
		return nil
	}
	ghosts, err := t.Speech.Look().Foresee(p, m)
	if err != nil {
		return nil
	}
	return ghosts
}

// Choices marks where some steps from a position lead. The sites that all of them share are chosen,
// and the others are possible. If they share none, the sites at which they begin are possible. A
// single one also shows what it would change.
func (t *scoresheet) Choices(p *interp.Position, moves []interp.Move) (marks Marks) {
	if len(moves) == 1 {
		defer func() { marks.Ghosts = would(t, p, moves[0]) }()
	}
	all, shared := t.Speech.SitesOf(moves), t.Speech.Shared(moves)
	var first topology.Set
	for _, m := range moves {
		first = first.Or(interp.FirstSites(t.Speech.Game, m))
	}
	if len(moves) == 1 {
		shared = first
	}
	if shared.Empty() {
		return Marks{Legal: first}
	}
	if all = all.Minus(shared); all.Empty() {
		return Marks{Legal: shared}
	}
	return Marks{Chosen: shared, Legal: all}
}
