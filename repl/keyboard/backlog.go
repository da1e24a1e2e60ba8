package keyboard

import (
	"io"
	"sync"
)

// backlog is what was typed and has not been read yet. Unlike a pipe alone, it never keeps the
// writer waiting, so Ctrl-C is noticed however much was typed before it.
type backlog struct {
	mu    sync.Mutex
	keys  []byte
	ended bool
	more  chan struct{} // keys have come, or the end
}

// mostAhead is how many keys may wait. More can only be a mistake, and are dropped.
const mostAhead = 1 << 20

// newBacklog passes what is added to it on to a writer, and closes the writer at the end.
func newBacklog(to io.WriteCloser) *backlog {
	b := &backlog{more: make(chan struct{}, 1)}
	go b.empty(to)
	return b
}

func (b *backlog) empty(to io.WriteCloser) {
	defer to.Close()
	var part [4096]byte
	for {
		n, ended := b.take(part[:])
		switch {
		case n > 0:
			if _, err := to.Write(part[:n]); err != nil {
				return
			}
		case ended:
			return
		default:
			<-b.more
		}
	}
}

// take moves the next keys into a buffer.
func (b *backlog) take(part []byte) (n int, ended bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n = copy(part, b.keys)
	b.keys = b.keys[n:]
	return n, b.ended
}

// full reports whether keys that are typed now are dropped.
func (b *backlog) full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.keys) > mostAhead
}

// add adds keys, and reports whether there may still be a reader.
func (b *backlog) add(keys string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended {
		return false
	}
	b.keys = append(b.keys, keys...)
	b.notify()
	return true
}

// end says that no keys follow.
func (b *backlog) end() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ended = true
	b.notify()
}

func (b *backlog) notify() {
	select {
	case b.more <- struct{}{}:
	default: // the last notice has not been seen yet
	}
}
