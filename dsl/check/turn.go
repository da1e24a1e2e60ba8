package check

import (
	"fmt"
	"slices"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// choice checks the items of a turn, or of what follows a move.
func (mr *moveReader) choice(s *terms.Scope, n *syntax.Choice) *ir.Choice {
	if n == nil {
		return nil
	}
	out := &ir.Choice{Span: n.Span(s.File)}
	for _, g := range n.Groups {
		group := &ir.Group{Span: g.Span(s.File)}
		for _, it := range g.Items {
			if item := mr.item(s, it); item != nil && !mr.listedTwice(group, item) {
				group.Items = append(group.Items, item)
			}
		}
		mr.chanceGroup(s, group, g)
		if g.Best != nil {
			group.Most = g.Best.Most
			bare := mr.Names.Outside(s.File)
			for _, by := range g.Best.By {
				v := mr.Values.Want(mr.best(s, bare, by), ir.Number)
				mr.C.Declared.NoStuck(v)
				group.Best = append(group.Best, v.Expr)
			}
		}
		out.Groups = append(out.Groups, group)
	}
	return out
}

// listedTwice warns of an item that offers only what an earlier one of its group offers.
func (mr *moveReader) listedTwice(group *ir.Group, item *ir.Item) bool {
	words := func(it *ir.Item) string { return strings.Join(strings.Fields(it.Span.Text()), " ") }
	for _, first := range group.Items {
		bare := first.Op == ir.MoveItem && item.Op == ir.MoveItem && first.Move == item.Move &&
			words(first) == mr.Game.Moves[first.Move].Name
		if !bare && (first.Span.File != item.Span.File || words(first) != words(item)) {
			continue
		}
		name := words(first)
		detail, help := "", "remove one of them"
		if words(item) != name {
			detail = fmt.Sprintf("%s adds nothing to it.", terms.Mention(item.Span))
			help = "remove one of them, or give the first a condition too"
		}
		mr.Warn(code.ListedTwice, item.Span, fmt.Sprintf("`%s` is listed twice", name), detail,
			help, diag.Related{Span: first.Span, Message: "the first time"})
		return true
	}
	return false
}

// chanceGroup reports a group that mixes moves of a player with moves of chance.
func (mr *moveReader) chanceGroup(s *terms.Scope, group *ir.Group, n *syntax.Group) {
	var chance, choice *ir.Item
	for _, it := range group.Items {
		if it.Op == ir.MoveItem && mr.Game.Moves[it.Move].Chance {
			chance = it
		} else {
			choice = it
		}
	}
	switch {
	case chance == nil:
	case choice != nil:
		mr.Fail(code.MixedChance, choice.Span,
			fmt.Sprintf("%s is in one group with %s, which is left to chance",
				terms.Mention(choice.Span), terms.Mention(chance.Span)),
			"A group is either what a player chooses or what chance decides.",
			"let the player choose a move first: move throw { then "+chance.Span.Text()+" }",
			diag.Related{Span: chance.Span, Message: "nobody chooses this"})
	case n.Best != nil:
		word := "least"
		if n.Best.Most {
			word = "most"
		}
		mr.Fail(code.MixedChance, n.Best.Span(s.File),
			fmt.Sprintf("`with %s` compares what a player may choose; this group is left to chance",
				word), "",
			"put it after what the player chooses later", diag.Related{Span: chance.Span,
				Message: "nobody chooses this"})
	}
}

// onlyChance reports any choice that a player would have to make during the setup, at any depth.
func (mr *moveReader) onlyChance(setup *ir.Choice) {
	met := map[*ir.Choice]bool{}
	var look func(*ir.Choice)
	look = func(ch *ir.Choice) {
		if ch == nil || met[ch] {
			return
		}
		met[ch] = true
		for _, g := range ch.Groups {
			for _, it := range g.Items {
				switch {
				case it.Op == ir.IllegalItem:
				case it.Op == ir.MoveItem && mr.Game.Moves[it.Move].Chance:
					look(mr.Game.Moves[it.Move].Then)
				default:
					mr.Fail(code.BadSetup, it.Span,
						fmt.Sprintf("%s cannot be part of a setup", terms.Mention(it.Span)),
						"Before the first turn nobody chooses: only chance moves may follow "+
							"`setup`, and only chance moves may follow these.",
						"write it into `turn`: turn "+it.Span.Text()+" when ply = 0 else …",
						diag.Related{Span: setup.Span, Message: "the setup continues here"})
				}
			}
		}
	}
	look(setup)
}

// best checks what `with most` compares. It is evaluated when the turn is over, so the names of a
// move are gone by then.
func (mr *moveReader) best(s, bare *terms.Scope, e syntax.Expr) terms.Value {
	var hidden *terms.Variable
	syntax.Inspect(e, func(x any) {
		if call, ok := x.(*syntax.Call); ok && hidden == nil && s.Local(call.Name.Text) != nil {
			hidden = s.Local(call.Name.Text)
		}
	})
	if hidden != nil {
		return mr.Fail(code.Misplaced, e.Span(s.File), fmt.Sprintf("`%s` cannot be seen after `with`",
			hidden.Name), "What is compared is read when the turn is over.",
			"compare what the position shows, or a counter", diag.Related{Span: hidden.Span,
				Message: "bound here"})
	}
	return mr.C.Expr(bare, e)
}

var outcomes = map[string]ir.ItemOp{"pass": ir.PassItem, "done": ir.DoneItem, "win": ir.WinItem,
	"lose": ir.LoseItem, "draw": ir.DrawItem, "illegal": ir.IllegalItem}

func (mr *moveReader) item(s *terms.Scope, n *syntax.Item) *ir.Item {
	out := &ir.Item{Span: n.Span(s.File)}
	name := n.Name.Text
	span := n.Name.Span(s.File)
	var target *terms.Move
	if sym := mr.Names.OfGame.Entries[name]; sym != nil && sym.Sort == terms.MoveName {
		target = sym.Move
		mr.Names.NoteSymbol(sym, span)
		out.Op, out.Move = ir.MoveItem, target.Out.ID
	} else if n.Does != "" {
		out.Op, out.Named = ir.WinItem, true
		if n.Does == "lose" {
			out.Op = ir.LoseItem
		}
		sym := mr.Names.Player(name, span)
		if sym == nil || sym.Index < 0 { // or not in the game with these options
			return nil
		}
		out.Player = sym.Index
		mr.Game.Players[sym.Index].Plural = n.Plural // the rules know better than their ending
	} else if op, ok := outcomes[name]; ok {
		out.Op = op
		if len(n.Roles) > 0 {
			mr.Fail(code.NoSuchRole, n.Roles[0].Span(s.File),
				fmt.Sprintf("`%s` chooses nothing, so nothing can be fixed", name), "", "")
		}
	} else {
		mr.noSuchMove(name, span)
	}
	if n.Text != nil {
		out.Text = n.Text.Text
		switch out.Op {
		case ir.WinItem, ir.LoseItem, ir.DrawItem:
		default:
			mr.Fail(code.Misplaced, n.Text.Span(s.File),
				fmt.Sprintf("only outcomes have reasons; `%s` is not an outcome", name),
				"The outcomes are `win`, `lose` and `draw`.", "")
		}
	}
	seen := map[string]bool{}
	for _, r := range n.Roles {
		v := mr.C.Expr(s, r.Value)
		mr.C.Declared.NoStuck(v)
		if target == nil {
			continue
		}
		at := slices.IndexFunc(target.Out.Roles, func(role ir.Role) bool { return role.Word == r.Role })
		rspan := r.Span(s.File)
		if at < 0 {
			words := lists.Map(target.Out.Roles, func(role ir.Role) string { return role.Word })
			detail := "It chooses nothing."
			if len(words) > 0 {
				detail = "It has " + terms.List(words) + "."
			}
			mr.Fail(code.NoSuchRole, rspan, fmt.Sprintf("the move `%s` has no `%s`", name, r.Role),
				detail, "", diag.Related{Span: target.Node.Name.Span(target.File), Message: "declared here"})
			continue
		}
		if seen[r.Role] {
			mr.Fail(code.RoleTwice, rspan, fmt.Sprintf("`%s` is fixed twice", r.Role), "", "")
			continue
		}
		seen[r.Role] = true
		role := target.Out.Roles[at]
		if role.Fixes() == ir.Number {
			mr.Fail(code.BadRole, rspan, "a number cannot be fixed beforehand", "", "")
			continue
		}
		v = mr.Values.Want(v, role.Fixes())
		if !v.Bad() {
			out.Roles = append(out.Roles, ir.RoleValue{Role: at, Value: v.Expr})
		}
	}
	out.When = mr.fx.when(s, n.When)
	if target == nil && out.Op == ir.MoveItem {
		return nil
	}
	mr.whileIn(out)
	return out
}

// whileIn lets `X loses` hold only while X is in the game. A game with more than two players goes
// on without X; if X lost again at the start of the next turn, no turn would ever begin.
func (mr *moveReader) whileIn(it *ir.Item) {
	if it.Op != ir.LoseItem || !it.Named || len(mr.Game.Players) == 2 {
		return
	}
	player := mr.Consts.ConstPlayers(1<<it.Player, it.Span).Expr
	in := &ir.Expr{Op: ir.In, Type: ir.Truth, Span: it.Span, Args: []*ir.Expr{player,
		{Op: ir.InGame, Type: ir.Players, Span: it.Span}}}
	if it.When != nil {
		in = &ir.Expr{Op: ir.LAnd, Type: ir.Truth, Span: it.When.Span, Args: []*ir.Expr{it.When, in}}
	}
	it.When = in
}

func (mr *moveReader) noSuchMove(name string, span source.Span) {
	var names []string
	for _, sym := range mr.Names.OfGame.Entries {
		if sym.Sort == terms.MoveName {
			names = append(names, sym.Name)
		}
	}
	for o := range outcomes {
		names = append(names, o)
	}
	detail := ""
	var related []diag.Related
	if sym := mr.Names.OfGame.Entries[name]; sym != nil {
		detail = fmt.Sprintf("`%s` is %s.", name, sym.Sort)
		related = append(related, diag.Related{Span: sym.Span, Message: "declared here"})
	} else if at, ok := mr.Elsewhere(name, ""); ok {
		detail = "It is declared only with other options."
		related = append(related, diag.Related{Span: at, Message: "declared here"})
	} else if mr.Names.UnreadMove(name) || mr.reservedMove() {
		return
	}
	mr.Diags = slices.DeleteFunc(mr.Diags, func(d *diag.Diagnostic) bool {
		// the parser did not know the moves; this message is more specific
		return d.Code == syntax.ReservedName && d.Span == span
	})
	suggestion := terms.DidYouMean(name, names)
	if name == "again" {
		suggestion = "`again` is an effect and belongs after `do`: the same player takes the next " +
			"turn too"
	}
	if name == "simultaneous" {
		suggestion = "moves of several players at the same time are kept for a later version: let " +
			"them choose one after another and hide the choice: `hidden bid(players - me)`"
	}
	mr.Fail(code.NoSuchMove, span, fmt.Sprintf("there is no move `%s`", name), detail, suggestion,
		related...)
}

// reservedMove reports whether a word of the language was used as the name of a move, which has
// been reported. An unknown move may be that one.
func (mr *moveReader) reservedMove() bool {
	return slices.ContainsFunc(mr.Rules.Diags, func(d *diag.Diagnostic) bool {
		if d.Code != syntax.ReservedName || !d.Span.Valid() {
			return false
		}
		line, _ := d.Span.File.Position(d.Span.Lo)
		word, _, _ := strings.Cut(strings.TrimSpace(d.Span.File.Line(line)), " ")
		return word == "move" || word == "chance"
	})
}
