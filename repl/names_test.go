package repl

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/syntax"
	"boardgame/dsl/syntax/token"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/interp/verify/gametest"
	"boardgame/repl/protocol"
	"boardgame/repl/protocol/message"
	"boardgame/testdata/long"
)

// wordsOf returns every name and every word of the language in the rules of a game, each once.
func wordsOf(rs *ruleset.Ruleset) []string {
	seen := map[string]bool{}
	var words []string
	for _, tok := range syntax.Tokens(rs.File) {
		name := tok.Kind == token.NameToken || tok.Kind == token.WordToken
		if name && !seen[tok.Text] {
			seen[tok.Text] = true
			words = append(words, tok.Text)
		}
	}
	return words
}

// No move of a game, and no alias, is typed like a command: `quit` should leave the table.
func TestMovesAreNotCommands(t *testing.T) {
	long.OneThread(t)
	for _, name := range long.Sample(ruleset.List(), 6) {
		rs := gametest.Ruleset(t, name)
		var typed []string
		for _, a := range rs.Info.Aliases {
			typed = append(typed, a.Typed)
		}
		tree, _ := dsl.Parse(rs.File)
		for _, d := range tree.Decls {
			m, ok := d.(*syntax.Move)
			switch {
			case !ok || slices.ContainsFunc(m.Clauses, isBind):
			case m.Label != nil:
				typed = append(typed, m.Label.Text)
			default:
				typed = append(typed, m.Name.Text)
			}
		}
		for _, text := range typed {
			if slices.ContainsFunc(commands, func(c *command) bool { return c.named(text) }) {
				t.Errorf("%s: the move %s is written like the command", name, text)
			}
		}
	}
}

func isBind(c syntax.Clause) bool { _, is := c.(*syntax.Bind); return is }

// TestEveryNameIsAnswered asks for every word in the rules of every game, alone or in one of two
// divisions, at the start or after ten plies; in games with chance also while the dice are still to
// be thrown. The table and the protocol answer all of them, and alike. With `go test -v` it says
// how many questions it asked.
func TestEveryNameIsAnswered(t *testing.T) {
	long.OneThread(t)
	asked, answered, games := 0, 0, 0
	for i, name := range ruleset.List() {
		if !long.Case(i+17, 80) {
			continue
		}
		t.Run(name, func(t *testing.T) { // whose tables are closed when it ends
			rs := gametest.Ruleset(t, name)
			rules := gametest.Rules(t, rs, nil)
			g := interp.NewReference(rules) // compiling takes longer than ten plies
			if g.Secret() {                 // nothing is told before the end, see TestTableKeepsSecrets
				return
			}
			games++
			played, _ := g.Playout(g.Start(), rand.New(rand.NewPCG(1, uint64(i))), 10)
			positions := []*interp.Position{g.Start(), played}
			if rules.HasChance() {
				positions = append(positions, thrown(t, g, g.Start()), thrown(t, g, played))
			}
			for at, p := range positions {
				var out bytes.Buffer
				s := testSession(t, &out, nil)
				start(t, s, name, nil, nil)
				if rules.HasChance() {
					typeIn(t, s, "dice real") // or it throws before it answers
				}
				typeIn(t, s, "position "+g.PositionText(p))
				ask := asker(t, name, g.PositionText(p))
				for k, word := range wordsOf(rs) {
					if (k+at)%2 != 0 || !long.Case(k/2, 2) { // a word at every other position
						continue
					}
					for j, question := range []string{word, word + " / 2", "3 mod " + word} {
						if (i+j+at)%3 != 0 { // one form at each position
							continue
						}
						asked++
						where := fmt.Sprintf("%s: %s, position %d", name, question, at)
						value, message := ask(question)
						out.Reset()
						err := s.Exec([]string{"eval ", "= "}[asked%2] + question) // two names of one command
						if (err != nil) != (value == nil) {
							t.Fatalf("%s: the table says %v, the protocol %q", where, err, message)
						}
						if err == nil {
							answered++
							_, line, _ := strings.Cut("\n"+out.String(), "\n= ")
							inOne := strings.Join(strings.Fields(line), " ")
							for _, want := range append(value.Notes, value.Text) {
								if value.Type != "sites" && !strings.Contains(inOne, want) {
									t.Errorf("%s: %q at the table has no %q", where, line, want)
								}
							}
						}
					}
				}
			}
		})
	}
	t.Logf("%d questions about %d games; %d answers", asked, games, answered)
}

// thrown returns the position in which a player has a choice, after all that chance decides at p.
func thrown(t *testing.T, g *interp.Game, p *interp.Position) *interp.Position {
	t.Helper()
	for g.Weights(p) != nil {
		m, ok := g.Draw(p, 1)
		if !ok {
			t.Fatal("chance decides, but nothing can be drawn")
		}
		next, err := g.Play(p, m)
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
	return p
}

// asker starts a table of the protocol, and returns what asks it for the value of an expression: an
// answer, or nil and the error.
func asker(t *testing.T, name, position string) func(string) (*message.Value, string) {
	t.Helper()
	lines := make(chan []byte, 64)
	conn := protocol.NewServer(protocol.Options{Paths: true}).Connect(t.Context(), func(line []byte) {
		lines <- bytes.Clone(line)
	})
	t.Cleanup(conn.Close)
	ask := func(method string, params map[string]any, result any) string {
		request, err := json.Marshal(map[string]any{"id": 1, "method": method, "params": params})
		if err != nil {
			t.Fatal(err)
		}
		conn.Handle(request)
		for line := range lines {
			var m struct {
				ID     *int
				Result json.RawMessage
				Error  *struct{ Message string }
			}
			switch err := json.Unmarshal(line, &m); {
			case err != nil:
				t.Fatal(err)
			case m.ID == nil: // an event
				continue
			case m.Error != nil:
				return m.Error.Message
			}
			if err := json.Unmarshal(m.Result, result); err != nil {
				t.Fatal(err)
			}
			return ""
		}
		return "no answer"
	}
	where := "name"
	if strings.HasSuffix(name, ".rules") {
		where = "path"
	}
	var st message.State
	if m := ask("start", map[string]any{where: name, "position": position}, &st); m != "" {
		t.Fatalf("%s, %s: %s", name, position, m)
	}
	return func(question string) (*message.Value, string) {
		var v message.Value
		m := ask("eval", map[string]any{"table": st.Table, "expr": question}, &v)
		if m != "" {
			return nil, m
		}
		return &v, ""
	}
}
