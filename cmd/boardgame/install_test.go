package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/testdata/long"
)

// Others install the program and build on the module, from folders of their own.
func TestInstallAndEmbed(t *testing.T) {
	long.Skip(t, "it builds the program and another module")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	module := strings.Fields(string(text))[1]
	run := func(folder, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "GOBIN="+filepath.Join(folder, "bin"),
			"GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	t.Run("install", func(t *testing.T) {
		folder := t.TempDir()
		cmd := exec.Command("go", "install", "./cmd/boardgame")
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOBIN="+filepath.Join(folder, "bin"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		installed := filepath.Join(folder, "bin", "boardgame")
		if out := run(folder, installed, "moves", "tic-tac-toe"); !strings.HasPrefix(out, "a1\n") {
			t.Errorf("the installed program prints %q", out)
		}
	})
	t.Run("embed", func(t *testing.T) {
		folder := t.TempDir()
		program := `package main

import (
	"fmt"

	"boardgame/interp/ruleset"
)

func main() {
	game, err := ruleset.Load("cage:small")
	fmt.Println(len(game.Moves(game.Start())) > 0, err)
}
`
		if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		run(folder, "go", "mod", "init", "example.org/mine")
		run(folder, "go", "mod", "edit", "-require", module+"@v0.0.0", "-replace",
			module+"="+root)
		run(folder, "go", "mod", "tidy")
		if out := run(folder, "go", "run", "."); out != "true <nil>\n" {
			t.Errorf("the other module prints %q", out)
		}
	})
}
