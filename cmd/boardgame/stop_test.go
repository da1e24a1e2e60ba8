//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"boardgame/testdata/long"
)

// process starts the program with a state folder of its own.
func process(t *testing.T, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	cmd = exec.Command(self, args...)
	cmd.Args[0] = "boardgame" // which tells TestMain that this is the program itself
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home)
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return cmd, stdout, stderr
}

// The first Ctrl-C or SIGTERM ends every verb, whatever it is doing, and the program says what it
// has saved.
func TestFirstSignalEndsEveryVerb(t *testing.T) {
	long.Skip(t, "starts a process for every verb and lets it run for a while")
	hostile := func(name string) string {
		return filepath.Join("..", "..", "testdata", "hostile",
			name)
	}
	games := filepath.Join(t.TempDir(), "games.jsonl")
	const pause = 250 * time.Millisecond
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"check": {[]string{"check", "--time", "1h", "--games", "1000000", "amazons"},
			"what is above was found by then"},
		"check, folding": {[]string{"check", hostile("slow-options.rules")},
			"no file was changed"},
		"check, one step": {[]string{"check", hostile("walk-in-end.rules")},
			"no file was changed"},
		"perft": {[]string{"perft", "amazons", "9"},
			"the counts above are complete"},
		"perft, slow step": {[]string{"perft", hostile("hops-in-quantifier.rules"), "3"},
			"the counts above"},
		"divide": {[]string{"perft", "--divide", "amazons", "9"},
			"0 first moves were counted completely"},
		"divide, in part": {[]string{"perft", "--divide", "chess", "6"},
			"\n"},
		"bench": {[]string{"bench", "--time", "1h", "chess"}, "the figures above are of fewer games"},
		"cover": {[]string{"cover", "--games", "1000000", "chess"}, "the counts above"},
		"report": {[]string{"report", "--games", "1000000", "chess"},
			"no file was changed"},
		"match": {[]string{"match", "chess", "--games", "100000", "--seat", "easy",
			"--seat", "easy"}, "nothing was written"},
		"match, kept": {
			[]string{"match", "cage", "--games", "100000", "--seat", "random", "--seat", "random",
				"--out", games},
			"the games played so far are in " + games,
		},
		"match, planned": {
			[]string{"match", "chess", "--games", "100000000", "--seat", "easy", "--seat",
				"easy"}, "nothing was written",
		},
		"test":    {[]string{"test", "--shipped"}, "no file was changed"},
		"mutate":  {[]string{"test", "--mutate", "chess"}, "mutants were tried; noticed: "},
		"certify": {[]string{"certify", "--most", "100000000000"}, "rows of figures were counted"},
		"diff": {[]string{"diff", "chess", "chess", "--positions", "10000000", "--games",
			"1000000"}, "interrupted"},
		"play": {[]string{"play", "chess", "--seat", "mcts:time=1h human"},
			"every move of the game is saved"},
		"bots play": {
			[]string{"play", "shiftago:extreme-2", "--seat", "mcts:time=1h mcts:time=1h"},
			"every move of the game is saved",
		},
	} {
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(name+", "+signal.String(), func(t *testing.T) {
				wait := pause
				if c.args[0] == "play" {
					wait *= 4 // the table has to be open to have something to save
				}
				for {
					code, said := interrupted(t, signal, wait, c.args...)
					if code > 0 && strings.Contains(said, c.says) {
						return
					}
					// On a busy machine, it may not have begun its work yet.
					if wait *= 4; wait > long.Patience/4 {
						t.Fatalf("exit status %d, and it says %q, without %q", code, said, c.says)
					}
				}
			})
		}
	}
}

// A verb that does not end is abandoned, and the terminal is restored first.
func TestAbandonedVerb(t *testing.T) {
	s, done := restored(t)
	forever := make(chan struct{})
	defer close(forever)
	err := s.run(func() error {
		s.cancel()
		<-forever
		return nil
	})
	if got := done(); !errors.Is(err, context.Canceled) || got != "modes, screen" {
		t.Errorf("%v, %s", err, got)
	}
}

// restored returns a stopper that does not end the test, and what it has done so far.
func restored(t *testing.T) (s *stopper, done func() string) {
	s = newStopper(nil)
	t.Cleanup(s.close)
	var mu sync.Mutex
	var steps []string
	step := func(name string) func() {
		return func() {
			mu.Lock()
			defer mu.Unlock()
			steps = append(steps, name)
		}
	}
	leave := step("screen")
	s.terminal, s.exit = step("modes"), func() {}
	s.leave.Store(&leave)
	return s, func() string {
		mu.Lock()
		defer mu.Unlock()
		return strings.Join(steps, ", ")
	}
}

