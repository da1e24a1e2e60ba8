package match

import (
	"sync"

	"boardgame/interp"
	"boardgame/interp/infoset"
)

// lender is a game that lends engines. A bot asks for engines while it chooses, and all its
// goroutines have returned once it has chosen, so the engines of one choice serve for the next. A
// lender is for the bots of one table.
type lender struct {
	infoset.Game
	mu      sync.Mutex
	engines []interp.Engine
	lent    int
}

// NewEngine lends an engine until the next call of back.
func (l *lender) NewEngine() interp.Engine {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lent == len(l.engines) {
		l.engines = append(l.engines, l.Game.NewEngine())
	}
	l.lent++
	return l.engines[l.lent-1]
}

// back takes all engines back.
func (l *lender) back() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lent = 0
}
