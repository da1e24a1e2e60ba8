package ruletest

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/cover"
)

// Outcome is the result of a case.
type Outcome struct {
	Case     *Case
	Failures []Failure
	// Problems are mistakes in the case itself: an option that does not exist, or a position that
	// cannot be read. In that case nothing was tested.
	Problems diag.List
	// Figures are the perft counts that the case verified.
	Figures []Figure
}

// Passed reports whether all expectations held.
func (o *Outcome) Passed() bool { return len(o.Failures) == 0 && !o.Problems.HasErrors() }

// Failure is an expectation that did not hold.
type Failure struct {
	Line   *Line
	Got    string   // the value that would have held
	Detail []string // what to show in addition
}

// Run plays the cases whose names match only (nil: all) with the rules of the ruleset, or with
// those in the test file itself, and returns the outcomes, in order.
func (f *File) Run(rs *ruleset.Ruleset, only *regexp.Regexp) []Outcome {
	var outcomes []Outcome
	// Nothing stops this run early.
	_ = f.Each(context.Background(), rs, only, func(o Outcome) error {
		outcomes = append(outcomes, o)
		return nil
	})
	return outcomes
}

// Each is [File.Run], but passes on each outcome as soon as it is known. It ends with the error of
// the context when that is done, even in the middle of a case, or with the error of the function.
func (f *File) Each(ctx context.Context, rs *ruleset.Ruleset, only *regexp.Regexp,
	yield func(Outcome) error) error {
	runner := NewRunner(rs)
	for _, c := range f.Cases {
		if only != nil && !only.MatchString(c.Name) {
			continue
		}
		o := runner.Run(ctx, c)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := yield(o); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Runner runs cases with the rules of one ruleset, each of which is loaded once for each choice of
// options. It is for one goroutine at a time.
type Runner struct {
	ruleset *ruleset.Ruleset
	games   map[string]*loading
	// Library finds what the rules extend and use; by default among the files of the disk and the
	// built-in games.
	Library dsl.Library
	// Quick ends a case at the first thing that does not hold, for callers that only ask whether it
	// passes.
	Quick bool
}

// NewRunner returns a runner. The ruleset may be nil if all cases bring their own rules.
func NewRunner(rs *ruleset.Ruleset) *Runner {
	return &Runner{ruleset: rs, games: map[string]*loading{}, Library: ruleset.Library{}}
}

// Run runs a case. It ends soon after its context does; the outcome then means nothing.
func (n *Runner) Run(ctx context.Context, c *Case) Outcome {
	r := &run{ctx: ctx, out: Outcome{Case: c}, games: n.games, ruleset: n.ruleset, lib: n.Library,
		quick: n.Quick}
	if r.begin() {
		for _, l := range c.Expect {
			if ctx.Err() != nil || n.Quick && !r.out.Passed() {
				break
			}
			expectations[l.Key](r, l)
		}
	}
	return r.out
}

// Unsound reports whether the rules themselves did not check, so the case says nothing about how
// they play.
func (o *Outcome) Unsound() bool {
	return slices.ContainsFunc(o.Problems,
		func(d *diag.Diagnostic) bool { return d.Code == codeRules })
}

// Cover adds to a report what the cases use of the rules. Cases that cannot be played, or concern
// other rules, add nothing.
func (f *File) Cover(ctx context.Context, rs *ruleset.Ruleset, report *cover.Report) {
	games := map[string]*loading{}
	for _, c := range f.Cases {
		r := &run{ctx: ctx, out: Outcome{Case: c}, games: games, ruleset: rs, lib: ruleset.Library{}}
		if ctx.Err() == nil && c.Rules == nil && r.begin() {
			report.Follow(ctx, r.game.Rules(), r.options, r.from, r.steps)
		}
	}
}

// loading is the result of loading a game, kept so that the cases of a file share it.
type loading struct {
	game *interp.Game
	list diag.List
}

type run struct {
	ctx     context.Context // when it is done, work in progress is abandoned
	out     Outcome
	games   map[string]*loading
	ruleset *ruleset.Ruleset
	lib     dsl.Library
	options map[string]string
	game    *interp.Game
	from    *interp.Position // where the case starts
	steps   []interp.Move    // those of `after`
	pos     *interp.Position // the position after them
	quick   bool             // counting ends at the first wrong count
}

func (r *run) problem(code diag.Code, at source.Span, summary, help string) {
	r.out.Problems.Add(&diag.Diagnostic{Code: code, Span: at, Summary: summary, Suggestion: help})
}

func (r *run) fail(l *Line, got string, detail ...string) {
	r.out.Failures = append(r.out.Failures, Failure{l, got, detail})
}

// begin loads the game and plays up to the position that the expectations concern. It reports
// whether there is one.
func (r *run) begin() bool {
	given := map[string]*Line{}
	for _, l := range r.out.Case.Given {
		given[l.Key] = l
	}
	load, ok := r.load(given)
	if !ok {
		return false
	}
	if r.wantsError(load.list) {
		return false
	}
	if load.game == nil || load.list.HasErrors() {
		r.problem(codeRules, r.out.Case.Span, "the rules of this case do not check",
			"`boardgame check` shows what is wrong with them; a case that is about it expects "+
				"`error:`")
		r.out.Problems = append(r.out.Problems, load.list.Errors()...)
		return false
	}
	r.game = load.game
	return r.start(given)
}

// load finds the options and loads the game.
func (r *run) load(given map[string]*Line) (*loading, bool) {
	options := map[string]string{}
	file := r.out.Case.Rules
	if file == nil {
		if r.ruleset == nil {
			r.problem(codeRules, r.out.Case.Span, "nothing says which rules this is about",
				"a single rules file beside the tests needs no name; name another before the "+
					"first case: rules: mygame.rules")
			return nil, false
		}
		file = r.ruleset.File
	}
	chosen := "" // the preset
	if l := given["preset"]; l != nil {
		if r.ruleset == nil {
			r.problem(codeValue, l.Place, "rules inside a test file have no presets",
				"write the options out: options: size=6")
			return nil, false
		}
		preset, err := r.ruleset.Preset(l.Value)
		if err != nil {
			r.problem(codeValue, l.Place, err.Error(), "")
			return nil, false
		}
		chosen = preset.Name
		for name, value := range preset.Options {
			options[name] = value
		}
	}
	if l := given["options"]; l != nil {
		for _, field := range strings.Fields(l.Text()) {
			name, value, found := strings.Cut(field, "=")
			if !found {
				r.problem(codeValue, l.Place, fmt.Sprintf("%q is not an option", field),
					"write NAME=VALUE, as in size=6")
				return nil, false
			}
			options[name] = value
		}
	}
	r.options = options
	// fmt prints maps in the order of their keys
	key := file.Name + ":" + chosen + fmt.Sprint(options)
	if r.games[key] == nil {
		rules, list, err := dsl.LoadContext(r.ctx, file, options, r.lib)
		if err != nil {
			return nil, false
		}
		load := &loading{list: list}
		if rules != nil && !list.HasErrors() {
			var aliases []*interp.Alias
			if r.ruleset != nil && r.out.Case.Rules == nil {
				aliases = r.ruleset.Info.AliasesOf(chosen)
			}
			load.game = interp.New(rules, aliases...)
		}
		r.games[key] = load
	}
	return r.games[key], true
}

// wantsError checks the expectations of diagnostics and reports whether the case has any; if it
// does, nothing is played.
func (r *run) wantsError(list diag.List) bool {
	wants := false
	for _, l := range r.out.Case.Expect {
		if l.Key != "error" {
			continue
		}
		wants = true
		found := slices.ContainsFunc(list, func(d *diag.Diagnostic) bool {
			return string(d.Code) == l.Value || strings.Contains(d.Summary, strings.Trim(l.Value, `"`))
		})
		if !found {
			got := lists.Map(list,
				func(d *diag.Diagnostic) string { return fmt.Sprintf("%s %s", d.Code, d.Summary) })
			r.fail(l, strings.Join(got, "; "))
		}
	}
	return wants
}

// start sets up the position that the expectations concern.
func (r *run) start(given map[string]*Line) bool {
	r.pos = r.game.Start()
	mover := 0
	if l := given["to move"]; l != nil {
		if mover = r.player(l.Value); mover < 0 {
			r.problem(codeValue, l.Place, fmt.Sprintf("%q is not a player of this game", l.Value),
				"the players are "+strings.Join(r.players(), ", "))
			return false
		}
	}
	if l := given["position"]; l != nil {
		var err error
		if len(l.Block) > 0 {
			r.pos, err = r.game.ParsePicture(l.Text(), mover)
		} else {
			r.pos, err = r.game.ParsePosition(r.position(l.Value))
		}
		if err != nil {
			r.problem(codeValue, l.Place, err.Error(), "")
			return false
		}
	} else if l := given["to move"]; l != nil {
		r.problem(codeValue, l.Place, "`to move` belongs only beside a picture",
			"leave this line out, or give a position")
		return false
	}
	r.from = r.pos
	if l := given["after"]; l != nil {
		steps, pos, err := r.game.PlayTextContext(r.ctx, r.pos, l.Text())
		if err != nil {
			r.problem(codeValue, l.Place, err.Error(), "")
			return false
		}
		r.steps, r.pos = steps, pos
	}
	r.several()
	r.endless()
	return true
}

// several reports where the moves of the case, or the legal moves after them, ask for the only
// member of a set that has several: a mistake in the rules, whatever the case expects.
func (r *run) several() {
	rules := r.game.Rules()
	if !eval.AsksForOnly(rules) {
		return
	}
	told := map[source.Span]bool{}
	played := 0
	machine := eval.NewStrict(rules, func(s eval.Several) {
		span := s.Expr.Span
		if told[span] || !span.Valid() {
			return
		}
		told[span] = true
		where := "at the beginning of this case"
		if played > 0 {
			where = "after " + diag.Plural(played, "move") + " of this case"
		}
		r.out.Problems.Add(&diag.Diagnostic{Code: code.Several, Span: span,
			Summary: fmt.Sprintf("`the` finds %d members, %s", s.Members, where),
			Detail:  "`the` names the only member of a set.",
			Related: []diag.Related{{Span: r.out.Case.Span, Message: "the case is here"}}})
	})
	p := r.from.State().Clone() // so that its legal steps are searched for
	machine.Moves(p)
	for _, step := range r.steps {
		played++
		if p = machine.Play(p, step); p == nil {
			return
		}
	}
}

// endless reports a turn that goes on without end, unless the case expects that result.
func (r *run) endless() {
	end := r.pos.Result()
	if end == nil || end.Sentence >= 0 || end.Reason != eval.ReasonEndless ||
		slices.ContainsFunc(r.out.Case.Expect, func(l *Line) bool { return l.Key == "result" }) {
		return
	}
	d := &diag.Diagnostic{Code: cover.CodeTurn, Span: r.out.Case.Span,
		Summary: "a turn of this case goes on without end",
		Detail:  "A turn with so many steps is a draw.",
		Suggestion: "make sure that every turn ends, or expect it: `result draw: " +
			eval.ReasonEndless + "`"}
	if mv, loop := eval.EndlessMove(r.game.Rules(), r.from.State(), r.steps); mv != nil {
		d.Related = []diag.Related{{Span: d.Span, Message: "the case is here"}}
		d.Span = mv.Span
		if loop != nil {
			d.Span, d.Summary = loop.Span, "this loop goes on without end in a case"
			d.Detail = fmt.Sprintf("With more than %d rounds in a step, the game is a draw.",
				eval.MostRounds)
		}
	}
	r.out.Problems.Add(d)
}

// position translates a position from a foreign notation that the ruleset knows.
func (r *run) position(text string) string {
	if r.ruleset == nil || r.out.Case.Rules != nil {
		return text
	}
	return r.ruleset.Info.PositionText(text)
}

func (r *run) players() []string {
	var names []string
	for i := range r.game.Rules().Players {
		names = append(names, r.game.Rules().Players[i].Name)
	}
	return names
}

func (r *run) player(name string) int {
	return slices.IndexFunc(r.players(), func(p string) bool { return strings.EqualFold(p, name) })
}

// expectations checks the lines of a case, by key. Each adds a failure if the line does not hold,
// or a problem if it makes no sense.
var expectations = map[string]func(*run, *Line){
	"legal":                 (*run).legal,
	"illegal":               (*run).illegal,
	"board":                 (*run).board,
	"position after":        (*run).positionAfter,
	"to move after":         (*run).toMoveAfter,
	"view of":               (*run).viewOf,
	"whole":                 (*run).whole,
	"told":                  (*run).told,
	"points":                (*run).points,
	"game value":            (*run).gameValue,
	"result":                (*run).result,
	"result with best play": (*run).bestPlay,
	"value":                 (*run).value,
	"perft turns":           func(r *run, l *Line) { r.perft(l, interp.Turns) },
	"perft steps":           func(r *run, l *Line) { r.perft(l, interp.Steps) },
	"perft actions":         func(r *run, l *Line) { r.perft(l, interp.Steps) }, // the older name
}

// legal compares a number or a list of legal moves: of all, of a move of the rules, or of those
// from a site.
func (r *run) legal(l *Line) {
	moves, texts := r.game.Moves(r.pos), r.game.Texts(r.pos)
	chosen := func(interp.Move) bool { return true }
	if site, from := strings.CutPrefix(l.Arg, "from "); from {
		s, ok := r.game.Rules().Board.SiteByName(strings.TrimSpace(site))
		if !ok {
			r.problem(codeValue, l.Span, fmt.Sprintf("%q is not a site of this board", site), "")
			return
		}
		chosen = func(m interp.Move) bool { return r.firstSite(m) == s }
	} else if l.Arg != "" {
		names := []string{"pass", "done"}
		for _, mv := range r.game.Rules().Moves {
			names = append(names, mv.Name)
		}
		if !slices.Contains(names, l.Arg) {
			r.problem(codeValue, l.Span, fmt.Sprintf("%q is not a move of these rules", l.Arg),
				"the moves are "+strings.Join(names, ", "))
			return
		}
		chosen = func(m interp.Move) bool { return r.moveName(m) == l.Arg }
	}
	var got []string
	for i, m := range moves {
		if chosen(m) {
			got = append(got, texts[i])
		}
	}
	slices.Sort(got)
	if n, err := strconv.Atoi(l.Value); err == nil && len(l.Block) == 0 {
		if n != len(got) {
			r.fail(l, strconv.Itoa(len(got)), "legal: "+list(got))
		}
		return
	}
	want := words(l.Text())
	if l.Text() == "none" {
		want = nil
	}
	slices.Sort(want)
	if slices.Equal(want, got) {
		return
	}
	missing, more := difference(want, got), difference(got, want)
	var detail []string
	if len(missing) > 0 {
		detail = append(detail, "expected, but not legal: "+strings.Join(missing, " "))
	}
	if len(more) > 0 {
		detail = append(detail, "legal, but not expected: "+strings.Join(more, " "))
	}
	r.fail(l, list(got), detail...)
}

// list writes moves so that words reads them: blanks inside a move become underscores.
func list(moves []string) string {
	if len(moves) == 0 {
		return "none"
	}
	quoted := make([]string, len(moves))
	for i, m := range moves {
		quoted[i] = strings.ReplaceAll(m, " ", "_")
	}
	return strings.Join(quoted, " ")
}

func words(text string) []string {
	fields := strings.Fields(text)
	for i, f := range fields {
		fields[i] = strings.ReplaceAll(f, "_", " ")
	}
	return fields
}

func difference(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

func (r *run) moveName(m interp.Move) string {
	switch id, _ := r.game.Roles(m); id {
	case ir.PassID:
		return "pass"
	case ir.DoneID:
		return "done"
	default:
		return r.game.Rules().Moves[id].Name
	}
}

// firstSite returns the site that a step binds first, or None.
func (r *run) firstSite(m interp.Move) topology.Site {
	sites := interp.FirstSites(r.game, m)
	return sites.First()
}

func (r *run) illegal(l *Line) {
	text := strings.ReplaceAll(l.Arg, "_", " ")
	m, err := r.game.Parse(r.pos, text)
	if err == nil {
		r.fail(l, "", fmt.Sprintf("%s is legal", r.game.Text(r.pos, m)))
		return
	}
	if want := strings.Trim(l.Value, `"`); !strings.Contains(err.Error(), want) {
		r.fail(l, strconv.Quote(reason(err)), "it is refused with: "+err.Error())
	}
}

func (r *run) board(l *Line) {
	got := r.game.Picture(r.pos)
	if l.Text() == "" {
		r.fail(l, got, "there is no board here yet")
		return
	}
	want, err := r.game.ParsePicture(l.Text(), r.pos.ToMove())
	if err != nil {
		r.problem(codeValue, l.Place, err.Error(), "")
		r.fail(l, got)
		return
	}
	cells := r.game.Rules().Board.Cells
	for s := range cells.All() {
		o1, k1, ok1 := want.At(s)
		if o2, k2, ok2 := r.pos.At(s); o1 != o2 || k1 != k2 || ok1 != ok2 {
			r.fail(l, got, beside(r.game.Picture(want), got)...)
			return
		}
	}
}

// beside puts two pictures side by side and marks the rows that differ.
func beside(want, got string) []string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	width := len("expected")
	for _, line := range a {
		width = max(width, len([]rune(line)))
	}
	lines := []string{fmt.Sprintf("  %-*s   %s", width, "expected", "is")}
	for i := range max(len(a), len(b)) {
		var x, y string
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		mark := " "
		if x != y {
			mark = ">"
		}
		lines = append(lines, strings.TrimRight(fmt.Sprintf("%s %-*s   %s", mark, width, x, y),
			" "))
		if x != y {
			lines = append(lines,
				strings.TrimRight(fmt.Sprintf("  %-*s   %s", width, carets(x, y), carets(y, x)),
					" "))
		}
	}
	return lines
}

// carets marks the characters of x that differ from those of y.
func carets(x, y string) string {
	a, b := []rune(x), []rune(y)
	var s strings.Builder
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			s.WriteByte('^')
		} else {
			s.WriteByte(' ')
		}
	}
	return strings.TrimRight(s.String(), " ")
}

