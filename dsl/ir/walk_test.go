package ir_test

import (
	"reflect"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/topology"
)

// rules have an expression in every place where there may be one.
const rules = `game "All"
players White facing north, Black facing south
board square(5, 5) with edges, corners
piece man { speed 2, ways forward | backward }
counter rest per player, cell = count(rim)
memory been = none this turn
region camp { White: rank(1), Black: rank(5) }
def hop(p, n) = p.(forward){1..n}.side(east)
setup { man: camp  rest(a1): column(b1) }
move step {
  from  p in mine
  along d in ways(p)
  with  n in 1..speed(p)
  let   q = p.d[empty]{n} & rank(4)
  if    some p.hop(n) or ply > 3
  do    p -> q when some q, place White man on a3, p becomes Black, shift mine by d, rest(White, q) += n, each x in q: been += x
  ensure not stuck
  then  step from q with most count(been) else done
}
turn step when passes < 2, win else pass
end {
  White wins if no theirs
  highest count(mine) wins if passes >= 2
}
value near = distance(mine, theirs, orthogonal)
`

// Exprs and Walk visit every expression that a game holds, and no other.
func TestWalkComesEverywhere(t *testing.T) {
	g, list := dsl.Load(source.NewFile("all.rules", rules), nil, nil)
	for _, d := range list.Errors() {
		t.Fatal(d.Span.Text(), d.Summary)
	}
	met := map[*ir.Expr]bool{}
	g.Exprs(func(e *ir.Expr) {
		ir.Walk(e, func(x *ir.Expr) bool { met[x] = true; return true })
	})
	held := map[*ir.Expr]bool{}
	collect(reflect.ValueOf(g), map[any]bool{}, held)
	if len(held) < 80 {
		t.Fatalf("the game holds only %d expressions", len(held))
	}
	for e := range held {
		if !met[e] {
			t.Errorf("`%s` (operator %d) is not met", e.Span.Text(), e.Op)
		}
	}
	for e := range met {
		if !held[e] {
			t.Errorf("`%s` is met, but the game does not hold it", e.Span.Text())
		}
	}
	stopped := 0
	ir.Walk(g.Moves[0].Clauses[3].Value, func(*ir.Expr) bool { stopped++; return false })
	if stopped != 1 {
		t.Errorf("told to stop at once, Walk has met %d expressions", stopped)
	}
}

// collect finds all expressions reachable from a value. Boards and texts hold none.
func collect(v reflect.Value, seen map[any]bool, held map[*ir.Expr]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || seen[v.Interface()] {
			return
		}
		seen[v.Interface()] = true
		switch x := v.Interface().(type) {
		case *ir.Expr:
			held[x] = true
		case *source.File:
			return
		}
		if v.Type().Elem().PkgPath() == reflect.TypeFor[topology.Board]().PkgPath() {
			return
		}
		collect(v.Elem(), seen, held)
	case reflect.Slice:
		for i := range v.Len() {
			collect(v.Index(i), seen, held)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); v.Type().Field(i).IsExported() {
				collect(f, seen, held)
			}
		}
	}
}
