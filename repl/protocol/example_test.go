package protocol_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"

	"boardgame/repl/protocol"
)

// Ask a server within the same program; [protocol.Server.Pipe] and [protocol.Server.Connect] serve
// others.
func ExampleServer_Ask() {
	server := protocol.NewServer(protocol.Options{})
	ask := func(method string, params, result any) {
		answer, err := server.Ask(context.Background(), method, params)
		if err == nil {
			err = json.Unmarshal(answer, result)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	var table struct {
		Table, Player string
	}
	ask("start", map[string]any{"name": "tic-tac-toe"}, &table)
	var moves struct {
		Moves []struct{ Text string }
	}
	ask("moves", map[string]any{"table": table.Table}, &moves)
	fmt.Println(table.Player, "has", len(moves.Moves), "moves, such as", moves.Moves[0].Text)
	// Output:
	// X has 9 moves, such as a1
}
