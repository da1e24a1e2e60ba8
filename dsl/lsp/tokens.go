package lsp

import (
	"strings"

	"boardgame/dsl/check/index"
	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// The legend of semantic tokens; clients refer to entries by index.
var (
	tokenTypes = []string{"keyword", "comment", "string", "number", "operator",
		"property", "class", "type", "variable", "namespace", "function", "method", "enumMember",
		"parameter"}
	tokenModifiers = []string{"declaration", "defaultLibrary"}
)

const (
	keywordToken = iota
	commentToken
	stringToken
	numberToken
	operatorToken
	propertyToken
	classToken
	typeToken
	variableToken
	namespaceToken
	functionToken
	methodToken
	memberToken
	parameterToken
)

const (
	declares = 1 << iota
	ofLanguage
)

var tokenOfSort = map[index.Sort]uint32{
	index.OptionSort: propertyToken, index.PlayerSort: classToken, index.PieceSort: typeToken,
	index.AttributeSort: propertyToken, index.CounterSort: variableToken,
	index.MemorySort: variableToken,
	index.RegionSort: namespaceToken, index.DefSort: functionToken, index.MoveSort: methodToken,
	index.ValueSort: functionToken, index.LineSort: memberToken, index.VariableSort: parameterToken,
	index.WordSort: variableToken,
}

// semantic returns what each token of a text is.
func (n *snapshot) semantic(d *document) any {
	f := d.file
	type meaning struct {
		kind, modifiers uint32
	}
	meanings := map[int]meaning{} // of names, by their first byte
	for _, s := range n.glance(f).index.Symbols {
		for i, list := range [2][]source.Span{s.Decls, s.Uses} {
			for _, at := range list {
				if at.File != f {
					continue
				}
				m := meaning{kind: tokenOfSort[s.Sort]}
				if i == 0 {
					m.modifiers |= declares
				}
				if s.Sort == index.WordSort {
					m.modifiers |= ofLanguage
				}
				meanings[at.Lo] = m
			}
		}
	}
	out := semanticTokens{Data: []uint32{}}
	var last position
	put := func(lo, hi int, m meaning) {
		from, to := positionOf(f, lo), positionOf(f, hi)
		if to.Character <= from.Character {
			return
		}
		start := from.Character
		if from.Line == last.Line {
			start -= last.Character
		}
		out.Data = append(out.Data, uint32(from.Line-last.Line), uint32(start),
			uint32(to.Character-from.Character), m.kind, m.modifiers)
		last = from
	}
	for _, t := range syntax.Tokens(f) {
		lo, hi := t.Pos.Offset, t.End.Offset
		m := meaning{}
		switch t.Kind {
		case syntax.WordToken:
			m.kind = keywordToken
			if known, ok := meanings[lo]; ok {
				m = known
			}
		case syntax.NameToken:
			known, ok := meanings[lo]
			if !ok {
				continue
			}
			m = known
		case syntax.IntToken:
			m.kind = numberToken
		case syntax.CommentToken:
			m.kind = commentToken
		case syntax.SignToken:
			if strings.ContainsAny(t.Text, "(){}[],") {
				continue
			}
			m.kind = operatorToken
		default: // texts and pictures; a picture line by line
			m.kind = stringToken
			for {
				end := strings.IndexByte(f.Text[lo:hi], '\n')
				if end < 0 {
					break
				}
				put(lo, lo+len(strings.TrimRight(f.Text[lo:lo+end], "\r")), m)
				lo += end + 1
			}
		}
		put(lo, hi, m)
	}
	return out
}
