package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// signs is how position texts write the pieces of a game, and in which order its cells appear
// there.
//
// With one or two players a piece is the letter of its kind: uppercase for the first player,
// lowercase for the second or, for a neutral kind, for no one. With more players it is the player's
// initial and the letter of the kind: Bm. If letters are not enough, a piece is written out in
// parentheses: (Blue.marble), (arrow).
type signs struct {
	letter  []rune // by kind, lowercase: its own letter; 0 if it has none
	initial []rune // by player, uppercase, with more than two players; 0 if it is not unique
	rows    [][]topology.Site
}

func newSigns(rules *ir.Game) signs {
	s := signs{
		letter:  make([]rune, len(rules.Kinds)),
		initial: make([]rune, len(rules.Players)),
		rows:    rules.Board.Rows(),
	}
	for k := range rules.Kinds {
		if r, size := utf8.DecodeRuneInString(rules.Kinds[k].Sign); size == len(rules.Kinds[k].Sign) &&
			cased(r) {
			s.letter[k] = unicode.ToLower(r)
		}
	}
	for k, r := range s.letter {
		for other := range s.letter {
			if r != 0 && other != k && s.letter[other] == r {
				s.letter[k], s.letter[other] = 0, 0
			}
		}
	}
	if len(rules.Players) > 2 {
		times := map[rune]int{}
		for i := range rules.Players {
			r, _ := utf8.DecodeRuneInString(rules.Players[i].Name)
			if s.initial[i] = unicode.ToUpper(r); !cased(r) {
				s.initial[i] = 0
			}
			times[s.initial[i]]++
		}
		for i, r := range s.initial {
			if times[r] > 1 {
				s.initial[i] = 0
			}
		}
	}
	return s
}

// cased reports whether a letter has lowercase and uppercase forms that convert into each other.
func cased(r rune) bool {
	lower, upper := unicode.ToLower(r), unicode.ToUpper(r)
	return unicode.IsLetter(r) && lower != upper && unicode.ToLower(upper) == lower &&
		unicode.ToUpper(lower) == upper
}

// pieceSign writes a piece on a cell.
func (nm *names) pieceSign(owner, kind int) string {
	k := &nm.rules.Kinds[kind]
	letter := nm.signs.letter[kind]
	neutral := k.Neutral && owner == position.Nobody
	switch {
	case letter != 0 && neutral:
		return string(letter)
	case letter == 0 || owner == position.Nobody || k.Neutral:
	case len(nm.rules.Players) <= 2 && owner == 0:
		return string(unicode.ToUpper(letter))
	case len(nm.rules.Players) <= 2:
		return string(letter)
	case nm.signs.initial[owner] != 0:
		return string(nm.signs.initial[owner]) + string(letter)
	}
	if owner == position.Nobody {
		return "(" + k.Name + ")"
	}
	return "(" + nm.rules.Players[owner].Name + "." + k.Name + ")"
}

// piecesBySign returns what every sign without parentheses means.
func (nm *names) piecesBySign() map[string]piece {
	all := map[string]piece{}
	for kind := range nm.rules.Kinds {
		owners := []int{position.Nobody}
		if !nm.rules.Kinds[kind].Neutral {
			owners = owners[:0]
			for i := range nm.rules.Players {
				owners = append(owners, i)
			}
		}
		for _, owner := range owners {
			if sign := nm.pieceSign(owner, kind); !strings.HasPrefix(sign, "(") {
				all[sign] = piece{owner, kind}
			}
		}
	}
	return all
}

// piece is a piece: its owner (or position.Nobody) and its kind.
type piece struct{ owner, kind int }
