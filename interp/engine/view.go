package engine

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/interp/compile"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// view reads a position from the bytes of a slot.
type view struct {
	p *Program
	b []byte
}

// viewOf returns the contents of a slot. It is valid until you call a method that changes memory.
func viewOf(in *Instance, s Slot) view {
	return view{in.p, in.mem.peek(uint32(s), in.p.SlotSize)}
}

func (v view) get16(at uint32) uint16 { return binary.LittleEndian.Uint16(v.b[at:]) }
func (v view) get64(at uint32) uint64 { return binary.LittleEndian.Uint64(v.b[at:]) }

func (v view) number(i int) int64 { return int64(v.get64(compile.NumbersAt + 8*uint32(i))) }

func (v view) over() bool  { return v.b[compile.HeadOver] != 0 }
func (v view) toMove() int { return int(v.b[compile.HeadMover]) }
func (v view) ply() int    { return int(v.number(compile.NumPly)) }
func (v view) steps() int  { return int(v.get16(compile.HeadSteps)) }

// chances returns how many steps of the turn were drawn by chance.
func (v view) chances() int {
	if v.p.Chance == 0 {
		return 0
	}
	return int(v.number(v.p.Chance + compile.NumChances))
}

// settingUp reports whether chance is still setting up the game.
func (v view) settingUp() bool {
	return v.p.Chance > 0 && v.number(v.p.Chance+compile.NumSetup) != 0
}

// field returns a set of a position.
func (v view) field(i int) (set compile.Bits) {
	for k := range v.p.FieldWords[i] {
		set[k] = v.get64(v.p.FieldAt[i] + uint32(8*k))
	}
	return set
}

// sites joins the parts of a set of sites, by plane.
func (v view) sites(fields []int) topology.Set {
	var all topology.Set
	for plane, f := range fields {
		if f >= 0 {
			all = all.Or(v.p.Layout.Join(plane, v.field(f)))
		}
	}
	return all
}

// shown returns the position as the evaluator keeps it, without its result, its history and its
// list of legal steps.
func (v view) shown() *position.State {
	p := v.p
	g := p.Game
	numbers, memories := g.Sizes()
	q := position.NewState(len(g.Players), len(g.Kinds), numbers, memories)
	var owned topology.Set
	for player := range q.Owned {
		q.Owned[player] = v.sites(p.Owned[player])
		owned = owned.Or(q.Owned[player])
	}
	for kind := range q.OfKind {
		q.OfKind[kind] = v.sites(p.Kinds[kind])
		if slices.Contains(p.Kinds[kind], -2) {
			q.OfKind[kind] = owned
		}
	}
	if g.Towers {
		q.Raise(g.Board.Sites)
		for x := range g.Board.Cells.All() {
			plane, bit := int(p.Layout.Plane[x]), int(p.Layout.Bit[x])
			q.Below[x] = p.Tower(plane, func(f int) bool {
				return bit>>6 < p.FieldWords[f] && v.get64(p.FieldAt[f]+uint32(bit>>6*8))>>(bit&63)&1 != 0
			})
		}
	}
	for i := range q.Memories {
		q.Memories[i] = v.sites(p.Memory[i])
	}
	for i := range q.Numbers {
		q.Numbers[i] = v.number(compile.NumFirst + i)
	}
	q.ToMove = v.toMove()
	q.Ply = v.ply()
	q.Passes = int(v.number(compile.NumPasses))
	q.Out = uint16(v.number(compile.NumOut))
	q.Steps = v.steps()
	q.Again = v.number(compile.NumAgain) != 0
	q.Passed = v.b[compile.HeadPassed] != 0
	q.Since = q.Steps
	if p.Chance > 0 {
		q.Chances, q.SettingUp = v.chances(), v.settingUp()
		q.Since -= int(v.number(p.Chance + compile.NumSince))
	}
	if c := v.get16(compile.HeadChoice); c > 0 && c != compile.TurnOver && !v.over() {
		q.Pending = v.open(v.p.Choices[c])
	}
	return q
}

// open returns the pending choice as the evaluator keeps it.
func (v view) open(ch *compile.Choice) *position.Pending {
	var pending position.Pending
	open := v.number(compile.NumOpen)
	for i, g := range ch.Groups {
		group := position.PendingGroup{Group: ch.Source.Groups[i]}
		for _, it := range g.Items {
			if open>>it.Index&1 == 0 {
				continue
			}
			item := position.PendingItem{Op: it.Source.Op, Move: it.Source.Move, Item: it.Source}
			for _, pr := range it.Roles {
				set := position.RoleSet{Role: pr.Role}
				if pr.Slot >= 0 {
					set.Sites = v.sites(v.p.Pending[pr.Slot])
				} else {
					set.Bits = uint64(v.number(pr.Number))
					for w := range set.Dirs {
						set.Dirs[w] = uint64(v.number(pr.Number + 1 + w))
					}
				}
				item.Roles = append(item.Roles, set)
			}
			group.Items = append(group.Items, item)
		}
		if len(group.Items) > 0 {
			pending.Groups = append(pending.Groups, group)
		}
	}
	for _, ch := range v.p.Choices {
		for i, g := range ch.Groups {
			if g.Best > 0 && v.number(g.Aim) != 0 {
				aim := &position.Aim{By: ch.Source.Groups[i].Best}
				for k := range g.Best {
					aim.Values = append(aim.Values, v.number(g.Aim+1+k))
				}
				pending.Aims = append(pending.Aims, aim)
			}
		}
	}
	return &pending
}

// result returns how the game ended; the game must be over. given is the result with which the
// position was loaded, if it was over then.
func (v view) result(given *position.Result) *position.Result {
	if given != nil {
		return given
	}
	p := v.p
	r := &position.Result{Draw: v.b[compile.HeadDraw] != 0, Sentence: -1}
	for w := v.get16(compile.HeadWinners); w != 0; w &= w - 1 {
		r.Winners = append(r.Winners, bits.TrailingZeros16(w))
	}
	switch end := int(int16(v.get16(compile.HeadEnd))); end {
	case compile.EndItem:
		r.Reason = "no move is left"
		item := int(v.get16(compile.HeadItem))
		for _, group := range p.Choices[v.get16(compile.HeadOf)].Groups {
			for _, it := range group.Items {
				if it.Index == item {
					r.Reason = it.Source.Reason()
				}
			}
		}
	case compile.EndDry:
		r.Reason = eval.ReasonNoMove
	case compile.EndCircle:
		r.Reason = eval.RoundReason(v.settingUp())
	case compile.EndEndless:
		r.Reason = eval.ReasonEndless
	case compile.EndSetup:
		r.Reason = eval.ReasonSetup
	case compile.EndLong:
		r.Reason = eval.ReasonLong
	case compile.EndNone:
	default:
		sentence := p.Game.End[end]
		r.Sentence = end
		if r.Reason = sentence.Text; r.Reason == "" {
			r.Reason = sentence.If.Span.Text()
		}
		if sentence.Outcome == ir.Highest || sentence.Outcome == ir.Lowest {
			for i := range p.Game.Players {
				r.Scores = append(r.Scores, v.number(p.Final+i))
			}
		}
	}
	return r
}
