package outside

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// process is a running engine.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *os.File // its output and its errors: the ends that we read
	errs  *os.File
	lines chan string   // its output; closed when it says nothing more
	ended chan struct{} // closed when it has been waited for
	state error         // of Wait; after ended

	usermove bool // xboard: moves are sent after that word

	mu    sync.Mutex
	last  string // the last line of its error stream
	fault string // why we no longer listen to it
}

// Bounds on the output of an engine.
const (
	maxLine    = 1 << 20 // bytes; a longer line is nonsense
	maxWaiting = 1 << 12 // unread lines; then the engine has to wait
)

// Find returns where a program is. Debian installs games outside the path of some users. If it is
// nowhere, Find returns the name.
func Find(program string) string {
	for _, place := range []string{program, "/usr/games/" + program} {
		if path, err := exec.LookPath(place); err == nil {
			return path
		}
	}
	return program
}

// begin starts a program.
func begin(command []string) (*process, error) {
	cmd := exec.Command(Find(command[0]), command[1:]...)
	apart(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Pipes of our own, so that waiting for the program to end does not cut off its output.
	out, outTo, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	errs, errsTo, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, out.Close(), outTo.Close())
	}
	cmd.Stdout, cmd.Stderr = outTo, errsTo
	err = cmd.Start()
	outTo.Close()
	errsTo.Close()
	if err != nil {
		out.Close()
		errs.Close()
		var missing *exec.Error
		if errors.As(err, &missing) {
			return nil, fmt.Errorf("%s cannot be started: %w", command[0], missing.Err)
		}
		return nil, fmt.Errorf("%s cannot be started: %w", command[0], err)
	}
	p := &process{cmd: cmd, in: in, out: out, errs: errs, lines: make(chan string, maxWaiting),
		ended: make(chan struct{})}
	go func() {
		defer out.Close()
		defer close(p.lines)
		p.read(out)
	}()
	go func() {
		defer errs.Close()
		s := bufio.NewScanner(errs)
		for s.Scan() {
			if text := strings.TrimSpace(s.Text()); text != "" {
				p.mu.Lock()
				p.last = text
				p.mu.Unlock()
			}
		}
		_, _ = io.Copy(io.Discard, errs) // after a line that is too long
	}()
	go func() {
		p.state = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// read passes on lines until the engine says nothing more, or one that is too long.
func (p *process) read(out io.Reader) {
	s := bufio.NewScanner(out)
	s.Buffer(make([]byte, 0, 1<<12), maxLine)
	for s.Scan() {
		select {
		case p.lines <- s.Text():
		case <-p.ended:
			select { // the last output
			case p.lines <- s.Text():
			default:
				return
			}
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		p.mu.Lock()
		p.fault = "it wrote a line of more than a megabyte"
		p.mu.Unlock()
	}
}

// say sends lines. It waits no longer than within for an engine that does not read them.
func (p *process) say(within time.Duration, lines ...string) error {
	sent := make(chan error, 1)
	go func() {
		_, err := io.WriteString(p.in, strings.Join(lines, "\n")+"\n")
		sent <- err
	}()
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case err := <-sent:
		if err != nil {
			return p.gone()
		}
		return nil
	case <-timer.C:
		return errors.New("it does not read its input")
	}
}

// errSilent says that an engine did not answer in time.
var errSilent = errors.New("it gave no answer in time")

// await returns the next line that fits.
func (p *process) await(ctx context.Context, within time.Duration,
	fits func(line string) bool) (string, error) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				return "", p.gone()
			}
			if fits(line) {
				return line, nil
			}
		case <-timer.C:
			return "", errSilent
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// gone says how a program that says nothing more has ended.
func (p *process) gone() error {
	text := "it stopped talking"
	select {
	case <-p.ended:
		text = "it ended"
		if p.state != nil {
			text = "it crashed: " + p.state.Error()
		}
	case <-time.After(time.Second):
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault != "" {
		return errors.New(p.fault)
	}
	if p.last != "" {
		text += fmt.Sprintf(" (%s)", clip(p.last))
	}
	return errors.New(text)
}

// clip shortens the output of an engine for a message.
func clip(text string) string {
	const most = 80
	text = strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text), "?")
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// close asks the engine to quit, waits for a while, and kills it.
func (p *process) close(within time.Duration) {
	go func() { // it may not read this
		_, _ = io.WriteString(p.in, "quit\n")
		_ = p.in.Close()
	}()
	timer := time.NewTimer(within)
	defer timer.Stop()
	for open := true; open; {
		select {
		case <-p.ended:
			open = false
		case <-timer.C:
			open = false
		case _, ok := <-p.lines:
			if !ok { // it says nothing more, but may still be running
				select {
				case <-p.ended:
				case <-timer.C:
				}
				open = false
			}
		}
	}
	p.kill()
}

// kill ends the engine and everything it has started, at once, and waits until they are gone.
func (p *process) kill() {
	end(p.cmd)
	<-p.ended
	// A process it has started may have left its group and keep the pipes open.
	p.out.Close()
	p.errs.Close()
	for range p.lines { // lets the reader finish
	}
}
