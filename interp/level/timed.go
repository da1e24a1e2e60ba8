package level

import "slices"

// Timed reports whether a level is limited by time in any phase. Then its choices depend on the
// machine, and two games with the same seed may differ.
func (l *Level) Timed() bool {
	return l.Settings.timed() || slices.ContainsFunc(l.When, func(p Phase) bool {
		s := p.Settings.Over(l.Settings)
		return s.timed()
	})
}

func (s Settings) timed() bool {
	switch s.Bot {
	case "alphabeta":
		return s.Time > 0 || s.Depth == 0 && s.Nodes == 0
	case "mcts":
		return s.Time > 0 || s.Playouts == 0
	}
	return false
}

// OneThread returns the level with one thread if it does not set the number, for games that are
// played side by side.
func (l Level) OneThread() Level {
	if l.Threads == 0 {
		l.Threads = 1
	}
	return l
}
