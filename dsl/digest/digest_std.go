//go:build !js

package digest

import "crypto/sha256"

// Sum returns the SHA-256 of a text.
func Sum(text []byte) [32]byte { return sha256.Sum256(text) }
