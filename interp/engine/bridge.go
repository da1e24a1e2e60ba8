package engine

import (
	_ "embed"

	"boardgame/interp/compile"
)

// What only run_js.go asks for must not be taken for unused where that file is not compiled.
var _ = (*compile.Module).Signature

// Bridge is a module of JavaScript for those who start this program in a browser. Its function
// `bridge` returns the imports by which the program has the browser's own WebAssembly run the
// modules of games, instead of interpreting them.
//
//go:embed bridge.js
var Bridge string
