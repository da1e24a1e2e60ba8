package protocol

import (
	"fmt"
	"math/rand/v2"
)

// secret returns a token. In a browser there is one client, which nobody needs to be kept from, and
// crypto/rand would add a hundredth to what a visitor loads.
func secret() string { return fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64()) }
