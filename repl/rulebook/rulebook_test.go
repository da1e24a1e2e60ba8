package rulebook

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

var update = flag.Bool("update", false, "write the pages that come out into testdata")

// The pages of the games that are tested most, for people to read.
func TestPages(t *testing.T) {
	long.OneThread(t)
	for i, name := range long.Studied {
		if !*update && !long.Case(i, 4) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			rs := gametest.Ruleset(t, name)
			var got bytes.Buffer
			book := written(t, rs, nil)
			if err := book.Markdown(&got, "../../../rulesets/"); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", name+".md")
			if *update {
				if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.String()); diff != "" {
				t.Errorf("the page has changed (-update writes it):\n%s", diff)
			}
		})
	}
}

// Games of all sorts have a page, the built-in ones also with other options. Every sentence about
// the rules names a line of them, and every link of the HTML page leads somewhere.
func TestEveryGame(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 19) {
		rs := gametest.Ruleset(t, name)
		choices := []map[string]string{nil}
		options, _ := dsl.Options(rs.File, ruleset.Library{})
		for _, o := range options {
			if !rs.Builtin || len(choices) > 2 {
				break
			}
			choices = append(choices, map[string]string{o.Name: o.Domain[len(o.Domain)-1]})
		}
		for _, choice := range choices {
			if game, list := dsl.Load(rs.File, choice, ruleset.Library{}); game == nil ||
				list.HasErrors() {
				continue
			}
			book := written(t, rs, choice)
			for _, s := range book.Sections {
				for i, item := range s.Items {
					if at := strings.LastIndex(item.Text, " ("); i > 0 && at >= 0 &&
						strings.HasSuffix(item.Text, ").") && commentBehind(item.Places[0]) != "" &&
						strings.HasSuffix(s.Items[i-1].Text, item.Text[at:]) {
						t.Errorf("%s %v: the comment%s is told twice", name, choice, item.Text[at:])
					}
					if item.Bullet && len(item.Places) == 0 {
						t.Errorf("%s %v: %q names no line", name, choice, item.Text)
					}
					open := strings.Count(item.Text, "`")%2 != 0
					if open || strings.Contains(item.Text, "  ") ||
						strings.Contains(item.Text, " the your ") ||
						mover.MatchString(item.Text) ||
						strings.Contains(item.Text, "%!") {
						t.Errorf("%s %v: %q", name, choice, item.Text)
					}
				}
			}
			linksLead(t, name, book)
		}
	}
}

// mover finds a quoted question who moves; the names of players in the library have capitals.
var mover = regexp.MustCompile("if `me = [A-Z]\\w*`")

var link, anchor = regexp.MustCompile(`href="#([^"]+)"`), regexp.MustCompile(`id="([^"]+)"`)

func linksLead(t *testing.T, name string, book *Book) {
	t.Helper()
	var page bytes.Buffer
	if err := book.HTML(&page); err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, m := range anchor.FindAllStringSubmatch(page.String(), -1) {
		there[m[1]] = true
	}
	links := link.FindAllStringSubmatch(page.String(), -1)
	for _, m := range links {
		if !there[m[1]] {
			t.Errorf("%s: the page has no %s", name, m[1])
		}
	}
	if len(links) == 0 {
		t.Errorf("%s: the page has no links", name)
	}
}

func TestWords(t *testing.T) {
	for noun, want := range map[string]string{
		"man": "men", "wolf": "wolves", "cross": "crosses", "box": "boxes", "army": "armies",
		"pawn": "pawns", "key": "keys",
	} {
		if got := diag.Plurals(noun); got != want {
			t.Errorf("plural of %s: %s, want %s", noun, got, want)
		}
	}
	your := thing{head: "man", owner: "your", with: []string{"next to it"}}
	either := thing{with: []string{"ahead of it"}, or: []thing{
		{head: "cell", adj: []string{"empty"}}, {head: "man", owner: "enemy"},
	}}
	for got, want := range map[string]string{
		article("F"): "an F", article("U tile"): "a U tile", article("ox"): "an ox",
		your.one():                          "one of your men next to it",
		your.many():                         "your men next to it",
		your.none():                         "none of your men next to it",
		either.one():                        "an empty cell or an enemy man ahead of it",
		either.none():                       "no empty cell or enemy man ahead of it",
		join([]string{"a", "b", "c"}, "or"): "a, b or c", capital("one"): "One",
		gather([]string{"cells in row 1", "cells in row 2"},
			"and"): "cells in rows 1 and 2",
		gather([]string{"cells in row 1", "cells in column 2"},
			"and"): "cells in row 1 and cells in column 2",
		gather([]string{"an enemy ox of `f(a, b)`", "an enemy man of `f(a, b)`"},
			"or"): "an enemy ox or man of `f(a, b)`",
		gather([]string{"a", "b"}, "or"): "a or b",
		possessor("Tigers") +
			possessor("Red"): "Tigers'Red's",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What goes below a tower is not described as going onto it.
func TestUnder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "under.rules")
	rules := `game "Under"
players White, Black
board square(4, 4) with towers
piece man
setup { White man: rank(1)  Black man: rank(4) }
move dive {
  from p in mine
  to   q in p.adjacent
  do   p -> under q
}
move hide {
  from p in mine
  to   q in p.adjacent
  do   top of p -> under q, place man under p
}
turn dive, hide else pass
end { draw "twenty turns" if ply >= 20 }
`
	if err := os.WriteFile(path, []byte(rules), 0o644); err != nil {
		t.Fatal(err)
	}
	rs := gametest.Ruleset(t, path)
	var page bytes.Buffer
	if err := written(t, rs, nil).Markdown(&page, ""); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Move what stands on its cell under what stands on the target",
		"Move the top piece of its tower under what stands on the target",
		"Place one of your men under it.",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, page.String())
		}
	}
}

