package protocol

import (
	"fmt"
	"math/rand/v2"
)

// secret returns a token. A browser has a single client, so there is nothing to protect, and
// crypto/rand would add one percent to what a visitor loads.
func secret() string { return fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64()) }
