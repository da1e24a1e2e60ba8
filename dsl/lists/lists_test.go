package lists_test

import (
	"slices"
	"strings"
	"testing"

	"boardgame/dsl/lists"
)

// The order stays, f sees each member once, and no members make no list.
func TestLists(t *testing.T) {
	words := []string{"b", "", "a", "b"}
	if got := lists.Map(words, strings.ToUpper); !slices.Equal(got, []string{"B", "", "A", "B"}) {
		t.Errorf("Map: %q", got)
	}
	full := func(w string) bool { return w != "" }
	if got := lists.Filter(words, full); !slices.Equal(got, []string{"b", "a", "b"}) {
		t.Errorf("Filter: %q", got)
	}
	if lists.Map([]string{}, strings.ToUpper) != nil || lists.Filter([]string{""}, full) != nil {
		t.Error("no members make a list")
	}
}
