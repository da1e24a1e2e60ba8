package ruleset

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
)

// UCI says how engines write positions and moves, for a game that has its own engine protocol.
type UCI struct {
	// Notation is the name of the notation in which positions are written.
	Notation string
	// Move is how a step is written: role words in braces, such as {from}{to}{as}. A role that the
	// step does not have is left out; a site is its name, a kind its letter in lowercase.
	Move string
}

// SAN says what standard algebraic notation needs to know about a game.
type SAN struct {
	Silent string // the kind of piece whose letter is not written
	// a condition of the rules language: it holds if the player to move is in check
	Check string
	// moves with a name of their own, as O-O: the move's name and the direction chosen
	Moves map[string]string
}

// SGF says how a game is written in the Smart Game Format, which games with stones share.
type SGF struct {
	Game int // the number of the game in the property GM: 1 is Go, 11 Hex
	// letters (dd, counted from the top left, as Go) or names (c5, the names of the cells)
	Points  string
	Options map[string]string // properties of the root and the options that they set: SZ = "size"
	Moves   map[string]string // words that stand for moves without a point: swap-pieces = "steal"
}

// check says what is wrong with the description; "" if nothing is.
func (f *SGF) check() string {
	switch {
	case f.Game == 0 && f.Points == "" && f.Options == nil && f.Moves == nil:
		return ""
	case f.Game < 1:
		return "sgf needs the number of the game, such as game = 1"
	case f.Points != "letters" && f.Points != "names":
		return "sgf.points is letters or names"
	}
	return ""
}

// Notation returns the notation of that name.
func (info *Info) Notation(name string) (Notation, bool) {
	for _, n := range info.Notations {
		if strings.EqualFold(n.Name, name) {
			return n, true
		}
	}
	return Notation{}, false
}

// Write writes a position in the notation. What the notation has no field for is lost.
func (n Notation) Write(g *interp.Game, p *interp.Position) (string, error) {
	rows, _, _ := strings.Cut(g.PositionText(p), " ")
	fields := []string{rows}
	for _, f := range n.Fields {
		text, err := f.write(g.Rules(), p)
		if err != nil {
			return "", fmt.Errorf("notation %s: %w", n.Name, err)
		}
		fields = append(fields, text)
	}
	return strings.Join(fields, " "), nil
}

// write writes one field.
func (f Field) write(rules *ir.Game, p *interp.Position) (string, error) {
	switch f.What {
	case "player":
		name := rules.Players[p.ToMove()].Name
		for _, letter := range slices.Sorted(maps.Keys(f.Letters)) {
			if f.Letters[letter] == name {
				return letter, nil
			}
		}
		return "", fmt.Errorf("there is no letter for %s", name)
	case "round":
		return strconv.Itoa(p.Ply()/len(rules.Players) + 1), nil
	case "":
		return "-", nil
	}
	i := slices.IndexFunc(rules.States, func(s ir.State) bool { return s.Name == f.What })
	if i < 0 {
		return "", fmt.Errorf("the rules have no %s", f.What)
	}
	s := &rules.States[i]
	switch {
	case s.PerPlayer || s.PerPiece || s.PerCell:
		return "", fmt.Errorf("%s has more than one value", f.What)
	case s.Type == ir.Number:
		return strconv.FormatInt(p.Number(rules, i, -1, -1, topology.None), 10), nil
	case s.Type != ir.Sites:
		return "", fmt.Errorf("%s is neither a number nor a set of sites", f.What)
	}
	text := f.sites(rules.Board, p.Memory(rules, i, -1, -1, topology.None))
	if text == "" {
		text = "-"
	}
	return text, nil
}

// sites writes a set of sites: by the letters whose sites are all in it, or by name.
func (f Field) sites(b *topology.Board, set topology.Set) string {
	var text strings.Builder
	if f.Letters == nil {
		for x := range set.All() {
			text.WriteString(b.Names[x])
		}
		return text.String()
	}
	for _, letter := range slices.Sorted(maps.Keys(f.Letters)) {
		all := true
		for _, name := range strings.Split(f.Letters[letter], "+") {
			x, ok := b.SiteByName(name)
			all = all && ok && set.Has(x)
		}
		if all {
			text.WriteString(letter)
		}
	}
	return text.String()
}

// MoveText writes a step; false for a step that is not a move, such as a pass.
func (u *UCI) MoveText(g *interp.Game, m interp.Move) (string, bool) {
	id, values := g.Roles(m)
	if id >= ir.PassID || int(id) >= len(g.Rules().Moves) {
		return "", false
	}
	roles := g.Rules().Moves[id].Roles
	var text strings.Builder
	rest := u.Move
	for {
		before, behind, ok := strings.Cut(rest, "{")
		text.WriteString(before)
		word, after, closed := strings.Cut(behind, "}")
		if !ok || !closed {
			return text.String(), true
		}
		for i := range roles {
			if roles[i].Word != word {
				continue
			}
			switch roles[i].Type {
			case ir.Sites:
				text.WriteString(g.Rules().Board.Names[values[i]])
			case ir.Kinds:
				text.WriteString(strings.ToLower(g.Rules().Kinds[values[i]].Sign))
			default:
				text.WriteString(strconv.FormatInt(values[i], 10))
			}
		}
		rest = after
	}
}
