package check

import (
	"fmt"

	"boardgame/dsl/check/code"
	"boardgame/dsl/check/merge"
	"boardgame/dsl/check/terms"
	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// A collector enters the declarations into the table of names.
type collector struct {
	terms.Station
	moves []*terms.Move
	// those whose names could not be declared; they are checked all the same
	extra []*terms.Move
}

// collect enters everything that is declared into the table of names.
func (co *collector) collect() {
	single := map[string]*merge.Decl{}
	for _, d := range co.Live {
		switch n := d.Node.(type) {
		case *syntax.Players:
			for _, p := range n.Players {
				co.Names.Declare(p.Name, d.File, &terms.Entry{Sort: terms.PlayerName, Index: -1})
			}
		case *syntax.Board:
			for _, l := range n.Lines {
				if l.Name != nil {
					if old := co.Names.OfGame.Entries[l.Name.Text]; old != nil && old.Sort == terms.LineName {
						co.Names.NoteUse(co.Names.OfGame, old, l.Name.Span(d.File))
						continue // several lines of one name make one direction
					}
					co.Names.Declare(*l.Name, d.File, &terms.Entry{Sort: terms.LineName})
				}
			}
		case *syntax.Region:
			co.Names.Declare(n.Name, d.File,
				&terms.Entry{Sort: terms.RegionName, Reg: &terms.Region{File: d.File, Node: n}})
		case *syntax.Pieces:
			co.declarePiece(n.Pieces[0], d.File)
		case *syntax.State:
			co.Names.Declare(n.Name, d.File, &terms.Entry{Sort: terms.StateName, Index: len(co.Game.States),
				State: &terms.State{File: d.File, Node: n}})
		case *syntax.Def:
			co.Names.Declare(n.Name, d.File, &terms.Entry{Sort: terms.DefName, Def: terms.NewDef(n, d.File,
				co.Names.OfGame)})
		case *syntax.Move:
			co.declareMove(n, d.File)
		case *syntax.Value:
			co.Names.Declare(n.Name, d.File, &terms.Entry{Sort: terms.ValueName})
		}
		switch d.Node.(type) {
		case *syntax.Players, *syntax.Board, *syntax.Setup, *syntax.Turn, *syntax.End, *syntax.Hidden,
			*syntax.Teams:
			kind := merge.KeyOf(d).Kind
			if first := single[kind]; first != nil {
				help := "keep one of them, or choose between them with `if`"
				switch kind {
				case "hidden":
					help = "join them: everything that is hidden is one list, with commas"
				case "teams":
					help = "join them: all teams are one list, with commas"
				}
				co.Fail(code.Duplicate, merge.NameOf(d), fmt.Sprintf("there is a second `%s`", kind),
					"A game has one; with these options both apply.", help,
					diag.Related{Span: merge.NameOf(first), Message: "the first one"})
				continue
			}
			single[kind] = d
		}
	}
	// Attributes come last: each kind may declare them again.
	for _, d := range co.Live {
		if n, ok := d.Node.(*syntax.Pieces); ok {
			co.declareAttrs(n.Pieces[0], d.File)
		}
	}
	co.missing(single)
	made := map[*merge.Lib]*terms.Space{}
	for _, l := range co.Rules.Uses {
		co.Names.Uses = append(co.Names.Uses, co.Names.Library(l, made))
	}
	co.Names.Clashes()
	co.Names.OfGame.Above = co.Names.Uses
}

// missing reports what every game needs and this one lacks.
func (co *collector) missing(single map[string]*merge.Decl) {
	if co.Rules.Diags.HasErrors() && len(co.Live) == 0 {
		return
	}
	at := source.Span{File: co.Rules.File}
	if co.Rules.Game != nil {
		at = co.Rules.Game.Span(co.Rules.Home)
	} else if single["players"] == nil && single["board"] == nil && single["turn"] == nil {
		return // a library, which needs none of these
	}
	for _, need := range []struct{ kind, what, example string }{
		{"players", "say who plays", "players White, Black"},
		{"board", "say where", "board square(8, 8)"},
		{"turn", "say what a turn consists of", "turn step else pass"},
	} {
		if single[need.kind] == nil && !co.Unread(need.kind) {
			co.Fail(code.Missing, at, fmt.Sprintf("the game has no `%s`", need.kind), "",
				need.what+", for example: "+need.example)
		}
	}
}
