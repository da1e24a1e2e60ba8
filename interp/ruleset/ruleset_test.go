package ruleset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/level"
	"boardgame/rulesets"
	"boardgame/testdata/long"
)

// The games are all folders of rulesets, in alphabetical order.
func TestList(t *testing.T) {
	list := List()
	if len(list) < 108 || !slices.IsSorted(list) {
		t.Errorf("got %d games: %q", len(list), list)
	}
	for _, name := range []string{"blockade", "cage", "shiftago", "tactigon", "chess", "yinsh"} {
		if !slices.Contains(list, name) {
			t.Errorf("%s is missing", name)
		}
	}
}

// A file of patterns is read from beside the rules, from the built-in game of its name, or from the
// texts that came with the rules; its name leads nowhere else.
func TestNets(t *testing.T) {
	const toml = "[[weights]]\nname = \"w\"\nnet = %q\n"
	dir := t.TempDir()
	for name, text := range map[string]string{"a.rules": "", "a.net": "beside",
		"a.toml": fmt.Sprintf(toml, "a.net"), "b.rules": "", "b.toml": fmt.Sprintf(toml, "oware.net"),
		"c.rules": "", "c.toml": fmt.Sprintf(toml, "none.net")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	shipped, err := Find("oware")
	if err != nil || len(shipped.Info.Weights) == 0 || shipped.Info.Weights[0].Patterns == "" {
		t.Fatal("oware has no patterns", err)
	}
	for name, want := range map[string]string{"a": "beside", "c": "",
		"b": shipped.Info.Weights[0].Patterns} {
		r, err := Find(filepath.Join(dir, name+Ext))
		if err != nil || r.Info.Weights[0].Patterns != want {
			t.Errorf("%s: %v, %+v", name, err, r)
		}
	}
	r, err := FromText("x", "", fmt.Sprintf(toml, "x.net"), Memory{"x.net": "sent"})
	if err != nil || r.Info.Weights[0].Patterns != "sent" {
		t.Errorf("%v, %+v", err, r)
	}
	for _, bad := range []string{"../a.net", "/a.net", `c:\a.net`, "a.toml"} {
		if _, err := FromText("x", "", fmt.Sprintf(toml, bad), nil); err == nil ||
			!strings.Contains(err.Error(), "the name of a file beside this one") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// Every built-in game has a text, a description and, if it has figures, correct ones.
func TestBuiltin(t *testing.T) {
	for _, name := range List() {
		r, err := Find(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if !r.Builtin || r.Name != name || !strings.Contains(r.File.Text, "game \"") {
			t.Errorf("%s: got %+v", name, r)
		}
		for key, value := range map[string]string{
			"title": r.Info.Title, "description": r.Info.Description, "family": r.Info.Family,
			"checked": r.Info.Checked, "figures": r.Info.Figures,
		} {
			if value == "" {
				t.Errorf("%s: the description has no %s", name, key)
			}
		}
		if len(r.Info.Levels) == 0 {
			t.Errorf("%s has no levels", name)
		}
		if !strings.Contains(r.File.Text, "\""+r.Info.Title+"\"") {
			t.Errorf("%s: the rules do not have the title %q", name, r.Info.Title)
		}
		if _, err := r.Perft(); err != nil {
			t.Error(err)
		}
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestFindFile(t *testing.T) {
	file := write(t, "mine.rules", "\ufeffgame \"Mine\"\n")
	if err := os.WriteFile(
		strings.TrimSuffix(file, Ext)+".toml",
		[]byte(`author = "me"`),
		0o644,
	); err != nil {
		t.Fatal(err)
	}
	r, err := Find(file)
	if err != nil {
		t.Fatal(err)
	}
	if r.Name != "mine" || r.Builtin || r.File.Name != file || r.File.Text != "game \"Mine\"\n" ||
		r.Info.Author != "me" {
		t.Errorf("got %+v", r)
	}
	t.Chdir(filepath.Dir(file))
	if r, err := Find("mine"); err != nil || r.Info.Author != "me" {
		t.Errorf("by its bare name: %+v, %v", r, err)
	}
	if p, err := r.Perft(); p != nil || err != nil {
		t.Errorf("figures without a file: %v, %v", p, err)
	}
}

func TestFindErrors(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	files := map[string]string{
		"zero.rules":   "game \"A\"\n\x00",
		"latin.rules":  "game\n\"\xe9\"",
		"le.rules":     "\xff\xfeg\x00a\x00m\x00e\x00",
		"be.rules":     "\xfe\xff\x00g\x00a\x00m\x00e",
		"nomark.rules": "g\x00a\x00m\x00e\x00",
		"mac.rules":    "game \"M\"\rplayers A, B\r",
		"large.rules":  strings.Repeat("# too much\n", MaxFile/11+1),
		"broken.rules": "game \"B\"",
		"broken.toml":  "titel = \"B\"",
		"ends.rules":   "game \"E\"",
		"ends.toml":    "title = ",
		"ends.txtar":   "rules: ends.rules",
		"saved":        "boardgame record 1\n",
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o755); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"cgae":         `there is no game called "cgae"; did you mean cage?`,
		"monopoly":     `there is no game called "monopoly". ` + "`boardgame list` names the games",
		"":             `there is no game called ""`,
		"no.rules":     "no.rules does not exist",
		"folder":       "folder is a folder; name a .rules file",
		".":            ". is a folder; name a file in it: be.rules, broken.rules, ends.rules",
		"zero.rules":   "zero.rules contains the control character U+0000 in line 2; take it out",
		"latin.rules":  "latin.rules is not text: byte 0xe9 in line 2 is not UTF-8",
		"le.rules":     "le.rules is UTF-16; save it as UTF-8",
		"be.rules":     "be.rules is UTF-16; save it as UTF-8",
		"nomark.rules": "nomark.rules is UTF-16; save it as UTF-8",
		"mac.rules": "mac.rules has only carriage returns as line ends; save it with LF line ends " +
			"(Unix)",
		"large.rules":  "large.rules is too large to be read: more than 1024 kB",
		"broken.rules": `broken.toml:1: there is no key "titel" here; did you mean "title"?`,
		"ends.rules":   "ends.toml:1:",
		"ends.txtar":   "ends.txtar holds tests; name the rules file",
		"saved":        "saved is a saved game; name its rules file before it",
		"/dev/zero":    "is a device, not a file",
	} {
		if name == "." {
			name = "./"
		}
		_, err := Find(name)
		want = strings.Replace(want, ". is", "./ is", 1)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %q, want %q", name, err, want)
		}
	}
	var notFound *NotFoundError
	if _, err := Find("cgae"); !errors.As(err, &notFound) || notFound.Suggestion != "cage" {
		t.Errorf("an unknown name gives %#v", err)
	}
}

func TestLibrary(t *testing.T) {
	folder := t.TempDir()
	mine := filepath.Join(folder, "cage.rules")
	if err := os.WriteFile(mine, []byte("game \"My own\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var lib Library
	text := func(f *source.File, err error) string {
		if err != nil {
			return err.Error()
		}
		return strings.SplitN(f.Text, "\n", 2)[0]
	}
	if got := text(lib.Find("cage", filepath.Join(folder, "other.rules"))); got != `game "My own"` {
		t.Errorf("beside the file: %s", got)
	}
	if got := text(lib.Find("cage", mine)); got != `game "Cage"` {
		t.Errorf("a file does not extend itself: %s", got)
	}
	if got := text(
		lib.Find("hex.rules", filepath.Join(folder, "other.rules")),
	); got != `game "Hex"` {
		t.Errorf("built in: %s", got)
	}
	if got := text(lib.Find("cage", "cage-misere/cage-misere.rules")); got != `game "Cage"` {
		t.Errorf("of a built-in game: %s", got)
	}
	if got := text(lib.Find("hexx", mine)); !strings.Contains(got, `did you mean "hex"?`) {
		t.Errorf("unknown: %s", got)
	}
	if got := text(
		lib.Find("cage", "cage/cage.rules"),
	); !strings.Contains(
		got,
		"cannot refer to itself",
	) {
		t.Errorf("a built-in game that extends itself: %s", got)
	}
}

// A variant without a TOML file is shown and played like the game that it extends, as far as its
// rules go.
func TestInherit(t *testing.T) {
	folder := t.TempDir()
	find := func(name, text string) *Ruleset {
		t.Helper()
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, Ext) {
			return nil
		}
		r, err := Find(file)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	base, err := Find("shiftago")
	if err != nil {
		t.Fatal(err)
	}
	one := find("one.rules", "game \"One\" extends \"shiftago\"\noption seats = 3 in {3}\n")
	if info := one.Info; info.Title != "" || info.Description != "" ||
		!slices.Equal(info.Pieces, base.Info.Pieces) ||
		len(info.Levels) == 0 ||
		len(info.Aliases) == 0 {
		t.Errorf("got %+v", info)
	}
	for _, p := range one.Info.Presets {
		if p.Options["seats"] != "" && p.Options["seats"] != "3" {
			t.Errorf("there is the preset %s with %v", p.Name, p.Options)
		}
	}
	if _, err := one.Preset("expert-3"); err != nil {
		t.Error(err)
	}
	if toml, ok := one.TOML(); !ok || !strings.Contains(toml, "[[level]]") {
		t.Errorf("its TOML is %q", toml)
	}
	if two := find(
		"two.rules",
		"game \"Two\" extends \"one.rules\"\n",
	); !slices.Equal(
		two.Info.Pieces,
		base.Info.Pieces,
	) {
		t.Errorf("of what is extended twice: %+v", two.Info)
	}
	other := find("other.rules", "game \"Other\" extends \"shiftago\"\nvalue near = 1\n")
	if len(other.Info.Levels) != len(base.Info.Levels)-steps(base.Info.Levels) {
		t.Errorf("there are %d levels", len(other.Info.Levels))
	}
	find("one.toml", "author = \"me\"\npreset = []\n[[level]]\nname = \"own\"\nbot = \"random\"\n")
	r := find("two.rules", "game \"Two\" extends \"one\"\n")
	if r.Info.Author != "" || len(r.Info.Presets) != 0 || len(r.Info.Levels) != 1 {
		t.Errorf("what a TOML file of its own says does not count: %+v", r.Info)
	}
	if !slices.Equal(r.Info.Pieces, base.Info.Pieces) || len(r.Info.Aliases) == 0 {
		t.Errorf("what it leaves out is not inherited: %+v", r.Info)
	}
	for name, text := range map[string]string{"a": "b", "b": "a", "c": "c", "d": "nowhere",
		"e": "(", "f": "tests/../f"} {
		if r := find(name+Ext, "game \""+name+"\" extends \""+text+"\"\n"); r.Info.Levels != nil {
			t.Errorf("%s has %+v", name, r.Info)
		}
	}
	find("bad.rules", "game \"Bad\"\n")
	find("bad.toml", "colour = 1\n")
	if err := os.WriteFile(
		filepath.Join(folder, "on.rules"),
		[]byte("game \"On\" extends \"bad\"\n"),
		0o644,
	); err != nil {
		t.Fatal(err)
	}
	if _, err := Find(
		filepath.Join(folder, "on.rules"),
	); err == nil ||
		!strings.Contains(err.Error(), "bad.toml") {
		t.Errorf("of a TOML file with mistakes: %v", err)
	}
}

func TestPreset(t *testing.T) {
	r, err := Find("shiftago")
	if err != nil {
		t.Fatal(err)
	}
	p, err := r.Preset("expert-3")
	if err != nil || p.Options["mode"] != "expert" || p.Options["seats"] != "3" {
		t.Errorf("got %+v, %v", p, err)
	}
	if _, err := r.Preset(
		"exprt-3",
	); err == nil ||
		!strings.Contains(err.Error(), "did you mean expert-3") {
		t.Errorf("got %v", err)
	}
	if _, err := r.Preset(
		"zzzz",
	); err == nil ||
		!strings.HasPrefix(err.Error(), `shiftago has no preset "zzzz". The presets are `) {
		t.Errorf("got %v", err)
	}
	if _, err := (&Ruleset{Name: "x"}).Preset(
		"small",
	); err == nil ||
		err.Error() != `x has no preset "small"; it has none at all` {
		t.Errorf("got %v", err)
	}
}

// An unknown table is reported once, and not again for each of its keys.
func TestUnknownTableIsToldOnce(t *testing.T) {
	_, err := ReadInfo("x.toml", "[[levle]]\nname = \"a\"\nbot = \"mcts\"\n")
	if err == nil || strings.Count(err.Error(), "there is no key") != 1 {
		t.Errorf("got %v", err)
	}
}

func TestReadInfoErrors(t *testing.T) {
	for text, want := range map[string]string{
		"title = 3": "x.toml",
		"[[alias]]\ntyped = \"{x},{y}\"\n" +
			"means = \"{x,y,way:cell}\"": `alias "{x},{y}" means {x,y,way:cell}, but {way} is not typed`,
		"[[alias]]\ntyped = \"go {cell\"\nmeans = \"{cell}\"": "a brace has no partner",
		"[[alias]]\ntyped = \"{cell} {way}\"\n" +
			"means = \"{cell,way:cell}\"": `alias "{cell} {way}" has {way}, but no ways`,
		"[[alias]]\ntyped = \"{n}\"\n" +
			"means = \"a{n:topp}\"": "{n:topp}; the forms are top, column, cell and cell0",
		"[[piece]]\nkind = \"a\"\n" +
			"ascci=\"\"": `x.toml:3: there is no key "piece.ascci" here; did you mean "ascii"?`,
		"[[piece]]\nkind = \"a\"\nunicode = \"a\"\n" +
			"color = \"red\"": "x.toml:3: piece a: give both `unicode` and `ascii`, or neither",
		"[[mark]]\nregion = \"a\"\nunicode = \"a\"\n" +
			"ascii = \"a\"": "x.toml:1: mark a: `color` is missing; the colors are black, white",
		"[[mark]]\nregion = \"a\"\n" +
			"unicode = \"a\"\nascii = \"a\"\ncolor = \"pink\"": `there is no color "pink"`,
		"[[piece]]\nkind = \"a\"\nunicode = \"ab\"\n" +
			"ascii = \"é\"\ncolour = \"pink\"": `there is no color "pink"`,
		"[[preset]]\nname = \"a\"\n[[preset]]\nname = \"a\"": "a name of its own",
		"[[preset]]\nname = \"a\"\n[[preset]]\nname = \"A\"": "there is also \"a\"",
		"[[level]]\nname = \"a\"\n[[level]]\nname = \"A\"":   "there is also \"a\"",
		"[[level]]\nbot = \"random\"":                        "every level needs a name",
		"[[position]]\nname = \"a\"":                         "position \"a\": write what it is",
		"[[position]]\nname = \"a\"\nposition = \"3\"\n[[position]]\nname = \"A\"\nposition = \"3\"": "" +
			"there is also \"a\"",
		"[[preset]]\nname = \"a\"\noptions = { b = [1] }":  "option b should be",
		"[[level]]\n[[level.when]]\noptions = { b = [1] }": "x.toml:3:12: option b should be",
		"[[level]]\n[[level.when]]\noptions = 7":           "x.toml:3:11: `options` is a table",
		"[[weights]]\noptions = 7":                         "`options` is a table",
		"[[level]]\nbot = \"a\"":                           "every level needs a name",
		"[[notation]]\n":                                   "no name",
		coordinatesOf("go {n}"): `moves names the alias "go {n}", ` +
			"which does not exist",
		coordinatesOf("{cell} {way}") +
			"[[alias]]\ntyped = \"{cell} {way}\"\nmeans = \"a\"": "{way} may stand",
		"[[mark]]\nstyle = \"peg\"\nregion = \"a\"\n" +
			"unicode = \"×\"": "a peg needs `unicode` and `ascii`",
		"[look]\nboard = \"vertexes\"":   "x.toml:2: look: `board` cannot be \"vertexes\"; did you mean",
		"[look]\npieces = \"stones\"":    `did you mean "stone"?`,
		"[look]\nblocks = 1":             "how many squares are together, at least 2, not 1",
		"[look]\nlabels = \"x\"":         "it is one of outside, ends, inside, none",
		"[look]\nbord = \"plain\"":       `there is no key "look.bord" here; did you mean "board"?`,
		"[[hand]]\ncounter = \"a\"":      "needs its `counter` and the kind of its `piece`",
		"[[piece]]\nshape = \"disk\"":    `did you mean "disc"?`,
		"[[piece]]\nletter = \"ab\"":     `the letter "ab" should be one visible character`,
		"[[piece]]\nink = \"pink\"":      "there is no color \"pink\"",
		"[[piece]]\npath = \"L1 1\"":     "should begin with M",
		"[[piece]]\npath = \"M0 0<\"":    "contains '<'",
		"[[piece]]\npath = \"M0 12345\"": "goes to 12345; a cell goes from -24 to 24",
		"[[mark]]\nstyle = \"glod\"":     `did you mean "gold"?`,
		"[[mark]]\nstyle = \"peg\"":      "a peg needs `unicode` and `ascii`",
		"[[mark]]\nshape = \"disk\"":     `did you mean "disc"?`,
		"[[levle]]\nname = \"a\"":        `x.toml:1: there is no key "levle" here; did you mean "level"?`,
	} {
		if _, err := ReadInfo("x.toml", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot %v\nwant %s", text, err, want)
		}
	}
}

// coordinatesOf describes coordinates that show moves through an alias.
func coordinatesOf(typed string) string {
	return fmt.Sprintf("[[coordinates]]\nname = \"old\"\ncolumn = \"1\"\nline = \"1\"\n"+
		"cell = \"{column},{line}\"\nmoves = [%q]\n", typed)
}

func TestReadPerftErrors(t *testing.T) {
	for text, want := range map[string]string{
		"[[perft]]\nunit = \"moves\"":                    "turns or steps",
		"[[perft]]\nunit = \"turns\"":                    "counts",
		"[[perft]]\nunit = \"turns\"\ncounts = [1, -2]":  "x.toml",
		"[[perft]]\nunits = \"turns\"\ncounts = [1, 2]":  `did you mean "unit"?`,
		"[[perft]]\noptions = { a = 1.5 }\ncounts = [1]": "option a",
	} {
		if _, err := ReadPerft("x.toml", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot %v\nwant %s", text, err, want)
		}
	}
}

func TestConvertFEN(t *testing.T) {
	r, err := Find("chess")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -": "r3k2r/8/8/8/8/8/8/R3K2R White " +
			"fresh=a1,a8,e1,e8,h1,h8 ep=none",
		"8/8/8/8/4P3/8/8/4K2k b K e3 0 1": "8/8/8/8/4P3/8/8/4K2k Black fresh=e1,h1 ep=e3 " +
			"quiet=0",
		"8/8/8/8/4P3/8/8/4K2k b - - 12 34": "8/8/8/8/4P3/8/8/4K2k Black fresh=none ep=none " +
			"quiet=12",
		"8/8/8/8/4P3/8/8/4K2k White fresh=none": "8/8/8/8/4P3/8/8/4K2k White fresh=none",
		"8/8/8/8/4P3/8/8/4K2k w KQxx":           "8/8/8/8/4P3/8/8/4K2k w KQxx",
		"":                                      "",
	} {
		if got := r.Info.PositionText(text); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// Games in one folder share its tests: each has those that name it, and those that name no rules.
func TestSharedTests(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"one.rules":       "game \"One\"\n",
		"two.rules":       "game \"Two\"\n",
		"tests/a.txtar":   "rules: one.rules\n\n-- a --\n",
		"tests/b.txtar":   "About the second game.\nrules: ../two\n\n-- b --\n",
		"tests/all.txtar": "-- rules: one.rules --\n",
	} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for rules, want := range map[string][]string{
		"one.rules": {"a.txtar", "all.txtar"},
		"two.rules": {"all.txtar", "b.txtar"},
	} {
		rs, err := Find(filepath.Join(folder, rules))
		if err != nil {
			t.Fatal(err)
		}
		files, err := rs.Tests()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range files {
			got = append(got, filepath.Base(f.Name))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has the tests %q, not %q", rules, got, want)
		}
	}
}

// A variant does not explain itself by the primer of the game that it changes.
func TestNoVariantInheritsPrimer(t *testing.T) {
	for name, want := range map[string]bool{"xiangqi": true, "jieqi": false, "makpong": false} {
		if rs, err := Find(name); err != nil || (rs.Info.Primer != "") != want {
			t.Errorf("%s has a primer: %t; %v", name, !want, err)
		}
	}
}

// Points of strength were measured in one game: no variant claims them for another.
func TestNoVariantInheritsStrength(t *testing.T) {
	for _, name := range long.Sample(List(), 8) {
		rs, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range rs.Info.Levels {
			if rs.own.Levels == nil && (l.Strength != nil || strings.Contains(l.Title, "Elo")) {
				t.Errorf("%s: level %s: %q", name, l.Name, l.Title)
			}
		}
	}
}

// steps returns how many levels lie between easy, medium and hard.
func steps(levels []level.Level) int {
	easy, hard := level.Index(levels, "easy"), level.Index(levels, "hard")
	if easy < 0 || hard < 0 {
		return 0
	}
	return hard - easy - 2
}

// A variant has every level of the game that it extends, apart from steps between them, also those
// that judge by what was learned on another board: they judge by a value of the rules there.
func TestVariantsKeepLevels(t *testing.T) {
	dir := t.TempDir()
	tried := 0
	for _, name := range List() {
		rs, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if len(rs.Info.Weights) == 0 || !strings.Contains(rs.File.Text, "\nboard square(8, 8)") {
			continue
		}
		tried++
		path := filepath.Join(dir, "small-"+name+".rules")
		text := fmt.Sprintf("game \"Small\" extends %q\nboard square(8, 9)\n", name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		variant, err := Find(path)
		if err != nil {
			t.Fatal(err)
		}
		if want := len(rs.Info.Levels) - steps(rs.Info.Levels); len(variant.Info.Levels) != want {
			t.Errorf("a variant of %s with another board has %d levels, not %d", name,
				len(variant.Info.Levels), want)
		}
	}
	if tried < 3 {
		t.Errorf("only %d games were tried", tried)
	}
}

// What lists are made of stands before the tables of every TOML file, and every game has a title
// and a family of its own.
func TestAbout(t *testing.T) {
	for _, name := range List() {
		about, err := About(name)
		if err != nil {
			t.Fatal(err)
		}
		text, err := fs.ReadFile(rulesets.FS(), name+"/"+name+".toml")
		if err != nil {
			t.Fatal(err)
		}
		whole, err := ReadInfo(name+".toml", string(text))
		if err != nil {
			t.Fatal(err)
		}
		if about.Title == "" || about.Family == "" || about.Title != whole.Title ||
			about.Family != whole.Family || about.Featured != whole.Featured ||
			about.Length != whole.Length || about.Description != whole.Description ||
			about.Primer != whole.Primer {
			t.Errorf("%s: %+v", name, about)
		}
	}
}
