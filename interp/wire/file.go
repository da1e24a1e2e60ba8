package wire

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// MaxGame is the greatest size of one game in a file, in bytes. Files may have any size.
const MaxGame = 1 << 20

// GameError is a mistake in a game of a file.
type GameError struct {
	Game int // which game of the file it is, from 1; 0: not said
	Move int // the step that is wrong, from 1; 0: the mistake is elsewhere
	Line int // of the file, from 1; 0: unknown
	Err  error
}

// Error names the game and the move, or else the line.
func (e *GameError) Error() string {
	var where []string
	if e.Game > 0 {
		where = append(where, fmt.Sprintf("game %d", e.Game))
	}
	if e.Move > 0 {
		where = append(where, fmt.Sprintf("move %d", e.Move))
	}
	if where == nil && e.Line > 0 {
		where = append(where, fmt.Sprintf("line %d", e.Line))
	}
	if where == nil {
		return e.Err.Error()
	}
	return strings.Join(where, ", ") + ": " + e.Err.Error()
}

// Unwrap returns what is wrong.
func (e *GameError) Unwrap() error { return e.Err }

// Left counts what was left out, by what it is: a noun in the singular.
type Left map[string]int

func (l Left) add(noun string, n int) {
	if n > 0 {
		l[noun] += n
	}
}

// String lists what was left out: 12 comments, 3 variations.
func (l Left) String() string {
	var all []string
	for _, noun := range slices.Sorted(maps.Keys(l)) {
		first, rest, _ := strings.Cut(noun, " of ")
		if rest != "" {
			rest = " of " + rest
		}
		all = append(all, diag.Amount(l[noun], first)+rest)
	}
	return strings.Join(all, ", ")
}

// decoded returns a text of a file as UTF-8 without hidden characters, with line feeds at the ends
// of lines. What is not UTF-8 is Latin-1, the usual encoding of old files.
func decoded(data []byte, left Left) string {
	text := string(data)
	if !utf8.Valid(data) {
		runes := make([]rune, len(data))
		for i, c := range data {
			runes[i] = rune(c)
		}
		text = string(runes)
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if _, _, hidden := source.FirstHidden(text); !hidden && !strings.Contains(text, "\r") {
		return text
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(c rune) rune {
		if source.Hidden(c) {
			left.add("hidden character", 1)
			return -1
		}
		return c
	}, text)
}
