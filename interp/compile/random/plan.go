package random

import (
	"slices"

	"boardgame/interp/compile/graph"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/symbolic"
)

// A plan says how one function plays random games: which choices have scenes, and what the passes
// found out about them. It is made from the programs of a game alone, before anything is written.
type plan struct {
	p          *programs.Program
	alternates bool    // the other player always takes the next turn
	fused      [][]int // by player and choice: how many of its groups a scene plays

	late     []int                          // postpone: by player, a chunk of `end`; -1: none
	untried  map[*programs.Apply]bool       // speculate
	mirrored []int                          // mirror: the sets of the position
	floods   []keptFlood                    // keep
	steady   []steadySet                    // steady
	steadyOf []uint64                       // the sets of the position that each group depends on
	samples  map[*programs.Branch]*sampling // sample: by group
	lasting  map[*graph.Node]bool           // replay: conditions that are read now and then
}

// A Pass is an optimisation of random games. Without it they are slower, and as random as before.
type Pass struct {
	Name string
	What string
	run  func(*plan)
}

// Passes are in the order in which they run: each reads what those before it found.
var Passes = []Pass{
	{
		"postpone",
		"sentences about being stuck wait until the next player's steps are found",
		planPostponed,
	},
	{
		"speculate",
		"steps that something must follow are played without a trial, and taken back",
		planSpeculations,
	},
	{"mirror", "small sets of pieces stay in variables", planMirrors},
	{"keep", "what is connected to a constant set grows with the steps", planFloods},
	{"steady", "sets of what few steps change are kept from ply to ply", planSteady},
	{"replay", "what lasts is read now and then; a game that is over is played again", planReplays},
	{"sample", "a free place is drawn without counting the free places", planSamples},
}

// planOf plans random games; nil if there is no scene.
func planOf(program *programs.Program, drawn bool) *plan {
	p := &plan{p: program, alternates: program.Alternates(),
		untried: map[*programs.Apply]bool{}, samples: map[*programs.Branch]*sampling{}}
	if !p.scenes(drawn) {
		return nil
	}
	for range program.Players {
		p.late = append(p.late, -1)
	}
	for _, pass := range Passes {
		if !slices.Contains(program.Without, pass.Name) {
			pass.run(p)
		}
	}
	return p
}

// scenes finds the groups that scenes play, and reports whether there are any.
func (p *plan) scenes(drawn bool) bool {
	any := false
	for me, player := range p.p.Players {
		row := make([]int, len(p.p.Choices))
		for c, ch := range player.Choices {
			offers := 0
			for row[c] < len(ch.Groups) && !p.p.Leaves() && p.plain(me, c, row[c]) &&
				(drawn || !p.p.Choices[c].Groups[row[c]].Drawn(p.p.Game)) {
				offers += len(ch.Groups[row[c]].Root.Offers())
				row[c]++
			}
			if offers == 0 {
				row[c] = 0
			}
			any = any || offers > 0
		}
		p.fused = append(p.fused, row)
	}
	return any
}

// readAtEnd calls f for the conditions that scenes evaluate as a whole when a turn ends.
func (p *plan) readAtEnd(f func(*graph.Node)) {
	for me, player := range p.p.Players {
		if p.calls(me) {
			continue
		}
		for i, c := range player.End {
			for _, x := range c.Conds {
				if i != p.late[me] {
					f(x.T)
				}
			}
		}
	}
}

// plain reports whether a scene can play the steps of a group of a choice of a player.
func (p *plan) plain(me, choice, group int) bool {
	code := &p.p.Players[me].Choices[choice].Groups[group]
	if slices.ContainsFunc(p.p.Choices[choice].Groups[group].Items,
		func(it *programs.Item) bool { return p.p.Weighted(choice, it) }) {
		return false
	}
	if code.OnDemand != (symbolic.OnDemand{}) || len(code.Fallback) > 0 || code.Root == nil ||
		p.p.Aiming() {
		return false
	}
	silent, tried := false, false
	for _, player := range p.p.Players {
		for _, br := range player.Choices[choice].Groups[group].Root.Offers() {
			silent = silent || p.p.Silent(&player.Classes[br.Class])
			tried = tried || !player.Classes[br.Class].Free
		}
	}
	return code.Root.Every(func(br *programs.Branch) bool { return br.Kind != programs.BranchItem }) &&
		len(code.Root.Offers()) <= maxScene && !(silent && tried)
}
