package rulesets_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/interp"
	"boardgame/interp/bot"
	"boardgame/interp/level"
	"boardgame/interp/match"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/board"
	"boardgame/repl/rulebook"
	"boardgame/repl/speech"
	"boardgame/repl/table"
	"boardgame/testdata/long"
)

var update = flag.Bool("update", false, "write the pages that are made from the rules")

// made begins a page that is made from a game's own files. Pages without it are written by hand.
const made = "<!-- made from the files of the game by: go test ./rulesets -update -->\n\n"

// Every game has a page in docs/games that has fewer than 100 lines and names its options, presets
// and the levels taken from other programs.
func TestPages(t *testing.T) {
	for i, name := range ruleset.List() {
		if !*update && !long.Case(i, 10) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			rs := gametest.Ruleset(t, name)
			options, problems := dsl.Options(rs.File, ruleset.Library{})
			if problems.HasErrors() {
				t.Fatal(problems)
			}
			file := "../docs/games/" + name + ".md"
			text, err := os.ReadFile(file)
			if n := strings.Count(string(text), "\n"); n >= 100 {
				t.Errorf("%s has %d lines; a page has fewer than 100, the rulebook has the rest", file, n)
			}
			if err != nil || strings.HasPrefix(string(text), made) {
				typed, rules := typedLike.FindString(string(text)), bookIn.FindString(string(text))
				if typed == "" || *update || long.Case(i, 40) { // it takes 200 ms a game
					typed, rules = examples(t, rs), rulesOf(t, rs)
				}
				golden(t, file, pageOf(t, rs, options, typed, rules))
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

// typedLike finds the sentence of a page that shows moves.
var typedLike = regexp.MustCompile(`(?s)A move is typed like .*?; .moves.\slists\sall\sthat\sare\slegal\.`)

// bookIn finds the part of a page that is from the rulebook.
var bookIn = regexp.MustCompile(`(?s)## .*\n\n<!-- end -->\n\n`)

// rulesOf returns what the rulebook says of the start, the moves and the end, without its pictures,
// for a page of a game without a primer. If the page would become too long, or the book has no
// words for more than three sentences, it is what the book says of the turn and the end, and which
// game the rules change.
func rulesOf(t *testing.T, rs *ruleset.Ruleset) string {
	book, err := rulebook.Write(t.Context(), rs, nil, ruleset.Library{})
	if err != nil {
		t.Fatal(err)
	}
	if rs.Info.Primer != "" {
		return ""
	}
	var b strings.Builder
	say := func(s rulebook.Section) {
		for _, item := range s.Items {
			switch {
			case item.View != nil || !item.Bullet && s.Title == "The game":
			case strings.HasSuffix(item.Text, ":"): // a list follows
				fmt.Fprintf(&b, "%s\n\n", item.Text)
			default:
				fmt.Fprintln(&b, strings.Join(diag.Wrap("* "+item.Text, 114), "\n  "))
			}
		}
		fmt.Fprintln(&b)
	}
	for _, s := range book.Sections {
		if s.Title == "Options" {
			continue
		}
		if s.Title != "The game" { // what its bullets name stands below the next heading
			fmt.Fprintf(&b, "%s %s\n\n", strings.Repeat("#", s.Level), s.Title)
		} else {
			fmt.Fprint(&b, "## Setting up\n\n")
		}
		say(s)
	}
	text := strings.ReplaceAll(b.String(), "## Setting up\n\n\n## Setting up", "## Setting up")
	text = strings.Replace(text, "\n\n## Setting up\n\n", "\n", 1)
	if strings.Count(text, "\n") > 55 { // the names can be looked up
		text, _, _ = strings.Cut(text, "## What the quoted names mean")
	}
	if strings.Count(text, "\n") > 60 || len(book.Wordless()) > 3 {
		b.Reset()
		for _, s := range book.Sections {
			if s.Title == "A turn" || s.Title == "The end" {
				fmt.Fprintf(&b, "## %s\n\n", s.Title)
				say(s)
			}
		}
		if base := baseOf.FindStringSubmatch(rs.File.Text); base != nil {
			of := gametest.Ruleset(t, base[1])
			fmt.Fprintf(&b, "This is a variant of [%s](%s.md). ", of.Info.Title, base[1])
			fmt.Fprint(&b, "The second command above also describes its moves.\n\n")
		}
		text = b.String()
	}
	if strings.Contains(text, "`") {
		text += "What is written `like this` quotes the rules file.\n\n"
	}
	return text + "<!-- end -->\n\n"
}

// baseOf finds the game that a rules file extends.
var baseOf = regexp.MustCompile(`(?m)^game .* extends "(.*)"`)

// pageOf returns the page of a game that nobody has written one for. Typed says how to type moves,
// and rules is what rulesOf returns.
func pageOf(t *testing.T, rs *ruleset.Ruleset, options []ir.Option, typed, rules string) string {
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
	fmt.Fprintf(&b, "<img src=\"pictures/%s.svg\" width=\"300\" alt=\"The board\">\n\n", rs.Name)
	if text := about(rs.File.Text); !strings.Contains(info.Description, text) {
		line("%s", speech.Capital(text))
	}
	if signs := signsOf(t, rs); signs != "" {
		line("In a terminal: %s.", signs)
	}
	line("%s A game takes beginners about %d turns in all, with about %s to choose from.",
		strings.Join(strings.Fields(typed), " "), info.Length, diag.Amount(info.Choices, "step"))
	fmt.Fprintf(&b, "    boardgame play %s%s\n    boardgame rulebook %[1]s\n\n", rs.Name, seats(t, rs))
	fmt.Fprintf(&b, "The second command prints the rules in words, with pictures.\n\n")
	for _, l := range strings.Split(strings.TrimSpace(info.Primer), "\n") {
		if l != "" {
			line("%s", l)
		}
	}
	fmt.Fprint(&b, rules)
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
	var measured, others []string
	for _, grade := range match.Grades(info.Levels, info.Graded) {
		if grade.Against == "" {
			others = append(others, grade.Level)
		} else {
			measured = append(measured, grade.String())
		}
	}
	if others != nil && !strings.Contains(info.Less, "not measured") {
		measured = append(measured, strings.Join(others, ", ")+" not measured")
	}
	if measured != nil {
		measured = []string{"Levels: " + strings.Join(measured, "; ") + "."}
	}
	line("%s", strings.TrimSpace(strings.Join(append(measured, info.Less), " ")))
	if info.Link != "" {
		line("Rules: [%s](%s).", strings.TrimPrefix(strings.TrimPrefix(info.Link, "https://"),
			"http://"), info.Link)
	}
	line("The rules file is [%s.rules](../../rulesets/%[1]s/%[1]s.rules).", rs.Name)
	return strings.TrimSuffix(b.String(), "\n")
}

// about is the comment with which a rules file begins, without what stands before the address of
// its source.
func about(rules string) string {
	head, _, _ := strings.Cut(rules, "\ngame ")
	text := strings.Join(strings.Fields(strings.ReplaceAll("\n"+head, "\n#", "\n")), " ")
	source := regexp.MustCompile(`(Rules: )?https?://\S*[^\s.,;]` +
		`((,| and| as on)+ https?://\S*[^\s.,;])*`).FindStringIndex(text)
	if !strings.HasPrefix(rules, "#") || source == nil || strings.HasSuffix(text, ":") {
		return ""
	}
	if behind := strings.TrimLeft(text[source[1]:], ".,:; "); behind != "" {
		return behind
	}
	return strings.TrimSpace(text[:source[0]])
}

// signsOf says how the pieces of the players look in a terminal, and those of no player, if there
// are several kinds.
func signsOf(t *testing.T, rs *ruleset.Ruleset) string {
	tb, err := table.New(rs.Name, "", nil, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(tb.Sheet.Speech.Rules().Kinds) < 2 {
		return ""
	}
	legend := func(player int) string {
		signs := tb.Sheet.Legend(player, func(p board.Piece) string { return "`" + p.Unicode + "`" })
		return strings.NewReplacer("  ", ", ", "\u00a0", " ").Replace(signs)
	}
	var all []string
	for i := range tb.Seats {
		signs := legend(i)
		if i > 0 && signs != "" && signs == strings.ToLower(legend(0)) {
			signs = "the same in small letters"
		}
		if signs != "" {
			all = append(all, tb.Sheet.Speech.PlayerName(i)+" "+signs)
		}
	}
	if signs := legend(-1); signs != "" {
		all = append(all, "pieces of no player "+signs)
	}
	return strings.Join(all, "; ")
}

// seats is the flag with which a person plays first, against bots.
func seats(t *testing.T, rs *ruleset.Ruleset) string {
	bots := len(gametest.Load(t, rs.Name, "").Rules().Players) - 1
	if bots == 0 {
		return ""
	}
	return ` --seat "human` + strings.Repeat(" easy", bots) + `"`
}

// examples shows steps of a random game as they are typed, one of each move.
func examples(t *testing.T, rs *ruleset.Ruleset) string {
	const longest, most = 200, 5
	tb, err := table.New(rs.Name, "", nil, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	g, rng := tb.Sheet.Speech.Game, rand.New(rand.NewPCG(1, 2))
	met, all := map[ir.MoveID]bool{}, []string{}
	p := g.Start()
	for range longest {
		m, chance := g.Draw(p, 1)
		if !chance {
			moves := g.Moves(p)
			for i := range moves {
				m := moves[(i+len(moves)/2)%len(moves)]
				if id, _ := g.Roles(m); m != interp.Leave && !met[id] && len(all) < most {
					met[id] = true
					text := "`" + tb.Sheet.Speech.StepText(p, m) + "`"
					name := strings.ReplaceAll(tb.Sheet.Speech.MoveName(id), "_", " ")
					if !strings.HasPrefix(text, "`"+name) {
						text += " (" + name + ")"
					}
					all = append(all, text)
				}
			}
			if len(moves) == 0 {
				break
			}
			m = moves[rng.IntN(len(moves))]
		}
		if p, err = g.Play(p, m); err != nil {
			t.Fatal(err)
		}
	}
	if len(all) == 1 {
		all[0], _, _ = strings.Cut(all[0], " (")
	}
	return "A move is typed like " + speech.Or(all) + "; `moves` lists all that are legal."
}

// The TOML file of a game says how many turns a game of easy against itself has (with secrets, a
// random game), within a third: the mean of these games. After training, levels need not play the
// same games. With -update, files without a length get one.
func TestLengths(t *testing.T) {
	long.OneThread(t)
	for i, name := range ruleset.List() {
		rs := gametest.Ruleset(t, name)
		if *update && rs.Info.Length > 0 || !*update && (i%30 != 4 || !long.Case(i/30, 4)) {
			continue
		}
		rules := gametest.Load(t, name, "").Rules()
		games, who := 4, "easy"
		easy, err := bot.FindLevel(rs.Info.Levels, who)
		switch {
		case err != nil:
			t.Fatal(err)
		case easy.Bot == "infoset": // it thinks for long
			who = "random"
		case easy.Bot == "mcts" && !*update:
			continue // it takes ten times as long as the others
		case easy.Bot == "mcts":
			games = 2
		}
		all, err := bot.FindLevel(rs.Info.Levels, who)
		if err != nil {
			t.Fatal(err)
		}
		m := &match.Match{Game: interp.New(rules), Ruleset: name, Games: games, Seed: 1, Jobs: 1,
			Levels: slices.Repeat([]bot.Level{all}, len(rules.Teams())), Length: 600}
		played, err := m.Run(t.Context(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		turns := 0
		for _, g := range played {
			turns += g.Turns
		}
		turns = (turns + games/2) / games
		if *update {
			toml(t, name, "length", "family", turns)
		} else if n := rs.Info.Length; 4*n < 3*turns || 3*n > 4*turns {
			t.Errorf("%s.toml has length = %d; %d games had %d turns", name, n, games, turns)
		}
	}
}

// The TOML file of a game says how many legal steps there are at a decision: the mean of eight
// random games. With -update, it is written.
func TestChoices(t *testing.T) {
	long.OneThread(t)
	for i, name := range ruleset.List() {
		if !*update && (i%8 != 5 || !long.Case(i/8, 9)) {
			continue
		}
		g := gametest.Load(t, name, "")
		e, rng := g.NewEngine(), rand.New(rand.NewPCG(1, 1))
		legal, decisions := 0, 0
		for range 8 {
			p := g.Start()
			for n := 0; n < 400 && p.Result() == nil; n++ {
				moves, weights := e.Moves(p), e.Weights(p)
				pick := rng.IntN(len(moves))
				if weights != nil {
					pick = interp.Pick(weights, rng)
				} else {
					legal, decisions = legal+len(moves), decisions+1
				}
				p = e.Play(p, moves[pick])
			}
		}
		mean := (legal + decisions/2) / max(decisions, 1)
		if *update {
			toml(t, name, "choices", "length", mean)
		} else if rs, err := ruleset.Find(name); err != nil || rs.Info.Choices != mean {
			t.Errorf("%s.toml has choices = %d, which are %d in random games: %v", name, rs.Info.Choices,
				mean, err)
		}
	}
}

// toml writes a figure into the TOML file of a game, behind another field and before any table.
func toml(t *testing.T, name, field, behind string, value int) {
	t.Helper()
	file := filepath.Join(name, name+".toml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, tables, any := strings.Cut(string(text), "\n[")
	if any {
		tables = "\n[" + tables
	}
	line := regexp.MustCompile(`(?m)^(` + behind + ` = .*)(\n` + field + ` = \d+)?$`)
	golden(t, file, line.ReplaceAllString(head, fmt.Sprintf("$1\n%s = %d", field, value))+tables)
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
	rows := map[string]string{} // by family
	for _, name := range ruleset.List() {
		if rs, err := ruleset.Find(name); err == nil {
			rows[rs.Info.Family] += fmt.Sprintf("| <img src=\"pictures/%s.svg\" width=\"120\" alt=\"\"> "+
				"| [%s](%[1]s.md) | %[3]s |\n", name, rs.Info.Title, rs.Info.Description)
		}
	}
	var b strings.Builder
	for _, family := range ruleset.Families {
		if rows := rows[family.Name]; rows != "" {
			fmt.Fprintf(&b, "\n## %s\n\n| | | |\n|---|---|---|\n%s", family.Title, rows)
		}
	}
	golden(t, page, before+"<!-- games -->\n"+b.String()+"\n<!-- end -->\n"+after)
}

// The pieces of the players can be told apart without colors.
func TestPiecesDiffer(t *testing.T) {
	for _, name := range ruleset.List() {
		rs := gametest.Ruleset(t, name)
		seen := map[string]string{}
		for _, p := range rs.Info.Pieces {
			if p.Unicode == "" {
				continue // by the sign of the rules
			}
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

// docs/games/checked.md lists every rules file once, by titles, with the status and the figures of
// its TOML file.
func TestCheckedPage(t *testing.T) {
	const page, head = "../docs/games/checked.md", "| game | status | figures |\n|---|---|---|\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), head)
	_, after, end := strings.Cut(rest, "\n\n")
	if !ok || !end {
		t.Fatal("the page has no table of games")
	}
	var rows []string
	for _, name := range ruleset.List() {
		rs := gametest.Ruleset(t, name)
		rules, err := os.ReadFile(filepath.Join(name, name+ruleset.Ext))
		if err != nil {
			t.Fatal(err)
		}
		if title := fmt.Sprintf("\ngame %q", rs.Info.Title); !strings.Contains("\n"+string(rules),
			title) {
			t.Errorf("%s: the rules have another title than the TOML file", name)
		}
		if !strings.Contains(before, "\n| "+rs.Info.Checked+" |") {
			t.Errorf("%s: the page does not explain the status %q", name, rs.Info.Checked)
		}
		rows = append(rows, fmt.Sprintf("| [%s](../../rulesets/%s/%[2]s.rules) | %s | %s |",
			rs.Info.Title, name, rs.Info.Checked, rs.Info.Figures))
	}
	slices.SortFunc(rows, func(a, b string) int {
		a, _, _ = strings.Cut(strings.ToLower(a), "](")
		b, _, _ = strings.Cut(strings.ToLower(b), "](")
		return strings.Compare(a, b)
	})
	golden(t, page, before+head+strings.Join(rows, "\n")+"\n\n"+after)
}

// A level that was measured beats the one below it, or the game says why not, and its page, too. A
// match with fewer than 400 games may leave it open.
func TestGrades(t *testing.T) {
	for _, name := range ruleset.List() {
		rs := gametest.Ruleset(t, name)
		for seats := range rs.Info.Graded {
			for _, bot := range strings.Fields(seats) {
				if _, err := level.Find(rs.Info.Levels, bot); err != nil {
					t.Errorf("%s: graded %q: %v", name, seats, err)
				}
			}
		}
		for _, g := range match.Grades(rs.Info.Levels, rs.Info.Graded) {
			const enough = 0.65
			if g.Against == "" && !strings.Contains(strings.ToLower(rs.Info.Less), g.Level) {
				t.Errorf("%s: %s, and `less` does not say why", name, g)
			}
			if low := g.Score.Low < enough && (g.Score.High < enough || g.Games >= 400); low &&
				rs.Info.Less == "" {
				t.Errorf("%s: %s, and `less` does not say why", name, g)
			}
		}
		page, err := os.ReadFile("../docs/games/" + name + ".md")
		if flat := strings.Join(strings.Fields(string(page)), " "); err != nil ||
			!strings.Contains(flat, rs.Info.Less) {
			t.Errorf("the page of %s does not say: %s", name, rs.Info.Less)
		}
	}
}
