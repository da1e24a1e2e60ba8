package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/topology"
	"boardgame/interp/position"
)

// The words of a position text that are not names of the rules. All of them are words of the
// language, so no counter, memory, kind or option can have these names.
const (
	wordPly    = "ply"    // ply=12: turns taken
	wordPasses = "passes" // passes=1: turns in a row that were a pass
	wordLost   = "lose"   // lose=Red,Blue: players out
	wordThen   = "then"   // then=jump:from=d4,leap:from=d4: what may follow in this turn
	wordDone   = "done"   // done=2: steps of this turn already taken
	wordChance = "chance" // chance=1: how many of these were drawn by chance
	// setup: the game is being set up by chance; the steps are those of the setup
	wordSetup  = "setup"
	wordAgain  = "again" // again: the same player takes the next turn
	wordPassed = "pass"  // pass: the last step of this turn was a pass
	// most=1:3: what a turn must reach in the first group of the rules with `most` or `least`
	wordMost = "most"
	// end=2: the game is over by the second sentence; end=0: by something else
	wordOver    = "end"
	wordWinners = "win" // win=Red: who has won; several have drawn among themselves
)

// PositionText writes a position in one line, which [Notation.ParsePosition] reads:
//
//	r3k2r/8/8/8/8/8/8/R3K2R White fresh=a1,e1 quiet=3 ply=12
//
// First come the rows of the board from the top, separated by `/`: a number counts empty cells, and
// a letter is a piece of that kind, uppercase for the first player and lowercase for the second.
// With three or more players the player's initial comes first (Bm); what letters cannot say is in
// parentheses: (Blue.marble), (arrow). A tower is in brackets, lowest piece first: [mM]. Then comes
// the player to move, and then, in any order, what differs from the beginning of the game:
//
//	points=4  marbles(Red)=3  seeds(a3)=0    a counter, with the player, kind and cell it is kept for
//	fresh=a1,e1  ep=none                     a memory
//	wall=d4e,d4ne  post(Red)=a1n             pieces on edges and corners
//	size=8                                   an option that is not at its default
//	ply=12  passes=1  lose=Red               turns taken, turns in a row that were passes, players
//	                                         who are out
//	then=jump:from=d4,leap:from=d4 done=2    in the middle of a turn: what may follow, and the steps
//	                                         already taken
//	setup  chance=1                          chance is setting up the game; so many of the steps
//	                                         taken nobody chose
//	again  pass  most=1:3                    the same player is next; the last step was a pass; what
//	                                         the turn must reach
//	end=1 win=Red                            the game is over
//
// The text does not contain the history: repetitions are counted from here. Nor does it contain the
// earlier positions of an unfinished turn.
func (nt *Notation) PositionText(p *position.Position) string {
	nt = nt.orEmpty()
	if mover := p.ToMove(); mover < 0 || mover >= len(nt.rules.Players) {
		return ""
	}
	return strings.Join(nt.positions.viewFields(whole(p), false), " ")
}

// whole is the view of one who sees everything, even what may follow.
func whole(p *position.Position) *position.View {
	s := p.State()
	return &position.View{State: s, Numbers: make([]bool, len(s.Numbers)),
		Memories: make([]bool, len(s.Memories))}
}

// courseText writes what is neither on the board nor declared by the rules: the turn, who is out,
// and how the game has ended.
func (pos *positions) courseText(p *position.State) (fields []string) {
	add := func(format string,
		args ...any) {
		fields = append(fields, fmt.Sprintf(format, args...))
	}
	if p.Ply != pos.nt.player.Start().Ply() {
		add("%s=%d", wordPly, p.Ply)
	}
	if p.Passes != 0 {
		add("%s=%d", wordPasses, p.Passes)
	}
	if p.Out != 0 {
		var out []int
		for i := range pos.rules.Players {
			if !p.In(i) {
				out = append(out, i)
			}
		}
		add("%s=%s", wordLost, pos.names.playerNames(out))
	}
	if pending := p.Pending; pending != nil {
		add("%s=%s", wordThen, pos.thenText(pending))
		for _, aim := range pending.Aims {
			values := lists.Map(aim.Values, func(v int64) string { return strconv.FormatInt(v, 10) })
			add("%s=%d:%s", wordMost, pos.aimNumber(aim), strings.Join(values, ","))
		}
	}
	if p.Steps != stepsByDefault(p) {
		add("%s=%d", wordDone, p.Steps)
	}
	if p.Chances != 0 {
		add("%s=%d", wordChance, p.Chances)
	}
	if p.SettingUp {
		add(wordSetup)
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
			add("%s=%s", wordWinners, pos.names.playerNames(r.Winners))
		}
	}
	return fields
}

// stepsByDefault is the number of steps taken in the turn if the text does not say: one if
// something may follow.
func stepsByDefault(p *position.State) int {
	if p.Pending != nil {
		return 1
	}
	return 0
}

func (nm *names) sitesText(s topology.Set) string {
	var names []string
	for x := range s.All() {
		names = append(names, nm.siteName(x))
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

func (nm *names) playerNames(players []int) string {
	names := lists.Map(players, func(i int) string { return nm.rules.Players[i].Name })
	return orNone(strings.Join(names, ","))
}

// stateSlot is one value of a state: for which player, kind and cell (-1: not per that), and where
// a position keeps it.
type stateSlot struct {
	player, kind int
	cell         topology.Site
	index        int
}

// slots yields the values of a state in the order in which positions keep them.
func (nm *names) slots(state int) []stateSlot {
	s := &nm.rules.States[state]
	players, kinds, cells := nm.rules.Extent(s)
	base := nm.rules.Base(state)
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

func (nm *names) slotName(s *ir.State, slot stateSlot) string {
	var of []string
	if slot.player >= 0 {
		of = append(of, nm.rules.Players[slot.player].Name)
	}
	if slot.kind >= 0 {
		of = append(of, nm.rules.Kinds[slot.kind].Name)
	}
	if slot.cell >= 0 {
		of = append(of, nm.siteName(slot.cell))
	}
	if len(of) == 0 {
		return s.Name
	}
	return s.Name + "(" + strings.Join(of, ",") + ")"
}

// setText writes the value of a memory of sites or of steps.
func (nm *names) setText(s *ir.State, set topology.Set) string {
	if s.Type == ir.Sites {
		return nm.sitesText(set)
	}
	var names []string
	for r := range set.All() {
		names = append(names, nm.relationName(topology.Relation(r)))
	}
	return orNone(strings.Join(names, ","))
}

// numberText writes the value of a counter, or of a memory of players, kinds or a truth.
func (nm *names) numberText(s *ir.State, v int64) string {
	var names []string
	switch s.Type {
	case ir.Players:
		for i := range nm.rules.Players {
			if v>>i&1 != 0 {
				names = append(names, nm.rules.Players[i].Name)
			}
		}
	case ir.Kinds:
		for i := range nm.rules.Kinds {
			if v>>i&1 != 0 {
				names = append(names, nm.rules.Kinds[i].Name)
			}
		}
	case ir.Truth:
		return strconv.FormatBool(v != 0)
	default:
		return strconv.FormatInt(v, 10)
	}
	return orNone(strings.Join(names, ","))
}
