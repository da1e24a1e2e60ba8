//go:build js

package main

import (
	"context"
	"syscall/js"

	"boardgame/repl/protocol"
)

// waiting is how many requests may wait while another is handled.
const waiting = 4096

func main() {
	worker := js.Global()
	server := protocol.NewServer(protocol.Options{})
	conn := server.Connect(context.Background(),
		func(line []byte) { worker.Call("postMessage", string(line)) })
	lines := make(chan string, waiting)
	worker.Set("handle", js.FuncOf(func(_ js.Value, args []js.Value) any {
		select {
		case lines <- args[0].String():
			return true
		default:
			return false // the page sends more than anyone can click
		}
	}))
	worker.Call("ready")
	for line := range lines {
		conn.Handle([]byte(line))
	}
}
