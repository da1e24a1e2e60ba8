//go:build !js

package bot

// rest is empty where goroutines have threads: see rest_js.go.
type rest struct{}

func (rest) yield() {}
