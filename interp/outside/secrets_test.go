package outside_test

import (
	"errors"
	"testing"

	"boardgame/interp/outside"
	"boardgame/interp/ruleset"
)

// An engine would be told whole positions, so none is started for a game with secrets.
func TestNoSecretsForEngines(t *testing.T) {
	g, err := ruleset.Load("kuhn-poker")
	if err != nil {
		t.Fatal(err)
	}
	_, err = outside.Launch(outside.Spec{Text: "ugi:engine", Command: []string{"engine"}}, g, nil,
		outside.Limit{})
	if !errors.Is(err, outside.ErrSecrets) {
		t.Error(err)
	}
}
