package compile_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"boardgame/interp/compile"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/testdata/long"
)

var update = flag.Bool("update", false, "write the hashes of the modules anew")

const hashes = "testdata/modules.txt"

// The modules of all games and presets are byte for byte the recorded ones, with a host and alone,
// and so are the lines of their reports. Moving and renaming must not change them. If a change is
// meant to make other modules, write them anew with -update.
//
// A game is recorded with a hash of its rules. Once these are others, it is compared again after
// the next -update.
func TestModulesAreAsRecorded(t *testing.T) {
	long.OneThread(t)
	recorded := map[string]string{}
	text, err := os.ReadFile(hashes)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		name, rest, _ := strings.Cut(lines.Text(), " ")
		recorded[name] = strings.TrimSpace(rest)
	}
	var out bytes.Buffer
	compared := 0
	for i, name := range allGames(t) {
		if !*update && !long.Case(i, 60) {
			continue
		}
		got, ok := hashesOf(t, name)
		if !ok {
			continue
		}
		fmt.Fprintf(&out, "%-44s %s\n", name, got)
		want, known := recorded[name]
		if !known || strings.Fields(want)[0] != strings.Fields(got)[0] {
			continue
		}
		compared++
		if got != want && !*update {
			t.Errorf("%s compiles to another module than recorded:\n %s\nwas\n %s\n"+
				"If that is meant: go test ./interp/compile -run %s -update", name, got, want, t.Name())
		}
	}
	if *update {
		if err := os.WriteFile(hashes, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if compared == 0 {
		t.Error("no game is as recorded; run it with -update")
	}
}

// allGames lists the rulesets and their presets.
func allGames(t *testing.T) (names []string) {
	for _, name := range ruleset.List() {
		names = append(names, name)
		r := gametest.Ruleset(t, name)
		for _, p := range r.Info.Presets {
			names = append(names, name+":"+p.Name)
		}
	}
	return names
}

// addresses are those of the rules files in the spans of a report.
var addresses = regexp.MustCompile("0x[0-9a-f]+")

// hashesOf returns what is recorded of a game: its rules, its modules with their lengths, and its
// reports; or ok is false if the game does not load.
func hashesOf(t *testing.T, name string) (line string, ok bool) {
	g, err := ruleset.Load(name)
	if err != nil {
		return "", false
	}
	line = g.Rules().Hash
	for _, compiler := range []func() (*compile.Module, error){
		func() (*compile.Module, error) { return compile.Wasm(t.Context(), g.Rules()) },
		func() (*compile.Module, error) { return compile.Alone(t.Context(), g.Rules()) },
	} {
		m, err := compiler()
		if err != nil {
			return line + " " + err.Error(), true
		}
		code := sha256.Sum256(m.Code)
		report := sha256.Sum256(addresses.ReplaceAll(fmt.Append(nil, m.Report.Entries), nil))
		line += fmt.Sprintf(" %x %d %x", code[:8], len(m.Code), report[:4])
	}
	return line, true
}
