package train

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/dsl/pattern"
	"boardgame/interp/level"
	"boardgame/interp/match"
	"boardgame/interp/ruleset"
)

// Addition is what goes into a TOML file: levels, weights, or both.
type Addition struct {
	Comment string // lines for people, put above
	Weights *level.Weights
	Levels  []level.Level
}

// TakenError says that a file already has what would be written.
type TakenError struct{ What []string }

// Error names it.
func (e *TakenError) Error() string { return "there is already " + strings.Join(e.What, ", ") }

// Edit returns the text of a TOML file with the addition at its end. If replace is set, it removes
// tables of the same names (and, for weights, for the same options); otherwise they are a
// [TakenError]. Everything else stays unchanged, including comments. The name is the file's, for
// messages.
func Edit(name, text string, add Addition, replace bool) (string, error) {
	before, err := ruleset.ReadInfo(name, text)
	if err != nil {
		return "", err
	}
	var taken []string
	gone := func(table string, block string) bool {
		what := ""
		switch table {
		case "level":
			for _, l := range add.Levels {
				if nameIn(block) == l.Name {
					what = "a level " + l.Name
				}
			}
		case "weights":
			if w := add.Weights; w != nil && nameIn(block) == w.Name {
				old, err := ruleset.ReadInfo(name, block)
				if err == nil && len(old.Weights) == 1 && maps.Equal(old.Weights[0].Options, w.Options) {
					what = "the weights " + w.Name
				}
			}
		}
		if what != "" {
			taken = append(taken, what)
		}
		return what != ""
	}
	text = without(text, gone)
	if len(taken) > 0 && !replace {
		return "", &TakenError{taken}
	}
	text = strings.TrimRight(text, "\n") + "\n\n" + add.text()
	text = strings.TrimLeft(text, "\n")

	// Whatever the file looks like, nothing else may change.
	after, err := ruleset.ReadInfo(name, text)
	if err != nil {
		return "", fmt.Errorf("what was found does not fit into %s: %w", name, err)
	}
	before.Levels, before.Weights, after.Levels, after.Weights = nil, nil, nil, nil
	if !reflect.DeepEqual(before, after) {
		return "", fmt.Errorf(
			"%s is written in a way that cannot be edited; write to another file with --out", name)
	}
	return text, nil
}

// header is the first line of a table. Lists of numbers and strings do not look like one.
var header = pattern.Of(`^\s*\[\[?\s*([A-Za-z_][A-Za-z0-9_-]*)\s*(\.[^\]]*)?\]`)

var nameLine = pattern.Of(`(?m)^\s*name\s*=\s*["']([^"'\n]*)["']`)

// nameIn returns the name that a table gives itself.
func nameIn(block string) string {
	head, _, _ := strings.Cut(strings.TrimSpace(block)[2:], "\n[")
	if m := nameLine().FindStringSubmatch(head); m != nil {
		return m[1]
	}
	return ""
}

// without removes the tables that gone chooses, with the tables inside them and the comment above
// them.
func without(text string, gone func(table, block string) bool) string {
	type part struct {
		table string
		lines []string
	}
	parts := []part{{}}
	long := "" // the quotes that close a string of several lines
	for line := range strings.Lines(text) {
		last := &parts[len(parts)-1]
		if m := header().FindStringSubmatch(line); m != nil && long == "" &&
			(m[2] == "" || m[1] != last.table) {
			// The comment right above belongs to what follows.
			at := len(last.lines)
			for at > 0 && strings.HasPrefix(strings.TrimSpace(last.lines[at-1]), "#") {
				at--
			}
			comment := slices.Clone(last.lines[at:])
			last.lines = last.lines[:at]
			parts = append(parts, part{m[1], append(comment, line)})
			continue
		}
		last.lines = append(last.lines, line)
		for _, quotes := range []string{`"""`, `'''`} {
			if (long == "" || long == quotes) && strings.Count(line, quotes)%2 == 1 {
				if long == "" {
					long = quotes
				} else {
					long = ""
				}
				break
			}
		}
	}
	var kept strings.Builder
	for _, p := range parts {
		block := strings.Join(p.lines, "")
		at := max(strings.Index(block, "["), 0)
		for _, line := range p.lines { // the header, not a bracket in the comment
			if header().MatchString(line) {
				at = strings.Index(block, line)
				break
			}
		}
		if p.table == "" || !gone(p.table, block[at:]) {
			kept.WriteString(block)
		}
	}
	return kept.String()
}

