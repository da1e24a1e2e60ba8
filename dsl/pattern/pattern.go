// Package pattern makes regular expressions when they are first needed: compiling all of a program
// would take a large part of its start.
package pattern

import (
	"regexp"
	"sync"
)

// Of returns a function that compiles a regular expression, once. It panics if it is none.
func Of(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
