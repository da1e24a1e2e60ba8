//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr,
		"This program runs in a browser: boardgame site builds it, with GOOS=js GOARCH=wasm.")
	os.Exit(2)
}
