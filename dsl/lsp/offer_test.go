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