// text writes the addition.
func (a *Addition) text() string {
	var b strings.Builder
	for line := range strings.Lines(a.Comment) {
		b.WriteString(strings.TrimRight("# "+strings.TrimRight(line, "\n"), " ") + "\n")
	}
	if a.Weights != nil {
		writeWeights(&b, a.Weights)
	}
	for i, l := range a.Levels {
		if i > 0 || a.Weights != nil {
			b.WriteString("\n")
		}
		writeLevel(&b, l)
	}
	return b.String()
}

func writeLevel(b *strings.Builder, l level.Level) {
	fmt.Fprintf(b, "[[level]]\nname = %q\n", l.Name)
	if l.Title != "" {
		fmt.Fprintf(b, "title = %q\n", l.Title)
	}
	b.WriteString(l.Settings.TOML())
}

func writeWeights(b *strings.Builder, w *level.Weights) {
	fmt.Fprintf(b, "[[weights]]\nname = %q\n", w.Name)
	if len(w.Options) > 0 {
		options := lists.Map(slices.Sorted(maps.Keys(w.Options)),
			func(name string) string { return fmt.Sprintf("%s = %q", name, w.Options[name]) })
		fmt.Fprintf(b, "options = { %s }\n", strings.Join(options, ", "))
	}
	if w.Otherwise != "" {
		fmt.Fprintf(b, "otherwise = %q\n", w.Otherwise)
	}
	if w.Net != "" {
		fmt.Fprintf(b, "net = %q\n", w.Net)
	}
	fmt.Fprintf(b, "games = %d\nseed = %d\n", w.Games, w.Seed)
	for _, n := range []struct {
		key, what string
		value     int64
	}{
		{"lead", "for the first player", w.Lead},
		{"tempo", "for the player to move", w.Tempo},
		{"mobility", "for each step that the player to move can choose from", w.Mobility},
	} {
		if n.value != 0 {
			fmt.Fprintf(b, "%s = %d # %s\n", n.key, n.value, n.what)
		}
	}
	if len(w.Progress) > 0 {
		pairs := lists.Map(w.Progress, func(p []int) string { return numbers(p, 0) })
		fmt.Fprintf(b, "progress = [%s] # games, per cent won\n", strings.Join(pairs, ", "))
	}
	if len(w.Counters) > 0 {
		b.WriteString("\n[weights.counters]\n")
		for _, name := range slices.Sorted(maps.Keys(w.Counters)) {
			fmt.Fprintf(b, "%s = %d\n", key(name), w.Counters[name])
		}
	}
	for _, d := range w.Values {
		fmt.Fprintf(b, "\n[[weights.values]]\nvalue = %q\nmover = %s # for each unit, as the "+
			"player to move sees it\n", d.Value, decimal(d.Mover))
		if d.Waiting != 0 {
			fmt.Fprintf(b, "waiting = %s # taken away for each unit, as the other player sees it\n",
				decimal(d.Waiting))
		}
	}
	for _, r := range w.Rows {
		fmt.Fprintf(b, "\n[[weights.rows]]\nplayer = %q\nlength = %d\npoints = %s\n", r.Player,
			r.Length, numbers(r.Points, 0))
	}
	for _, n := range w.Beside {
		fmt.Fprintf(b, "\n[[weights.beside]]\nplayer = %q\ndirections = %q\n", n.Player,
			n.Directions)
		writeRows(b, n.Points)
	}
	for _, t := range w.Sites {
		b.WriteString("\n[[weights.sites]]\n")
		if t.Player != "" {
			fmt.Fprintf(b, "player = %q\n", t.Player)
		}
		fmt.Fprintf(b, "kind = %q\n", t.Kind)
		writeRows(b, t.Points)
		if len(t.Others) > 0 {
			b.WriteString("\n[weights.sites.others]\n")
			for _, name := range slices.Sorted(maps.Keys(t.Others)) {
				fmt.Fprintf(b, "%s = %d\n", key(name), t.Others[name])
			}
		}
	}
}

