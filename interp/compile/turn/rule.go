package turn

import (
	"slices"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/lower"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
	w "boardgame/interp/compile/wasm"
)

// A sharedTest is a condition that several ways to play ensure, and the function that evaluates it.
type sharedTest struct {
	f    *w.Func
	sets []int // the sets of the position that are arguments
	nums []int // and the numbers
}

// WriteRules writes the functions of conditions that several ways to play ensure.
func (r *Runtime) WriteRules() {
	r.sharedTests = map[*graph.Node]*sharedTest{}
	families := map[*graph.Node][]*programs.Apply{}
	var order []*graph.Node
	for _, player := range r.Mem.P.Players {
		for _, a := range player.Applies {
			if a.Rule == nil {
				continue
			}
			if families[a.Rule] == nil {
				order = append(order, a.Rule)
			}
			families[a.Rule] = append(families[a.Rule], a)
		}
	}
	for _, t := range order {
		if len(families[t]) > 1 || families[t][0].Ensure == nil {
			r.sharedTests[t] = r.writeSharedTest(t, families[t])
		}
	}
}

// writeSharedTest writes the function of a condition that some ways to play ensure.
func (r *Runtime) writeSharedTest(t *graph.Node, list []*programs.Apply) *sharedTest {
	read := map[*graph.Node]bool{}
	programs.Reads(t, read)
	changed := func(f func(*symbolic.State) bool) bool {
		return slices.ContainsFunc(list, func(a *programs.Apply) bool { return f(a.After) })
	}
	is := &sharedTest{}
	types := []w.Type{w.I32}
	before := r.Unit.B.Before
	for i, old := range before.Sets {
		if read[old] && changed(func(s *symbolic.State) bool { return s.Sets[i] != old }) {
			is.sets = append(is.sets, i)
			for range programs.WordsOf(old) {
				types = append(types, w.I64)
			}
		}
	}
	for i, old := range before.Nums {
		if read[old] && changed(func(s *symbolic.State) bool { return s.Nums[i] != old }) {
			is.nums = append(is.nums, i)
			types = append(types, w.I64)
		}
	}
	f := w.NewFunc("ensure", types, []w.Type{w.I32})
	e := r.Unit.Lower(f)
	n := 0
	next := func() lower.Word {
		n++
		return lower.Word{Local: true, L: f.Arg(n)}
	}
	for _, i := range is.sets {
		e.Frame.Remember(before.Sets[i], lower.Each(before.Sets[i].May,
			func(int) lower.Word { return next() }))
	}
	for _, i := range is.nums {
		e.Frame.Remember(before.Nums[i], []lower.Word{next()})
	}
	e.Frame.Count(t)
	e.StopUnless(t)
	f.Const32(1)
	is.f = r.Unit.M.Add(f)
	return is
}

// check writes the function that reports whether the `ensure` of a step holds after it.
func (r *Runtime) check(a *programs.Apply) *w.Func {
	e := r.Unit.StepFunc("check "+r.Unit.B.Game.Moves[a.Move].Name, a, []w.Type{w.I32})
	is := r.sharedTests[a.Rule]
	if is == nil {
		e.Frame.Count(a.Ensure)
		e.StopUnless(a.Ensure)
		e.W.F.Const32(1)
		return r.Unit.M.Add(e.W.F)
	}
	for _, i := range is.sets {
		e.Frame.Count(a.After.Sets[i])
	}
	for _, i := range is.nums {
		e.Frame.Count(a.After.Nums[i])
	}
	args := []w.X{e.Frame.P.X}
	for _, i := range is.sets {
		s := e.Set(a.After.Sets[i])
		for _, k := range programs.WordsOf(r.Unit.B.Before.Sets[i]) {
			args = append(args, lower.At(s, k).X)
		}
	}
	for _, i := range is.nums {
		args = append(args, e.Num(a.After.Nums[i]).X)
	}
	w.Call(is.f, args...)(e.W.F)
	return r.Unit.M.Add(e.W.F)
}
