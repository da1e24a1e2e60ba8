package ruletest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"boardgame/dsl/source"
)

// OutcomeLine is an outcome for programs.
type OutcomeLine struct {
	File     string        `json:"file"`
	Case     string        `json:"case"`
	Line     int           `json:"line"`
	Passed   bool          `json:"passed"`
	Problems []string      `json:"problems,omitempty"`
	Failures []FailureLine `json:"failures,omitempty"`
}

// FailureLine is a failure for programs.
type FailureLine struct {
	Line     int      `json:"line"`
	Expected string   `json:"expected"`
	Got      string   `json:"got"`
	Detail   []string `json:"detail,omitempty"`
}

// Line returns the outcome of a case of a file for programs.
func (o *Outcome) Line(f *source.File) OutcomeLine {
	line, _ := f.Position(o.Case.Span.Lo)
	out := OutcomeLine{File: f.Name, Case: o.Case.Name, Line: line, Passed: o.Passed()}
	for _, d := range o.Problems {
		out.Problems = append(out.Problems, d.Summary)
	}
	for _, failure := range o.Failures {
		at, _ := f.Position(failure.Line.Span.Lo)
		out.Failures = append(out.Failures,
			FailureLine{at, failure.Line.Text(), failure.Got, failure.Detail})
	}
	return out
}

// Text returns for people which case of a file failed, and each failure; not the problems.
func (o *Outcome) Text(f *source.File) string {
	var b strings.Builder
	line, _ := f.Position(o.Case.Span.Lo)
	fmt.Fprintf(&b, "%s:%d: %s\n", f.Name, line, o.Case.Name)
	for _, failure := range o.Failures {
		at, _ := f.Position(failure.Line.Span.Lo)
		fmt.Fprintf(&b, "  line %d, %s: expected %s\n", at,
			strings.TrimSpace(failure.Line.Span.Text()), inLine(failure.Line.Text()))
		if failure.Got != "" {
			fmt.Fprintf(&b, "  it is %s\n", inLine(failure.Got))
		}
		for _, detail := range failure.Detail {
			fmt.Fprintf(&b, "    %s\n", detail)
		}
	}
	return b.String()
}

// inLine is a value in a form that fits inside a line.
func inLine(text string) string {
	if strings.Contains(text, "\n") {
		return "another board"
	}
	return text
}

// Text says for people of which game the figures are and whether they came out.
func (c *Certificate) Text(game string) string {
	about := game
	for _, name := range slices.Sorted(maps.Keys(c.Options)) {
		about += " " + name + "=" + c.Options[name]
	}
	if c.Position != "" {
		about += ` "` + c.Position + `"`
	}
	if c.Case != "" {
		about += fmt.Sprintf(", test %q", c.Case)
	}
	verdict := fmt.Sprintf("verified to depth %d of %d", c.Verified, len(c.Counts))
	if c.Failed() {
		verdict = fmt.Sprintf("WRONG at depth %d: %d, published is %d", len(c.Got),
			c.Got[len(c.Got)-1], c.Counts[len(c.Got)-1])
	}
	counted := make([]string, len(c.Got))
	for i, n := range c.Got {
		counted[i] = fmt.Sprint(n)
	}
	if c.Skipped {
		verdict += " (deeper counts are greater than --most)"
	}
	return fmt.Sprintf("%s: %s in %v\n  %s %s\n  source: %s (%s)\n", about, verdict,
		c.Took.Round(time.Millisecond), c.Unit, strings.Join(counted, " "),
		cmp.Or(c.Source, "not given"), c.Where)
}
