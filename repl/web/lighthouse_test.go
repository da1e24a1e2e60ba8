package web_test

import (
	"encoding/json"
	"os/exec"
	"testing"

	"boardgame/testdata/long"
)

// Lighthouse finds nothing to complain of in what does not depend on the speed of a machine; how
// fast it found the page is noted.
func TestLighthouse(t *testing.T) {
	long.Skip(t, "it starts a browser of its own")
	program, err := exec.LookPath("lighthouse")
	if err != nil {
		t.Skip("there is no Lighthouse on this machine; `npm install -g lighthouse` brings it")
	}
	chromium := installed(t)
	s := serve(t)
	for _, at := range []string{"/", "/#game=chess"} {
		cmd := exec.CommandContext(t.Context(), program, s.URL+at, "--quiet", "--output=json",
			"--preset=desktop", "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
			"--only-categories=performance,accessibility,best-practices,seo")
		cmd.Env = append(cmd.Environ(), "CHROME_PATH="+chromium)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		var report struct {
			Categories map[string]struct{ Score float64 }
		}
		if err := json.Unmarshal(out, &report); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v", at, report.Categories)
		for _, what := range []string{"accessibility", "best-practices", "seo"} {
			if got := report.Categories[what].Score; got < 0.95 {
				t.Errorf("%s: %s is %.2f", at, what, got)
			}
		}
	}
}
