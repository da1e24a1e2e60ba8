// Package version names the build of boardgame that is running, for whoever compares results or
// reports a mistake. Nobody has to keep the name up to date: Go writes it into every program that
// it builds from a module or a checkout.
package version

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
)

// Rules is the version of the meaning of rules files. It grows when an engine plays the same rules,
// position and seed differently from the engine before.
const Rules = 1

// Unknown is the version of a program that was built without a record of where its source is from,
// as by `go run` and `go test`.
const Unknown = "devel"

// String returns the version of the module, such as v1.2.0; between releases, the time and the
// commit, such as v0.0.0-20261123170000-0123456789ab, with "+dirty" if files were changed after it;
// or [Unknown].
var String = sync.OnceValue(built)

// Program returns the name and the version, such as "boardgame v1.2.0".
func Program() string { return "boardgame " + String() }

// Long returns everything that a report of a mistake should name, on one line.
func Long() string {
	return fmt.Sprintf("%s, rules version %d, %s %s/%s", Program(), Rules,
		strings.Replace(runtime.Version(), "go", "Go ", 1), runtime.GOOS, runtime.GOARCH)
}
