package interp_test

import (
	"context"
	"os"
	"slices"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/verify/gametest"
)

// untilAsked is a context that ends when it has been asked so often.
type untilAsked struct {
	context.Context
	left int
}

func (u *untilAsked) Err() error {
	if u.left--; u.left < 0 {
		return context.Canceled
	}
	return nil
}

// A request that nobody waits for stops at the next look at its context, whatever it is doing, and
// the game answers the next one as ever.
func TestDuring(t *testing.T) {
	text, err := os.ReadFile("../testdata/hostile/many-steps.rules")
	if err != nil {
		t.Fatal(err)
	}
	rules, list, err := dsl.LoadContext(t.Context(), source.NewFile("many-steps", string(text)),
		nil, nil)
	if err != nil || list.HasErrors() {
		t.Fatal(list, err)
	}
	g := interp.NewReference(rules)
	p := g.Start() // which takes longest
	for name, ask := range map[string]func(g *interp.Game, p *interp.Position){
		"texts": func(g *interp.Game, p *interp.Position) { g.Texts(p) },
		"parse": func(g *interp.Game, p *interp.Position) { _, _ = g.Parse(p, "zz-zz") },
		"why":   func(g *interp.Game, p *interp.Position) { g.Why(p, "zz-zz") },
	} {
		for _, looks := range []int{0, 1, 20} {
			ctx := &untilAsked{t.Context(), looks}
			func() {
				defer func() {
					if r := recover(); r != any(interp.ErrStopped) {
						t.Errorf("%s, after %d looks: %v", name, looks, r)
					}
				}()
				ask(g.During(ctx), p)
			}()
			if ctx.left < -3 {
				t.Errorf("%s goes on after %d looks: %d more", name, looks, -ctx.left)
			}
		}
	}
	// Nobody has asked for the start yet: that of the first request stops with it, and the next
	// request finds it.
	for _, reference := range []bool{true, false} {
		g := interp.New(rules)
		if reference {
			g = interp.NewReference(rules)
		}
		func() {
			defer func() {
				if r := recover(); r != any(interp.ErrStopped) {
					t.Errorf("the start of a request that has ended: %v", r)
				}
			}()
			canceled, cancel := context.WithCancel(t.Context())
			cancel()
			g.During(canceled).Start()
		}()
		if p := g.During(t.Context()).Start(); p == nil || p != g.Start() {
			t.Errorf("the next request has %v", p)
		}
	}
	small := gametest.Load(t, "chess", "")
	want := small.Texts(small.Start())
	canceled, cancel := context.WithCancel(t.Context())
	during := small.During(canceled)
	if got := during.Texts(small.Start()); !slices.Equal(got, want) {
		t.Errorf("during a request: %q, else %q", got, want)
	}
	cancel()
	if got := small.Texts(small.Start()); !slices.Equal(got, want) {
		t.Errorf("after a request: %q, before %q", got, want)
	}
}
