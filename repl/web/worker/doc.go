// Worker is the program behind the page that boardgame site writes: the protocol, for a page that
// talks to its Web Worker instead of a server. It is built for GOOS=js GOARCH=wasm; worker.js of
// package web starts it.
//
//	page/app.js ⇄ messages ⇄ page/worker.js ⇄ this program: protocol.Conn ⇄ tables
package main
