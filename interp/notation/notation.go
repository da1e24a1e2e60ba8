// Package notation writes and reads the moves and positions of a game.
//
// A [Notation] belongs to the checked rules of one game. It asks a [Player] for everything else it
// needs: which steps are legal and where they lead. It imports nothing that plays.
//
// # Moves
//
// The notation of a step consists of the words of its roles, in the order in which the rules bind
// them:
//
//	from, to     c3-d4         with an over between them c3xe5
//	over         c3xd4         the site passed over, where there is no `to`
//	at           e4            after another site: d1-d7/g7; after a piece: N@e4
//	as           b7-b8=Q
//	along        east a4       the direction's name; omitted where from stands with to or over,
//	                           which tell it
//	with         a1 3          two numbers: 3-1
//
// A step without roles is written as its label, or its name. If two legal steps would be written
// alike, the name of the move comes first (raise d4ne). If that does not help, the long form is
// used, which names everything: jump from c3 along north over c4 to c5.
//
// A turn joins its steps. A step that begins where the one before ended omits that site (c3xe5xg7,
// d1-d7/g7), the others are joined by a comma (d11-d12, raise d4ne). A colon separates what chance
// has decided from what a player then chooses (3-1: p8 3, p6 1).
//
// Parsing is lenient: see [Notation.Parse]. An [Alias] adds ways to write a step.
//
// # Positions
//
// A position is one line ([Notation.PositionText]), or a picture of its cells ([Notation.Picture]).
package notation

import (
	"context"
	"sync"
	"sync/atomic"

	"boardgame/dsl/ir"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// A Player knows which steps of a game are legal and where they lead. It must be safe for
// concurrent use.
type Player interface {
	// Start returns the position at the beginning.
	Start() *position.Position
	// Moves lists the legal steps in the order of the rules. The notation does not change the list.
	Moves(p *position.Position) []position.Move
	// AnyOrder lists the same steps in any order, which may be faster.
	AnyOrder(p *position.Position) []position.Move
	// After returns the position after a legal step.
	After(p *position.Position, m position.Move) *position.Position
	// Settle makes a position that was set up by hand ready to be played.
	Settle(p *position.Position) *position.Position
}

// Notation writes and reads the moves and positions of one game. It is safe for concurrent use. The
// zero value, and nil, know no moves and refuse every text.
type Notation struct {
	game
	names     names
	forms     forms
	positions positions
	reasons   reasons
	player    Player
	aliases   []*Alias
	explain   *sync.Pool // of *eval.Machine, for explanations
	// of the position asked about last, because there may be a million steps, of which callers
	// write one after the other
	last atomic.Pointer[listing]

	ctx   context.Context // whatever takes long ends with it; nil: nothing ends it
	whole *Notation       // the same without the context; nil: this is it
}

// game is what the parts of a notation know of its game.
type game struct {
	rules  *ir.Game
	layout position.Layout
	signs  signs
}

// names writes and reads what steps are made of: sites, directions, players, kinds, moves.
type names struct{ game }

// forms finds out which steps a text may be meant as that is not the notation of any.
type forms struct {
	game
	names *names
	nt    *Notation
}

// positions writes positions: as lines, field by field, and as pictures.
type positions struct {
	game
	names *names
	nt    *Notation
}

// reasons says why a text is not the notation of a legal step.
type reasons struct {
	game
	names *names
	nt    *Notation
}

// mostShared is how many steps of a position are remembered for others than those who asked. More
// would be memory that rules from strangers could make a server hold.
const mostShared = 4096

// During returns the same notation for one request, of a game that the player plays: soon after the
// context has ended, it panics with [value.ErrStopped].
func (nt *Notation) During(ctx context.Context, player Player) *Notation {
	nt = nt.orEmpty()
	return notationOf(&Notation{game: nt.game, player: player, aliases: nt.aliases,
		explain: nt.explain, ctx: ctx, whole: nt})
}

// tick ends work on many steps when nobody waits for it anymore; i counts the steps.
func (nt *Notation) tick(i int) {
	const often = 1 << 8
	if i%often == 0 && nt.ctx != nil && nt.ctx.Err() != nil {
		panic(value.ErrStopped)
	}
}

// explainer borrows a machine for explanations, and returns what gives it back.
func (nt *Notation) explainer() (m *eval.Machine, done func()) {
	m = nt.explain.Get().(*eval.Machine)
	m.Until(nt.ctx)
	return m, func() {
		if nt.ctx == nil || nt.ctx.Err() == nil { // else it may be in the middle of something
			m.Until(context.Background())
			nt.explain.Put(m)
		}
	}
}

// listing has the legal steps of a position and their notation. It never changes.
type listing struct {
	p     *position.Position
	uses  uint32 // of p
	moves []position.Move
	texts []string
}

// of reports whether a listing is that of a position.
func (l *listing) of(p *position.Position) bool {
	return l != nil && l.p == p && l.uses == p.Uses()
}

// listed returns the legal steps of a position and their notation.
func (nt *Notation) listed(p *position.Position) *listing {
	if l := nt.last.Load(); l.of(p) {
		return l
	}
	if nt.whole != nil {
		if l := nt.whole.last.Load(); l.of(p) {
			return l
		}
	}
	moves := nt.player.Moves(p)
	l := &listing{p, p.Uses(), moves, nt.texts(moves)}
	nt.last.Store(l)
	if nt.whole != nil && len(moves) <= mostShared {
		nt.whole.last.Store(l)
	}
	return l
}

// New returns the notation of the game with the given rules that the player plays. If a text is not
// the notation of a step, the aliases are tried in order.
func New(rules *ir.Game, player Player, aliases ...*Alias) *Notation {
	return notationOf(&Notation{
		game:    game{rules, position.NewLayout(rules), newSigns(rules)},
		player:  player,
		aliases: aliases,
		explain: &sync.Pool{New: func() any { return eval.New(rules) }},
	})
}

// notationOf gives a notation its parts.
func notationOf(nt *Notation) *Notation {
	nt.names = names{nt.game}
	nt.forms = forms{nt.game, &nt.names, nt}
	nt.positions = positions{nt.game, &nt.names, nt}
	nt.reasons = reasons{nt.game, &nt.names, nt}
	return nt
}

// orEmpty returns the notation or, if it is nil or the zero value, that of a game about which
// nothing is known.
func (nt *Notation) orEmpty() *Notation {
	if nt == nil || nt.rules == nil {
		return empty()
	}
	return nt
}

var empty = sync.OnceValue(func() *Notation {
	return New(&ir.Game{Board: &topology.Board{}}, noPlayer{})
})

// noPlayer plays a game about which nothing is known.
type noPlayer struct{}

func (noPlayer) Start() *position.Position                                      { return nil }
func (noPlayer) Moves(*position.Position) []position.Move                       { return nil }
func (noPlayer) AnyOrder(*position.Position) []position.Move                    { return nil }
func (noPlayer) After(p *position.Position, _ position.Move) *position.Position { return p }
func (noPlayer) Settle(p *position.Position) *position.Position                 { return p }

const (
	leaveText = "resign"
	passText  = "pass"
	doneText  = "done"
	stepSep   = ", "
	drawnSep  = ": " // between what is drawn and what is chosen
)
