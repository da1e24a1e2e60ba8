//go:build !linux

package bot

// hugePages does nothing: only Linux is asked for large pages.
func hugePages([]packed) {}
