package outside_test

import (
	"errors"
	"testing"

	"boardgame/interp/outside"
	"boardgame/interp/verify/gametest"
)

// An engine would be told whole positions, so none is started for a game with secrets.
func TestNoSecretsForEngines(t *testing.T) {
	g := gametest.Load(t, "kuhn-poker", "")
	_, err := outside.Launch(outside.Spec{Text: "ugi:engine", Command: []string{"engine"}}, g, nil,
		outside.Limit{})
	if !errors.Is(err, outside.ErrSecrets) {
		t.Error(err)
	}
}
