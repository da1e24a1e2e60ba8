// Package cover counts which parts of a rules file are used, and how often.
//
// It plays random games, or follows tests, with a counting evaluator ([Counter]) and several choices of
// options, and adds up the counts by their places in the text: a condition is the same condition
// whatever the options. [Report.Text] prints the rules with the counts beside them and, at the end,
// what never happened.
package cover

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/order"
	"boardgame/dsl/source"
	"boardgame/interp/eval"
	"boardgame/interp/position"
)

// CodeTurn is the code of findings about turns that go on without end.
const CodeTurn diag.Code = "W509"

// Kind is what an entry counts.
type Kind uint8

// The kinds of entries.
const (
	Move      Kind = iota // how often it was played, silently or not
	Binder                // how often there was something to choose from
	Condition             // an `if` or `ensure`: how often it held
	Effect                // how often it happened; No counts a `when` that did not hold
	Item                  // of a turn or `then`: how often it was open
	Sentence              // of the end: how often it held
	Several               // `the S` of several members: how often it was read
)

// String returns the kind the way the list of what never happened names it.
func (k Kind) String() string {
	return [...]string{"move", "choice", "condition", "effect", "item", "end sentence",
		"set"}[k]
}

// Entry is one counted place of the rules.
type Entry struct {
	Kind    Kind
	Span    source.Span
	Yes, No int64
}

// Report is what was counted.
type Report struct {
	Games, Plies int // Plies counts steps
	Entries      []*Entry
	Options      []Chosen // the choices of options that were played
	// Several are the sets whose only member was asked for when they had several: Yes counts how
	// often. They are not among the Entries.
	Several []*Entry
	// Endless are the moves after which a turn would have gone on without end: Yes counts how often.
	// They are not among the Entries.
	Endless []*Entry
	byPlace map[place]*Entry
}

// Chosen is a choice of options and the number of games played with it.
type Chosen struct {
	Options map[string]string
	Games   int
}

type place struct {
	kind   Kind
	file   string
	lo, hi int
}

// New returns an empty report.
func New() *Report { return &Report{byPlace: map[place]*Entry{}} }

// Counter plays games with an evaluator that counts what it reads and does.
type Counter struct {
	*eval.Machine
	counts *eval.Coverage
}

// Count returns a counter that has not counted anything yet.
func Count(rules *ir.Game) *Counter {
	m, counts := eval.NewCovered(rules)
	return &Counter{m, counts}
}

// AddTo adds to a report what was counted since [Count].
func (c *Counter) AddTo(r *Report) { r.add(c.Game(), c.counts) }

// Play plays this many random games of at most limit steps each and adds what they used. The
// options are those with which the game was loaded, for the report. It stops early when the context
// is done.
func (r *Report) Play(ctx context.Context, rules *ir.Game, options map[string]string, games,
	limit int, rng *rand.Rand) {
	m := Count(rules)
	n := 0
	for ; n < games && ctx.Err() == nil; n++ {
		p := m.Start()
		for range limit {
			moves := m.Moves(p)
			if len(moves) == 0 {
				break
			}
			p = m.Play(p, moves[rng.IntN(len(moves))])
			r.Plies++
		}
	}
	r.Games += n
	r.chosen(options, n)
	m.AddTo(r)
}

// Declare adds the places of rules that have not been met yet, each with a count of 0.
func (r *Report) Declare(rules *ir.Game) { Count(rules).AddTo(r) }

// Follow plays given steps from a position and adds what they used, and what was read to find the
// legal steps at the last position: that is how a test uses the rules. If it is the start of the
// game, the setup and the silent steps after it count too.
func (r *Report) Follow(ctx context.Context, rules *ir.Game, options map[string]string,
	from *position.Position, steps []position.Move) {
	m := Count(rules)
	p := from.Clone() // so that its legal steps are searched for, and counted
	if start := Count(rules); start.Start().Equal(p) {
		start.AddTo(r)
	}
	for _, step := range steps {
		if ctx.Err() != nil {
			break
		}
		m.Moves(p)
		p = m.Play(p, step)
		r.Plies++
	}
	m.Moves(p)
	r.Games++
	r.chosen(options, 1)
	m.AddTo(r)
}

