package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
)

// wordless warns of outcomes without a reason, for which players would see the text of the
// condition, or "no move is left" for an outcome that comes before any move. If there are errors,
// they come first.
func (l *linter) wordless() {
	if slices.ContainsFunc(l.Diags,
		func(d *diag.Diagnostic) bool { return d.Severity == diag.Error }) {
		return
	}
	for _, s := range l.Game.End {
		if s.Text == "" {
			l.noWords(s.Span, s.If)
		}
	}
	l.wordlessItems(l.Game.Turn)
	for _, m := range l.Game.Moves {
		l.wordlessItems(m.Then)
	}
}

// wordlessItems warns of such outcomes among the items of a choice.
func (l *linter) wordlessItems(choice *ir.Choice) {
	if choice == nil {
		return
	}
	decides := func(it *ir.Item) bool {
		return it.Op == ir.WinItem || it.Op == ir.LoseItem || it.Op == ir.DrawItem
	}
	for i, g := range choice.Groups {
		last := i > 0 || !decides(g.Items[0]) // it comes after all possible moves
		for _, it := range g.Items {
			if decides(it) && it.Text == "" && (it.When != nil || !last) {
				l.noWords(it.Span, it.When)
			}
		}
	}
}

// anOutcome is the text of an outcome with a condition: the outcome, `at once`, and the condition.
var anOutcome = regexp.MustCompile(
	`(?s)^(.*?\b(?:win|wins|lose|loses|draw))( at once)? (?:if|when) .*$`)

// noWords warns of one such outcome. What a variant takes over is left to the author of its base.
func (l *linter) noWords(it source.Span, condition *ir.Expr) {
	if it.File != l.Rules.File {
		return
	}
	text := strings.Join(strings.Fields(it.Text()), " ")
	outcome, detail := text, "Players would read that no move is left."
	example := text + ` "…"`
	if m := anOutcome.FindStringSubmatch(text); condition != nil && m != nil {
		outcome, detail = m[1], "Players would read its condition."
		example = m[1] + ` "…"` + text[len(m[1]):]
	}
	l.Warn(code.Wordless, it, fmt.Sprintf("`%s` gives no reason", outcome), detail,
		"say in words why the game ends: "+example)
}
