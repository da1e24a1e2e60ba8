//go:build !js

package version

import (
	"regexp"
	"runtime/debug"
	"testing"
)

func TestOf(t *testing.T) {
	settings := func(pairs ...string) (list []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	for _, c := range []struct {
		module   string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.0", nil, "v1.2.0"},
		{"(devel)", nil, Unknown},
		{"", nil, Unknown},
		{"(devel)", settings("vcs.revision", "0123456789abcdef0123"), "0123456789ab"},
		{"", settings("vcs.revision", "01234", "vcs.modified", "true"), "01234+dirty"},
		{"", settings("vcs.modified", "true"), Unknown},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.module}, Settings: c.settings}
		if got := of(info); got != c.want {
			t.Errorf("module %q, settings %v: %q, want %q", c.module, c.settings, got, c.want)
		}
	}
}

func TestLong(t *testing.T) {
	const form = `^boardgame \S+, rules version \d+, Go \d\S* \w+/\w+$`
	if got := Long(); !regexp.MustCompile(form).MatchString(got) {
		t.Errorf("%q does not match %s", got, form)
	}
}
