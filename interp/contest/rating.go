package contest

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/source"
	"boardgame/interp/bot"
	"boardgame/interp/match"
)

// Rating is how strong levels and programs are, and the matches that show it.
type Rating struct {
	Game    string    `json:"game"`
	Version string    `json:"version"`
	Scale   string    `json:"scale,omitempty"` // whose points are 0; "": those of programs are given
	Rated   []Rated   `json:"rated"`
	Matches []Meeting `json:"matches"`
	Missing []string  `json:"missing"` // programs that are not installed
}

// Rated is a level or a program with its Elo points.
type Rated struct {
	Name   string         `json:"name"`
	Points match.Estimate `json:"points"`
	Given  bool           `json:"given,omitempty"` // not measured
}

// Meeting is a match between two of them, as the first sees it.
type Meeting struct {
	Who     string         `json:"who"`
	Against string         `json:"against"`
	Games   int            `json:"games"`
	Wins    int            `json:"wins"`
	Draws   int            `json:"draws"` // and games that were stopped
	Losses  int            `json:"losses"`
	Score   match.Estimate `json:"score"`
}

// Entrant is a level, or a program with its name for a level.
type Entrant struct {
	bot.Level
	Seat  func() (bot.Bot, error) // starts the program
	Given float64                 // the points of the program; 0: they are to be measured
}

// Rate lets levels meet their neighbors in the list and all programs, or only the first one all
// others, and adds the matches and what they show to the rating. The function meet plays a match;
// its summary may be nil. After an error, which Rate returns, nothing more is played.
func (r *Rating) Rate(levels, programs []Entrant, firstOnly bool,
	meet func(a, b Entrant) (*match.Summary, error)) (failure error) {
	all, given := slices.Concat(levels, programs), map[int]float64{}
	for i, e := range all {
		if e.Given != 0 {
			given[i] = e.Given
		}
	}
	if len(given) == 0 {
		given[0], r.Scale = 0, all[0].Name
	}
	var pairs []match.Pairing
	for i := range levels {
		for j := i + 1; j < len(all) && failure == nil; j++ {
			if firstOnly && i > 0 || !firstOnly && j > i+1 && j < len(levels) {
				continue
			}
			var s *match.Summary
			if s, failure = meet(all[i], all[j]); s == nil || s.Games == 0 {
				continue
			}
			st := s.Standings[0]
			pairs = append(pairs, match.Pairing{A: i, B: j, Games: s.Games,
				Points: float64(st.Wins) + float64(st.Draws+st.Unfinished)/2})
			r.Matches = append(r.Matches, Meeting{all[i].Name, all[j].Name, s.Games,
				st.Wins, st.Draws + st.Unfinished, st.Losses, st.Score})
		}
	}
	for i, e := range match.Rate(len(all), pairs, given) {
		_, known := given[i]
		if slices.ContainsFunc(pairs, func(p match.Pairing) bool { return p.A == i || p.B == i }) {
			r.Rated = append(r.Rated, Rated{all[i].Name, e, known})
		}
	}
	return failure
}

// Text returns the tables in Markdown, which people can read, too.
func (r *Rating) Text() string {
	var b strings.Builder
	scale := "Elo points"
	if r.Scale != "" {
		scale = "Elo points above " + r.Scale
	}
	fmt.Fprintf(&b, "| %s | %s |\n|---|---|\n", r.Game, scale)
	for _, e := range r.Rated {
		text := fmt.Sprintf("%.0f (%.0f to %.0f)", e.Points.Value, e.Points.Low, e.Points.High)
		if e.Given {
			text = fmt.Sprintf("%.0f, given", e.Points.Value)
		}
		fmt.Fprintf(&b, "| %s | %s |\n", e.Name, text)
	}
	b.WriteString("\n| match | games | won–drawn–lost | score |\n|---|---:|---:|---|\n")
	for _, m := range r.Matches {
		fmt.Fprintf(&b, "| %s – %s | %d | %d–%d–%d | %s |\n", m.Who, m.Against, m.Games, m.Wins,
			m.Draws, m.Losses, match.PercentText(m.Score))
	}
	for _, missing := range r.Missing {
		fmt.Fprintf(&b, "\n%s\n", missing)
	}
	fmt.Fprintf(&b, "\nVersion %s.\n", r.Version)
	return b.String()
}

// Into returns the text of a page with the tables between <!-- rate GAME --> and <!-- end -->.
func (r *Rating) Into(page *source.File) (string, error) {
	begin, end := "<!-- rate "+r.Game+" -->\n", "<!-- end -->"
	before, rest, ok := strings.Cut(page.Text, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return "", fmt.Errorf("%s has no line %s with %s below it", page.Name, strings.TrimSpace(begin),
			end)
	}
	return before + begin + "\n" + r.Text() + "\n" + end + after, nil
}
