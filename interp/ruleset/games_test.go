package ruleset_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

// The descriptions of the built-in games fit their rules: players, kinds, regions, presets, levels
// and positions exist; and every piece that can be on the board can be shown.
func TestDescriptionsFitRules(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 7) {
		t.Run(name, func(t *testing.T) {
			r := gametest.Ruleset(t, name)
			players, kinds, regions := map[string]bool{
				"": true,
			}, map[string]bool{}, map[string]bool{}
			if p, err := ruleset.Presets(name); err != nil || !reflect.DeepEqual(p, r.Info.Presets) {
				t.Errorf("its presets are %v, but in lists %v (%v)", r.Info.Presets, p, err)
			}
			options := []string{""}
			for _, p := range r.Info.Presets {
				options = append(options, gametest.OptionText(p.Options))
			}
			for _, chosen := range options {
				g := gametest.Load(t, name, chosen).Rules()
				for _, p := range g.Players {
					players[p.Name] = true
				}
				for _, k := range g.Kinds {
					kinds[k.Name] = true
				}
				for _, s := range g.States { // numbers on cells have signs, too
					kinds[s.Name] = true
					regions[s.Name] = regions[s.Name] || s.Lies()
				}
				for _, region := range g.Regions {
					regions[region.Name] = true
				}
				for i := range r.Info.Levels {
					if err := r.Info.Levels[i].Check(g); err != nil {
						t.Errorf("with %q: %v", chosen, err)
					}
				}
				shown(t, &r.Info, g)
			}
			for _, p := range r.Info.Pieces {
				if !players[p.Player] || !kinds[p.Kind] {
					t.Errorf("there is no piece %s of %q", p.Kind, p.Player)
				}
			}
			for _, m := range r.Info.Marks {
				if !regions[m.Region] {
					t.Errorf("there is no region or memory %q", m.Region)
				}
			}
			for _, p := range r.Info.Positions {
				g := gametest.Load(t, name, "")
				if _, err := g.ParsePosition(r.Info.PositionText(p.Position)); err != nil {
					t.Errorf("the position %s: %v", p.Name, err)
				}
			}
		})
	}
}

// shown checks that no two kinds and players are shown in the same way. Kinds that a variant adds
// may have no entry: they are shown by their signs.
func shown(t *testing.T, info *ruleset.Info, g *ir.Game) {
	t.Helper()
	signs := map[string]string{}
	for _, k := range g.Kinds {
		owners := []string{""}
		if !k.Neutral {
			owners = owners[:0]
			for _, p := range g.Players {
				owners = append(owners, p.Name)
			}
		}
		for _, owner := range owners {
			p, ok := info.Piece(owner, k.Name)
			if !ok && len(info.Pieces) == 0 || p.ASCII == "" && k.Sign == "" {
				continue // by its sign, or it never stands on the board
			} else if p.ASCII == "" && owner == g.Players[0].Name {
				p.ASCII = strings.ToUpper(k.Sign)
			} else if p.ASCII == "" {
				p.ASCII = strings.ToLower(k.Sign)
			}
			what := strings.TrimSpace(owner + " " + k.Name)
			if other, taken := signs[p.ASCII]; taken {
				t.Errorf("%s and %s are both shown as %q", what, other, p.ASCII)
			}
			signs[p.ASCII] = what
		}
	}
}

// The figures beside the rulesets are those of testdata/golden, and vice versa.
func TestFiguresAgree(t *testing.T) {
	golden, err := ruleset.ReadPerft(
		"perft.toml",
		gametest.ReadFile(t, "../../testdata/golden/perft.toml"),
	)
	if err != nil {
		t.Fatal(err)
	}
	var own []ruleset.Perft
	for _, name := range ruleset.List() {
		r := gametest.Ruleset(t, name)
		rows, err := r.Perft()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			row.Game = name
			own = append(own, row)
		}
	}
	for _, row := range golden {
		if !slices.ContainsFunc(own, func(other ruleset.Perft) bool {
			return row.Game == other.Game &&
				gametest.OptionText(row.Options) == gametest.OptionText(other.Options) &&
				row.Position == other.Position && row.Unit == other.Unit &&
				slices.Equal(row.Counts, other.Counts)
		}) {
			t.Errorf(
				"the figures of %s %v %s are not beside its rules",
				row.Game,
				row.Options,
				row.Unit,
			)
		}
	}
	if len(own) < len(golden) {
		t.Errorf("%d rows beside the rules, %d golden ones", len(own), len(golden))
	}
}

// An alias may contain commas and still be one of several steps separated by commas.
func TestAliasesInTurns(t *testing.T) {
	r := gametest.Ruleset(t, "blockade")
	g := interp.New(gametest.Load(t, "blockade", "").Rules(), r.Info.AliasesOf("feup")...)
	p := g.Start()
	for text, want := range map[string]string{
		"4,4-4,6":               "d11-d9",
		"4,4-4,6, h 4,7":        "d11-d9, lay d7ne",
		"4,4-4,6,h4,7":          "d11-d9, lay d7ne",
		"d11-d9, v4,7":          "d11-d9, raise d7ne",
		"4,4-4,6, lay d7ne":     "d11-d9, lay d7ne",
		"d11 SS, h d7":          "d11-d9, lay d7ne",
		"4,4-4,6 , h 4,7, h1,1": "",
	} {
		steps, _, err := g.ParseTurn(p, text)
		got := ""
		if err == nil {
			got = g.TurnText(p, steps)
		}
		if got != want {
			t.Errorf("%q is %q, %v; not %q", text, got, err, want)
		}
	}
}
