package ruleset_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
)

// shippedTOML returns the files beside the rules of the games that come with the program.
func shippedTOML(t testing.TB) []string {
	t.Helper()
	names, err := filepath.Glob("../../rulesets/*/*.toml")
	if err != nil || len(names) == 0 {
		t.Fatal("no files", err)
	}
	var texts []string
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}

// checkInfo reads any text as the NAME.toml of some rules. Either it is refused with a message that
// names the file, or it contains nothing that a terminal would obey and everything in it can be
// found by name.
func checkInfo(t *testing.T, text string) (taken bool) {
	t.Helper()
	info, err := ruleset.ReadInfo("fuzz.toml", text)
	if err != nil {
		if !strings.HasPrefix(err.Error(), "fuzz.toml:") {
			t.Errorf("the message does not begin with the name of the file: %v\n%s", err, text)
		}
		return false
	}
	if _, r, hidden := source.FirstHidden(fmt.Sprintf("%v", info)); hidden {
		t.Errorf("U+%04X was taken in:\n%q", r, text)
	}
	for _, n := range info.Notations {
		info.Notation(n.Name)
		n.Convert(text)
	}
	for _, p := range info.Pieces {
		info.Piece(p.Player, p.Kind)
	}
	info.PositionText(text)
	info.AliasesOf("")
	return true
}

// odd are values that are unexpected wherever they appear.
var odd = []string{
	`""`, `"x"`, `0`, `-1`, `99999999999999999999`, `1e309`, `nan`, `true`, `[]`, `{}`, `[[]]`,
	`{a = {b = 1}}`, `"\u001b]52;c;x\u0007"`,
	`"\u202e"`, `'''` + "\n" + `'''`, `1979-05-27T07:32:00Z`, `[1, "a"]`, `"%s%n"`, `"{from}{to"`,
	`"(?:a*)*b"`,
}

// generated returns a text made of lines from other texts: keys with odd values, and tables and
// lines moved, dropped and doubled.
func generated(texts []string, rng *rand.Rand) string {
	pick := func() string { return texts[rng.IntN(len(texts))] }
	lines := strings.Split(pick(), "\n")
	for range 1 + rng.IntN(3) {
		i := rng.IntN(len(lines))
		others := strings.Split(pick(), "\n")
		switch key, _, ok := strings.Cut(lines[i], "="); rng.IntN(6) {
		case 0, 1:
			if ok {
				lines[i] = key + "= " + odd[rng.IntN(len(odd))]
			}
		case 2:
			lines[i] = others[rng.IntN(len(others))]
		case 3:
			lines = append(lines, others[rng.IntN(len(others)):]...)
		case 4:
			j := rng.IntN(len(lines))
			lines[i], lines[j] = lines[j], lines[i]
		case 5:
			if at := strings.IndexByte(lines[i], '"'); at >= 0 {
				lines[i] = lines[i][:at+1] + "\x00\u202e"[rng.IntN(2):] + lines[i][at+1:]
			}
		}
	}
	return strings.Join(lines, "\n")
}

// TestGeneratedTOML reads texts that are almost right.
func TestGeneratedTOML(t *testing.T) {
	texts := shippedTOML(t)
	taken := 0
	const tries = 600
	for seed := range uint64(tries) {
		if checkInfo(t, generated(texts, rand.New(rand.NewPCG(seed, 3)))) {
			taken++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d of %d were taken", taken, tries)
	if taken == 0 || taken == tries {
		t.Errorf("%d of %d were taken", taken, tries)
	}
}

// FuzzInfo reads any text as the NAME.toml of some rules.
func FuzzInfo(f *testing.F) {
	for _, text := range shippedTOML(f) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { checkInfo(t, text) })
}
