package interp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// The words of a position text that are no names of the rules. All of them are words of the language, so no counter,
// memory, kind or option can be called so.
const (
	wordPly     = "ply"    // ply=12: turns taken
	wordPasses  = "passes" // passes=1: turns in a row that were a pass
	wordLost    = "lose"   // lose=Red,Blue: players out
	wordThen    = "then"   // then=jump:from=d4,leap:from=d4: what may follow in this turn
	wordDone    = "done"   // done=2: steps of this turn already taken
	wordAgain   = "again"  // again: the same player takes the next turn
	wordPassed  = "pass"   // pass: the last step of this turn was a pass
	wordMost    = "most"   // most=1:3: what a turn must reach in the first group of the rules with `most` or `least`
	wordOver    = "end"    // end=2: the game is over by the second sentence; end=0: by something else
	wordWinners = "win"    // win=Red: who has won; several have drawn among themselves
)

// PositionText writes a position in one line, which [Game.ParsePosition] reads:
//
//	r3k2r/8/8/8/8/8/8/R3K2R White fresh=a1,e1 quiet=3 ply=12
//
// First the rows of the board from the top, parted by `/`: a number is so many empty cells, a letter is a piece of that kind, a
// capital the first player's and a small one the second's. With three and more players the player's initial stands before (Bm); what letters
// cannot say stands in parentheses: (Blue.marble), (arrow). Then the player to move. Then, in any order, what differs from the
// beginning of the game:
//
//	points=4  marbles(Red)=3  seeds(a3)=0    a counter, with the player, kind and cell it is kept for
//	fresh=a1,e1  ep=none                     a memory
//	wall=d4e,d4ne  post(Red)=a1n             pieces on edges and corners
//	size=8                                   an option that is not at its default
//	ply=12  passes=1  lose=Red               turns taken, turns in a row that were passes, players who are out
//	then=jump:from=d4,leap:from=d4 done=2    in the middle of a turn: what may follow, and the steps already taken
//	again  pass  most=1:3                    the same player is next; the last step was a pass; what the turn must reach
//	end=1 win=Red                            the game is over
//
// What went before is not part of the text: repetitions are counted from here. Nor are the earlier positions of a turn under way.
func (g *Game) PositionText(p *Position) string {
	fields := []string{g.rowsText(p), g.rules.Players[p.ToMove].Name}
	add := func(format string, args ...any) { fields = append(fields, fmt.Sprintf(format, args...)) }
	for i := range g.rules.Options {
		if o := &g.rules.Options[i]; o.Value != o.Default {
			add("%s=%s", o.Name, o.Value)
		}
	}
	fields = append(fields, g.looseText(p)...)
	fields = append(fields, g.statesText(p)...)
	if p.Ply != g.Start().Ply {
		add("%s=%d", wordPly, p.Ply)
	}
	if p.Passes != 0 {
		add("%s=%d", wordPasses, p.Passes)
	}
	if p.Out != 0 {
		var out []int
		for i := range g.rules.Players {
			if !p.In(i) {
				out = append(out, i)
			}
		}
		add("%s=%s", wordLost, g.playerNames(out))
	}
	if p.Pending != nil {
		add("%s=%s", wordThen, g.thenText(p.Pending))
		for _, aim := range p.Pending.Aims {
			var values []string
			for _, v := range aim.Values {
				values = append(values, strconv.FormatInt(v, 10))
			}
			add("%s=%d:%s", wordMost, g.aimNumber(aim), strings.Join(values, ","))
		}
	}
	if p.Steps != stepsByDefault(p) {
		add("%s=%d", wordDone, p.Steps)
	}
	if p.Again {
		add(wordAgain)
	}
	if p.Passed {
		add(wordPassed)
	}
	if r := p.Result; r != nil {
		add("%s=%d", wordOver, r.Sentence+1)
		if len(r.Winners) > 0 {
			add("%s=%s", wordWinners, g.playerNames(r.Winners))
		}
	}
	return strings.Join(fields, " ")
}

// stepsByDefault is how many steps of the turn are taken if the text does not say: one if something may follow.
func stepsByDefault(p *Position) int {
	if p.Pending != nil {
		return 1
	}
	return 0
}

func (g *Game) rowsText(p *Position) string {
	var b strings.Builder
	for i, row := range g.signs.rows {
		if i > 0 {
			b.WriteByte('/')
		}
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
		}
		for _, s := range row {
			owner, kind, ok := p.At(s)
			if !ok {
				empty++
				continue
			}
			flush()
			b.WriteString(g.pieceSign(owner, kind))
		}
		flush()
	}
	return b.String()
}

