package ruleset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardgame/interp/level"
	"boardgame/interp/ruleset"
)

// What is nested too deep is refused before it is decoded; brackets in strings and comments do not
// count.
func TestCheckTOML(t *testing.T) {
	deep := func(n int, open, shut string) string {
		return "a = " + strings.Repeat(open, n) + strings.Repeat(shut, n)
	}
	many := strings.Repeat("[", 50)
	for name, c := range map[string]struct {
		text string
		line string // "": no mistake
	}{
		"flat":           {"a = 1\n[b]\nc = [[1, 2], [3.5]]\n[d.e.f]\ng = {h = 1}\n", ""},
		"many tables":    {strings.Repeat("[a]\nb.c = 1.5\n", 1000), ""},
		"many lists":     {strings.Repeat("a = [[1],\n[2]]\n", 5000), ""},
		"too many keys":  {"\n" + strings.Repeat("a = 1\n", 5001), "f.toml:5002: "},
		"table by table": {"a = [1]\n" + strings.Repeat("[[a]]\n", 5000), "f.toml:5001: "},
		"lists":          {"\n" + deep(50000, "[", "]"), "f.toml:2: "},
		"tables":         {deep(50000, "{a=", "}"), "f.toml:1: "},
		"dotted header":  {"x = 1\n\n[" + strings.Repeat("a.", 50000) + "a]", "f.toml:3: "},
		"dotted key":     {strings.Repeat("a.", 50000) + "a = 1", "f.toml:1: "},
		"strings":        {"a = \"" + many + "\\\"" + many + "\"\nb = '" + many + "'\nc = 1", ""},
		"long strings":   {"a = \"\"\"\n" + many + "\n\"\"\"\nb = '''" + many + "'''", ""},
		"comment":        {"# " + many + "\na = 1 # " + many, ""},
		"no end":         {"a = \"" + many + "\nb = '''" + many, ""},
		"a long text":    {"\na = \"" + strings.Repeat("x", 10000) + "\"", "f.toml:2: "},
	} {
		err := ruleset.CheckTOML("f.toml", c.text)
		switch {
		case c.line == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.line != "" && (err == nil || !strings.HasPrefix(err.Error(), c.line)):
			t.Errorf("%s: %v, not a message that begins with %s", name, err, c.line)
		}
	}
}

// Every mistake is told at its place: of tables with the same name in the right one, of a table in
// a table in that, and never in a text that only looks like a table.
func TestPlacesOfMistakes(t *testing.T) {
	const two = "[[value]]\nname = 'a'\nunit = 5\n[[value]]\nname = 'b'\nunit = -5\n"
	const long = "description = \"\"\"\n[[level]]\nname = 1\n\"\"\"\n"
	for _, c := range []struct{ text, want string }{
		{"title = \"A\"\nlength = \"40\"", "2: `length` is text in quotes here, and should be a"},
		{"length = 2.5", "1: `length` is a number here, and should be a whole number"},
		{"title = 'A'\n[preset]\nname = 'x'", "2: there may be several tables `preset`; write double"},
		{"[[look]]\nboard = 'squares'", "1: `look` should be a table"},
		{"[graded]\n'a b' = [1, 2]", "2: `graded.a b` is a list of 3, and this one has 2"},
		{"title = 'A'\n[look]\nauthor = 'B'", "3: there is no key \"look.author\" here; it belongs"},
		{"title = “A”", "1:9: expected value but found '“' instead; write text between"},
		{"family = chess", "1:10: expected value but found \"chess\" instead; write text"},
		{"a = 1\na = 2", "2: Key 'a' has already been defined."},
		{"a = { b = 1", "1:11: expected a comma"},
		{"title: 'A'", "1:6: expected '.' or '=', but got ':' instead; write `=`"},
		{two, "5: value b: the unit is"},
		{two + "[[value]]\nname = 'a'\ntempo=1", "5: value b: the unit is"},
		{long + "list = [\n1, # ]\n2]\n", "5: there is no key \"list\" here"},
		{long + "[[level]]\nname = 'a'\n[[level]]\n'name' = 'a'", "8: level \"a\": there is another"},
		{"[[level]]\nname='a'\n[[level.when]]\nnods=1\n[[level]]\nname='b'\n[[level.when]]\nnode=1",
			"4: there is no key \"level.when.nods\" here; did you mean \"nodes\"?\na.toml:8: there is"},
		{"[[preset]]\nname = 'x'\n[preset.options]\nsize = 3\n[[preset]]\nname = 'x'",
			"6: preset \"x\": there is"},
		{"[ graded ] # a\n\"easy  hard\" = [ 0, # none\n0, 0 ]", "2: graded has"},
		{"graded = { 'a' = [1, 2, 3] }", "1: graded has \"a\""},
	} {
		text, want := c.text, c.want
		_, err := ruleset.ReadInfo("a.toml", text)
		if err == nil || !strings.HasPrefix(err.Error(), "a.toml:"+want) {
			t.Errorf("%s\ngives %v\nnot  a.toml:%s", text, err, want)
		}
	}
}

