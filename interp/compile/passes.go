package compile

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/interp/compile/programs"
	"boardgame/interp/compile/random"
)

// A Pass is an optimization that can be left out. Without it a game is slower, and the same.
type Pass struct {
	Name string
	What string // what it makes faster, in one sentence
}

// Passes lists the passes: those that plan the programs of a game, then those of random games.
func Passes() (all []Pass) {
	all = lists.Map(programs.Passes, func(p [2]string) Pass { return Pass{p[0], p[1]} })
	for _, p := range random.Passes {
		all = append(all, Pass{p.Name, p.What})
	}
	return all
}

// A PassError is the error for the name of a pass that there is not.
type PassError struct {
	Name  string
	Known []string
}

// Error says that, and lists the passes.
func (e *PassError) Error() string {
	return fmt.Sprintf("there is no pass %q; the passes are %s", e.Name, strings.Join(e.Known, ", "))
}

// checkPasses returns a [PassError] for a name that no pass has.
func checkPasses(names []string) error {
	known := lists.Map(Passes(), func(p Pass) string { return p.Name })
	for _, name := range names {
		if !slices.Contains(known, name) {
			return &PassError{name, known}
		}
	}
	return nil
}