// looseText writes the pieces on edges and corners.
func (g *Game) looseText(p *Position) []string {
	b := g.rules.Board
	plane := b.Edges.Or(b.Corners)
	var fields []string
	for kind := range g.rules.Kinds {
		here := p.OfKind[kind].And(plane)
		if here.Empty() {
			continue
		}
		rest := here
		for owner := range g.rules.Players {
			owned := here.And(p.Owned[owner])
			rest = rest.Minus(owned)
			if !owned.Empty() {
				fields = append(fields, fmt.Sprintf("%s(%s)=%s", g.rules.Kinds[kind].Name, g.rules.Players[owner].Name, g.sitesText(owned)))
			}
		}
		if !rest.Empty() {
			fields = append(fields, g.rules.Kinds[kind].Name+"="+g.sitesText(rest))
		}
	}
	return fields
}

func (g *Game) sitesText(s topology.Set) string {
	var names []string
	for x := range s.All() {
		names = append(names, g.siteName(x))
	}
	slices.Sort(names)
	return orNone(strings.Join(names, ","))
}

func orNone(list string) string {
	if list == "" {
		return "none"
	}
	return list
}

func (g *Game) playerNames(players []int) string {
	var names []string
	for _, i := range players {
		names = append(names, g.rules.Players[i].Name)
	}
	return orNone(strings.Join(names, ","))
}

// stateSlot is one value of a state: for which player, kind and cell (-1: not per that), and where a position keeps it.
type stateSlot struct {
	player, kind int
	cell         topology.Site
	index        int
}

// slots yields the values of a state in the order in which positions keep them.
func (g *Game) slots(state int) []stateSlot {
	s := &g.rules.States[state]
	players, kinds, cells := position.Extent(g.rules, s)
	base := position.Base(g.rules, state)
	per := func(per bool, n int) int {
		if per {
			return n
		}
		return -1
	}
	all := make([]stateSlot, 0, players*kinds*cells)
	for i := range players * kinds * cells {
		all = append(all, stateSlot{
			player: per(s.PerPlayer, i/(kinds*cells)),
			kind:   per(s.PerPiece, i/cells%kinds),
			cell:   topology.Site(per(s.PerCell, i%cells)),
			index:  base + i,
		})
	}
	return all
}

// statesText writes the counters and memories that are not what they are at the beginning.
func (g *Game) statesText(p *Position) []string {
	start := g.Start()
	var fields []string
	for state := range g.rules.States {
		s := &g.rules.States[state]
		inSets := position.InSets(s)
		for _, slot := range g.slots(state) {
			var value string
			switch {
			case inSets && p.Memories[slot.index] != start.Memories[slot.index]:
				value = g.setText(s, p.Memories[slot.index])
			case !inSets && p.Numbers[slot.index] != start.Numbers[slot.index]:
				value = g.numberText(s, p.Numbers[slot.index])
			default:
				continue
			}
			fields = append(fields, g.slotName(s, slot)+"="+value)
		}
	}
	return fields
}

func (g *Game) slotName(s *ir.State, slot stateSlot) string {
	var of []string
	if slot.player >= 0 {
		of = append(of, g.rules.Players[slot.player].Name)
	}
	if slot.kind >= 0 {
		of = append(of, g.rules.Kinds[slot.kind].Name)
	}
	if slot.cell >= 0 {
		of = append(of, g.siteName(slot.cell))
	}
	if len(of) == 0 {
		return s.Name
	}
	return s.Name + "(" + strings.Join(of, ",") + ")"
}

// setText writes the value of a memory of sites or of steps.
func (g *Game) setText(s *ir.State, set topology.Set) string {
	if s.Type == ir.Sites {
		return g.sitesText(set)
	}
	var names []string
	for r := range set.All() {
		names = append(names, g.relationName(topology.Relation(r)))
	}
	return orNone(strings.Join(names, ","))
}

// numberText writes the value of a counter, or of a memory of players, kinds or a truth.
func (g *Game) numberText(s *ir.State, v int64) string {
	var names []string
	switch s.Type {
	case ir.Players:
		for i := range g.rules.Players {
			if v>>i&1 != 0 {
				names = append(names, g.rules.Players[i].Name)
			}
		}
	case ir.Kinds:
		for i := range g.rules.Kinds {
			if v>>i&1 != 0 {
				names = append(names, g.rules.Kinds[i].Name)
			}
		}
	case ir.Truth:
		return strconv.FormatBool(v != 0)
	default:
		return strconv.FormatInt(v, 10)
	}
	return orNone(strings.Join(names, ","))
}

