package level

import (
	"fmt"
	"sort"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/interp/position"
)

// Reader reads the parts of steps.
type Reader struct {
	rules  *ir.Game
	layout position.Layout
}

// NewReader returns a reader for the steps of a game.
func NewReader(rules *ir.Game) Reader { return Reader{rules, position.NewLayout(rules)} }

// Key returns the value that a step has for `move` or for a role word; false where its move lacks
// the role.
func (r Reader) Key(m position.Move, word string) (int64, bool) {
	id, values := r.layout.Unpack(m)
	if word == "move" {
		return int64(id), true
	}
	if r.rules == nil || int(id) >= len(r.rules.Moves) {
		return -1, false
	}
	for i, role := range r.rules.Moves[id].Roles {
		if role.Word == word && role.Among == nil {
			return values[i], true
		}
	}
	return -1, false
}

// Order sorts steps by keys that a level names, for bots that take the first of several best ones.
type Order struct {
	Reader
	keys []orderKey
}

// orderKey is one entry of a level's `order`: a role word or `move`, and what to sort it by.
type orderKey struct {
	word   string
	rank   map[int64]int64 // of names: place in the list; names not listed come last
	fields []string        // of sites: row, column, site, with a leading - for descending
}

// NewOrder reads the entries of a level's `order`.
func NewOrder(rules *ir.Game, entries []string) (*Order, error) {
	o := &Order{Reader: NewReader(rules)}
	for _, entry := range entries {
		words := strings.Fields(entry)
		if len(words) < 2 {
			return nil, fmt.Errorf(
				"order has %q; write a role and what to sort it by, as in \"at -row column\"", entry)
		}
		key := orderKey{word: words[0]}
		if key.word != "move" && !isRole(key.word) {
			return nil, fmt.Errorf("order begins with %q; it can be move or a role: %s", key.word,
				list(roleWords))
		}
		if isField(words[1]) {
			for _, f := range words[1:] {
				if !isField(f) {
					return nil, fmt.Errorf("order %q: sites are sorted by row, column or site, or -row … for "+
						"descending, not by %q", entry, f)
				}
			}
			key.fields = words[1:]
		} else {
			key.rank = map[int64]int64{}
			for i, name := range words[1:] {
				n, ok := numberOf(rules, key.word, name)
				if !ok {
					return nil, fmt.Errorf("order %q: there is no %q", entry, name)
				}
				key.rank[n] = int64(i)
			}
		}
		o.keys = append(o.keys, key)
	}
	return o, nil
}

func isField(f string) bool {
	switch strings.TrimPrefix(f, "-") {
	case "row", "column", "site":
		return true
	}
	return false
}

// numberOf finds what a name stands for as the value of a role: a direction, a kind, or for `move`
// a move.
func numberOf(rules *ir.Game, word, name string) (int64, bool) {
	if word == "move" {
		for _, m := range rules.Moves {
			if m.Name == name {
				return int64(m.ID), true
			}
		}
		return 0, false
	}
	for i, d := range rules.Board.Directions {
		if d.Name == name {
			return int64(i), true
		}
	}
	for i, k := range rules.Kinds {
		if k.Name == name {
			return int64(i), true
		}
	}
	return 0, false
}

// Sort sorts steps stably.
func (o *Order) Sort(moves []position.Move) {
	if len(o.keys) == 0 {
		return
	}
	sortKeys := make(map[position.Move][]int64, len(moves))
	for _, m := range moves {
		sortKeys[m] = o.of(m)
	}
	sort.SliceStable(moves, func(i, j int) bool {
		a, b := sortKeys[moves[i]], sortKeys[moves[j]]
		for k := range a {
			if a[k] != b[k] {
				return a[k] < b[k]
			}
		}
		return false
	})
}

func (o *Order) of(m position.Move) []int64 {
	var keys []int64
	for _, k := range o.keys {
		value, ok := o.Key(m, k.word)
		if k.rank != nil {
			place, listed := k.rank[value]
			if !ok || !listed {
				place = int64(len(k.rank))
			}
			keys = append(keys, place)
			continue
		}
		for _, f := range k.fields {
			var n int64
			if ok && value >= 0 && value < int64(o.rules.Board.Sites) {
				switch strings.TrimPrefix(f, "-") {
				case "row":
					n = int64(o.rules.Board.Row[value])
				case "column":
					n = int64(o.rules.Board.Column[value])
				default:
					n = value
				}
			}
			if f[0] == '-' {
				n = -n
			}
			keys = append(keys, n)
		}
	}
	return keys
}
