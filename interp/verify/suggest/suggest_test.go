package suggest

import (
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/verify/ruletest"
	"boardgame/testdata/long"
)

// suggested searches for cases of a built-in game with the given tests.
func suggested(t *testing.T, name, tests string, options map[string]string) ([]Suggestion,
	*ruleset.Ruleset) {
	t.Helper()
	rs := gametest.Ruleset(t, name)
	rules := gametest.Rules(t, rs, options)
	var files []*ruletest.File
	if tests != "" {
		f, problems := ruletest.Parse(source.NewFile("test.txtar", tests))
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		files = append(files, f)
	}
	choices := []ruleset.Choice{{Options: options, Rules: rules}}
	return Find(t.Context(), rs, files, choices, Effort{Games: 30, Length: 300, Seed: 1}, nil), rs
}

// Every part of the rules gets a case that reaches it and passes; with these cases nothing is left.
func TestFind(t *testing.T) {
	options := map[string]string{"size": "4"}
	found, rs := suggested(t, "cage", "", options)
	if len(found) < 15 {
		t.Fatalf("only %d parts of the rules", len(found))
	}
	text := ""
	for _, f := range found {
		if f.Scene == nil {
			continue // such as what happens only with other options
		}
		theCase, err := f.Scene.Text()
		if err != nil {
			t.Fatal(err)
		}
		text = ruletest.Add(text, "cage", theCase)
	}
	file, problems := ruletest.Parse(source.NewFile("test.txtar", text))
	if problems.HasErrors() {
		t.Fatalf("%v\n%s", problems[0].Summary, text)
	}
	for _, o := range file.Run(rs, nil) {
		if !o.Passed() {
			t.Errorf("%s: %+v %v", o.Case.Name, o.Failures, o.Problems)
		}
	}
	again, _ := suggested(t, "cage", text, options)
	for _, f := range again {
		if f.Scene != nil {
			t.Errorf("%s is offered again", f.Scene.Name)
		}
	}
	for _, want := range []string{"-- move jump is played --",
		"-- the end: win \"the last enemy is gone\" if no theirs --",
		"result: ", "options: size=4", "board:\n  "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// What is called the shortest case is: no line with fewer steps reaches the sentence.
func TestShortest(t *testing.T) {
	for i, name := range []string{"tic-tac-toe", "english-draughts", "cage", "connect-four"} {
		if !long.Case(i, 4) {
			continue
		}
		options := map[string]string{}
		if name == "cage" {
			options["size"] = "4"
		}
		found, rs := suggested(t, name, "", options)
		rules, _ := dsl.Load(rs.File, options, ruleset.Library{})
		g := interp.New(rules)
		const depth = 3 // of every line that is tried here
		least := map[string]int{}
		var try func(p *interp.Position, line []interp.Move)
		try = func(p *interp.Position, line []interp.Move) {
			for reached := range reachedBy(t.Context(), g, line) {
				if n, ok := least[reached]; !ok || n > len(line) {
					least[reached] = len(line)
				}
			}
			if len(line) == depth || len(line) == depth-1 && len(g.Moves(p)) > 10 {
				return
			}
			for _, m := range g.Moves(p) {
				q, err := g.Play(p, m)
				if err != nil {
					t.Fatal(err)
				}
				try(q, append(line[:len(line):len(line)], m))
			}
		}
		try(g.Start(), nil)
		shortest := 0
		for _, f := range found {
			n, near := least[key(f.Entry)]
			switch {
			case near && f.Scene == nil:
				t.Errorf("%s: nothing reaches %s", name, f.Entry.Span.Text())
			case near && (len(f.Scene.Steps) != n || !f.Shortest):
				t.Errorf("%s: %s takes %d steps, not %d", name, f.Entry.Span.Text(),
					len(f.Scene.Steps), n)
			case near:
				shortest++
			}
		}
		if shortest < 3 {
			t.Errorf("%s: only %d sentences are reached so soon", name, shortest)
		}
	}
}

// Moves that are played silently need no case of their own once a case plays them.
func TestSilentMovesAreTested(t *testing.T) {
	file := source.NewFile("silent.rules", `game "Silent"
players X, O
board square(3, 1)
piece mark
counter rounds = 0
move put { at c in empty  do place mark on c  then tick }
move tick { do rounds := rounds + 1 }
turn put
end { draw "full" if no empty }
`)
	rules, list := dsl.Load(file, nil, ruleset.Library{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	tests, problems := ruletest.Parse(source.NewFile("test.txtar",
		"-- full --\nafter: a1 b1 c1\nresult: draw\n"))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	found := Find(t.Context(), &ruleset.Ruleset{Name: "silent", File: file},
		[]*ruletest.File{tests}, []ruleset.Choice{{Rules: rules}},
		Effort{Games: 1, Length: 10, Seed: 1}, nil)
	for _, f := range found {
		t.Errorf("%s is offered", f.Entry.Span.Text())
	}
}

func TestNothingToSuggest(t *testing.T) {
	found, _ := suggested(t, "tic-tac-toe",
		"rules: tic-tac-toe\n-- all --\nafter: a1 b1 a2 b2 a3\nresult: X wins\n"+
			"-- full --\nafter: a1 b1 c1 a2 c2 b2 a3 c3 b3\nresult: draw\n", nil)
	if len(found) != 0 {
		t.Errorf("%s is offered", found[0].Entry.Span.Text())
	}
}
