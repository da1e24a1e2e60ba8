//go:build !js

package ruletest

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"boardgame/interp/bot"
	"boardgame/interp/regret"
)

// bestPlay compares the proven value of the position, as in "draw" or "White wins by 8".
func (r *run) bestPlay(l *Line) {
	if r.pos.Result() != nil {
		r.fail(l, r.game.ResultText(r.pos.Result()))
		return
	}
	s, err := bot.Solve(r.ctx, r.game, r.pos, bot.SolveOptions{Memory: 64 << 20})
	if err != nil {
		r.problem(codeValue, l.Span, "this position cannot be solved: "+err.Error(), "")
		return
	}
	if got := bot.OutcomeText(r.game.Rules(), r.pos.ToMove(), s.Low, s.High); got != l.Value {
		r.fail(l, got)
	}
}

// gameValue compares what the whole game is worth to the first player, to the digits given.
func (r *run) gameValue(l *Line) {
	want, err := strconv.ParseFloat(l.Value, 64)
	_, digits, _ := strings.Cut(l.Value, ".")
	if err != nil || len(digits) > 6 {
		r.problem(codeValue, l.Place, fmt.Sprintf("%q is not a number with at most six decimals",
			l.Value), "as in: game value: -0.0556")
		return
	}
	unit := math.Pow(10, -float64(len(digits)))
	s, err := regret.Solve(r.ctx, r.game, regret.Options{Precision: unit})
	if err != nil {
		r.problem(codeValue, l.Span, "this game cannot be solved: "+err.Error(), "")
		return
	}
	if s.Low > want+unit || s.High < want-unit || s.High-s.Low > 2*unit {
		r.fail(l, strconv.FormatFloat((s.Low+s.High)/2, 'f', len(digits), 64),
			s.Text(r.players()[0]))
	}
}
