package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"boardgame/interp/ruleset"
	"boardgame/repl/protocol"
	"boardgame/repl/protocol/message"
)

// jsonFlag makes a verb answer in the JSON of the protocol for other programs.
type jsonFlag struct {
	JSON bool `name:"json" help:"${asJSON}"`
}

// askJSON prints what answer returns. It reports mistakes in the rules as every verb does.
func (a *app) askJSON(r *rulesArg, s *startFlag, method string, params map[string]any) error {
	answer, err := a.answer(r, s, method, params)
	if err != nil {
		return err
	}
	return a.encode(answer)
}

// answer sets up a game from the arguments and returns the answer of a protocol method.
func (a *app) answer(r *rulesArg, s *startFlag, method string,
	params map[string]any) (json.RawMessage, error) {
	server, game, err := a.serverFor(r)
	if err != nil {
		return nil, err
	}
	start := map[string]any{"game": game, "moves": s.After}
	if s.Position != "" {
		start["position"] = s.Position
	}
	answer, err := server.Ask(a.ctx, "start", start)
	if err != nil {
		return nil, ofSecrets(method, err)
	}
	var table message.State
	if err := json.Unmarshal(answer, &table); err != nil {
		return nil, err
	}
	params["table"] = table.Table
	answer, err = server.Ask(a.ctx, method, params)
	// a flag names something that does not exist, such as a level
	var fault *message.Error
	if errors.As(err, &fault) && fault.Code == message.CodeNotFound {
		return nil, misuse(err)
	}
	return answer, ofSecrets(method, err)
}

// ofSecrets says in the words of the command line that a method does not answer for a game with
// secrets: here, nobody has a seat.
func ofSecrets(method string, err error) error {
	var fault *message.Error
	if errors.As(err, &fault) &&
		(fault.Code == message.CodeForbidden || fault.Code == message.CodeTurn) {
		return fmt.Errorf("%s is asked of whole positions, and this game hides part of them from "+
			"players; in `boardgame play`, `hint` and `moves` answer for the player to move", method)
	}
	return err
}

// serverFor returns a server that has loaded the rules, and the handle of the game.
func (a *app) serverFor(r *rulesArg) (server *protocol.Server, handle string, err error) {
	server = protocol.NewServer(protocol.Options{Open: true})
	handle, err = r.loadInto(a, server)
	return server, handle, err
}

// loadInto loads the game into a server and returns its handle there. Mistakes in the rules are
// reported as by every verb.
func (r *rulesArg) loadInto(a *app, server *protocol.Server) (handle string, err error) {
	g, err := r.load(a)
	if err != nil {
		return "", err
	}
	load := message.LoadParams{Options: g.Options}
	load.Path, load.Preset = ruleset.SplitPreset(r.Rules)
	if g.Ruleset.Builtin {
		load.Name, load.Path = g.Ruleset.Name, ""
	}
	game, err := server.Load(a.ctx, &load)
	if err != nil {
		return "", err
	}
	return game.Game, nil
}
