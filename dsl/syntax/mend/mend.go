package mend

import (
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax/token"
)

// A Stop is where the grammar could not continue, and what it expected there: fixed words, a part
// of the grammar, or an expression.
type Stop struct {
	At    int        // index of the token; one past the last at the end
	Words []string   // fixed words and signs, any of which is allowed
	Class string     // the name of a part of the grammar
	Expr  *Complaint // what the expression parser says
}

// A Complaint is what the expression parser says about a mistake.
type Complaint struct {
	Code   diag.Code
	Behind bool // something is missing after the token before, so the message is about that place
	// What to say, as in a diagnostic.
	Summary, Detail, Suggestion string
}

// A Mender repairs one file and collects what was wrong with it.
type Mender struct {
	File     *source.File
	List     diag.List
	count    int              // mistakes at which the grammar stopped
	mended   map[int]bool     // offsets at which one has been repaired without leaving something out
	refused  map[string]bool  // words of the language used where a name is declared
	players  map[string]bool  // the names on the lines `players`
	ordered  map[int]bool     // offsets of the moves whose lines are out of order
	deferred *diag.Diagnostic // the first mistake held back; it is reported if there is no other
}

// New returns a mender for a file.
func New(f *source.File) *Mender {
	return &Mender{File: f, mended: map[int]bool{}, refused: map[string]bool{},
		players: map[string]bool{}, ordered: map[int]bool{}}
}

// Add adds a diagnostic to the list.
func (p *Mender) Add(d *diag.Diagnostic) { p.List.Add(d) }

// Full reports whether more mistakes have been found than anyone would read.
func (p *Mender) Full() bool { return p.count >= token.MostMistakes }

// Said returns everything that was found. What most likely follows from another mistake is reported
// only if there is no other.
func (p *Mender) Said() diag.List {
	if p.deferred != nil && !p.List.HasErrors() {
		p.Add(p.deferred)
	}
	return p.List
}

// Balance inserts missing brackets and removes those that close nothing. It also returns the
// indices at which declarations begin.
func (p *Mender) Balance(tokens []token.Token) (balanced []token.Token, starts []int) {
	meetPlayers(p.players, tokens)
	b := balance(p.File, tokens)
	p.List = append(p.List, b.list...)
	p.deferred = b.deferred
	return b.out, b.starts
}

// Mend reports what is wrong where the grammar stopped, and returns the tokens changed so that it
// gets further.
func (p *Mender) Mend(tokens []token.Token, stop Stop) []token.Token {
	i := stop.At
	m := p.diagnose(tokens, stop)
	if m.diag != nil && m.diag.Code == token.CommaMissing && semicolonBefore(p.File, tokens, i) {
		m.diag = nil // the sign has been reported
	}
	if m.diag != nil {
		m.diag.Fixes = append(m.diag.Fixes, p.fixes(tokens, i, m)...)
	}
	if m.diag != nil && !alreadySaid(tokens, i) {
		p.Add(m.diag)
		p.count++
	} else if m.diag != nil && p.deferred == nil {
		p.deferred = m.diag
	}
	if m.guess && i < len(tokens) {
		markRest(tokens, i)
	}
	if m.at > 0 {
		i = m.at
	}
	return p.mend(tokens, i, m)
}

// semicolonBefore reports whether a semicolon, which the language does not have, is between token i
// and the one before it.
func semicolonBefore(f *source.File, tokens []token.Token, i int) bool {
	return i > 0 && i < len(tokens) && strings.Contains(
		f.Text[tokens[i-1].End.Offset:max(tokens[i].Pos.Offset, tokens[i-1].End.Offset)], ";")
}

// meetPlayers adds the names after `players` to a set: the players and some others. Where the
// word is part of an expression, no name follows it.
func meetPlayers(players map[string]bool, tokens []token.Token) {
	for i := range tokens {
		if !tokens[i].Is("players") {
			continue
		}
		for j := i + 1; j < len(tokens); j++ {
			if tokens[j].First && !tokens[j-1].Is(",") || j == i+1 && tokens[j].Kind != token.NameToken {
				break
			}
			if tokens[j].Kind == token.NameToken && !tokens[j-1].Is("facing") {
				players[tokens[j].Text] = true
			}
		}
	}
}

// takeBack removes the report of a sign of another language, of which more is known now.
func (p *Mender) takeBack(t *token.Token) {
	p.List = slices.DeleteFunc(p.List, func(d *diag.Diagnostic) bool {
		return d.Code == token.ForeignOperator && d.Span.Lo == t.Pos.Offset
	})
}

// Stray returns the index of a name that the grammar took for the player of the next sentence of
// `end`, though there is no such player; 0 if there is none. An operator is missing before it.
func (p *Mender) Stray(tokens []token.Token) int {
	if len(tokens) == 0 || !tokens[0].Is("end") || len(p.players) == 0 {
		return 0
	}
	condition := false
	for i := 1; i+1 < len(tokens); i++ {
		t := &tokens[i]
		if condition && t.Kind == token.NameToken && !t.First && !p.players[t.Text] &&
			token.EndsOperand(&tokens[i-1]) && tokens[i+1].Is("win", "wins", "lose", "loses", "draw") {
			return i
		}
		condition = t.Is("if") || condition && !t.Is("win", "wins", "lose", "loses", "draw")
	}
	return 0
}
