//go:build !js

package protocol

import "crypto/rand"

// secret returns a token that nobody can guess.
func secret() string { return rand.Text() }
