package table

import (
	"fmt"
	"strings"

	"boardgame/dsl/diag"
)

// SeatAs gives the seats to those who sat at the table before (nil for nobody), as far as there are
// seats and bots with these names. It returns a message about those who get no seat.
func (t *Table) SeatAs(before *Table) (lost []string) {
	if before == nil {
		return nil
	}
	for i, seat := range before.Seats {
		switch {
		case seat.IsHuman():
		case seat.Program && t.Sheet.Speech.Rules().Hash == before.Sheet.Speech.Rules().Hash:
			t.Seats[i] = seat
		case i >= len(t.Seats):
			lost = append(lost, fmt.Sprintf("There is no seat for %s, who played %s.", seat.Level,
				before.Sheet.Speech.PlayerName(i)))
		case t.Sit(i, seat.Level) != nil:
			lost = append(lost, fmt.Sprintf(
				"%s played by a person: this game has no bot %s, who sat there; `bots` lists "+
					"those it has.", t.Sheet.Speech.Does(i, "is"), seat.Level))
		}
	}
	return lost
}

// Diagnostics writes what is wrong with rules, without color.
func Diagnostics(list diag.List) string {
	var b strings.Builder
	_ = diag.Text(&b, list, diag.Options{Limit: 10, Summary: true}) // to memory: cannot fail
	return b.String()
}
