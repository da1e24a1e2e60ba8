package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"boardgame/repl/protocol"
	"boardgame/repl/web"
)

// serving names the folder of the tables for a test program that is to be a server.
const serving = "BOARDGAME_TEST_TABLES"

// beServer serves, as a process that can be killed.
func beServer(dir string) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	return web.Serve(context.Background(), l, protocol.NewServer(protocol.Options{Data: dir}))
}

// mortal is the way to a server that is killed and started again: what pages and server send each
// other passes here, and each time before, the test is asked.
type mortal struct {
	t   *testing.T
	dir string
	url string

	mu      sync.Mutex
	process *exec.Cmd
	at      string // the server's address
	links   []net.Conn
	parts   int            // what has passed since watch
	before  func(part int) // nil: nobody watches
}

func newMortal(t *testing.T) *mortal {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &mortal{t: t, dir: t.TempDir(), url: "http://" + l.Addr().String()}
	m.begin()
	t.Cleanup(func() { l.Close(); m.kill() })
	go func() {
		for {
			page, err := l.Accept()
			if err != nil {
				return
			}
			m.mu.Lock()
			server, err := net.Dial("tcp", m.at)
			if err == nil {
				m.links = append(m.links, page, server)
				go m.pass(page, server)
				go m.pass(server, page)
			} else {
				page.Close()
			}
			m.mu.Unlock()
		}
	}()
	return m
}

// pass passes on what one side sends.
func (m *mortal) pass(from, to net.Conn) {
	defer to.Close()
	part := make([]byte, 1<<20)
	for {
		n, err := from.Read(part)
		m.mu.Lock()
		if n > 0 {
			m.parts++
		}
		before, count := m.before, m.parts
		m.mu.Unlock()
		if before != nil && n > 0 {
			before(count)
		}
		if _, gone := to.Write(part[:n]); gone != nil || err != nil {
			return
		}
	}
}

// watch has a function called before each part passes: the first, the second and so on.
func (m *mortal) watch(before func(part int)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parts, m.before = 0, before
}

func (m *mortal) begin() {
	self, err := os.Executable()
	if err != nil {
		m.t.Fatal(err)
	}
	process := exec.Command(self)
	process.Env = append(os.Environ(), serving+"="+filepath.Join(m.dir, "data"))
	out, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		m.t.Error(err)
		return
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		m.t.Error(err)
	}
	go io.Copy(io.Discard, out)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.process, m.at = process, strings.TrimSpace(line)
}

func (m *mortal) kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	_ = m.process.Process.Kill()
	_ = m.process.Wait() // it was killed
	m.at = ""
	for _, link := range m.links {
		link.Close()
	}
	m.links = nil
}

// A server is killed and started again at each moment of the exchange about a move, and a move is
// played at each moment in which the page returns to its table: none is lost, and none is played
// twice.
func TestKilledAtEachMoment(t *testing.T) {
	ctx, _ := browser(t, 1280, 900)
	server := newMortal(t)
	open(t, ctx, server.url, "gomoku")
	press(t, ctx, "#take0")
	until(t, ctx, `document.getElementById('take0').textContent === 'Stand up'`)
	press(t, ctx, "#take1")
	until(t, ctx, `document.getElementById('take1').textContent === 'Stand up'`)
	moves := 0
	next := func() { // rows that do not touch, in which the players alternate: nobody makes five
		press(t, ctx, on(fmt.Sprintf("%c%d", 'a'+moves%15, 1+2*(moves/15))))
		moves++
	}
	settled := func(what string) {
		t.Helper()
		until(t, ctx, `document.getElementById('connecting').hidden && `+played(moves))
		time.Sleep(50 * time.Millisecond) // would a move be played twice?
		until(t, ctx, played(moves))
		if text := get[string](t, ctx, `document.getElementById('message').textContent`); text != "" {
			t.Errorf("%s, the page complains: %s", what, text)
		}
	}
	next()
	settled("before")
	moments := 0
	for reached := true; reached && moments < 20; moments++ {
		died := make(chan struct{})
		server.watch(func(part int) {
			if part == moments+1 {
				server.kill()
				close(died)
			}
		})
		next()
		select {
		case <-died:
			server.watch(nil)
			server.begin()
		case <-time.After(time.Second):
			reached = false
			server.watch(nil)
		}
		settled(fmt.Sprintf("killed at moment %d", moments))
	}
	returns := 0
	for reached := true; reached && returns < 20; returns++ {
		now, goOn := make(chan struct{}), make(chan struct{})
		server.kill()
		server.watch(func(part int) {
			if part == returns+1 {
				close(now)
				<-goOn
			}
		})
		server.begin()
		select {
		case <-now:
		case <-time.After(3 * time.Second):
			reached = false
		}
		next()
		server.watch(nil)
		close(goOn)
		settled(fmt.Sprintf("played at moment %d of the return", returns))
	}
	t.Logf("killed at %d moments, played at %d moments of the return", moments, returns)
	if moments < 4 || returns < 4 {
		t.Error("too few moments to find anything")
	}
}
