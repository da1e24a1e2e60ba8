package gametest

import (
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/diag"
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
	r, err := ruleset.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	g := fromFile(t, r.File, options, r.Info.AliasesOf("")...)
	loaded.Store(key, g)
	return g
}

// FromText returns the game of a rules text with options.
func FromText(t testing.TB, rules, options string) *interp.Game {
	t.Helper()
	return fromFile(t, source.NewFile("test.rules", rules), options)
}

func fromFile(t testing.TB, f *source.File, options string, aliases ...*interp.Alias) *interp.Game {
	t.Helper()
	chosen := map[string]string{}
	for _, field := range strings.Fields(options) {
		name, value, _ := strings.Cut(field, "=")
		chosen[name] = value
	}
	rules, problems := dsl.Load(f, chosen, ruleset.Library{})
	if problems.HasErrors() {
		var b strings.Builder
		_ = diag.Text(&b, problems.Errors(), diag.Options{}) // a Builder accepts everything
		t.Fatalf("%s with %q cannot be loaded:\n%s", f.Name, options, b.String())
	}
	return interp.New(rules, aliases...)
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
