package gametest

import (
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/ruleset"
)

// OnePlayer is the rules of a game for one player, where many assumptions about games do not hold.
const OnePlayer = `
game "Alone"
players A
board square(2, 2)
piece man
move add { to q in empty  do place man on q }
turn add
end { A wins if no empty }
`

var loaded sync.Map // by name and options: *interp.Game

// Load returns a built-in game, with its aliases, and with options such as "size=6 extra=true"; t
// fails at once if there is no such game. Each game is loaded only once.
func Load(t testing.TB, name, options string) *interp.Game {
	t.Helper()
	key := name + " " + options
	if g, ok := loaded.Load(key); ok {
		return g.(*interp.Game)
	}
	g, err := ruleset.Load(name, strings.Fields(options)...)
	if err != nil {
		t.Fatalf("%s with %q cannot be loaded:\n%s", name, options, err)
	}
	loaded.Store(key, g)
	return g
}

// Ruleset returns what [ruleset.Find] finds; t fails at once if that is nothing.
func Ruleset(t testing.TB, name string) *ruleset.Ruleset {
	t.Helper()
	r, err := ruleset.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Rules returns the checked rules of a ruleset with options; t fails at once if they have mistakes.
func Rules(t testing.TB, r *ruleset.Ruleset, options map[string]string) *ir.Game {
	t.Helper()
	rules, problems := dsl.Load(r.File, options, ruleset.Library{})
	if err := problems.Err(); err != nil {
		t.Fatalf("%s with %v cannot be loaded:\n%s", r.File.Name, options, err)
	}
	return rules
}

// FromText returns the game of a rules text with options.
func FromText(t testing.TB, rules, options string) *interp.Game {
	t.Helper()
	chosen := map[string]string{}
	for _, field := range strings.Fields(options) {
		name, value, _ := strings.Cut(field, "=")
		chosen[name] = value
	}
	file := source.NewFile("test.rules", rules)
	return interp.New(Rules(t, &ruleset.Ruleset{File: file}, chosen))
}

// OptionText writes options as [Load] reads them.
func OptionText(options map[string]string) string {
	fields := lists.Map(slices.Sorted(maps.Keys(options)),
		func(name string) string { return name + "=" + options[name] })
	return strings.Join(fields, " ")
}

// ReadFile returns the text of a file; t fails at once if it cannot be read.
func ReadFile(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
