package lsp

import (
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/source"
)

// Programs get the same completions as clients of the server, with the word that they replace.
func TestComplete(t *testing.T) {
	text := strings.Replace(game, "from p in mine", "from p in mi", 1)
	offset := strings.Index(text, "from p in mi") + len("from p in mi")
	word, offers := Complete(source.NewFile("game.rules", text), nil, nil, offset)
	if text[word.Lo:word.Hi] != "mi" {
		t.Errorf("the word is %q", text[word.Lo:word.Hi])
	}
	find := func(label string) Offer {
		i := slices.IndexFunc(offers, func(o Offer) bool { return o.Label == label })
		if i < 0 {
			t.Fatalf("%q is not offered", label)
		}
		return offers[i]
	}
	if o := find("mine"); o.Text != "mine" || o.Kind != "constant" || o.Doc == "" {
		t.Errorf("%+v", o)
	}
	if o := find("middle"); o.Kind != "function" || o.Detail != "definition" {
		t.Errorf("%+v", o)
	}
	if home := find("home"); slices.Index(offers, home) > slices.Index(offers, find("mine")) {
		t.Error("what the rules declare comes after what is built in")
	}
	for _, offset := range []int{0, 1, len(text)} { // anywhere, even in a text full of mistakes
		Complete(source.NewFile("game.rules", text[:offset]), nil, nil, offset)
	}
}

// Players are offered wherever the rules name one.
func TestCompletePlayers(t *testing.T) {
	const before = `game "Four"
players North, East, South, West
teams North + South, East + West
board square(4, 4)
piece man
counter won per player = 0
memory seen = none
`
	const after = `
move put { at c in empty  do place man on c }
turn put
`
	for _, places := range []string{
		"teams @ + @, @ + @\n", "hidden man & (seen - @)\n", "hidden won(@) when me = @\n",
		"region home { @: rank(1), @: rank(4) }\n", "setup { @ man: a1 }\n", "def a = won(@)\n",
		"def b = for @: mine\n", "def c = team = @ | @\n", "def d(x) = owner(x) in @ | @\n",
		"move go { at c in mine  do place man on c for @, c becomes @, won(@) += 1 }\n",
		"move go { as P in @ | @  do won(P) += 1 }\n", "move go { at c in mine  then put, @ wins }\n",
		"end { @ wins if no empty }\n", "end { win if no empty\n  @ loses if no empty }\n",
		"turn @ loses when ply > 4, put\n", "value lead = won(me) - won(@)\n",
	} {
		parts := strings.Split(places, "@")
		for i := range parts[1:] {
			typed := before + strings.Join(parts[:i+1], "East") + "Sou"
			text := typed + after
			_, offers := Complete(source.NewFile("game.rules", text), nil, nil, len(typed))
			if !slices.ContainsFunc(offers, func(o Offer) bool { return o.Label == "South" }) {
				t.Errorf("no player is offered at the end of %q", strings.TrimPrefix(typed, before))
			}
		}
	}
}
