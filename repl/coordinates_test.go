package repl

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/topology"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/paper"
	"boardgame/repl/speech"
	"boardgame/repl/table"
	"boardgame/testdata/long"
)

// Whatever coordinates a game has fit its board with every preset, name every site once, and are
// understood as they are written.
func TestCoordinatesOfAllGames(t *testing.T) {
	long.OneThread(t)
	var all []*ruleset.Ruleset
	for _, name := range ruleset.List() {
		rs := gametest.Ruleset(t, name)
		if len(rs.Info.Coordinates) > 0 {
			all = append(all, rs)
		}
	}
	if len(all) == 0 {
		t.Error("no game has coordinates")
	}
	for _, rs := range long.Sample(all, 7) {
		name, presets := rs.Name, []string{""}
		for _, p := range rs.Info.Presets {
			presets = append(presets, p.Name)
		}
		for _, style := range rs.Info.Coordinates {
			for i, preset := range presets {
				if !long.Case(i, 3) {
					continue
				}
				tb, err := table.New(name, preset, nil, nil, 1)
				if err != nil {
					t.Fatal(err)
				}
				if err := tb.Sheet.SetCoordinates(style.Name); err != nil {
					t.Errorf("%s %s: %v", name, preset, err)
					continue
				}
				for s := range topology.Site(tb.Sheet.Speech.Rules().Board.Sites) {
					if got, ok := tb.Sheet.Speech.Site(tb.Sheet.Speech.SiteName(s)); !ok || got != s {
						t.Errorf("%s %s: %s is called %s, which is read as %v", name, preset,
							tb.Sheet.Speech.Rules().Board.Names[s], tb.Sheet.Speech.SiteName(s), got)
					}
				}
				for i, m := range tb.Sheet.Legal() {
					if !long.Case(i, 5) {
						continue
					}
					for _, text := range []string{tb.Sheet.Speech.Said.Text(tb.Sheet.Now(), m),
						tb.Sheet.Speech.StepText(tb.Sheet.Now(), m), tb.Sheet.Speech.StepTexts(tb.Sheet.Now())[i]} {
						if e := tb.Sheet.Read(text); len(e.Steps) != 1 || e.Steps[0] != m {
							t.Errorf("%s %s: %s is read as %+v", name, preset, text, e)
						}
					}
				}
			}
		}
	}
}

