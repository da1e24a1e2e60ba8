package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"

	"rsc.io/qr"

	"boardgame/dsl/pattern"
	"boardgame/interp/ruleset"
	looks "boardgame/repl/board"
	"boardgame/repl/protocol"
	"boardgame/repl/protocol/message"
)

// words are the parts of a picture that an image of a page does not show.
var words = pattern.Of(`<title>[^<]*</title>| data-piece="[^"]*"`)

// picture returns the beginning of a game as an SVG, light or dark as its reader prefers. A board
// that is empty at first is shown after some random steps. The error says that there is no such
// game.
func picture(ctx context.Context, server *protocol.Server, name string) ([]byte, error) {
	ask := func(method string, params, result any) error {
		answer, err := server.Ask(ctx, method, params)
		if err != nil {
			return fmt.Errorf("the picture of %s: %w", name, err)
		}
		return json.Unmarshal(answer, result)
	}
	var table struct{ Table string }
	if err := ask("start", map[string]any{"name": name}, &table); err != nil {
		return nil, err
	}
	defer server.Ask(ctx, "close", map[string]any{"table": table.Table})
	var board struct{ SVG string }
	at := 0
	draw := func() error {
		err := ask("board", map[string]any{"table": table.Table, "svg": true, "bare": true,
			"at": at}, &board)
		board.SVG = looks.Adapt(words().ReplaceAllString(board.SVG, ""))
		return err
	}
	if err := draw(); err != nil || strings.Contains(board.SVG, `class="b-men"`) {
		return []byte(board.SVG), err
	}
	rng := rand.New(rand.NewPCG(7, 30))
	for range 16 {
		var legal message.Moves
		var played message.PlayResult
		if ask("moves", map[string]any{"table": table.Table}, &legal) != nil || len(legal.Moves) == 0 {
			break
		}
		move := legal.Moves[rng.IntN(len(legal.Moves))].Long
		if ask("play", map[string]any{"table": table.Table, "move": move}, &played) != nil ||
			played.State.Over {
			break
		}
		at = played.State.Steps
	}
	err := draw()
	return []byte(board.SVG), err
}

// drawn are the pictures of the games that come with the program, each made once, as functions by
// their names.
var drawn sync.Map

func drawing(name string) ([]byte, error) {
	draw, _ := drawn.LoadOrStore(name, sync.OnceValues(func() ([]byte, error) {
		return picture(context.Background(), protocol.NewServer(protocol.Options{}), name)
	}))
	return draw.(func() ([]byte, error))()
}

// drawFeatured makes the pictures that the first visitor sees first.
func drawFeatured(ctx context.Context) {
	for _, name := range ruleset.List() {
		if about, err := ruleset.About(name); err == nil && about.Featured && ctx.Err() == nil {
			_, _ = drawing(name) // whoever asks for it hears of an error
		}
	}
}

// gallery answers with the pictures.
func gallery(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimSuffix(r.PathValue("name"), ".svg")
	if !slices.Contains(ruleset.List(), name) {
		http.NotFound(w, r)
		return
	}
	svg, err := drawing(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "max-age=3600")
	w.Write(svg)
}

// code answers with a text as a QR code, for a telephone to read the address of a table.
func code(w http.ResponseWriter, r *http.Request) {
	const most = 500 // characters, more than an address of a table has
	text := r.URL.Query().Get("text")
	c, err := qr.Encode(text, qr.M)
	if err != nil || text == "" || len(text) > most {
		http.Error(w, fmt.Sprintf("a QR code here has 1 to %d characters, as ?text=…", most),
			http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(c.PNG())
}
