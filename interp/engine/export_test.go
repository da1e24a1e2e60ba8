//go:build !js

package engine

// Parted reports whether the code that only random games need was left out; see [ForPlay].
func Parted(p *Program) bool { return p.code.whole != nil }
