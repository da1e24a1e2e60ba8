//go:build !js

package ruletest

import "boardgame/interp/bot"

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
