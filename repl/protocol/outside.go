//go:build !js

package protocol

import (
	"boardgame/dsl/lsp"
	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
)

// outside are the methods that the browser build leaves out: its page does not call them, and every
// visitor would have to load them. The part of the language server that only complete needs is a
// thirtieth of the program; the page itself completes the words it knows.
var outside = map[string]*method{
	"position": quick((*call).position), "result": quick((*call).result),
	"open":     quick((*call).open),
	"complete": quick((*call).complete), "format": quick((*call).format),
	"cover": slow((*call).cover), "eval": quick((*call).eval), "value": quick((*call).value),
	"owner": quick((*call).showOwner), "evict": quick((*call).evict),
	"reserve": quick((*call).reserve), "figures": quick((*call).figures),
	"analyze": telling[Thought](slow((*call).analyze)),
	"analyse": telling[Thought](slow((*call).analyze)),
}

// CompleteParams are the parameters of complete.
type CompleteParams struct {
	Text   string            `json:"text" max:"524288"`
	File   string            `json:"file,omitempty"`               // what messages call it
	Files  map[string]string `json:"files,omitempty" max:"524288"` // those it refers to, as for load
	Offset int               `json:"offset"`                       // of the cursor, in bytes
}

// Completions is what may stand at a place of a rules text, the likeliest first.
type Completions struct {
	Offset    int          `json:"offset"`    // where the word begins that it would replace
	EndOffset int          `json:"endOffset"` // where that ends
	Items     []Completion `json:"items"`
}

// Completion is one thing that may stand at a place.
type Completion struct {
	Label string `json:"label"`
	Text  string `json:"text"` // what is to be written
	// keyword, function, constant, name, method, direction or file
	Kind   string `json:"kind"`
	Detail string `json:"detail"` // what it is, in a few words; may be empty
	Doc    string `json:"doc"`    // what it means, as Markdown; may be empty
}

func (k *call) complete(p *CompleteParams) (*Completions, error) {
	if p.Offset < 0 || p.Offset > len(p.Text) {
		return nil, errorf(CodeParams, "offset is %d; the text has %d bytes", p.Offset, len(p.Text))
	}
	name := p.File
	if name == "" {
		name = "rules"
	}
	word, offers := lsp.Complete(source.NewFile(name, p.Text), ruleset.Memory(p.Files),
		ruleset.List(), p.Offset)
	data := &Completions{word.Lo, word.Hi, make([]Completion, len(offers))}
	for i, o := range offers {
		data.Items[i] = Completion(o)
	}
	return data, nil
}
