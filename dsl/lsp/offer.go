package lsp

import (
	"slices"
	"strings"

	"boardgame/dsl"
	"boardgame/dsl/source"
)

// An Offer is one completion for a place in a text.
type Offer struct {
	Label  string // what to show
	Text   string // what to write if it is chosen
	Kind   string // keyword, function, constant, name, method, direction or file
	Detail string // what it is, in a few words; may be empty
	Doc    string // what it means, as Markdown; may be empty
}

// kinds names the kinds of completion items.
var kinds = map[int]string{itemKeyword: "keyword", itemFunction: "function",
	itemConstant: "constant", itemMethod: "method", itemMember: "direction", itemFile: "file"}

// Complete returns the completions at a byte offset of a text, the likeliest first, and the word
// that they would replace. Lib finds the files that the text refers to; games are the names that
// may follow `extends`. It is for programs that have a text but no connection.
func Complete(f *source.File, lib dsl.Library, games []string, offset int) (source.Span, []Offer) {
	n := newSnapshot(&Options{Library: lib, Games: games}, nil)
	d := &document{file: f}
	list := n.complete(d, offset).(completionList)
	slices.SortStableFunc(list.Items,
		func(a, b completionItem) int { return strings.Compare(a.SortText, b.SortText) })
	word := source.Span{File: f, Lo: offset, Hi: offset}
	offers := make([]Offer, 0, len(list.Items))
	for _, item := range list.Items {
		word.Lo, word.Hi = offsetOf(f, item.TextEdit.Range.Start), offsetOf(f, item.TextEdit.Range.End)
		o := Offer{Label: item.Label, Text: item.TextEdit.NewText, Kind: kinds[item.Kind],
			Detail: item.Detail}
		if o.Kind == "" {
			o.Kind = "name"
		}
		if item.Documentation != nil {
			o.Doc = item.Documentation.Value
		}
		offers = append(offers, o)
	}
	return word, offers
}
