package bench

import (
	"fmt"
	"io"
	"strings"

	"boardgame/dsl/ir"
)

// Text writes the result for people. With an earlier one, it says how many times faster this is. If
// the measurement was stopped, figures are missing because of that, and not because of the game.
func (m *Result) Text(w io.Writer, rules *ir.Game, before *Result, stopped bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d random games on one thread\n", m.Engine, m.Playouts)
	if m.Evaluator > 0 {
		fmt.Fprintf(&b, "  %-30s %.1f%%\n", "of the time in the evaluator", 100*m.Evaluator)
	}
	for _, left := range m.Left {
		fmt.Fprintf(&b, "  %s\n", left)
	}
	for _, line := range []struct {
		what  string
		value func(m *Result) float64
		speed bool
	}{
		{"games per second", func(m *Result) float64 { return m.PerSecond }, true},
		{"steps per second", func(m *Result) float64 { return m.PliesPerSecond }, true},
		{"mean length, in steps", func(m *Result) float64 { return m.MeanLength }, false},
		{"mean number of legal steps", func(m *Result) float64 { return m.MeanLegal }, false},
		{"bytes allocated per game", func(m *Result) float64 { return m.BytesPerGame }, false},
		{"perft leaves per second", func(m *Result) float64 { return m.PerftPerSecond }, true},
		{"steps per second, one by one", func(m *Result) float64 { return m.LoopPerSecond }, true},
		{"the same, memory reused", func(m *Result) float64 { return m.IntoPerSecond }, true},
		{"the same, by number", func(m *Result) float64 { return m.KthPerSecond }, true},
		{"alpha-beta nodes per second", func(m *Result) float64 { return m.NodesPerSecond }, true},
		{"mcts playouts per second", func(m *Result) float64 { return m.TreePerSecond }, true},
	} {
		text := figure(line.value(m))
		if (line.speed || stopped) && line.value(m) == 0 {
			text = "not measured"
			if !stopped {
				text += " for this game"
			}
		}
		if before != nil && line.speed && line.value(before) > 0 {
			text = fmt.Sprintf("%-16s %.2f times", text, line.value(m)/line.value(before))
		}
		fmt.Fprintf(&b, "  %-30s %s\n", line.what, text)
	}
	for _, p := range rules.Players {
		fmt.Fprintf(&b, "  %-30s %.1f%%\n", "won by "+p.Name,
			100*float64(m.Wins[p.Name])/float64(m.Playouts))
	}
	fmt.Fprintf(&b, "  %-30s %.1f%%\n", "drawn", 100*float64(m.Draws)/float64(m.Playouts))
	if m.Unfinished > 0 {
		fmt.Fprintf(&b, "  %-30s %.1f%%\n", "stopped", 100*float64(m.Unfinished)/float64(m.Playouts))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// figure writes a number to about four digits.
func figure(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%.3f million", v/1e6)
	case v >= 1000:
		return fmt.Sprintf("%.0f", v)
	default:
		return fmt.Sprintf("%.4g", v)
	}
}
