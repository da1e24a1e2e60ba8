package dsl_test

import (
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
	"boardgame/rulesets"
	"boardgame/testdata/long"
)

// games returns the rules of every built-in game, by name.
func games(t testing.TB) map[string]*source.File {
	found := map[string]*source.File{}
	err := fs.WalkDir(rulesets.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".rules") {
			text, err := fs.ReadFile(rulesets.FS(), path)
			if err != nil {
				return err
			}
			found[path] = source.NewFile(path, string(text))
		}
		return err
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("no games: %v", err)
	}
	return found
}

// shippedLibrary finds the built-in games.
type shippedLibrary struct{}

func (shippedLibrary) Find(name, from string) (*source.File, error) {
	text, err := fs.ReadFile(rulesets.FS(), name+"/"+name+".rules")
	if err != nil {
		return nil, err
	}
	return source.NewFile(name+".rules", string(text)), nil
}

// Whatever a text looks like, loading it ends with a game that can be written out, and with an
// error unless everything in the game could be understood.
func TestBrokenGames(t *testing.T) {
	all := games(t)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if !long.Case(i, 5) {
			continue
		}
		f := all[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tokens := syntax.Tokens(f)
			rng := rand.New(rand.NewPCG(1, uint64(len(tokens))))
			for i := range long.Times(25, 25) {
				text := broken(f.Text, tokens, rng)
				func() {
					defer func() {
						if r := recover(); r != nil {
							t.Errorf("mutation %d: panic: %v\n%s", i, r, text)
							panic(r)
						}
					}()
					game, list := dsl.Load(source.NewFile(name, text), nil, shippedLibrary{})
					dump(game)
					if list.HasErrors() {
						return
					}
					game.Exprs(func(e *ir.Expr) {
						ir.Walk(e, func(x *ir.Expr) bool {
							if x.Op == ir.Invalid {
								t.Errorf("mutation %d: nothing is said about `%s`\n%s", i,
									x.Span.Text(), text)
							}
							return true
						})
					})
				}()
			}
		})
	}
}

// broken makes one to three changes to the words of a text.
func broken(text string, tokens []syntax.Token, rng *rand.Rand) string {
	words := make([]string, len(tokens))
	between := make([]string, len(tokens)+1)
	at := 0
	for i, t := range tokens {
		between[i] = text[at:t.Pos.Offset]
		words[i] = text[t.Pos.Offset:t.End.Offset]
		at = t.End.Offset
	}
	between[len(tokens)] = text[at:]
	for range 1 + rng.IntN(3) {
		i := rng.IntN(len(words))
		switch rng.IntN(5) {
		case 0:
			words[i] = ""
		case 1:
			words[i] = words[i] + " " + words[i]
		case 2:
			words[i] = words[rng.IntN(len(words))]
		case 3:
			words[i] = "zork"
		case 4:
			j := rng.IntN(len(words))
			words[i], words[j] = words[j], words[i]
		}
	}
	var b strings.Builder
	for i, w := range words {
		b.WriteString(between[i])
		b.WriteString(w)
	}
	b.WriteString(between[len(words)])
	return b.String()
}

// No follow-up mistakes are reported: a name that is misspelled in one place causes one message.
// The quick run tries a few names of some games, the long run every fourth name of all.
func TestOneMistakeOneMessage(t *testing.T) {
	long.OneThread(t)
	all := games(t)
	for at, name := range long.Sample(slices.Sorted(maps.Keys(all)), 15) {
		f := all[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			declared := declared(f)
			for i, tok := range syntax.Tokens(f) {
				if tok.Kind != syntax.NameToken || declared[tok.Pos.Offset] || (i+at)%4 != 0 ||
					!long.Case(i+at, 24) {
					continue
				}
				text := f.Text[:tok.Pos.Offset] + "zork" + f.Text[tok.End.Offset:]
				_, list := dsl.Load(source.NewFile(name, text), nil, shippedLibrary{})
				var said []string
				for _, d := range list {
					if d.Severity == diag.Error {
						said = append(said, fmt.Sprintf("\n    %s %q %s", d.Code, d.Span.Text(),
							d.Summary))
					}
				}
				if len(said) > 1 {
					t.Errorf("token %d %q at %d:%d draws %d errors:%s", i, tok.Text,
						tok.Pos.Line, tok.Pos.Column, len(said), strings.Join(said, ""))
				}
			}
		})
	}
}

// declared returns where names are declared in a text: misspelling one there breaks all its uses.
// The lines of a graph declare a point where one of them names it and no other does.
func declared(f *source.File) map[int]bool {
	at := map[int]bool{}
	tokens := syntax.Tokens(f)
	for i, tok := range tokens {
		if tok.Text != "graph" {
			continue
		}
		points := map[string][]int{}
		for _, tok := range tokens[i+1:] {
			if tok.Text == "}" {
				break
			}
			points[tok.Text] = append(points[tok.Text], tok.Pos.Offset)
		}
		for _, places := range points {
			if len(places) == 1 {
				at[places[0]] = true
			}
		}
	}
	index, _ := dsl.Study(f, nil, shippedLibrary{})
	for _, s := range index.Symbols {
		for _, d := range s.Decls {
			if d.File == f {
				at[d.Lo] = true
			}
		}
	}
	return at
}