// A title has at most 200 characters, as in rules.
func TestLongTitle(t *testing.T) {
	for n, good := range map[int]bool{200: true, 201: false} {
		_, err := ruleset.ReadInfo("f.toml", "title = \""+strings.Repeat("é", n)+"\"")
		if good != (err == nil) || err != nil && !strings.Contains(err.Error(), "f.toml:1: the title") {
			t.Errorf("%d characters: %v", n, err)
		}
	}
}

// Units are numbers from 1 on; they and tempos, one for each value, reach the levels.
func TestValues(t *testing.T) {
	table := func(text string) string { return "[[value]]\n" + text + "\n" }
	for text, want := range map[string]string{
		table("unit = 5"):                                  "needs the name",
		table("name = \"a\""):                              "value a: the unit is a number from 1",
		table("name = \"a\"\nunit = -1"):                   "value a: the unit is a number from 1",
		table("name = \"a\"\ntempo = 9999999"):             "value a: the tempo, what the player to move",
		table("name = \"a\"\ncontempt = 9999999"):          "value a: the contempt, how far behind",
		strings.Repeat(table("name = \"a\"\nunit = 2"), 2): "two tables for the value a",
	} {
		_, err := ruleset.ReadInfo("a.toml", text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	info, err := ruleset.ReadInfo("a.toml", table("name = \"a\"\nunit = 20\ntempo = 3")+
		"[[level]]\nname = \"x\"\nbot = \"greedy\"\n")
	if err != nil || info.Values["a"].Unit != 20 || info.Levels[0].Values["a"].Tempo != 3 {
		t.Errorf("%v, %v", info.Values, err)
	}
}

// How long a game is has three words.
func TestLengthName(t *testing.T) {
	for length, want := range map[int]string{
		0: "", 1: "short", 29: "short", 30: "medium", 79: "medium", 80: "long", 1000: "long",
	} {
		info, err := ruleset.ReadInfo("a.toml", fmt.Sprintf("length = %d", length))
		if got := info.LengthName(); got != want || err != nil {
			t.Errorf("%d turns: %q, %v; want %q", length, got, err, want)
		}
	}
	if _, err := ruleset.ReadInfo("a.toml", "length = -1"); err == nil ||
		!strings.Contains(err.Error(), "cannot be -1") {
		t.Errorf("-1 turns: %v", err)
	}
}

// A variant has the levels of its game, but of those between easy, medium and hard only those that
// it grades.
func TestStepsAreNotInherited(t *testing.T) {
	for name, want := range map[string]string{
		"crazyhouse":         "random easy medium club skilled strong expert hard",
		"canadian-draughts":  "easy medium hard",
		"brazilian-draughts": "easy medium skilled strong expert hard",
	} {
		rs, err := ruleset.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, l := range rs.Info.Levels {
			names = append(names, l.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s has the levels %s, not %s", name, got, want)
		}
	}
}

// The grades of levels are matches of two levels with at least one game.
func TestGraded(t *testing.T) {
	for text, good := range map[string]bool{
		`"easy medium" = [30, 1, 2]`: true,
		`"easy medium" = [0, 0, 0]`:  false,
		`"easy medium" = [-3, 4, 0]`: false,
		`"easy" = [30, 1, 2]`:        false,
		`"easy medium" = [30, 1]`:    false,
		`"a b" = ["1"]`:              false,
	} {
		if _, err := ruleset.ReadInfo("f.toml", "[graded]\n"+text); good != (err == nil) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Options of levels and of weights are written as those of presets are.
func TestOptionsOfLevels(t *testing.T) {
	info, err := ruleset.ReadInfo("a.toml", "[[level]]\nname = \"x\"\n[[level.when]]\n"+
		"options = { size = 7, swap = true, first = \"red\" }\n"+
		"[[weights]]\nname = \"w\"\n[weights.options]\nsize = 7\n")
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(info.Levels[0].When[0].Options, info.Weights[0].Options)
	if want := "map[first:red size:7 swap:true] map[size:7]"; got != want {
		t.Errorf("the options are %s, not %s", got, want)
	}
}

// What a game says of a value holds in its variants, unless they declare the value anew.
func TestValuesOfVariants(t *testing.T) {
	said := func(name string) level.Value {
		rs, err := ruleset.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(rs.Info.Levels, func(l level.Level) bool { return l.Name == "hard" })
		v := rs.Info.Values["activity"]
		if i < 0 || rs.Info.Levels[i].Values["activity"] != v {
			t.Errorf("%s: its levels know something else of activity than %v", name, v)
		}
		return v
	}
	if v := said("three-check"); v.Unit != 100 || v.Tempo <= 0 || v != said("chess") {
		t.Errorf("three-check has %v of activity, chess %v", v, said("chess"))
	}
	path := filepath.Join(t.TempDir(), "mine.rules")
	for name, text := range map[string]string{path: "game \"Mine\" extends \"chess\"\n",
		strings.TrimSuffix(path, ".rules") + ".toml": "[[level]]\nname = \"hard\"\nbot = \"greedy\"\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if v := said(path); v != said("chess") {
		t.Errorf("a variant with its own levels has %v of activity, chess %v", v, said("chess"))
	}
	if v := said("racing-kings"); v != (level.Value{}) {
		t.Errorf("racing-kings declares its own activity, and has %v", v)
	}
}
