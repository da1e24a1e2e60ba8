package match

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"boardgame/dsl/lists"
	"boardgame/dsl/order"
)

// Summary is what a match shows. All shares and means have their 95% intervals.
//
// The score of an entrant or a seat is its mean of [Game.Points]: a draw counts as part of a win,
// and so does an unfinished game, in which everyone gets the same.
type Summary struct {
	Terms
	Games      int        `json:"games"`
	Distinct   int        `json:"distinct"`   // games that differ in their moves
	Draws      int        `json:"draws"`      // games that several players share, or all
	Unfinished int        `json:"unfinished"` // games that were stopped
	Standings  []Standing `json:"standings"`  // by entrant
	Seats      []Standing `json:"seats"`      // by player or team, whoever sat there
	First      Estimate   `json:"first"`      // the score of the player or team with the first move
	FirstSeat  string     `json:"firstSeat"`  // its name, "" if it was not always the same
	Turns      Estimate   `json:"turns"`      // mean length
	Shortest   int        `json:"shortest"`   // turns
	Longest    int        `json:"longest"`
	Actions    Estimate   `json:"actions"` // mean length in steps
	Results    []Count    `json:"results"` // the most frequent first
	SPRT       *Verdict   `json:"sprt,omitempty"`
	Thought    []Thought  `json:"thought,omitempty"` // by entrant; only if it was measured
	sprt       SPRT
}

// Thought is how long an entrant thought about its turns.
type Thought struct {
	Turns   int     `json:"turns"`
	Mean    float64 `json:"mean"`    // seconds
	Longest float64 `json:"longest"` // seconds
}

// Times measures [Thought]. Add may be called from several goroutines.
type Times struct {
	mu    sync.Mutex
	spent []time.Duration
	all   []Thought
}

// NewTimes begins to measure.
func NewTimes(t Terms) *Times {
	return &Times{spent: make([]time.Duration, len(t.Entrants)),
		all: make([]Thought, len(t.Entrants))}
}

// Add counts a turn of an entrant.
func (t *Times) Add(entrant int, d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if entrant < 0 || entrant >= len(t.all) {
		return
	}
	t.spent[entrant] += d
	t.all[entrant].Turns++
	t.all[entrant].Longest = max(t.all[entrant].Longest, d.Seconds())
}

// Sum returns what was measured, by entrant.
func (t *Times) Sum() []Thought {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := slices.Clone(t.all)
	for i := range all {
		all[i].Mean = t.spent[i].Seconds() / float64(max(all[i].Turns, 1))
	}
	return all
}

// Test adds the verdict of a sequential test on the games, which must have no gap.
func (s *Summary) Test(t SPRT, games []Game) {
	v := t.Test(games)
	s.SPRT, s.sprt = &v, t
}

// Standing is the record of an entrant or a seat.
type Standing struct {
	Name       string   `json:"name"`
	Wins       int      `json:"wins"`  // alone
	Draws      int      `json:"draws"` // games it shares with others
	Losses     int      `json:"losses"`
	Unfinished int      `json:"unfinished"`
	Score      Estimate `json:"score"`
	// over the mean of the others; null in JSON where it is infinite
	Elo Estimate `json:"elo"`
}

// Count is how often a result occurred.
type Count struct {
	Name  string   `json:"name"`
	Games int      `json:"games"`
	Share Estimate `json:"share"`
}

// Names returns the names of the entrants: their levels, with a number added if one level has
// several seats.
func (t *Terms) Names() []string {
	times := map[string]int{}
	for _, e := range t.Entrants {
		times[e.Level]++
	}
	names := make([]string, len(t.Entrants))
	seen := map[string]int{}
	for i, e := range t.Entrants {
		names[i] = e.Level
		if seen[e.Level]++; times[e.Level] > 1 {
			names[i] = fmt.Sprintf("%s (%d)", e.Level, seen[e.Level])
		}
	}
	return names
}

// Timed reports whether an entrant is limited by time, so that the match cannot be repeated
// exactly.
func (t *Terms) Timed() bool {
	return slices.ContainsFunc(t.Entrants, func(e Entrant) bool { return e.Timed })
}

