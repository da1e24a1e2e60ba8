//go:build !js

package protocol

import (
	"boardgame/dsl/lsp"
	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
	"boardgame/repl/protocol/message"
)

// outside are the methods that the browser build leaves out: its page does not call them, and every
// visitor would have to load them. The part of the language server that only complete needs is a
// thirtieth of the program; the page itself completes the words it knows.
var outside = map[string]*method{
	"position": quick(handlePosition), "result": quick(handleResult),
	"open":     quick(handleOpen),
	"complete": quick(handleComplete), "format": quick(handleFormat),
	"cover": slow(handleCover), "eval": quick(handleEval), "value": quick(handleValue),
	"owner": quick(handleShowOwner), "evict": quick(handleEvict),
	"reserve": quick(handleReserve), "figures": quick(handleFigures),
	"analyze": telling[message.Thought](slow(handleAnalyze)),
	"analyse": telling[message.Thought](slow(handleAnalyze)),
}

func handleComplete(k *call, p *message.CompleteParams) (*message.Completions, error) {
	if p.Offset < 0 || p.Offset > len(p.Text) {
		return nil, message.Errorf(message.CodeParams, "offset is %d; the text has %d bytes", p.Offset,
			len(p.Text))
	}
	name := p.File
	if name == "" {
		name = "rules"
	}
	word, offers := lsp.Complete(source.NewFile(name, p.Text), ruleset.Memory(p.Files),
		ruleset.List(), p.Offset)
	data := &message.Completions{Offset: word.Lo, EndOffset: word.Hi,
		Items: make([]message.Completion, len(offers))}
	for i, o := range offers {
		data.Items[i] = message.Completion(o)
	}
	return data, nil
}
