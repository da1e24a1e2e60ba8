package rulesets_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/interp/ruleset"
)

// Every game has a page in docs/games that names its options, presets and the levels taken from
// other programs, and is on the list of games.
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

// The pieces of the players can be told apart without colors.
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
					t.Errorf("%s: %s %s and %s are both shown as %s", name, p.Player, p.Kind, other,
						sign)
				}
				seen[sign] = p.Player + " " + p.Kind
			}
		}
	}
}

// docs/games/checked.md lists every rules file once, with its title and a status that the page
// explains, and nothing else.
func TestCheckedPage(t *testing.T) {
	const page = "../docs/games/checked.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	statuses := []string{"published", "two programs", "hand", "engines"}
	row := regexp.MustCompile(`(?m)^\| \[(.+?)\]\((\S+?\.rules)\) \| (.+?) \|`)
	title := regexp.MustCompile(`(?m)^game "(.+?)"`)
	listed := map[string]bool{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		name, path, status := m[1], filepath.Join(filepath.Dir(page), m[2]), m[3]
		if listed[path] {
			t.Errorf("%s stands twice on the page", path)
		}
		listed[path] = true
		rules, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if found := title.FindSubmatch(rules); found == nil || string(found[1]) != name {
			t.Errorf("%s is called %q on the page, not by its title", path, name)
		}
		if !slices.Contains(statuses, status) {
			t.Errorf("%s has the status %q, not one of %q", path, status, statuses)
		}
	}
	for _, pattern := range []string{"*/*.rules", "../testdata/games/*.rules"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("no games", err)
		}
		for _, path := range files {
			if pattern == "*/*.rules" {
				path = filepath.Join("../rulesets", path)
			}
			if !listed[path] {
				t.Errorf("%s is not on the page", path)
			}
		}
	}
}
