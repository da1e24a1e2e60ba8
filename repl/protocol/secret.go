//go:build !js

package protocol

import (
	"crypto/rand"

	"boardgame/interp/infoset"
)

var worlds = infoset.Worlds

// secret returns an unguessable token.
func secret() string { return rand.Text() }
