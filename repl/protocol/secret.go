//go:build !js

package protocol

import (
	"crypto/rand"

	"boardgame/repl/speech"
)

// whyNot says why a move is not legal, as far as the client can know; "" if it cannot.
func whyNot(v *sight, text string) string {
	return speech.WhyNot(speech.Plain(v.game.ruleset, v.game.game), possible(v), text)
}

// secret returns an unguessable token.
func secret() string { return rand.Text() }