// chosen records that games were played with a choice of options.
func (r *Report) chosen(options map[string]string, games int) {
	for i := range r.Options {
		if maps.Equal(r.Options[i].Options, options) {
			r.Options[i].Games += games
			return
		}
	}
	r.Options = append(r.Options, Chosen{options, games})
}

// add merges the counts of one choice of options. It also adds what was never met, with 0.
func (r *Report) add(rules *ir.Game, c *eval.Coverage) {
	for _, mv := range rules.Moves {
		r.entry(Move, mv.Span, c.Moves[mv], 0)
		for j := range mv.Clauses {
			switch clause := &mv.Clauses[j]; clause.Op {
			case ir.BindClause:
				r.counted(Binder, clause.Span, c.Clauses[clause])
			case ir.IfClause:
				r.counted(Condition, clause.Cond.Expr.Span, c.Clauses[clause])
			}
		}
		for _, e := range mv.Do {
			r.effect(e, c)
		}
		for j := range mv.Ensure {
			r.counted(Condition, mv.Ensure[j].Expr.Span, c.Conds[&mv.Ensure[j]])
		}
		r.choice(mv.Then, c)
	}
	r.choice(rules.Turn, c)
	for _, s := range rules.End {
		r.counted(Sentence, s.Span, c.Sentences[s])
	}
	for e, n := range c.Several {
		count(&r.Several, Several, e.Span, n)
	}
	for mv, n := range c.Endless {
		count(&r.Endless, Move, mv.Span, n)
	}
}

// count adds a count to the entry of a place in a list.
func count(list *[]*Entry, kind Kind, at source.Span, n int64) {
	if !at.Valid() {
		return
	}
	i := slices.IndexFunc(*list, func(x *Entry) bool {
		return x.Span.File.Name == at.File.Name && x.Span.Lo == at.Lo
	})
	if i < 0 {
		i = len(*list)
		*list = append(*list, &Entry{Kind: kind, Span: at})
	}
	(*list)[i].Yes += n
}

func (r *Report) effect(e *ir.Effect, c *eval.Coverage) {
	if e == nil {
		return
	}
	r.counted(Effect, e.Span, c.Effects[e])
	r.effect(e.Body, c)
	for _, more := range e.More {
		r.effect(more, c)
	}
}

func (r *Report) choice(choice *ir.Choice, c *eval.Coverage) {
	if choice == nil {
		return
	}
	for _, g := range choice.Groups {
		for _, item := range g.Items {
			r.counted(Item, item.Span, c.Items[item])
		}
	}
}

func (r *Report) counted(kind Kind, at source.Span, n *eval.Count) {
	if n == nil {
		n = &eval.Count{}
	}
	r.entry(kind, at, n.Yes, n.No)
}

func (r *Report) entry(kind Kind, at source.Span, yes, no int64) {
	if !at.Valid() {
		return
	}
	key := place{kind, at.File.Name, at.Lo, at.Hi}
	e := r.byPlace[key]
	if e == nil {
		e = &Entry{Kind: kind, Span: at}
		r.byPlace[key] = e
		r.Entries = append(r.Entries, e)
	}
	e.Yes += yes
	e.No += no
}

// Never returns the entries that never happened, in the order of the text.
func (r *Report) Never() []*Entry {
	r.sort()
	return lists.Filter(r.Entries, func(e *Entry) bool { return e.Yes == 0 })
}

func (r *Report) sort() {
	for _, entries := range [][]*Entry{r.Entries, r.Several, r.Endless} {
		order.SortStableFunc(entries, func(a, b *Entry) int {
			return cmp.Or(cmp.Compare(a.Span.File.Name, b.Span.File.Name),
				cmp.Compare(a.Span.Lo, b.Span.Lo), cmp.Compare(a.Kind, b.Kind))
		})
	}
}

