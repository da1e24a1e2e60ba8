package main

import (
	"bytes"
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

// asJSONHelp has the longer help texts of --json.
var asJSONHelp = helpTexts{
	"asJSON": "For programs: the answer as an object, the same as in docs/protocol.md.",
}

// askJSON prints what answer returns. It reports mistakes in the rules as every verb does.
func (a *app) askJSON(r *rulesArg, s *startFlag, method string, params map[string]any) error {
	answer, err := a.answer(r, s, method, params)
	if err != nil {
		return err
	}
	return a.writeJSON(answer)
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
	if params["table"], err = tableOf(answer); err != nil {
		return nil, err
	}
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
	g, err := r.load(a)
	if err != nil {
		return nil, "", err
	}
	load := message.LoadParams{Options: g.options}
	_, load.Preset = ruleset.SplitPreset(r.Rules)
	if g.ruleset.Builtin {
		load.Name = g.ruleset.Name
	} else {
		load.Path = r.Rules
	}
	server = protocol.NewServer(protocol.Options{Open: true})
	game, err := server.Load(a.ctx, &load)
	if err != nil {
		return nil, "", err
	}
	return server, game.Game, nil
}

// tableOf reads the handle of a table from its state.
func tableOf(state json.RawMessage) (string, error) {
	var s message.State
	err := json.Unmarshal(state, &s)
	return s.Table, err
}

// writeJSON writes an answer in a form for programs and for people who read it.
func (a *app) writeJSON(answer json.RawMessage) error {
	var out bytes.Buffer
	if err := json.Indent(&out, answer, "", "  "); err != nil {
		return errors.Join(errors.New("the answer cannot be written"), err)
	}
	out.WriteByte('\n')
	_, err := out.WriteTo(a.out)
	return err
}
