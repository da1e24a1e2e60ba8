package rulesets_test

import (
	"os"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/interp/ruleset"
)

// Every game has a page in docs/games that names its options, presets and the levels taken over from other programs, and is on the list of games.
func TestPages(t *testing.T) {
	list, err := os.ReadFile("../docs/games/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ruleset.List() {
		t.Run(name, func(t *testing.T) {
			if !strings.Contains(string(list), "("+name+".md)") {
				t.Errorf("docs/games/README.md does not name %s", name)
			}
			text, err := os.ReadFile("../docs/games/" + name + ".md")
			if err != nil {
				t.Fatal(err)
			}
			page := string(text)
			rs, err := ruleset.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			options, problems := dsl.Options(rs.File, ruleset.Library{})
			if problems.HasErrors() {
				t.Fatal(problems)
			}
			for _, o := range options {
				if !strings.Contains(page, o.Name) {
					t.Errorf("the page does not name the option %s", o.Name)
				}
			}
			for _, p := range rs.Info.Presets {
				if !strings.Contains(page, p.Name) {
					t.Errorf("the page does not name the preset %s", p.Name)
				}
			}
			for _, l := range rs.Info.Levels {
				if l.Origin != "" && !strings.Contains(page, "`"+l.Name+"`") {
					t.Errorf("the page does not name the level %s", l.Name)
				}
			}
		})
	}
}

// Without colours the pieces of the players are told apart all the same.
func TestPiecesDiffer(t *testing.T) {
	for _, name := range ruleset.List() {
		rs, err := ruleset.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]string{}
		for _, p := range rs.Info.Pieces {
			for _, sign := range []string{"unicode " + p.Unicode, "ascii " + p.ASCII} {
				if other := seen[sign]; other != "" {
					t.Errorf("%s: %s %s and %s are both shown as %s", name, p.Player, p.Kind, other, sign)
				}
				seen[sign] = p.Player + " " + p.Kind
			}
		}
	}
}