// decimal writes a number as TOML reads it, without an exponent.
func decimal(v float64) string {
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

func numbers[N int | int64](row []N, width int) string {
	texts := lists.Map(row, func(v N) string { return fmt.Sprintf("%*d", width, v) })
	return "[" + strings.Join(texts, ", ") + "]"
}

var bare = pattern.Of(`^[A-Za-z0-9_-]+$`)

func key(name string) string {
	if bare().MatchString(name) {
		return name
	}
	return strconv.Quote(name)
}

// winning is the winning probability of a player who is this many thousand points ahead of each
// other player.
func winning(ahead float64, players int) float64 {
	return math.Exp(ahead) / (math.Exp(ahead) + float64(players-1))
}

// LearnedText is the comment above weights for a game of this many players: how they were learned,
// and how often they won over time.
func LearnedText(command string, w *level.Weights, players int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Learned from %d games of self-play by `%s`.\n", w.Games, command)
	ahead := "is %d points ahead"
	if players > 2 {
		ahead = "has %d points more than each of the others"
	}
	fmt.Fprintf(&b, "A player who "+ahead+" wins about %.0f%% of the games, with %d points "+
		"%.0f%%.\n", 1000, 100*winning(1, players), 2000, 100*winning(2, players))
	if len(w.Progress) > 0 {
		fmt.Fprintf(&b, "\nScore against the same search without the weights (%d nodes, %d games; "+
			"%.0f%% if neither is better):\n", checkNodes, checkGames, 100*winning(0, players))
		rows := [][]string{{"after games", "score"}}
		for _, p := range w.Progress {
			rows = append(rows, []string{fmt.Sprint(p[0]), fmt.Sprintf("%d%%", p[1])})
		}
		i := -1
		for line := range strings.Lines(match.Table(rows)) {
			line = strings.TrimRight(line, "\n")
			if i >= 0 {
				line += "  " + strings.Repeat("#", w.Progress[i][1]/2)
			}
			b.WriteString("  " + line + "\n")
			i++
		}
	}
	return b.String()
}

// ContestText is the comment about what weights of patterns were played against.
func ContestText(contests []Contest) string {
	return contestTable("at equal CPU time", contests)
}

// Text is the comment above levels: which searches were compared, and what each level scores
// against the one below it.
func (l *Ladder) Text(command string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured by `%s`.\n", command)
	b.WriteString(contestTable(fmt.Sprintf("at equal time, %v per step", l.Equal), l.Search))
	b.WriteString(contestTable("each level and the one below", l.Rungs))
	for _, m := range l.Missing {
		b.WriteString("\n" + m + "\n")
	}
	return b.String()
}

// contestTable is a table of contests; "" without any.
func contestTable(title string, contests []Contest) string {
	if len(contests) == 0 {
		return ""
	}
	rows := [][]string{{title, "games", "score", ""}}
	for _, c := range contests {
		rows = append(rows, []string{
			c.Upper + " – " + c.Lower, fmt.Sprint(c.Games),
			match.Percent(c.Score.Value), "(" + match.PercentRange(c.Score) + ")",
		})
	}
	text := "\n"
	for line := range strings.Lines(match.Table(rows)) {
		text += "  " + line
	}
	return text
}

// writeRows writes rows of points, in columns.
func writeRows(b *strings.Builder, rows [][]int64) {
	width := 0
	for _, row := range rows {
		for _, v := range row {
			width = max(width, len(strconv.FormatInt(v, 10)))
		}
	}
	if len(rows) > 0 {
		b.WriteString("points = [\n")
		for _, row := range rows {
			fmt.Fprintf(b, "  %s,\n", numbers(row, width))
		}
		b.WriteString("]\n")
	}
}
