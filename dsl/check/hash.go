package check

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"

	"boardgame/dsl/digest"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// hash identifies what the rules mean with these options. It covers the words of the declarations
// that hold, without comments and layout, and what they use of the prelude and of libraries. Help
// texts, titles and file names do not count.
func (s station) hash() string {
	h := &bytes.Buffer{}
	for _, o := range s.g.Options {
		fmt.Fprintf(h, "option %s = %s\n", o.Name, o.Value)
	}
	tokens := map[*source.File][]syntax.Token{}
	for _, d := range s.live {
		if _, told := d.node.(*syntax.Say); told {
			continue // the game is the same without it
		}
		writeTokens(h, tokens, d.span())
	}
	for _, span := range s.borrowed() {
		writeTokens(h, tokens, span)
	}
	sum := digest.Sum(h.Bytes())
	return hex.EncodeToString(sum[:8])
}

// borrowed returns the definitions and regions of the prelude and of libraries that the rules use.
func (t *nameTable) borrowed() []source.Span {
	var spans []source.Span
	met := map[*space]bool{}
	var add func(*space)
	add = func(s *space) {
		if met[s] {
			return
		}
		met[s] = true
		for _, sym := range sortedSymbols(s) {
			switch {
			case sym.def != nil && len(sym.def.instances) > 0:
				spans = append(spans, sym.def.node.Span(sym.def.file))
			case sym.reg != nil && sym.reg.checked:
				spans = append(spans, sym.reg.node.Span(sym.reg.file))
			}
		}
		for _, above := range s.above {
			add(above)
		}
	}
	add(t.prelude)
	for _, s := range t.uses {
		add(s)
	}
	return spans
}

func writeTokens(h *bytes.Buffer, known map[*source.File][]syntax.Token, span source.Span) {
	if !span.Valid() {
		return
	}
	tokens, ok := known[span.File]
	if !ok {
		tokens = syntax.Tokens(span.File)
		known[span.File] = tokens
	}
	first, _ := slices.BinarySearchFunc(tokens, span.Lo,
		func(t syntax.Token, lo int) int { return t.Pos.Offset - lo })
	for _, t := range tokens[first:] {
		if t.Pos.Offset >= span.Hi {
			break
		}
		if t.Kind != syntax.CommentToken {
			fmt.Fprintf(h, "%s\n", t.Text)
		}
	}
	fmt.Fprintln(h)
}
