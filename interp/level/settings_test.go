package level

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"boardgame/dsl/ir"
)

// Every setting is read as it is written, replaces that of a base, and is refused out of its range;
// its tags name bots that exist.
func TestSettingsAreDeclaredOnce(t *testing.T) {
	one := func(key string, change func(v reflect.Value)) (s Settings) {
		_ = s.each(func(k string, _ reflect.StructTag, v reflect.Value) error {
			if k == key {
				if v.Kind() == reflect.Pointer {
					v.Set(reflect.New(v.Type().Elem()))
					v = v.Elem()
				}
				change(v)
			}
			return nil
		})
		return s
	}
	number := func(n int) func(v reflect.Value) {
		return func(v reflect.Value) {
			switch {
			case v.CanInt():
				v.SetInt(int64(n))
			case v.CanFloat():
				v.SetFloat(float64(n))
			case v.Kind() == reflect.String:
				v.SetString("word")
			case v.Kind() == reflect.Bool:
				v.SetBool(true)
			default:
				v.Set(reflect.ValueOf([]string{"a", "b"}))
			}
		}
	}
	var bots []string
	_ = (&Settings{}).each(func(key string, tags reflect.StructTag, v reflect.Value) error {
		if key == "bot" {
			bots = append(strings.Fields(tags.Get("words")), "any")
		}
		for bot := range strings.FieldsSeq(tags.Get("typed")) {
			if !slices.Contains(bots, bot) {
				t.Errorf("%s is typed for %q, which is no bot", key, bot)
			}
		}
		given := one(key, number(3))
		var read Settings
		if _, err := toml.Decode(given.TOML(), &read); err != nil || !reflect.DeepEqual(read, given) {
			t.Errorf("%q is read as %+v, %v", given.TOML(), read, err)
		}
		if over := given.Over(Settings{}); !reflect.DeepEqual(over, given) {
			t.Errorf("%s does not replace: %+v", key, over)
		}
		kind := v.Type()
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		counts := kind.Kind() == reflect.Int || kind.Kind() == reflect.Int64 ||
			kind.Kind() == reflect.Float64
		below := one(key, number(-1))
		below.Bot = "mcts"
		if err := below.each(checkSetting); counts && (err == nil) != (tags.Get("least") == "any") {
			t.Errorf("%s of -1: %v", key, err)
		}
		return nil
	})
}

// A limit that was typed replaces those of the phases whose bots know it.
func TestTypedLimitOfPhases(t *testing.T) {
	l, err := Find([]Level{{Name: "hard", Settings: Settings{Bot: "mcts", Playouts: 10}, When: []Phase{
		{Seats: []int{2}, Settings: Settings{Bot: "alphabeta", Nodes: 20}},
		{Seats: []int{3}, Settings: Settings{Rollout: new(int)}},
	}}}, "hard:nodes=5")
	if err != nil || l.Playouts != 10 || l.When[0].Nodes != 5 {
		t.Errorf("%v: %d playouts, %d nodes", err, l.Playouts, l.When[0].Nodes)
	}
	if _, err := Find(nil, "mcts:nodes=5"); err == nil ||
		!strings.Contains(err.Error(), `no limit "nodes"`) {
		t.Errorf("mcts:nodes=5: %v", err)
	}
	for seats, want := range map[int]string{2: "alphabeta 5", 3: "mcts 10"} {
		here := l.For(&ir.Game{Players: make([]ir.Player, seats)})
		limit := here.Nodes
		if here.Bot == "mcts" {
			limit = here.Playouts
		}
		if got := fmt.Sprint(here.Bot, " ", limit); got != want {
			t.Errorf("between %d it is %s, not %s", seats, got, want)
		}
	}
}

// A level may play differently with some options. It has to be told options and values that the
// rules have.
func TestLevelByOptions(t *testing.T) {
	rules := func(size string) *ir.Game {
		return &ir.Game{Moves: []*ir.Move{{Name: "put"}}, Options: []ir.Option{
			{Name: "size", Value: size, Domain: []string{"7", "11"}},
			{Name: "swap", Value: "true", Domain: []string{"true", "false"}},
		}}
	}
	l := Level{Name: "x", Settings: Settings{Bot: "mcts", Playouts: 10}, When: []Phase{
		{Options: map[string]string{"size": "7", "swap": "true"},
			Settings: Settings{Bot: "alphabeta", Nodes: 20}},
		{Options: map[string]string{"size": "11"}, Moves: []string{"put"},
			Settings: Settings{Bot: "random"}},
	}}
	if here := l.For(rules("7")); here.Bot != "alphabeta" || len(here.When) != 0 {
		t.Errorf("on seven it is %s with %d phases", here.Bot, len(here.When))
	}
	if here := l.For(rules("11")); here.Bot != "mcts" || len(here.When) != 1 {
		t.Errorf("on eleven it is %s with %d phases", here.Bot, len(here.When))
	}
	for want, options := range map[string]map[string]string{
		"":                    {"size": "7"},
		`no option "width"`:   {"width": "7"},
		`size cannot be "12"`: {"size": "12"},
		"`options`":           {},
	} {
		l.When[0].Options = options
		err := l.Check(rules("7"))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, not %q", options, err, want)
		}
	}
}
