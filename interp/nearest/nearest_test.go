package nearest

import (
	"slices"
	"strings"
	"testing"
)

func TestOne(t *testing.T) {
	games := []string{"cage", "chess", "connect-four", "y"}
	for text, want := range map[string]string{
		"cgae": "cage", "CHESS": "chess", "conect-four": "connect-four", "backgammon": "", "": "", "z": "",
		strings.Repeat("é", 1000): "",
	} {
		if got := One(text, games); got != want {
			t.Errorf("One(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestFew(t *testing.T) {
	got := Few("c3-d5", []string{"a1-b2", "c3-d4", "c3-c4", "h7-h8"}, 2)
	if want := []string{"c3-d4", "c3-c4"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Few("x", nil, 3); got != nil {
		t.Errorf("nothing to choose from gave %q", got)
	}
}
