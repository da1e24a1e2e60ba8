package check

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"

	"boardgame/dsl/check/terms"
	"boardgame/dsl/digest"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// hash identifies what the rules mean with these options. It covers the words of the declarations
// that hold, without comments and layout, and what they use of the prelude and of libraries. Help
// texts, titles and file names do not count.
func hash(s terms.Station) string {
	h := &bytes.Buffer{}
	for _, o := range s.Game.Options {
		fmt.Fprintf(h, "option %s = %s\n", o.Name, o.Value)
	}
	tokens := map[*source.File][]syntax.Token{}
	for _, d := range s.Live {
		if _, told := d.Node.(*syntax.Say); told {
			continue // the game is the same without it
		}
		writeTokens(h, tokens, d.Span())
	}
	for _, span := range s.Names.Borrowed() {
		writeTokens(h, tokens, span)
	}
	sum := digest.Sum(h.Bytes())
	return hex.EncodeToString(sum[:8])
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
