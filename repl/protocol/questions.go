package protocol

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"

	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/order"
	"boardgame/dsl/topology"
	"boardgame/dsl/value"
	"boardgame/interp"
	"boardgame/interp/eval"
	"boardgame/interp/notation"
	"boardgame/interp/query"
	"boardgame/repl/protocol/message"
	"boardgame/repl/speech"
)

func handleWhy(k *call, v *sight, p *message.WhyParams) (*message.Why, error) {
	pos := v.pos
	if strings.TrimSpace(p.Move) == "" {
		return nil, wrong("say which move to explain, legal or not")
	}
	g := v.game
	if v.veiled != nil {
		if err := v.chooses(); err != nil {
			return nil, err
		}
		return seenWhy(v, p.Move), nil
	}
	data := &message.Why{Legal: true, Readings: []message.Reading{}, Nearest: []string{}}
	if m, err := g.game.Parse(pos, p.Move); err == nil {
		long := g.game.LongText(pos, m)
		data.Message = p.Move + " is legal: " + long
		data.Readings = append(data.Readings, message.Reading{Move: long, Legal: true,
			Kind: eval.Legal.String(), Parts: []message.Part{}, Sites: []string{}})
		return data, nil
	}
	steps, _, err := g.game.ParseTurn(pos, p.Move)
	var illegal *interp.IllegalMoveError
	switch {
	case err == nil:
		data.Message = g.game.TurnText(pos, steps) + " is legal"
		return data, nil
	case !errors.As(err, &illegal):
		return nil, err
	}
	data.Nearest, data.Readings = list(illegal.Nearest), g.readings(illegal)
	switch {
	case illegal.Kind == notation.Ambiguous:
		for _, r := range g.game.Why(pos, p.Move) {
			data.Readings = append(data.Readings, g.reading(pos, r))
		}
		data.Message = p.Move + " may be one of several legal moves"
		return data, nil
	case illegal.Kind == notation.GameOver:
		data.Message = err.Error()
	case g.game.Secret(): // the answer is for the player to move
		return &message.Why{Message: notYours(g, pos, p.Move).Error(),
			Readings: []message.Reading{}, Nearest: []string{}}, nil
	default:
		data.Message = g.answer(pos, p.Move, illegal)
	}
	data.Legal, data.Kind = false, illegal.Kind.String()
	return data, nil
}

// readings are what a text may mean, and what is against it.
func (g *game) readings(illegal *interp.IllegalMoveError) []message.Reading {
	return list(lists.Map(illegal.Readings,
		func(r interp.Reading) message.Reading { return g.reading(illegal.At, r) }))
}

// reading says why one reading of a move is illegal.
func (g *game) reading(p *interp.Position, r interp.Reading) message.Reading {
	why := r.Why
	data := message.Reading{
		Move: g.game.ReadingText(r), Legal: why.Kind == eval.Legal, Kind: why.Kind.String(),
		Reason: why.Reason, Rule: spanData(why.Span), Text: lineOf(why.Span),
		Parts: []message.Part{}, Sites: []string{},
	}
	if data.Legal {
		return data
	}
	if why.Role != nil {
		data.Role = why.Role.Word
	}
	if r.Site != topology.None {
		data.Site, data.Stands = g.rules().Board.Names[r.Site], g.pieceAt(p, r.Site)
	}
	if data.Why = g.game.WhyText(r); !r.InWords() { // it would quote the rules
		si := speech.Plain(g.ruleset, g.game).At(p)
		data.Why = si.Against(data.Move, []interp.Reading{r})
	}
	if runtime.GOOS == "js" { // the page shows no parts, and every visitor would load this
		return data
	}
	part := func(text string, v value.Value) {
		data.Parts = append(data.Parts, message.Part{Text: text, Value: query.Text(g.rules(), v, nil)})
	}
	var looked topology.Set
	for _, one := range why.Parts {
		if part(one.Expr.Span.Text(), one.Value); one.Value.Type == ir.Sites {
			looked = looked.Or(one.Value.Sites)
		}
	}
	data.Sites = g.names(looked)
	for _, b := range why.Bindings {
		part(b.Name, b.Value)
	}
	return data
}

