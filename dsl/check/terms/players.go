package terms

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/ir"
	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/dsl/topology"
)

// everyone returns the set of all players.
func (vs *gameFacts) everyone() int64 { return 1<<len(vs.Game.Players) - 1 }

// Player finds a player by name, or reports that there is none.
func (t *nameTable) Player(name string, span source.Span) *Entry {
	if sym := t.OfGame.Entries[name]; sym != nil && sym.Sort == PlayerName {
		t.NoteSymbol(sym, span)
		return sym
	}
	var names []string
	for _, s := range t.OfGame.Entries {
		if s.Sort == PlayerName {
			names = append(names, s.Name)
		}
	}
	if len(names) == 0 && (t.said(code.Missing, noPlayers) || t.Unread("players")) {
		return nil
	}
	sort.Strings(names)
	detail := ""
	if len(names) > 0 {
		detail = "The players are " + List(names) + "."
	}
	suggestion := DidYouMean(name, names)
	switch name { // where a sentence of `end` names who has won or lost
	case "me":
		suggestion = "`win` and `lose` without a name refer to the player who has moved"
	case "next", "opponent", "enemy":
		suggestion = "with two players, write it for the player who has moved: `win if …` where " +
			"the other loses"
	case "nobody", "none":
		suggestion = "write `draw if …`"
	}
	t.Fail(code.Unknown, span, fmt.Sprintf("there is no player `%s`", name), detail, suggestion)
	return nil
}

const noPlayers = "the game has no `players`"

// maybePlayer reports whether a name may be that of a player, in a game whose players are missing
// or could not be read: that has been reported.
func (vs *gameFacts) maybePlayer(name string) bool {
	return len(vs.Game.Players) == 0 && name != strings.ToLower(name) &&
		(vs.said(code.Missing, noPlayers) || vs.Unread("players"))
}

// facings lists the words for directions relative to the way a player faces.
var facings = map[string]ir.Turned{
	"forward": ir.Forward, "backward": ir.Backward, "left": ir.Leftward, "right": ir.Rightward,
	"forwardleft": ir.ForwardLeft, "forwardright": ir.ForwardRight,
}

// facingStep is a direction as the player `me` sees it.
func (vs *constants) facingStep(name string, turned ir.Turned, span source.Span) Value {
	var dirs topology.Steps
	all, any := true, false
	for _, p := range vs.Game.Players {
		all, any = all && p.Faces, any || p.Faces
		if !p.Faces {
			continue
		}
		d := &vs.Game.Board.Directions[p.Facing]
		dirs = dirs.Or(topology.StepsOf([...]topology.Relation{
			ir.Forward: p.Facing, ir.Backward: d.Back, ir.Leftward: d.Left, ir.Rightward: d.Right,
			ir.ForwardLeft: d.HalfLeft, ir.ForwardRight: d.HalfRight}[turned]))
	}
	if !any {
		if vs.Facts.NoBoard || len(vs.Game.Players) == 0 {
			return Invalid(ir.Steps, span)
		}
		return vs.Fail(code.NobodyFaces, span, fmt.Sprintf("`%s` needs players who face a direction",
			name), "No player of this game does.",
			"say which way: players White facing north, Black facing south")
	}
	card := ir.One
	if !all {
		card = ir.AtMostOne
	}
	v := vs.Node(&ir.Expr{Op: ir.Facing, Type: ir.Steps, Card: card, Span: span, N: int64(turned)},
		nil)
	v.dirs = dirs
	return v
}

// Me is the player from whose side the rules are read.
func (vs *constants) Me(span source.Span) Value {
	return vs.Node(&ir.Expr{Op: ir.Me, Type: ir.Players, Card: ir.One, Span: span}, nil)
}

// teamless warns of `team` in a game whose text has no teams, whatever the options are. Libraries
// may serve games with teams and without.
func teamless(c *Checker, span source.Span) {
	own := false
	var teams bool
	merge.Each(c.Rules.Decls, func(d *merge.Decl) {
		_, is := d.Node.(*syntax.Teams)
		own, teams = own || d.File == span.File, teams || is
	})
	if own && !teams {
		c.Warn(code.Teamless, span, "`team` is only `me`: the game has no `teams`", "",
			"say who plays together, for example: teams North + South, East + West")
	}
}

func (vs *gameFacts) HasSiteNamed(name string) bool {
	return slices.ContainsFunc(vs.Game.Board.Names, func(n string) bool { return n == name })
}

func (vs *gameFacts) directionNames() []string {
	return lists.Map(vs.Game.Board.Directions, func(d topology.Direction) string { return d.Name })
}

func (vs *gameFacts) NoSuchDirection(name string, span source.Span) Value {
	names := vs.directionNames()
	detail := "It has " + List(names) + "."
	if len(names) > 12 {
		detail = "Its directions are its lines."
	}
	return vs.Fail(code.NoSuchDirection, span, fmt.Sprintf("this board has no direction `%s`", name),
		detail, DidYouMean(name, names))
}