// thenText writes what may follow in a turn: groups parted by `|`, items by `,`; a role bound beforehand stands behind a `:`, its
// values joined by `+`. Where items alone do not tell which `then` of the rules they come from, the move whose it is
// stands before, with a `/`.
func (g *Game) thenText(pending *position.Pending) string {
	var groups []string
	for _, group := range pending.Groups {
		var items []string
		for i := range group.Items {
			items = append(items, g.itemText(&group.Items[i]))
		}
		groups = append(groups, strings.Join(items, ","))
	}
	text := strings.Join(groups, "|")
	first := pending.Groups[0].Group
	if found := g.findChoice(pending.Groups, ""); found == nil || !slices.Contains(found.Groups, first) {
		for _, mv := range g.rules.Moves {
			if mv.Then != nil && slices.Contains(mv.Then.Groups, first) {
				return mv.Name + "/" + text
			}
		}
	}
	return text
}

var outcomeWords = map[ir.ItemOp]string{
	ir.PassItem: "pass", ir.DoneItem: "done", ir.WinItem: "win", ir.LoseItem: "lose", ir.DrawItem: "draw", ir.IllegalItem: "illegal",
}

func (g *Game) itemText(item *position.PendingItem) string {
	if item.Op != ir.MoveItem {
		return outcomeWords[item.Op]
	}
	mv := g.rules.Moves[item.Move]
	text := mv.Name
	for i := range item.Roles {
		set := &item.Roles[i]
		text += ":" + mv.Roles[set.Role].Word + "=" + strings.Join(g.roleSetNames(&mv.Roles[set.Role], set), "+")
	}
	return text
}

func (g *Game) roleSetNames(role *ir.Role, set *position.RoleSet) []string {
	var names []string
	switch role.Type {
	case ir.Sites:
		for s := range set.Sites.All() {
			names = append(names, g.siteName(s))
		}
	case ir.Steps:
		for r := range set.Dirs.All() {
			names = append(names, g.relationName(r))
		}
	default:
		for i := range 64 {
			if set.Bits>>i&1 != 0 {
				names = append(names, g.valueText(role, int64(i), false))
			}
		}
	}
	if len(names) == 0 {
		return []string{"none"}
	}
	return names
}

// choices returns every choice of the rules from which something may be pending: the turn, and the `then` of the moves,
// with the name of the move.
func (g *Game) choices() (all []*ir.Choice, of []string) {
	if g.rules.Turn != nil {
		all, of = append(all, g.rules.Turn), append(of, "turn")
	}
	for _, mv := range g.rules.Moves {
		if mv.Then != nil {
			all, of = append(all, mv.Then), append(of, mv.Name)
		}
	}
	return all, of
}

// findChoice returns the first `then` (of the named move, or of any) from which the groups can come, or nil.
func (g *Game) findChoice(groups []position.PendingGroup, name string) *ir.Choice {
	all, of := g.choices()
	for i, c := range all {
		if of[i] != "turn" && (name == "" || strings.EqualFold(name, of[i])) && matchGroups(groups, c) != nil {
			return c
		}
	}
	return nil
}

// matchGroups finds for each pending group the group of the choice that it comes from: its items are some of that group's, in
// order, and so are the groups. It returns nil if there is no such match.
func matchGroups(groups []position.PendingGroup, c *ir.Choice) []*ir.Group {
	var matched []*ir.Group
	rest := c.Groups
	for i := range groups {
		for len(rest) > 0 && matchItems(&groups[i], rest[0]) == nil {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return nil
		}
		matched, rest = append(matched, rest[0]), rest[1:]
	}
	return matched
}

func matchItems(group *position.PendingGroup, of *ir.Group) []*ir.Item {
	matched := make([]*ir.Item, 0, len(group.Items))
	rest := of.Items
	for i := range group.Items {
		for len(rest) > 0 && !matchItem(&group.Items[i], rest[0]) {
			rest = rest[1:]
		}
		if len(rest) == 0 {
			return nil
		}
		matched, rest = append(matched, rest[0]), rest[1:]
	}
	return matched
}

func matchItem(item *position.PendingItem, of *ir.Item) bool {
	return item.Op == of.Op && (item.Op != ir.MoveItem || item.Move == of.Move &&
		slices.EqualFunc(item.Roles, of.Roles, func(a position.RoleSet, b ir.RoleValue) bool { return a.Role == b.Role }))
}

// aimGroups returns the groups of the rules with `most` or `least`, in order: the numbers in `most=1:3` count them from 1.
func (g *Game) aimGroups() []*ir.Group {
	var groups []*ir.Group
	all, _ := g.choices()
	for _, c := range all {
		for _, group := range c.Groups {
			if len(group.Best) > 0 {
				groups = append(groups, group)
			}
		}
	}
	return groups
}

// aimNumber returns the number of the group by whose expressions an aim is measured.
func (g *Game) aimNumber(aim *position.Aim) int {
	return 1 + slices.IndexFunc(g.aimGroups(), func(group *ir.Group) bool { return slices.Equal(group.Best, aim.By) })
}
