package query_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"boardgame/dsl"
	"boardgame/interp"
	"boardgame/interp/query"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
)

// Expressions are read in the words of the game, of any type, and their mistakes are reported with
// the place.
func TestCompile(t *testing.T) {
	rs := gametest.Ruleset(t, "chess")
	rules, _ := dsl.Load(rs.File, nil, ruleset.Memory{})
	start := interp.New(rules).Start()
	for _, row := range []struct{ text, want string }{
		{"count(mine)", "16"}, {"1 + 2 = 3", "true"}, {"none", "none"}, {"mine & king", "e1"},
		{"mine & rook", "a1 h1 (2)"},
		{"e2.forward[empty]+", "e3 e4 e5 e6 (4)"}, {"me", "White"}, {"king | rook", "rook king"},
		{"north | south", "north south"},
		{"worth(mine) - worth(theirs)", "0"}, {"quiet", "0"}, {"safe", "true"},
	} {
		q, err := query.Compile(rules, rs.File, ruleset.Memory{}, row.text)
		if err != nil {
			t.Errorf("%s: %v", row.text, err)
			continue
		}
		v, ok := q.Value(start, 0)
		if got := query.Text(rules, v, nil); !ok || got != row.want || v.Type != q.Type {
			t.Errorf("%s = %s, want %s", row.text, got, row.want)
		}
	}
	for _, row := range []struct {
		text   string
		column int
	}{{"mien", 1}, {"count(mien)", 7}, {"1 +", 3}, {"", 0}} {
		_, err := query.Compile(rules, rs.File, ruleset.Memory{}, row.text)
		var wrong *query.Error
		if !errors.As(err, &wrong) || wrong.Column != row.column || wrong.Message == "" {
			t.Errorf("%q: %v", row.text, err)
		}
	}
	for _, text := range []string{"fresh(1)", "fresh(a1)", "mine(1)", "sum p in cells: fresh(p)",
		"1 + mine", "worth(1)", "mine.king", "some 1", "e2.forward[1]", "count(1)",
		"1\nmemory other = 2", "1\ngame \"x\""} {
		_, err := query.Compile(rules, rs.File, ruleset.Memory{}, text)
		if err == nil || strings.Contains(err.Error(), ".;") || strings.Contains(err.Error(), "; It") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A question that asks for the only member of several reports that.
func TestSeveral(t *testing.T) {
	rs := gametest.Ruleset(t, "chess")
	rules, _ := dsl.Load(rs.File, nil, ruleset.Memory{})
	start := interp.New(rules).Start()
	for text, want := range map[string]string{
		"the mine & king":               "",
		"the mine & rook | the theirs":  "theirs has 16 members, so `the` names none of them",
		"if one mine: the mine else e1": "",
	} {
		q, err := query.Compile(rules, rs.File, ruleset.Memory{}, text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := strings.Join(q.Several(start, 0), "\n"); !strings.Contains(got, want) ||
			want == "" && got != "" {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got := new(query.Question).Several(start, 0); got != nil {
		t.Errorf("the zero value finds %q", got)
	}
}

// One reader serves several callers at once. One that has left spoils nothing for the others.
func TestReaderIsShared(t *testing.T) {
	rs, err := ruleset.Find("chess960") // it extends another game
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := dsl.Load(rs.File, nil, ruleset.Library{})
	g := interp.New(rules)
	reader := query.NewReader(rules, rs.File, ruleset.Library{})
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := reader.Compile(gone, "ply"); !errors.Is(err, context.Canceled) {
		t.Errorf("whose asker has left: %v", err)
	}
	var all sync.WaitGroup
	for _, text := range []string{"count(mine)", "ply", "count(cells) / 4", "nonsense", "safe"} {
		all.Go(func() {
			want, refused := query.Compile(rules, rs.File, ruleset.Library{}, text)
			q, err := reader.Compile(t.Context(), text)
			if (err == nil) != (refused == nil) || err != nil && err.Error() != refused.Error() {
				t.Errorf("%s: %v, alone %v", text, err, refused)
			}
			if err != nil {
				return
			}
			v, _ := q.Value(g.Start(), 0)
			if w, _ := want.Value(g.Start(), 0); v != w {
				t.Errorf("%s: %v, alone %v", text, v, w)
			}
		})
	}
	all.Wait()
}