func handleEval(k *call, v *sight, p *message.EvalParams) (*message.Value, error) {
	pos := v.pos
	me, err := v.game.player(p.Me, pos.ToMove())
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(p.Expr) == "" {
		return nil, wrong("say which expression, as in \"mine & rim\"")
	}
	q, err := v.game.reader.Compile(k.ctx, p.Expr)
	if e := k.ctx.Err(); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, wrong("%s", err)
	}
	rules := v.game.rules()
	found, notes, err := q.Common(possible(v), me)
	switch {
	case err != nil && v.veiled != nil:
		return nil, forbidden("%s", err)
	case err != nil:
		return nil, message.Errorf(message.CodeLimit, "%s", err)
	}
	data := &message.Value{Type: setNames[found.Type], Text: query.Text(rules, found, nil),
		Names: list(found.Names(rules)), Notes: list(notes)}
	if found.Type == ir.Number || found.Type == ir.Truth {
		data.Number = found.N
	}
	return data, nil
}

// player returns the number of a player by name; standard if the name is "".
func (g *game) player(name string, standard int) (int, error) {
	if name == "" {
		return standard, nil
	}
	var known []string
	for i, p := range g.rules().Players {
		if strings.EqualFold(p.Name, name) {
			return i, nil
		}
		known = append(known, p.Name)
	}
	return 0, missing("there is no player %q%s", name, nearestName(name, known))
}

func handleValue(k *call, v *sight, p *message.ValueParams) (*message.Values, error) {
	pos := v.pos
	data := &message.Values{Values: []message.Judgment{}}
	var known []string
	for _, one := range v.game.rules().Values {
		known = append(known, one.Name)
		if p.Name != "" && p.Name != one.Name {
			continue
		}
		j := message.Judgment{Name: one.Name}
		for i := range v.game.rules().Players {
			j.Values = append(j.Values, v.game.game.Value(pos, one, i))
		}
		data.Values = append(data.Values, j)
	}
	if p.Name != "" && len(data.Values) == 0 {
		return nil, missing("the rules have no value %q%s", p.Name, nearestName(p.Name, known))
	}
	return data, nil
}

func handlePerft(k *call, v *sight, p *message.PerftParams) (*message.Perft, error) {
	pos := v.pos
	unit, ok := interp.ParseUnit(p.Unit)
	if !ok {
		return nil, wrong("unit is %q; it can be turns or steps", p.Unit)
	}
	const most = 100
	if p.Depth < 1 || p.Depth > most {
		return nil, wrong("depth is %d; it is from 1 to %d", p.Depth, most)
	}
	data := &message.Perft{Counts: []uint64{}, Branches: []message.Branch{}}
	if p.Divide {
		branches, err := v.game.game.DivideContext(k.ctx, pos, p.Depth, unit)
		if err != nil {
			return nil, err
		}
		var sum uint64
		for _, b := range branches {
			sum += b.Count
			data.Branches = append(data.Branches, message.Branch{Text: b.Text, Count: b.Count})
		}
		data.Counts = append(data.Counts, sum)
		return data, nil
	}
	for depth := 1; depth <= p.Depth; depth++ {
		n, err := v.game.game.PerftContext(k.ctx, pos, depth, unit)
		if err != nil {
			return nil, err
		}
		data.Counts = append(data.Counts, n)
	}
	return data, nil
}

func handlePlayouts(k *call, v *sight, p *message.PlayoutsParams) (*message.Playouts, error) {
	pos := v.pos
	games, length, err := gamesAndLength(p.Games, p.Length)
	if err != nil {
		return nil, err
	}
	g := v.game
	data := &message.Playouts{Wins: make([]int, len(g.rules().Players)), Results: []message.Tally{},
		Lengths: []int{}}
	rng := rand.New(rand.NewPCG(p.Seed, 0))
	counts := map[string]int{}
	for range games {
		if err := k.ctx.Err(); err != nil {
			return nil, err
		}
		q, steps := g.game.Playout(pos, rng, length)
		data.Games++
		data.Lengths = append(data.Lengths, steps)
		switch r := q.Result(); {
		case r == nil:
			data.Unfinished++
			counts["unfinished"]++
			continue
		case !r.Draw:
			for _, w := range r.Winners {
				data.Wins[w]++
			}
		default:
			data.Draws++
		}
		text := *q.Result()
		text.Scores = nil // the same result whatever the score
		counts[g.game.ResultText(&text)]++
	}
	for text, n := range counts {
		data.Results = append(data.Results, message.Tally{Text: text, Games: n})
	}
	order.SortFunc(data.Results, func(a, b message.Tally) int {
		if a.Games != b.Games {
			return b.Games - a.Games
		}
		return strings.Compare(a.Text, b.Text)
	})
	return data, nil
}
