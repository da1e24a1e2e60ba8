//go:build !js

package version

import "runtime/debug"

// built returns the version in what Go has written into the program.
func built() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Unknown
	}
	return of(info)
}

// of returns the version in what Go knows about a build.
func of(info *debug.BuildInfo) string {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	var commit, dirty string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(12, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if commit == "" {
		return Unknown
	}
	return commit + dirty
}