// A second signal restores the terminal and ends the program at once, though the verb goes on.
func TestSecondSignal(t *testing.T) {
	s, done := restored(t)
	exited := make(chan string, 1)
	s.exit = func() { exited <- done() }
	s.signals <- syscall.SIGTERM
	<-s.ctx.Done()
	s.signals <- syscall.SIGTERM
	if got := <-exited; got != "modes, screen" {
		t.Errorf("before the end: %s", got)
	}
}

// interrupted starts the program, sends it a signal after a while, and returns its exit status,
// which is -1 if the signal has killed it, and what it said.
func interrupted(t *testing.T, signal os.Signal, after time.Duration, args ...string,
) (code int, said string) {
	t.Helper()
	cmd, stdout, stderr := process(t, args...)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		t.Fatalf("ended by itself: %v\n%s%s", err, stdout, stderr)
	case <-time.After(after):
	}
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	sent := time.Now()
	select {
	case <-ended:
		t.Logf("after %v: %s", time.Since(sent).Round(time.Millisecond), stderr)
	case <-time.After(long.Patience):
		_ = cmd.Process.Kill()
		t.Fatal("goes on")
	}
	return cmd.ProcessState.ExitCode(), stderr.String()
}

// A server that is stopped says what becomes of its games, and ends as it should.
func TestServerSaysWhatIsKept(t *testing.T) {
	stopServer(t, t.TempDir(),
		"The server has ended; its tables are there again when it is started again.")
	stopServer(t, "none", "The server has ended; the games at its tables are not kept.")
}

func stopServer(t *testing.T, data, last string) {
	cmd, _, stderr := process(t, "serve", "--addr", "127.0.0.1:0", "--data", data)
	cmd.Stdout = nil
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	if !lines.Scan() || !strings.HasPrefix(lines.Text(), "Open http://127.0.0.1:") {
		t.Fatalf("it begins with %q\n%s", lines.Text(), stderr)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if !lines.Scan() || lines.Text() != last {
		t.Errorf("it ends with %q\n%s", lines.Text(), stderr)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// A server that is killed finds its games again, and so does the terminal.
func TestServerIsKilled(t *testing.T) {
	dir := t.TempDir()
	begin := func() (ask func(request string) string, kill func()) {
		cmd, _, stderr := process(t, "serve", "--addr", "127.0.0.1:0", "--data", dir)
		cmd.Stdout = nil
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		if !lines.Scan() {
			t.Fatal(stderr)
		}
		url := strings.Fields(lines.Text())[1]
		ctx, cancel := context.WithTimeout(t.Context(), long.Patience)
		c, _, err := websocket.Dial(ctx, url+"/ws", nil)
		if err != nil {
			cancel()
			t.Fatal(err)
		}
		c.SetReadLimit(1 << 20)
		ask = func(request string) string {
			if err := c.Write(ctx, websocket.MessageText, []byte(request)); err != nil {
				t.Fatal(err)
			}
			_, answer, err := c.Read(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return string(answer)
		}
		return ask, func() {
			cancel()
			_ = cmd.Process.Kill()
			_ = cmd.Wait() // it was killed
		}
	}
	ask, kill := begin()
	var started struct{ Result struct{ Table string } }
	if err := json.Unmarshal([]byte(ask(`{"id":1,"method":"start","params":{"name":"chess"}}`)),
		&started); err != nil {
		t.Fatal(err)
	}
	table := started.Result.Table
	if got := ask(fmt.Sprintf(`{"id":2,"method":"play","params":{"table":%q,"move":"e4"}}`,
		table)); !strings.Contains(got, `"at":1`) {
		t.Fatal(got)
	}
	kill()
	ask, kill = begin()
	defer kill()
	if got := ask(fmt.Sprintf(`{"id":1,"method":"state","params":{"table":%q}}`,
		table)); !strings.Contains(got, `"at":1`) {
		t.Error(got)
	}
	kill()
	cmd, stdout, stderr := process(t, "replay", "chess",
		filepath.Join(dir, "tables", table+".game"))
	if err := cmd.Run(); err != nil || !strings.Contains(stdout.String(), "e4") {
		t.Errorf("%v\n%s%s", err, stdout, stderr)
	}
}
