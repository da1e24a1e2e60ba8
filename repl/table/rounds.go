package table

import (
	"fmt"
	"strconv"
	"strings"
)

// This file numbers turns. Most games count them one by one. Games written in short algebraic
// notation count rounds: 3. Nf3 is the third turn of the first player, 3... Nc6 the answer.

// rounds reports whether the game counts rounds.
func (t *scoresheet) rounds() bool {
	return t.Speech.SAN != nil && len(t.Speech.Rules().Players) == 2
}

// Numbers returns the number of each turn that was played, including those taken back, and the
// number, with its dots, of a turn after them by a player.
func (t *scoresheet) Numbers(next int) []string {
	turns := t.Course.Turns()
	all := make([]string, 0, len(turns)+1)
	if !t.rounds() {
		for i := range cap(all) {
			all = append(all, fmt.Sprintf("%d.", i+1))
		}
		return all
	}
	round := t.Course.Start().Ply() / 2
	for i := range cap(all) {
		player := next
		if i < len(turns) {
			player = turns[i].Player
		}
		if player == 0 || i == 0 {
			round++
		}
		dots := "."
		if player != 0 {
			dots = "..."
		}
		all = append(all, fmt.Sprint(round)+dots)
	}
	return all
}

// Number returns the number of the current turn or next, with its dots.
func (t *scoresheet) Number() string {
	n := 0
	for _, tn := range t.Course.Turns() {
		if tn.To <= t.Course.At() && t.Course.Boundary(tn.To) {
			n++
		}
	}
	return t.Numbers(t.Mover())[n]
}

// NumberAt returns the number of the turn to which the step after a moment belongs.
func (t *scoresheet) NumberAt(at int) string {
	n := 0
	for _, tn := range t.Course.Turns() {
		if tn.To <= at {
			n++
		}
	}
	return t.Numbers(t.Mover())[n]
}

// Numbered finds a turn by its number and returns its index: 3 or 3. and, in games that count
// rounds, 3... for the turn of the second player. ok is false if there is none.
func (t *scoresheet) Numbered(text string) (index int, ok bool) {
	number := strings.TrimRight(text, ".")
	if _, err := strconv.Atoi(number); err != nil {
		return 0, false
	}
	dots := "."
	if len(text)-len(number) > 1 && t.rounds() {
		dots = "..."
	}
	all := t.Numbers(t.Mover())
	for i, n := range all[:len(all)-1] {
		if n == number+dots {
			return i, true
		}
	}
	return 0, false
}

// NumberTyped returns the number of a turn that was played, as `goto` takes it: 3 or 3...
func (t *scoresheet) NumberTyped(index int) string {
	number := t.Numbers(0)[index]
	if strings.HasSuffix(number, "...") {
		return number
	}
	return strings.TrimSuffix(number, ".")
}
