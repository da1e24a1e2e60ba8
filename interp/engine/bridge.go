package engine

import (
	_ "embed"

	"boardgame/interp/compile"
)

// Without this, linters would call what only run_js.go uses unused on other systems.
var _ = (*compile.Module).Signature

// Bridge is a JavaScript module for pages that start this program in a browser. Its function
// `bridge` returns the imports by which the program has the browser's own WebAssembly run the
// modules of games, instead of interpreting them.
//
//go:embed bridge.js
var Bridge string
