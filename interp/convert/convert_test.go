package convert_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"boardgame/interp"
	"boardgame/interp/convert"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/interp/wire"
)

// A result is what a converter says about one game.
type result struct {
	text  string
	wrong *wire.GameError
}

// of returns a converter for a game of the library.
func of(t *testing.T, name, to string) *convert.Converter {
	t.Helper()
	rs := gametest.Ruleset(t, name)
	return &convert.Converter{
		Name: "file", To: to,
		Find: func() (*ruleset.Ruleset, error) { return rs, nil },
		Load: func(options []string) (*ruleset.Loaded, error) {
			chosen := map[string]string{}
			for _, o := range options {
				name, value, _ := strings.Cut(o, "=")
				chosen[name] = value
			}
			rules := gametest.Rules(t, rs, chosen)
			// Compiling takes longer than these few moves.
			return &ruleset.Loaded{Game: interp.NewReference(rules), Ruleset: rs, Options: chosen}, nil
		},
	}
}

// run converts a text.
func run(t *testing.T, c *convert.Converter, text string) (all []result, err error) {
	t.Helper()
	err = c.Run(t.Context(), strings.NewReader(text),
		func(_ *convert.Played, text []byte, wrong *wire.GameError) error {
			all = append(all, result{string(text), wrong})
			return nil
		})
	return all, err
}

// one converts a text of one game, in which nothing is wrong.
func one(t *testing.T, c *convert.Converter, text string) string {
	t.Helper()
	all, err := run(t, c, text)
	if err != nil || len(all) != 1 || all[0].wrong != nil {
		t.Fatalf("%s: %v, %v\n%s", c.To, all, err, text)
	}
	return all[0].text
}