// Sum adds up the games of one match; there may be none.
func Sum(t Terms, games []Game) *Summary {
	s := &Summary{Terms: t, Games: len(games), Standings: make([]Standing, len(t.Entrants)),
		Seats: make([]Standing, len(t.Entrants))}
	for i, name := range t.Names() {
		s.Standings[i].Name = name
	}
	entrants, seats := make([]float64, len(t.Entrants)), make([]float64, len(t.Entrants))
	var first float64
	var turns, actions []float64
	distinct, results := map[string]bool{}, map[string]int{}
	for i := range games {
		g := &games[i]
		points, firstSeat := g.Points(), ""
		for j, side := range g.sides() {
			names := lists.Map(side, func(i int) string { return g.Seats[i].Player })
			seat := g.Seats[side[0]]
			s.Seats[j].Name = strings.Join(names, " + ")
			if slices.Contains(names, g.First) {
				firstSeat = s.Seats[j].Name
			}
			s.Seats[j].count(g, seat.Entrant)
			s.Standings[seat.Entrant-1].count(g, seat.Entrant)
			seats[j] += points[side[0]]
			entrants[seat.Entrant-1] += points[side[0]]
		}
		first += points[g.seat(g.First)]
		if i == 0 {
			s.FirstSeat, s.Shortest = firstSeat, g.Turns
		} else if firstSeat != s.FirstSeat {
			s.FirstSeat = ""
		}
		switch {
		case !g.Over:
			s.Unfinished++
		case g.Alone() < 0:
			s.Draws++
		}
		s.Shortest, s.Longest = min(s.Shortest, g.Turns), max(s.Longest, g.Turns)
		turns, actions = append(turns, float64(g.Turns)), append(actions, float64(g.Actions))
		distinct[g.Moves] = true
		results[g.Result]++
	}
	n := float64(len(games))
	for i := range s.Standings {
		for _, x := range []struct {
			standing *Standing
			points   float64
		}{{&s.Standings[i], entrants[i]}, {&s.Seats[i], seats[i]}} {
			x.standing.Score = Wilson(x.points, n)
			x.standing.Elo = EloOf(x.standing.Score, len(t.Entrants))
		}
	}
	s.First, s.Turns, s.Actions, s.Distinct = Wilson(first, n), Mean(turns).AtLeast(0),
		Mean(actions).AtLeast(0),
		len(distinct)
	for _, name := range slices.Sorted(maps.Keys(results)) {
		s.Results = append(s.Results, Count{name, results[name], Wilson(float64(results[name]), n)})
	}
	order.SortStableFunc(s.Results, func(a, b Count) int { return cmp.Compare(b.Games, a.Games) })
	return s
}

// count adds a game to the standing of an entrant, or of the seats where that entrant sat.
func (s *Standing) count(g *Game, entrant int) {
	all := g.won()
	switch won := slices.Contains(all, entrant); {
	case !g.Over:
		s.Unfinished++
	case won && len(all) == 1:
		s.Wins++
	case won, len(all) == 0:
		s.Draws++
	default:
		s.Losses++
	}
}

// Repeated says that games of the match are the same, move by move, so that its intervals promise
// too much; it returns "" if hardly any are.
func (s *Summary) Repeated() string {
	if s.Games-s.Distinct <= s.Games/20 {
		return ""
	}
	return fmt.Sprintf("only %d of %d games differ, so the intervals are narrower than they "+
		"should be; a random opening helps", s.Distinct, s.Games)
}

