// Package secrets lists the games of the library in which something is hidden, for tests.
package secrets

import (
	"slices"

	"boardgame/interp/ruleset"
)

// Games returns the names of all games with secrets.
func Games() []string {
	return slices.DeleteFunc(ruleset.List(), func(name string) bool {
		info, err := ruleset.About(name)
		return err != nil || info.Family != "secret"
	})
}
