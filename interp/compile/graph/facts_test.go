package graph

import "testing"

// What is known about places changes what is proved, in both directions, however often it is asked.
func TestProofsFollowTheFacts(t *testing.T) {
	g, own, other, _, _ := small(t)
	x, y := g.Intern(Node{Op: NArg}), g.Intern(Node{Op: NArg, K: 1})
	both := g.Or(own, g.One(y))
	ask := func(what string, within, apart bool) {
		t.Helper()
		for range 2 {
			if got := g.Subset(g.One(x), both); got != within {
				t.Errorf("%s: a place lies in a set: %t", what, got)
			}
			if got := disjoint(g, g.One(x), g.Or(other, g.One(y))); got != apart {
				t.Errorf("%s: a place lies outside a set: %t", what, got)
			}
		}
	}
	ask("nothing known", false, false)
	none := g.Known
	g.Forget()
	g.Known.SetWithin(x, own)
	ask("within", true, false)
	g.Known.SetApart(x, y)
	ask("within and apart", true, true)
	g.Known = none
	ask("restored", false, false)
	g.Forget()
	ask("forgotten", false, false)
}