// Text writes the summary for people.
func (s *Summary) Text(to io.Writer) error {
	if s.Games == 0 {
		_, err := fmt.Fprintln(to, "no game was played")
		return err
	}
	counts := []string{"level", "wins", "draws", "losses"}
	if s.Unfinished > 0 {
		counts = append(counts, "unfinished")
	}
	rows := [][]string{append(counts, "score", "")}
	if len(s.Standings) > 1 {
		rows[0] = append(rows[0], "Elo", "")
	}
	for _, st := range s.Standings {
		row := []string{st.Name, fmt.Sprint(st.Wins), fmt.Sprint(st.Draws), fmt.Sprint(st.Losses)}
		if s.Unfinished > 0 {
			row = append(row, fmt.Sprint(st.Unfinished))
		}
		row = append(row, Percent(st.Score.Value), "("+PercentRange(st.Score)+")")
		if len(s.Standings) > 1 {
			value, ends := EloText(st.Elo)
			row = append(row, value, ends)
		}
		rows = append(rows, row)
	}
	var b strings.Builder
	b.WriteString(Table(rows))
	fmt.Fprintf(&b, "\n%s", games1(s.Games))
	if s.Draws+s.Unfinished > 0 {
		fmt.Fprintf(&b, ", %d drawn, %d unfinished after %d turns", s.Draws, s.Unfinished, s.Length)
	}
	b.WriteByte('\n')
	who := "player"
	if strings.Contains(s.FirstSeat, " + ") {
		who = "team"
	}
	if s.FirstSeat != "" {
		who += " (" + s.FirstSeat + ")"
	}
	fmt.Fprintf(&b, "won by the first %s: %s\n", who, PercentText(s.First))
	if len(s.Seats) > 2 {
		for _, st := range s.Seats {
			fmt.Fprintf(&b, "won by %s: %s\n", st.Name, PercentText(st.Score))
		}
	}
	fmt.Fprintf(&b, "mean length: %s, from %d to %d", NumberText(s.Turns, " turns"), s.Shortest,
		s.Longest)
	if s.Actions.Value != s.Turns.Value {
		fmt.Fprintf(&b, "; %s", NumberText(s.Actions, " steps"))
	}
	b.WriteByte('\n')
	for i, t := range s.Thought {
		fmt.Fprintf(&b, "%s thought %s a turn on average, %s at most\n", s.Standings[i].Name,
			seconds(t.Mean), seconds(t.Longest))
	}
	if s.SPRT != nil {
		fmt.Fprintln(&b, s.SPRT.Text(s.sprt, s.Standings[0].Name))
	}
	fmt.Fprintln(&b, "(in parentheses: 95% intervals)")
	if repeated := s.Repeated(); repeated != "" {
		fmt.Fprintf(&b, "note: %s\n", repeated)
	}
	if s.Timed() {
		fmt.Fprintln(&b, "note: a level is limited by time, so the match cannot be repeated exactly")
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// seconds writes a time to about two digits.
func seconds(s float64) string {
	d := time.Duration(s * float64(time.Second))
	for _, unit := range []time.Duration{time.Second, time.Millisecond, time.Microsecond} {
		if d >= unit {
			return d.Round(unit / 10).String()
		}
	}
	return d.String()
}

// Percent writes a share as a percentage.
func Percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// PercentRange writes the interval of a share: "43.1 to 56.9%".
func PercentRange(e Estimate) string {
	return fmt.Sprintf("%.1f to %.1f%%", 100*e.Low, 100*e.High)
}

// PercentText writes a share with its interval: "50.0% (43.1 to 56.9%)".
func PercentText(e Estimate) string { return Percent(e.Value) + " (" + PercentRange(e) + ")" }

// NumberText writes a mean, its unit and its interval, to about three digits: "61.3 turns (58.9 to
// 63.7)".
func NumberText(e Estimate, unit string) string {
	digits := 1
	if max(math.Abs(e.Value), finite(e.High-e.Low)) < 10 {
		digits = 2
	}
	if math.IsInf(e.Low, 0) || math.IsInf(e.High, 0) {
		return fmt.Sprintf("%.*f%s (too few games for an interval)", digits, e.Value, unit)
	}
	return fmt.Sprintf("%.*f%s (%.*f to %.*f)", digits, e.Value, unit, digits, e.Low, digits,
		e.High)
}

func finite(v float64) float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	return v
}

// EloText writes a difference and its interval: "+191" and "(+141 to +246)". For a difference
// without a bound on one side it writes the other bound: "more than +320".
func EloText(e Estimate) (value, ends string) {
	switch {
	case math.IsInf(e.Value, 1):
		return fmt.Sprintf("more than %+.0f", e.Low), ""
	case math.IsInf(e.Value, -1):
		return fmt.Sprintf("less than %+.0f", e.High), ""
	}
	return fmt.Sprintf("%+.0f", zero(e.Value)), fmt.Sprintf("(%+.0f to %+.0f)", e.Low, e.High)
}

// zero turns numbers that would be written -0 into +0.
func zero(v float64) float64 {
	if math.Abs(v) < 0.5 {
		return 0
	}
	return v
}

// Table lays out rows of cells in columns: the first column flush left, the others flush right.
// Rows may differ in length.
func Table(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			switch {
			case i == 0:
				line.WriteString(cell + space)
			default:
				line.WriteString("  " + space + cell)
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}

// Running is the score of a match in progress.
type Running struct {
	names  []string
	points []float64
	games  int
}

// NewRunning returns the score at the start.
func NewRunning(t Terms) *Running {
	return &Running{names: t.Names(), points: make([]float64, len(t.Entrants))}
}

// Add counts a game.
func (r *Running) Add(g Game) {
	r.games++
	points := g.Points()
	for _, side := range g.sides() {
		r.points[g.Seats[side[0]].Entrant-1] += points[side[0]]
	}
}

// String writes the score: "easy 3 : 17 hard", or "easy 3, medium 5, hard 12" for more than two.
func (r *Running) String() string {
	number := func(v float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", v), ".0") }
	if len(r.names) == 2 {
		return fmt.Sprintf("%s %s : %s %s", r.names[0], number(r.points[0]), number(r.points[1]),
			r.names[1])
	}
	var parts []string
	for i, name := range r.names {
		parts = append(parts, name+" "+number(r.points[i]))
	}
	return strings.Join(parts, ", ")
}