func (r *run) positionAfter(l *Line) {
	got := r.game.PositionText(r.pos)
	want, err := r.game.ParsePosition(r.position(l.Value))
	switch {
	case l.Text() == "":
		r.fail(l, got, "there is no position here yet")
	case err != nil:
		r.problem(codeValue, l.Place, err.Error(), "")
		r.fail(l, got)
	case got != r.game.PositionText(want):
		r.fail(l, got, beside(r.game.Picture(want), r.game.Picture(r.pos))...)
	}
}

func (r *run) toMoveAfter(l *Line) {
	if got := r.players()[r.pos.ToMove()]; !strings.EqualFold(got, l.Value) {
		r.fail(l, got)
	}
}

func (r *run) result(l *Line) {
	got := "none"
	if r.pos.Result() != nil {
		got = r.game.ResultText(r.pos.Result())
	}
	// The reason may be left out.
	if short, _, _ := strings.Cut(got, ": "); l.Value != got && l.Value != short {
		r.fail(l, got)
	}
}

func (r *run) value(l *Line) {
	values := r.game.Rules().Values
	i := slices.IndexFunc(values, func(v *ir.Value) bool { return v.Name == l.Arg })
	if i < 0 {
		r.problem(codeValue, l.Span, fmt.Sprintf("%q is not a value of these rules", l.Arg), "")
		return
	}
	if got := strconv.FormatInt(r.game.Value(r.pos, values[i], r.pos.ToMove()), 10); got != l.Value {
		r.fail(l, got)
	}
}