// Moves that go through another notation come back as they were.
func TestThereAndBack(t *testing.T) {
	for name, notations := range map[string]string{
		"chess": "moves record pgn san uci",
		"hex":   "moves record sgf",
		"go":    "sgf",
	} {
		g := interp.NewReference(gametest.Rules(t, gametest.Ruleset(t, name), nil))
		rng := rand.New(rand.NewPCG(1, 2))
		p := g.Start()
		var moves []string
		for range 8 {
			all := g.Moves(p)
			m := all[rng.IntN(len(all))]
			moves = append(moves, strings.ReplaceAll(g.Text(p, m), ", ", ","))
			next, err := g.Play(p, m)
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
		want := strings.Join(moves, " ") + "\n"
		for to := range strings.FieldsSeq(notations) {
			there := one(t, of(t, name, to), want)
			if back := one(t, of(t, name, "moves"), there); back != want {
				t.Errorf("%s by way of %s: %s\nwas %s\n%s", name, to, back, want, there)
			}
			if at := one(t, of(t, name, "position"), there); at != g.PositionText(p)+"\n" {
				t.Errorf("%s by way of %s ends in %s, not %s", name, to, at, g.PositionText(p))
			}
		}
	}
}

// What is left out is counted once, whatever the form of the file: moves with comments are first
// read as plain moves. A converter that is used again counts from zero.
func TestLeftIsCountedOnce(t *testing.T) {
	for _, head := range []string{"", "[Event \"x\"]\n\n"} {
		c := of(t, "chess", "moves")
		for range 2 {
			got := one(t, c, head+"1. e4 {best by test} e5 $1 2. Nf3 (2. f4 exf4) Nc6 *\n")
			if got != "e2-e4 e7-e5 g1-f3 b8-c6\n" {
				t.Errorf("%q: %s", head, got)
			}
			if c.Left["comment"] != 1 || c.Left["mark"] != 1 || c.Left["variation"] != 1 {
				t.Errorf("%q: %v", head, c.Left)
			}
		}
	}
}

// A mistake is told with the number of its game in a file of games, and without one in moves. The
// games after it are converted all the same.
func TestMistakesHaveTheirPlaces(t *testing.T) {
	games := "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. e5 *\n\n[White \"C\"]\n\n1. d4 *\n"
	all, err := run(t, of(t, "chess", "moves"), games)
	if err != nil || len(all) != 3 || all[0].text != "e2-e4\n" || all[2].text != "d2-d4\n" {
		t.Fatalf("%v, %v", all, err)
	}
	if w := all[1].wrong; w == nil || w.Game != 2 || w.Move != 1 || w.Line != 7 {
		t.Errorf("%+v", w)
	}
	all, err = run(t, of(t, "chess", "moves"), "e2-e4 e2-e4\n")
	if err != nil || len(all) != 1 || all[0].wrong == nil || all[0].wrong.Game != 0 ||
		all[0].wrong.Move != 2 {
		t.Errorf("%+v, %v", all, err)
	}
	record := one(t, of(t, "chess", "record"), "e2-e4")
	bad := strings.Replace(record, "e2-e4", "e2-e5", 1)
	all, err = run(t, of(t, "chess", "moves"), bad+"\n"+record)
	if err != nil || len(all) != 2 || all[0].wrong == nil || all[1].text != "e2-e4\n" ||
		all[0].wrong.Game != 1 || all[0].wrong.Line == 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

// A game is loaded once for all games of a file with the same options.
func TestOptionsAreLoadedOnce(t *testing.T) {
	c, loads := of(t, "hex", "moves"), 0
	load := c.Load
	c.Load = func(options []string) (*ruleset.Loaded, error) { loads++; return load(options) }
	sgf := strings.Repeat("(;FF[4]GM[11]SZ[3];B[a1])(;FF[4]GM[11]SZ[4];B[a1])", 3)
	all, err := run(t, c, sgf)
	if err != nil || len(all) != 6 || loads != 2 {
		t.Errorf("%d games, loaded %d times, %v", len(all), loads, err)
	}
	for _, r := range all {
		if r.wrong != nil || r.text != "a1\n" {
			t.Errorf("%q, %v", r.text, r.wrong)
		}
	}
}

// Files that have their own start refuse another one.
func TestOwnStarts(t *testing.T) {
	for want, text := range map[string]string{
		"a saved game has its own start": one(t, of(t, "hex", "record"), "a1"),
		"an SGF has its own start":       "(;FF[4]GM[11]SZ[3];B[a1])",
	} {
		c := of(t, "hex", "moves")
		c.Start = func(*ruleset.Loaded) (*interp.Position, error) { return nil, errors.New("no") }
		if _, err := run(t, c, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %s", err, want)
		}
		if _, err := run(t, c, "a1"); err == nil || err.Error() != "no" {
			t.Errorf("moves from a start that is wrong: %v", err)
		}
	}
	c := of(t, "chess", "fen")
	c.Start = func(g *ruleset.Loaded) (*interp.Position, error) { return g.Game.StartWith(1), nil }
	if got := one(t, c, "e7-e5"); !strings.Contains(got, " w ") {
		t.Errorf("Black begins: %s", got)
	}
}

// An empty file is a game without moves, and a file may begin with a byte order mark.
func TestEmptyFiles(t *testing.T) {
	for _, text := range []string{"", "\n", "\ufeff", "\ufeff\n"} {
		if got := one(t, of(t, "chess", "moves"), text); got != "\n" {
			t.Errorf("%q gives %q", text, got)
		}
	}
	for _, text := range []string{"e2-e4", "1. e4 *", "[Event \"x\"]\n\n1. e4 *",
		one(t, of(t, "chess", "record"), "e4")} {
		if got := one(t, of(t, "chess", "moves"), "\ufeff"+text); got != "e2-e4\n" {
			t.Errorf("%q gives %q", text, got)
		}
	}
	if got := one(t, of(t, "hex", "moves"), "\ufeff(;FF[4]GM[11]SZ[3];B[a1])"); got != "a1\n" {
		t.Errorf("an SGF after a byte order mark gives %q", got)
	}
}

// A conversion ends with its context, and with an error of the caller.
func TestEnds(t *testing.T) {
	games := strings.Repeat("[White \"A\"]\n\n1. e4 *\n\n", 3)
	enough, n := errors.New("enough"), 0
	err := of(t, "chess", "moves").Run(t.Context(), strings.NewReader(games),
		func(*convert.Played, []byte, *wire.GameError) error { n++; return enough })
	if !errors.Is(err, enough) || n != 1 {
		t.Errorf("%v after %d games", err, n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n = 0
	err = of(t, "chess", "moves").Run(ctx, strings.NewReader(games),
		func(*convert.Played, []byte, *wire.GameError) error { n++; cancel(); return nil })
	if !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("%v after %d games", err, n)
	}
}

// What a game does not have is an error of the whole file, which says why.
func TestWhatGamesDoNotHave(t *testing.T) {
	for _, c := range []struct{ game, to, text, want string }{
		{"hex", "fen", "a1", "use --to position"},
		{"hex", "pgn", "a1", "algebraic notation"},
		{"hex", "san", "a1", "algebraic notation"},
		{"chess", "sgf", "e4", "does not say how SGF writes it"},
		{"chess", "moves", "(;FF[4]GM[1];B[a1])", "does not say how SGF writes it"},
		{"hex", "moves", "[Event \"x\"]\n\n1. a1 *", "algebraic notation"},
	} {
		if all, err := run(t, of(t, c.game, c.to), c.text); err == nil ||
			!strings.Contains(err.Error(), c.want) || len(all) > 0 {
			t.Errorf("%s to %s: %v, %v, not %s", c.game, c.to, all, err, c.want)
		}
	}
}

// Nobody reads half a game: where something is wrong, there is no text.
func TestNoHalfGames(t *testing.T) {
	for to := range strings.FieldsSeq("moves record pgn san uci fen position") {
		var out bytes.Buffer
		text := strings.NewReader("[White \"B\"]\n\n1. e4 e4 *\n")
		err := of(t, "chess", to).Run(t.Context(), text,
			func(p *convert.Played, text []byte, wrong *wire.GameError) error {
				out.Write(text)
				if wrong == nil || p.Cut() != 0 {
					t.Errorf("%s: %v, %d moves cut", to, wrong, p.Cut())
				}
				return nil
			})
		if err != nil || out.Len() > 0 {
			t.Errorf("%s: %v, %q", to, err, &out)
		}
	}
}
