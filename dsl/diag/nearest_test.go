package diag

import (
	"slices"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	games := []string{"cage", "chess", "connect-four", "y", "hex"}
	for text, want := range map[string]string{
		"cgae":                    "cage", // two swapped neighbors count as one mistake
		"cagee":                   "cage",
		"CHESS":                   "chess",
		"Y":                       "y", // differs only in case
		"conect-forur":            "connect-four",
		"chezz":                   "", // two mistakes are too many for five letters
		"backgammon":              "",
		"":                        "",
		"z":                       "", // nothing of so short a text would be left
		"ehx":                     "hex",
		"he":                      "",
		"heex":                    "hex",
		strings.Repeat("é", 1000): "",
	} {
		if got := Nearest(text, games); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", text, got, want)
		}
	}
	for _, c := range []struct {
		text       string
		candidates []string
		want       string
	}{
		{"bat", []string{"cat", "rat"}, ""},                 // both are equally good
		{"bat", []string{"cat", "cat"}, "cat"},              // twice the same
		{"bat", []string{"bat", "cat"}, "cat"},              // the text itself is ignored
		{"E0133", []string{"E033", "E013", "E133"}, "E013"}, // the longest common prefix decides
		{"noth", []string{"north", "Noth"}, "Noth"},         // differs only in case
		{"od", []string{"do", "on"}, "do"},
		{"cat", []string{"CAT", "Cat", "cart"}, "CAT"},
	} {
		if got := Nearest(c.text, c.candidates); got != c.want {
			t.Errorf("Nearest(%q, %q) = %q, want %q", c.text, c.candidates, got, c.want)
		}
	}
}

func TestNearestFew(t *testing.T) {
	got := NearestFew("c3-d5", []string{"a1-b2", "c3-d4", "c3-c4", "h7-h8"}, 2)
	if want := []string{"c3-d4", "c3-c4"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := NearestFew("x", nil, 3); got != nil {
		t.Errorf("nothing to choose from gave %q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"abc", "", 3},
		{"kitten", "sitting", 3},
		{"ab", "ba", 1},
		{"abcd", "bacd", 1},
		{"abcd", "badc", 2}, // two swapped pairs
		{"north", "notrh", 1},
		{"ca", "abc", 3}, // a pair is not split once it is swapped
		{"GRÜN", "grun", 1},
		{strings.Repeat("x", 500), strings.Repeat("x", 80), 0}, // only the beginnings
		{strings.Repeat("é", 500), strings.Repeat("é", 31) + "x", 1},
	} {
		got, back := distance(test.a, test.b), distance(test.b, test.a)
		if got != test.want || back != test.want {
			t.Errorf("distance(%q, %q) = %d and %d, want %d", test.a, test.b, got, back, test.want)
		}
	}
}
