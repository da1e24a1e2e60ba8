package mend

import (
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
	deferred *diag.Diagnostic // the first mistake held back; it is reported if there is no other
}

// New returns a mender for a file.
func New(f *source.File) *Mender {
	return &Mender{File: f, mended: map[int]bool{}, refused: map[string]bool{}}
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
