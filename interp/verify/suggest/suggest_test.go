package suggest

import (
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/ruletest"
)

// suggested searches for cases of a built-in game with the given tests.
func suggested(t *testing.T, name, tests string, options map[string]string) ([]Suggestion,
	*ruleset.Ruleset) {
	t.Helper()
	rs, err := ruleset.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	rules, list := dsl.Load(rs.File, options, ruleset.Library{})
	if list.HasErrors() {
		t.Fatal(list)
	}
	var files []*ruletest.File
	if tests != "" {
		f, problems := ruletest.Parse(source.NewFile("test.txtar", tests))
		if problems.HasErrors() {
			t.Fatal(problems)
		}
		files = append(files, f)
	}
	choices := []Choice{{options, rules}}
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

func TestNothingToSuggest(t *testing.T) {
	found, _ := suggested(t, "tic-tac-toe",
		"rules: tic-tac-toe\n-- all --\nafter: a1 b1 a2 b2 a3\nresult: X wins\n"+
			"-- full --\nafter: a1 b1 c1 a2 c2 b2 a3 c3 b3\nresult: draw\n", nil)
	if len(found) != 0 {
		t.Errorf("%s is offered", found[0].Entry.Span.Text())
	}
}
