package ruletest

import (
	"cmp"
	"strings"

	"boardgame/dsl/order"
)

// correctable reports whether the expectation can be made to hold.
func (f *Failure) correctable() bool { return f.Got != "" && f.Line.Key != "error" }

// Correctable reports whether the case failed, and passes once [File.Update] has corrected it.
func (o *Outcome) Correctable() bool {
	for i := range o.Failures {
		if !o.Failures[i].correctable() {
			return false
		}
	}
	return len(o.Failures) > 0 && len(o.Problems) == 0
}

// Update returns the text of a test file in which every failed expectation is corrected, and how
// many it changed. It touches nothing else: comments, order and layout stay. An expectation that
// cannot be made to hold (a move that should be illegal but is not, rules that should not check)
// stays as it is.
func (f *File) Update(outcomes []Outcome) (text string, changed int) {
	var failures []Failure
	for i := range outcomes {
		for _, failure := range outcomes[i].Failures {
			if failure.correctable() {
				failures = append(failures, failure)
			}
		}
	}
	order.SortFunc(failures,
		func(a, b Failure) int { return cmp.Compare(a.Line.Place.Lo, b.Line.Place.Lo) })
	var b strings.Builder
	at := 0
	for _, failure := range failures {
		l := failure.Line
		b.WriteString(f.Source.Text[at:l.Place.Lo])
		switch {
		case len(l.Block) == 0 && l.Key == "board":
			b.WriteString("\n  " + strings.ReplaceAll(failure.Got, "\n", "\n  "))
		case len(l.Block) > 0:
			original := f.Source.Text[l.Place.Lo:l.Place.Hi]
			indent := original[:len(original)-len(strings.TrimLeft(original, " \t"))]
			b.WriteString(indent + strings.ReplaceAll(failure.Got, "\n", "\n"+indent))
		default:
			b.WriteString(" " + failure.Got)
		}
		at = l.Place.Hi
	}
	b.WriteString(f.Source.Text[at:])
	return b.String(), len(failures)
}
