//go:build !js

package protocol

import (
	"cmp"

	"boardgame/dsl/lsp"
	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
	"boardgame/repl/protocol/message"
)

// outside are the methods that the browser build leaves out: its page does not call them, and every
// visitor would have to load them. The part of the language server that only complete needs is a
// thirtieth of the program; the page itself completes the words it knows.
var outside = map[string]*method{
	"position": quick(seeing(handlePosition)), "result": quick(seeing(handleResult)),
	"open":     quick(handleOpen),
	"list":     quick(handleList),
	"complete": quick(handleComplete), "format": quick(handleFormat),
	"cover": slow(handleCover), "eval": quick(seeing(handleEval)), "value": quick(seeing(handleValue)),
	"perft": slow(seeing(handlePerft)), "playouts": slow(seeing(handlePlayouts)),
	"owner": quick(handleShowOwner), "evict": quick(handleEvict),
	"reserve": quick(handleReserve), "figures": quick(handleFigures),
	"analyze": telling[message.Thought](slow(seeing(handleAnalyze))),
	"analyse": telling[message.Thought](slow(seeing(handleAnalyze))),
}

// handleList lets strangers find a table, or no longer.
func handleList(k *call, p *message.ListParams) (*message.State, error) {
	return k.change(p.Table, func(d *draft) error {
		if err := d.mayChange(k.conn); err != nil {
			return err
		}
		if !p.Listed && !k.conn.server.options.Secret {
			return forbidden("this server lists all tables")
		}
		if d.listed == p.Listed {
			return errNothing
		}
		d.listed = p.Listed
		return nil
	})
}

func handleComplete(k *call, p *message.CompleteParams) (*message.Completions, error) {
	if p.Offset < 0 || p.Offset > len(p.Text) {
		return nil, wrong("offset is %d; the text has %d bytes", p.Offset, len(p.Text))
	}
	text := source.NewFile(cmp.Or(p.File, "rules"), p.Text)
	word, offers := lsp.Complete(text, ruleset.Memory(p.Files), ruleset.List(), p.Offset)
	data := &message.Completions{Offset: word.Lo, EndOffset: word.Hi,
		Items: make([]message.Completion, len(offers))}
	for i, o := range offers {
		data.Items[i] = message.Completion(o)
	}
	return data, nil
}