var figures = regexp.MustCompile(`^([0-9][0-9 ]*)(?:"([^"]*)")?$`)

// Figure is a perft count.
type Figure struct {
	Unit   interp.Unit
	Depth  int
	Count  uint64
	Source string
}

// figures reads the counts of a line and who has published them. If it cannot, it reports that, and
// ok is false.
func (r *run) figures(l *Line) (counts []uint64, from string, ok bool) {
	m := figures.FindStringSubmatch(l.Value)
	if m == nil {
		r.problem(codeValue, l.Place, "expected counts of sequences here",
			`as in: perft turns: 20 400 8902 "well known"`)
		return nil, "", false
	}
	for _, field := range strings.Fields(m[1]) {
		n, err := strconv.ParseUint(field, 10, 64)
		if err != nil {
			r.problem(codeValue, l.Place, fmt.Sprintf("%s is too large a number", field), "")
			return nil, "", false
		}
		counts = append(counts, n)
	}
	return counts, m[2], true
}

func (r *run) perft(l *Line, unit interp.Unit) {
	counts, from, ok := r.figures(l)
	if !ok {
		return
	}
	var got []string
	same := true
	for i, want := range counts {
		count, err := r.game.PerftContext(r.ctx, r.pos, i+1, unit)
		if err != nil {
			return
		}
		got = append(got, strconv.FormatUint(count, 10))
		if same = same && count == want; count == want {
			r.out.Figures = append(r.out.Figures, Figure{unit, i + 1, count, from})
		}
		if r.quick && !same {
			break
		}
	}
	if !same {
		value := strings.Join(got, " ")
		if from != "" {
			value += " " + strconv.Quote(from)
		}
		r.fail(l, value)
	}
}

// reason is the part of a refusal that an author of rules would expect.
func reason(err error) string {
	var illegal *interp.IllegalMoveError
	if errors.As(err, &illegal) && illegal.Why() != "" {
		return illegal.Why()
	}
	return err.Error()
}
