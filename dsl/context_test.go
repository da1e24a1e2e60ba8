package dsl_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"boardgame/dsl"
	"boardgame/dsl/source"
)

// Reading rules ends with its context, even in the middle of constants that take long.
func TestLoadingStops(t *testing.T) {
	const name = "../testdata/hostile/slow-options.rules"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file := source.NewFile(name, string(text))
	for when, after := range map[string]time.Duration{
		"before it begins": 0, "under way": 20 * time.Millisecond,
	} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		defer cancel()
		list, err := dsl.CheckContext(ctx, file, nil)
		if !errors.Is(err, context.DeadlineExceeded) || list != nil {
			t.Errorf("check, canceled %s: %v, %v", when, list, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if g, _, err := dsl.LoadContext(ctx, file, nil, nil); !errors.Is(err, context.Canceled) ||
		g != nil {
		t.Errorf("load, canceled: %v", err)
	}
	if g, list, err := dsl.LoadContext(t.Context(), file, nil, nil); err != nil || g == nil {
		t.Errorf("load: %v, %v", list, err)
	}
}
