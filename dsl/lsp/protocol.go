package lsp

import "encoding/json"

// The part of the protocol that the server speaks. Names and fields are those of the specification.

type position struct {
	Line      int `json:"line"`      // from 0
	Character int `json:"character"` // in UTF-16 code units, from 0
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"` // exclusive
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version *int   `json:"version,omitempty"`
	Text    string `json:"text,omitempty"`
}

type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
}

func (p documentParams) uri() string { return p.TextDocument.URI }

type positionParams struct {
	documentParams
	Position position `json:"position"`
}

type rangeParams struct {
	documentParams
	Range span `json:"range"`
}

type changeParams struct {
	documentParams
	ContentChanges []contentChange `json:"contentChanges"`
}

type contentChange struct {
	Range *span  `json:"range"` // nil: the whole text
	Text  string `json:"text"`
}

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

type referenceParams struct {
	positionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type initializeParams struct {
	InitializationOptions json.RawMessage `json:"initializationOptions"`
}

// settings are what a client may set: the options of the rules for which values are shown.
type settings struct {
	Options map[string]string `json:"options"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type diagnostic struct {
	Range    span      `json:"range"`
	Severity int       `json:"severity"` // 1 error, 2 warning, 3 information
	Code     string    `json:"code,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Tags     []int     `json:"tags,omitempty"` // 1: unnecessary
	Related  []related `json:"relatedInformation,omitempty"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
	IsPreferred bool          `json:"isPreferred,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

func markdown(text string) *markup { return &markup{"markdown", text} }

type hover struct {
	Contents *markup `json:"contents"`
	Range    *span   `json:"range,omitempty"`
}

type completionItem struct {
	Label            string    `json:"label"`
	Kind             int       `json:"kind"`
	Detail           string    `json:"detail,omitempty"`
	Documentation    *markup   `json:"documentation,omitempty"`
	SortText         string    `json:"sortText,omitempty"`
	TextEdit         *textEdit `json:"textEdit,omitempty"`
	InsertTextFormat int       `json:"insertTextFormat,omitempty"` // 2: a snippet
}

type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          span             `json:"range"`
	SelectionRange span             `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

type foldingRange struct {
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Kind      string `json:"kind,omitempty"`
}

type inlayHint struct {
	Position    position `json:"position"`
	Label       string   `json:"label"`
	Tooltip     string   `json:"tooltip,omitempty"`
	PaddingLeft bool     `json:"paddingLeft"`
}

type semanticTokens struct {
	Data []uint32 `json:"data"`
}

type codeLens struct {
	Range   span    `json:"range"`
	Command command `json:"command"`
}

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// The protocol's numbers for kinds of completion items and of symbols.
const (
	itemMethod, itemFunction, itemVariable, itemClass, itemModule = 2, 3, 6, 7, 9
	itemProperty, itemKeyword, itemFile, itemMember, itemConstant = 10, 14, 17, 20, 21

	symbolModule, symbolNamespace, symbolClass, symbolMethod, symbolProperty = 2, 3, 5, 6, 7
	symbolFunction, symbolVariable, symbolArray, symbolEvent, symbolEnum     = 12, 13, 18, 24, 10
	symbolBoolean, symbolObject                                              = 17, 19
)