func TestCoordinates(t *testing.T) {
	long.OneThread(t)
	tb, err := table.New("blockade", "", nil, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	styles := tb.Sheet.Speech.Ruleset.Info.Coordinates
	if tb.Sheet.Speech.SiteName(0) != tb.Sheet.Speech.Rules().Board.Names[0] {
		t.Error("without a preset the board has other names than its own")
	}
	read := func(line, want string) {
		t.Helper()
		e := tb.Sheet.Read(line)
		got := ""
		if len(e.Steps) > 0 {
			got = tb.Sheet.Speech.Game.TurnText(tb.Sheet.Now(), e.Steps)
		} else if e.Err != nil {
			got = e.Err.Error()
		}
		if !strings.Contains(got, want) {
			t.Errorf("%s is read as %q, not %q", line, got, want)
		}
	}
	if err := tb.Sheet.SetCoordinates("FEUP"); err != nil {
		t.Fatal(err)
	}
	read("4,4-4,6", "d11-d9")
	// a wall below the fourth cell of line 7, as its alias has it
	read("4,4-4,6 h4,7", "d11-d9, lay d7ne")
	read("4,4-4,6, lay 4,7se", "d11-d9, lay d7ne")
	read("4,4-4,6 v10,13", "d11-d9, raise j1ne")
	read("d11-d9", "d11-d9") // no cell is called so now: it is the board's own
	read("4,44-4,6", "there is no cell 4,44 in")
	read("4,4-12,6", "there is no cell 12,6")
	if got := tb.Sheet.Speech.Board().Names[mustSite(t, tb, "d7ne")]; got != "4,7se" {
		t.Errorf("the corner below line 7 is called %s", got)
	}
	if err := tb.Sheet.SetCoordinates("nowhere"); err == nil ||
		!strings.Contains(err.Error(), "choose auto, own or feup") {
		t.Errorf("got %v", err)
	}

	right := ruleset.Coordinates{Name: "r", Column: "1", Line: "a", Right: true, Top: true,
		Cell: "{column}{line}"}
	tb.Sheet.Speech.Ruleset.Info.Coordinates = append(styles[:len(styles):len(styles)], right)
	if err := tb.Sheet.SetCoordinates("r"); err != nil {
		t.Fatal(err)
	}
	read("8d-8f", "d11-d9")

	letters := ruleset.Coordinates{Name: "x", Column: "c", Line: "5", Top: true,
		Cell: "{column}{line}"}
	tb.Sheet.Speech.Ruleset.Info.Coordinates = append(styles[:len(styles):len(styles)], letters)
	if err := tb.Sheet.SetCoordinates("x"); err != nil {
		t.Fatal(err)
	}
	read("f8-f10", "d11-d9")
	read("d11-d9", "is not")             // these are other cells now
	read("a1-a2", "there is no cell a1") // and this is none
	read("f8-f10 raise f11se", "d11-d9, raise d7ne")

	clash := ruleset.Coordinates{Name: "y", Column: "1", Line: "1", Cell: "{column}{line}"}
	if _, err := speech.NewCoordinates(clash, tb.Sheet.Speech.Rules().Board); err == nil ||
		!strings.Contains(err.Error(), "are called 111") {
		t.Errorf("two cells with one name: %v", err)
	}
	graph, err := table.New("nine-mens-morris", "", nil, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := speech.NewCoordinates(letters, graph.Sheet.Speech.Rules().Board); err == nil {
		t.Error("a graph has columns and lines")
	}
}

func mustSite(t *testing.T, tb *table.Table, name string) topology.Site {
	s, ok := tb.Sheet.Speech.Rules().Board.SiteByName(name)
	if !ok {
		t.Fatalf("there is no site %s", name)
	}
	return s
}

// Hexes that show their names show those of the coordinates.
func TestCoordinatesOnHexes(t *testing.T) {
	var out bytes.Buffer
	s := testSession(t, &out, func(o *paper.Options) { o.Coordinates = "feup" })
	start(t, s, "tactigon", nil, nil)
	typeIn(t, s, "board")
	for _, name := range []string{"_3,7_", "3,10", "_0,4_"} {
		if !strings.Contains(out.String(), name) {
			t.Errorf("%s is missing:\n%s", name, out.String())
		}
	}
}

// Coordinates may show moves by aliases: each step that one fits, alone and in a turn, and the rest
// in the notation.
func TestMovesByAliases(t *testing.T) {
	long.OneThread(t)
	for _, of := range []struct{ game, preset, typed, want, texts string }{
		{"shiftago", "feup", "east a5", "L3", "D1 D2 D3 D4 D5 D6 D7 L1 L2"},
		{"shiftago", "", "L3", "east a5", "east a1 east a2"},
		{"blockade", "feup", "d11-d9, lay d7ne", "4,4-4,6, h 4,7", "4,4-2,4 4,4-3,3"},
		{"blockade", "", "d11-d9, lay d7ne", "d11-d9, lay d7ne", "d11-b11"},
	} {
		tb, err := table.New(of.game, of.preset, nil, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		e := tb.Sheet.Read(of.typed)
		if e.Err != nil {
			t.Fatal(e.Err)
		}
		if got := tb.Sheet.Speech.TurnWords(tb.Sheet.Now(), e.Steps); got != of.want {
			t.Errorf("%s %s: %s is shown as %s, not %s", of.game, of.preset, of.typed, got, of.want)
		}
		texts := tb.Sheet.Speech.StepTexts(tb.Sheet.Now())
		slices.Sort(texts)
		if got := strings.Join(texts, " "); !strings.HasPrefix(got, of.texts) {
			t.Errorf("%s %s: %s; not %s", of.game, of.preset, got, of.texts)
		}
	}
}
