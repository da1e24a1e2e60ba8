package turn

import (
	"encoding/binary"
	"fmt"
	"slices"

	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	w "boardgame/interp/compile/wasm"
)

// Ways are the different ways to play the steps of some classes of a player. The classes of one way
// have the same apply program, and their sites differ only by distances.
type Ways struct {
	r     *Runtime
	me    int
	lists [][]*programs.Class // by way
	of    []byte              // by class: its way, in two bytes
	off   []byte              // by class and role: the distance from the place, in two bytes
	width int                 // how many roles have a distance
}

// WaysOf returns the ways to play some classes of a player.
func WaysOf(r *Runtime, me int, classes []int) *Ways {
	player := r.Mem.P.Players[me]
	s := &Ways{r: r, me: me}
	for _, i := range classes {
		s.width = max(s.width, len(player.Classes[i].Roles))
	}
	s.of = make([]byte, 2*len(player.Classes))
	s.off = make([]byte, s.width*len(s.of))
	number := map[string]int{} // by apply program and anchors
	for _, i := range classes {
		cl := &player.Classes[i]
		key := fmt.Sprint(cl.Apply)
		for j, role := range cl.Roles {
			key += fmt.Sprint(" ", role.Anchor)
			binary.LittleEndian.PutUint16(s.off[2*(i*s.width+j):], uint16(role.Off))
		}
		way, ok := number[key]
		if !ok {
			way = len(s.lists)
			number[key], s.lists = way, append(s.lists, nil)
		}
		s.lists[way] = append(s.lists[way], cl)
		binary.LittleEndian.PutUint16(s.of[2*i:], uint16(way))
	}
	return s
}

// Switch writes a switch over the ways. body gets an apply program, and the arguments of its
// functions for a step of a class in the position p.
func (s *Ways) Switch(f *w.Func, p, class, anchors, place w.Local,
	body func(a *programs.Apply, args []w.X)) {
	if len(s.lists) == 0 {
		return
	}
	way := w.Load(w.I32Load16U, w.Bin(w.I32Shl, class.X, lower.I32(1)), s.r.Unit.BytesTable(s.of))
	f.Switch(way, len(s.lists), func(i int) {
		list := s.lists[i]
		args := stepArgs(list[0], p, anchors, place)
		for j, role := range list[0].Roles {
			if role.Anchor < 0 && slices.ContainsFunc(list,
				func(cl *programs.Class) bool { return cl.Roles[j].Off != role.Off }) {
				row := w.Bin(w.I32Mul, class.X, lower.I32(2*s.width))
				args[1+j] = w.Bin(w.I64Add, place.X,
					w.Load(w.I64Load16S, row, s.r.Unit.BytesTable(s.off)+uint32(2*j)))
			}
		}
		body(s.r.Mem.P.Players[s.me].Applies[list[0].Apply], args)
	})
}

// fewClasses is the most classes for which a switch has a case for each; that saves reading tables.
const fewClasses = 160

// byWay writes a switch over the ways to play the classes of the player to move.
func byWay(r *Runtime, f *w.Func, p, class, anchors, place w.Local,
	body func(me int, a *programs.Apply, args []w.X)) {
	most := 0
	for _, player := range r.Mem.P.Players {
		most = max(most, len(player.Classes))
	}
	if most <= fewClasses {
		r.Mem.byClass(f, p, class, func(me int, cl *programs.Class, a *programs.Apply) {
			body(me, a, stepArgs(cl, p, anchors, place))
		})
		return
	}
	f.Switch(lower.Ld(w.I32Load8U, p, lower.HeadMover), len(r.Mem.P.Players), func(me int) {
		all := make([]int, len(r.Mem.P.Players[me].Classes))
		for i := range all {
			all[i] = i
		}
		WaysOf(r, me, all).Switch(f, p, class, anchors, place,
			func(a *programs.Apply, args []w.X) { body(me, a, args) })
	})
}
