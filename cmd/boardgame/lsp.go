package main

import (
	"context"
	"os"
	"path/filepath"

	"boardgame/dsl/diag"
	"boardgame/dsl/ir"
	"boardgame/dsl/lsp"
	"boardgame/interp/compile"
	"boardgame/interp/ruleset"
)

type lspCmd struct{}

func (*lspCmd) Help() string {
	return `Editors run this; you don't have to. It speaks the Language Server Protocol on its
standard streams: mistakes while you type, with fixes; what a word or a name means; definitions,
references, renaming, completion, formatting.

docs/editors has what VS Code, Neovim, Helix and Emacs need to know.`
}

func (*lspCmd) Run(a *app) error {
	folder := ""
	if cache, err := os.UserCacheDir(); err == nil { // without one, built-in rules cannot be opened
		folder = filepath.Join(cache, "boardgame", "rules")
	}
	return lsp.Serve(a.ctx, a.stdin, a.stdout.stream, lsp.Options{
		Library: ruleset.Library{}, Games: ruleset.List(), Folder: folder,
		Notes: func(ctx context.Context, g *ir.Game) diag.List {
			m, err := compile.Wasm(ctx, g)
			return compile.Notes(g, m, err)
		},
	})
}