// Sentences that once read badly now read like this.
func TestSentences(t *testing.T) {
	long.OneThread(t)
	for name, want := range map[string][]string{
		"backgammon": {"Each player has a counter `men` on each cell, at first 0.",
			"`men(White, p24)` begins at 2.", "Draw a number from one to six: `a`.",
			"Otherwise, chance decides: **roll**."},
		"royal-game-of-ur": {"`rosette` is w4, b4, m4, w6 and b6 (five cells).",
			"Draw a number from 0 to 4: `n`.",
			"`gate` is w0 for White and b0 for Black (nothing stands here: men come from it)."},
		"tak": {"Move the top `n` pieces of its tower to the target.",
			"You win if your pieces other than walls connect the west edge with the east edge"},
		"santorini": {"Choose a cell next to it without a worker or a dome as the target.",
			"Only if the target's height is at most its height"},
		"bagh-chal":  {"Goats begin.", "Tigers' tigers stand in the corners.", "Tigers win if"},
		"star-halma": {"You win if your pegs stand on all cells in your `goal`"},
		"shogi":      {" (otherwise: “your king could be taken”)"},
		"go":         {"Afterward, it must be true that the same arrangement"},
		"surakarta":  {"Black's stones stand on the cells in rows 1 and 2."},
		"whist": {"North and South play together, and so do East and West. A team wins as a whole.",
			"The team with the highest sum of `tricks` wins"},
		"slimetrail": {"Place a trail on the place that it left."},
		"chess": {"Take the place that it left and the target out of `fresh`.",
			"to the cell next to the place that it left in that direction."},
		"ludo": {"`start` is r1 for Red, r11 for Blue, r21 for Green and r31 for Yellow."},
	} {
		rs := gametest.Ruleset(t, name)
		var all strings.Builder
		for _, s := range written(t, rs, nil).Sections {
			for _, item := range s.Items {
				all.WriteString(item.Text + "\n")
			}
		}
		for _, w := range want {
			if !strings.Contains(all.String(), w) {
				t.Errorf("%s does not say %q:\n%s", name, w, all.String())
			}
		}
		for _, odd := range []string{"from no ", "is, for ", " and cells in row", "this must be so",
			"besides;", "have a part"} {
			if strings.Contains(all.String(), odd) {
				t.Errorf("%s says %q", name, odd)
			}
		}
	}
}

// Named sites have no article where a set of them would have one.
func TestNamedSites(t *testing.T) {
	const rules = `game "Sites"
players White, Black
board square(5, 5)
piece fox
region home { White: a1 | b1, Black: rank(5) }
setup {
  White fox: c1 | b1
  Black fox: c5 | rank(4)
}
move walk {
  from p in mine
  to   q in p.orthogonal & empty
  do   p -> q
}
turn walk else lose
end { win "home" if some mine & home
      highest count(mine.around & mine) wins "crowd" if ply > 50 }
`
	rs, err := ruleset.FromText("sites", rules, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := written(t, rs, nil).Text(&out, 0, false); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"White's foxes stand on c1 and b1.",
		"Black's foxes stand on c5 and cells in row 4.", "is a1 and b1 for White",
		"next to one of their foxes wins"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
}

// written is the book of a game.
func written(t *testing.T, rs *ruleset.Ruleset, options map[string]string) *Book {
	t.Helper()
	book, err := Write(t.Context(), rs, options, ruleset.Library{})
	if err != nil {
		t.Fatal(err)
	}
	return book
}
