package rulesets_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/interp/ruleset"
)

var update = flag.Bool("update", false, "write the pages that are made from the rules")

// made begins a page that is made from a game's own files. Pages without it are written by hand.
const made = "<!-- made from the files of the game by: go test ./rulesets -update -->\n\n"

// Every game has a page in docs/games that names its options, presets and the levels taken from
// other programs, and is on the list of games.
func TestPages(t *testing.T) {
	for _, name := range ruleset.List() {
		t.Run(name, func(t *testing.T) {
			rs, err := ruleset.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			options, problems := dsl.Options(rs.File, ruleset.Library{})
			if problems.HasErrors() {
				t.Fatal(problems)
			}
			file := "../docs/games/" + name + ".md"
			text, err := os.ReadFile(file)
			if err != nil || strings.HasPrefix(string(text), made) {
				golden(t, file, pageOf(rs, options))
				return
			}
			page := string(text)
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

// pageOf is the page of a game that nobody has written one for.
func pageOf(rs *ruleset.Ruleset, options []ir.Option) string {
	var b strings.Builder
	info := &rs.Info
	line := func(format string, args ...any) {
		for _, l := range diag.Wrap(fmt.Sprintf(format, args...), 116) {
			fmt.Fprintln(&b, l)
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintf(&b, "%s# %s\n\n", made, info.Title)
	switch {
	case info.Author != "" && info.Year != 0:
		line("By %s, %d. %s", info.Author, info.Year, info.Description)
	case info.Author != "":
		line("By %s. %s", info.Author, info.Description)
	default:
		line("%s", info.Description)
	}
	fmt.Fprintf(&b, "    boardgame play %s\n    boardgame rulebook %[1]s\n\n", rs.Name)
	fmt.Fprintf(&b, "The second command prints the rules in words, with pictures.\n\n")
	for _, l := range strings.Split(strings.TrimSpace(info.Primer), "\n") {
		if l != "" {
			line("%s", l)
		}
	}
	if len(options)+len(info.Presets) > 0 {
		fmt.Fprint(&b, "| choose with | |\n|---|---|\n")
	}
	for _, o := range options {
		values := strings.Join(o.Domain, ", ")
		if n := len(o.Domain); n > 8 {
			values = o.Domain[0] + " to " + o.Domain[n-1]
		}
		help := strings.TrimSpace(o.Help)
		if help != "" {
			help += ": "
		}
		fmt.Fprintf(&b, "| `-o %s=%s` | %s%s |\n", o.Name, o.Default, help, values)
	}
	for _, p := range info.Presets {
		fmt.Fprintf(&b, "| the preset `%s` | %s |\n", p.Name, p.Description)
	}
	if len(options)+len(info.Presets) > 0 {
		fmt.Fprintln(&b)
	}
	how := map[string]string{
		"published": "Its legal moves agree with published figures", "hand": "Checked by hand",
		"two programs": "Compared with a second program", "engines": "Only the two engines agree",
	}[info.Checked]
	line("%s: %s.", how, strings.TrimSuffix(info.Figures, "."))
	if info.Link != "" {
		line("Rules: [%s](%s).", strings.TrimPrefix(strings.TrimPrefix(info.Link, "https://"),
			"http://"), info.Link)
	}
	line("The rules file is [%s.rules](../../rulesets/%[1]s/%[1]s.rules).", rs.Name)
	return strings.TrimSuffix(b.String(), "\n")
}

// golden compares a page with what it should be, or writes it.
func golden(t *testing.T, file, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not as its game says; run go test ./rulesets -update", file)
	}
}

// The list of games names them all, by families.
func TestGamesPage(t *testing.T) {
	const page = "../docs/games/README.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "<!-- games -->\n")
	_, after, end := strings.Cut(rest, "<!-- end -->\n")
	if !ok || !end {
		t.Fatal("the page has no marks around its list")
	}
	var b strings.Builder
	for _, family := range ruleset.Families {
		rows := ""
		for _, name := range ruleset.List() {
			if rs, err := ruleset.Find(name); err == nil && rs.Info.Family == family.Name {
				rows += fmt.Sprintf("| [%s](%s.md) | %s |\n", rs.Info.Title, name,
					rs.Info.Description)
			}
		}
		if rows != "" {
			fmt.Fprintf(&b, "\n## %s\n\n| | |\n|---|---|\n%s", family.Title, rows)
		}
	}
	golden(t, page, before+"<!-- games -->\n"+b.String()+"\n<!-- end -->\n"+after)
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
	row := regexp.MustCompile(`(?m)^\| \[(.+?)\]\((\S+?\.rules)\) \| (.+?) \| (.+?) \|$`)
	title := regexp.MustCompile(`(?m)^game "(.+?)"`)
	listed := map[string]bool{}
	for _, m := range row.FindAllStringSubmatch(string(text), -1) {
		name, path := m[1], filepath.Join(filepath.Dir(page), m[2])
		status, figures := m[3], m[4]
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
		rs, err := ruleset.Find(strings.TrimSuffix(filepath.Base(path), ruleset.Ext))
		if err != nil {
			t.Error(err)
		} else if rs.Info.Checked != status || rs.Info.Figures != figures {
			t.Errorf("%s has the status %q and figures %q on the page, %q and %q in its TOML file", path,
				status, figures, rs.Info.Checked, rs.Info.Figures)
		}
	}
	files, err := filepath.Glob("*/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatal("no games", err)
	}
	for _, path := range files {
		if !listed[filepath.Join("../rulesets", path)] {
			t.Errorf("%s is not on the page", path)
		}
	}
}