// legend explains the numbers beside the rules.
const legend = "Beside a line: how often it was used, in the order of the line. " +
	"12: 12 times. +12 -3:\n" +
	"the condition held 12 times and failed 3 times. !: something in this line never happened.\n"

// Text writes the rules with the counts beside them: `12` for how often something was done, and
// `+12 -3` for how often it was true and false, in the order of the line. It also prints lines with
// nothing to count. Lines with something that never happened begin with `!`.
func (r *Report) Text(w io.Writer) error {
	r.sort()
	var files []*source.File
	notes := map[*source.File]map[int][]string{}
	missed := map[*source.File]map[int]bool{}
	canonical := map[string]*source.File{} // loading twice makes two of every file
	width := 0
	for _, e := range r.Entries {
		f := canonical[e.Span.File.Name]
		if f == nil {
			f = e.Span.File
			canonical[f.Name] = f
			files = append(files, f)
			notes[f], missed[f] = map[int][]string{}, map[int]bool{}
		}
		line, _ := f.Position(e.Span.Lo)
		notes[f][line] = append(notes[f][line], e.note())
		missed[f][line] = missed[f][line] || e.Yes == 0
		width = max(width, len(strings.Join(notes[f][line], " ")))
	}
	width = min(width, 40)
	var b strings.Builder
	fmt.Fprintf(&b, "%d games, %d steps\n", r.Games, r.Plies)
	b.WriteString(legend)
	for _, o := range r.Options {
		fmt.Fprintf(&b, "  %d with %s\n", o.Games, optionsText(o.Options))
	}
	for _, f := range files {
		fmt.Fprintf(&b, "\n%s\n", f.Name)
		for line := 1; line <= f.Lines(); line++ {
			mark := " "
			if missed[f][line] {
				mark = "!"
			}
			text := fmt.Sprintf("%s %-*s | %s", mark, width, strings.Join(notes[f][line], " "),
				f.Line(line))
			b.WriteString(strings.TrimRight(text, " ") + "\n")
		}
	}
	if never := r.Never(); len(never) > 0 {
		b.WriteString("\nnever happened:\n")
		for _, e := range never {
			fmt.Fprintf(&b, "  %s\n", e.where())
		}
	} else {
		b.WriteString("\neverything happened at least once\n")
	}
	list := func(head string, entries []*Entry) {
		if len(entries) > 0 {
			b.WriteString(head)
		}
		for _, e := range entries {
			fmt.Fprintf(&b, "  %s (%s)\n", e.where(), diag.Plural(int(e.Yes), "time"))
		}
	}
	list("\n`the` asked for the only member of a set that had several (an error, E121):\n", r.Several)
	list(fmt.Sprintf("\na turn went on without end, which drew the game (%s):\n", CodeTurn), r.Endless)
	_, err := io.WriteString(w, b.String())
	return err
}

// where is the place of an entry, its kind, and the first line of its text.
func (e *Entry) where() string {
	line, column := e.Span.File.Position(e.Span.Lo)
	first, _, _ := strings.Cut(e.Span.Text(), "\n")
	return fmt.Sprintf("%s:%d:%d: %s: %s", e.Span.File.Name, line, column, e.Kind,
		strings.TrimSpace(first))
}

func (e *Entry) note() string {
	switch e.Kind {
	case Move:
		return fmt.Sprint(e.Yes)
	case Effect:
		if e.No == 0 {
			return fmt.Sprint(e.Yes)
		}
	}
	return fmt.Sprintf("+%d -%d", e.Yes, e.No)
}

func optionsText(options map[string]string) string {
	if len(options) == 0 {
		return "the defaults"
	}
	var fields []string
	for name, value := range options {
		fields = append(fields, name+"="+value)
	}
	slices.Sort(fields)
	return strings.Join(fields, " ")
}
