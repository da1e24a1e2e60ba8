//go:build !js

package protocol

import "crypto/rand"

// secret returns an unguessable token.
func secret() string { return rand.Text() }
