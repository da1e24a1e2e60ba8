package bot

import (
	"math/rand/v2"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/engine"
	"boardgame/interp/position"
)

// heap is a game small enough to be known by heart: one heap of counters, a turn takes 1, 2 or 3 of
// them, and who takes the last one wins. With n counters left the player to move loses if and only
// if n is a multiple of 4. The number of players may be more than two. With sly = true a step of 1
// leaves the turn open for one more step of 1 or `done`.
type heap struct {
	interp.Engine // nil: of what an engine can do, bots use only the methods below
	rules         *ir.Game
	sly           bool
}

func newHeap(players int, sly bool) *heap {
	role := []ir.Role{{Word: "with", Name: "n", Type: ir.Number}}
	g := &ir.Game{Title: "Heap", Board: &topology.Board{Sites: 1},
		Moves:  []*ir.Move{{ID: 0, Name: "take", Roles: role}},
		States: []ir.State{{Name: "left", Type: ir.Number}}}
	for i := range players {
		g.Players = append(g.Players, ir.Player{Name: string(rune('A' + i))})
	}
	g.Values = []*ir.Value{{Name: "flat"}, {Name: "parity"}}
	return &heap{rules: g, sly: sly}
}

// newTeams is a heap for four, in which those who face each other play together.
func newTeams(sly bool) *heap {
	h := newHeap(4, sly)
	for i := range h.rules.Players {
		h.rules.Players[i].Team = 0b0101 << (i & 1)
	}
	return h
}

func (h *heap) Rules() *ir.Game          { return h.rules }
func (h *heap) NewEngine() interp.Engine { return h }
func (h *heap) Program() *engine.Program { return nil }

func (h *heap) start(n int64) *position.Position {
	s := position.NewState(len(h.rules.Players), 1, 1, 0)
	s.Numbers[0] = n
	return position.Of(s)
}

func (h *heap) take(n int64) position.Move {
	m, _ := position.NewLayout(h.rules).Pack(0, []int64{n})
	return m
}

func (h *heap) Weights(*position.Position) []int64 { return nil }

func (h *heap) Moves(p *position.Position) []position.Move {
	if p.Result() != nil {
		return nil
	}
	if p.InTurn() {
		return []position.Move{h.take(1), position.Done}
	}
	var moves []position.Move
	for n := int64(1); n <= min(3, p.State().Numbers[0]); n++ {
		moves = append(moves, h.take(n))
	}
	return moves
}

func (h *heap) Play(p *position.Position, m position.Move) *position.Position {
	q := p.Clone()
	n := int64(0)
	if m != position.Done {
		_, values := position.NewLayout(h.rules).Unpack(m)
		n = values[0]
	}
	q.Numbers[0] -= n
	if q.Numbers[0] == 0 {
		q.Result = &position.Result{Winners: ir.Members(h.rules.Team(p.ToMove()))}
		return position.Of(q)
	}
	if h.sly && n == 1 && !p.InTurn() {
		q.Pending, q.Steps = &position.Pending{}, 1
		return position.Of(q)
	}
	q.Pending, q.Steps = nil, 0
	q.Ply++
	q.ToMove = q.NextAfter(q.ToMove)
	return position.Of(q)
}

// Value: flat is 0; parity is 10 where the opponent is to move at a multiple of 4.
func (h *heap) Value(p *position.Position, v *ir.Value, me int) int64 {
	if v.Name == "parity" && p.State().Numbers[0]%4 == 0 {
		if h.rules.Team(me)>>p.ToMove()&1 == 0 {
			return 10
		}
		return -10
	}
	return 0
}

func testRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 7)) }
