//go:build !js

package bot

// breaks is empty where goroutines have threads: see breaks_js.go.
type breaks struct{}

func (breaks) yield() {}
