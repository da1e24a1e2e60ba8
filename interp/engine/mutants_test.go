package engine_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/interp/engine"
	"boardgame/interp/eval"
	"boardgame/interp/position"
	"boardgame/interp/ruleset"
	"boardgame/testdata/long"
)

// Both engines must play rules with mistakes in them, as authors make them, alike, or the compiler
// must refuse the rules. A mutant is a rules file in which operators, numbers and names are
// exchanged for others and lines have swapped places.

// exchanged lists groups of signs and words that may replace each other.
var exchanged = [][]string{
	{"&", "|", "-"}, {"+", "-", "*"}, {"/", "mod"}, {"<", "<=", ">", ">=", "=", "!="}, {"and",
		"or"}, {"some", "no", "one"},
	{"all", "some", "no"}, {"->", "<->"}, {":=", "+=", "-="}, {"min", "max"}, {"win", "lose",
		"draw"}, {"most", "least"},
	{"highest", "lowest"}, {"else", ","},
}

// ruleFiles returns every rules file, in order.
func ruleFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../rulesets/*/*.rules")
	if err != nil || len(files) == 0 {
		t.Fatal("no rules", err)
	}
	return files
}

// mutant changes a rules text in one to three places.
func mutant(name, text string, rng *rand.Rand) string {
	for range 1 + rng.IntN(3) {
		if rng.IntN(5) == 0 {
			text = swapLines(text, rng)
			continue
		}
		f := source.NewFile(name, text)
		tokens := syntax.Tokens(f)
		var names []string
		for _, t := range tokens {
			if t.Kind == syntax.NameToken {
				names = append(names, t.Text)
			}
		}
		for range 50 { // until one can be changed
			t := tokens[rng.IntN(len(tokens))]
			is := instead(t, names, rng)
			if is == t.Text {
				continue
			}
			span := t.Span(f)
			text = text[:span.Lo] + is + text[span.Hi:]
			break
		}
	}
	return text
}

// instead returns what might replace a token: the token itself if nothing is exchanged for it.
func instead(t syntax.Token, names []string, rng *rand.Rand) string {
	switch t.Kind {
	case syntax.NameToken:
		return names[rng.IntN(len(names))]
	case syntax.IntToken:
		if n, err := strconv.Atoi(t.Text); err == nil && n < 1000 {
			return strconv.Itoa([]int{n + 1, max(n-1, 0), 0, 2 * n}[rng.IntN(4)])
		}
	case syntax.SignToken, syntax.WordToken:
		for _, class := range exchanged {
			if slices.Contains(class, t.Text) {
				return class[rng.IntN(len(class))]
			}
		}
	}
	return t.Text
}

// swapLines swaps two lines that begin alike: clauses of moves, sentences, definitions.
func swapLines(text string, rng *rand.Rand) string {
	lines := strings.Split(text, "\n")
	begins := func(line string) string {
		word, _, _ := strings.Cut(strings.TrimLeft(line, " "), " ")
		return line[:len(line)-len(strings.TrimLeft(line, " "))] + word
	}
	for range 50 {
		i, j := rng.IntN(len(lines)), rng.IntN(len(lines))
		if i != j && strings.TrimSpace(lines[i]) != "" && begins(lines[i]) == begins(lines[j]) {
			lines[i], lines[j] = lines[j], lines[i]
			break
		}
	}
	return strings.Join(lines, "\n")
}

// checkMutant compares the engines on one mutant of a file. It reports whether that was a game, and
// whether it was compiled.
func checkMutant(t *testing.T, file string, seed uint64, plies int) (valid, carried bool) {
	t.Helper()
	original, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := mutant(file, string(original), rand.New(rand.NewPCG(seed, 11)))
	g := gameOf(file, text)
	if g == nil {
		return false, false
	}
	return true, whereCompiled(t, g, file, seed, text, func() {
		defer func() { // package interp asks the evaluator when looking ahead runs out of room
			if r := recover(); r != nil {
				if err, is := r.(error); !is || !errors.Is(err, engine.ErrRoom) {
					panic(r)
				}
			}
		}()
		agreeWithin(t, g, plies, seed, eval.MostWork/32)
	})
}

// agreeWithin is agree for rules that may be slow: it ends when the evaluator has done the given
// work. It returns the mean work of a question, at least 1.
func agreeWithin(t *testing.T, g *ir.Game, plies int, seed uint64, enough int64) int64 {
	t.Helper()
	m, slow := engines(t, g)
	rng := rand.New(rand.NewPCG(seed, 1))
	pos, work, questions := m.NewSlot(), int64(0), int64(0)
	for plies > 0 && work < enough {
		m.Start(pos)
		p := slow.Start()
		work += slow.Spent()
		questions++
		var played []position.Move
		for plies--; plies > 0 && work < enough && p.Result == nil; plies-- {
			compare(t, g, m, pos, slow, p, played)
			moves := slow.Moves(p)
			mv := moves[rng.IntN(len(moves))]
			played = append(played, mv)
			p = slow.Play(p, mv)
			work += slow.Spent()
			questions++
			if !m.Play(pos, pos, mv) {
				t.Fatalf("a legal step is refused after %d plies: %v", len(played), describe(g, mv))
			}
		}
		compare(t, g, m, pos, slow, p, played)
	}
	return max(work/max(questions, 1), 1)
}

// gameOf returns the game of a text, nil if it has mistakes.
func gameOf(file, text string) *ir.Game {
	g, problems := dsl.Load(source.NewFile(file, text), nil, ruleset.Library{})
	if slices.ContainsFunc(problems,
		func(d *diag.Diagnostic) bool { return d.Severity == diag.Error }) {
		return nil
	}
	return g
}

// TestMutants plays mutants with both engines: a few mutants of some files, and with the tag long
// many mutants of every file.
func TestMutants(t *testing.T) {
	long.OneThread(t)
	files := ruleFiles(t)
	each, plies := 4, 40
	if !long.Tests {
		rng := rand.New(rand.NewPCG(1, 1))
		rng.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		files, each, plies = files[:12], 4, 8
	}
	var seen tally
	seen.judge(t, 4)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".rules"), func(t *testing.T) {
			t.Parallel()
			played := 0
			for seed := range uint64(each) {
				if t.Failed() || !long.Tests && played > 0 {
					return
				}
				valid, carried := checkMutant(t, file, seed, plies)
				seen.add(valid, carried)
				if carried {
					played++
				}
			}
		})
	}
}

// FuzzMutants looks for mutants on which the engines differ. Four games are left out: with the
// instructions that fuzzing adds, compiling one of their mutants takes longer than the fuzzer
// waits. [TestMutants] plays theirs too.
func FuzzMutants(f *testing.F) {
	long.OneThread(f)
	files := slices.DeleteFunc(ruleFiles(f), func(file string) bool {
		return slices.Contains([]string{"arimaa.rules", "blokus-duo.rules", "hive.rules", "tak.rules"},
			filepath.Base(file))
	})
	for i := range uint16(8) {
		f.Add(i*7, uint64(i))
	}
	f.Fuzz(func(t *testing.T, file uint16, seed uint64) {
		checkMutant(t, files[int(file)%len(files)], seed, 6)
	})
}
