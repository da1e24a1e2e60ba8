//go:build !js

package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"boardgame/dsl/digest"
	"boardgame/interp/record"
	"boardgame/repl/protocol/message"
)

// Tables are kept in a folder: of each, a saved game ADDRESS.game, which the terminal can open, and
// beside it ADDRESS.json with what a saved game has no place for: whose the seats are, and the
// rules as they were sent. Rules that do not come with the program are in the folder rules.
//
// A file is written whole before the change is answered, so whatever ends the server costs at most
// the move that is being written. A table is read again when someone asks for it.

const (
	gameExt  = ".game"
	aboutExt = ".json"
	lockExt  = ".game.lock"
)

// about is what the second file of a table says.
type about struct {
	From    message.LoadParams `json:"from"`
	Seed    uint64             `json:"seed"`
	Listed  bool               `json:"listed"`
	Keep    bool               `json:"keep,omitempty"`
	Watch   string             `json:"spectators,omitempty"`
	Version int                `json:"version"`
	Next    string             `json:"next,omitempty"`
	Seats   []keptSeat         `json:"seats"`
}

// keptSeat is a seat in a file. The key is a digest: the file gives no seat away.
type keptSeat struct {
	Key    string `json:"key,omitempty"`
	Name   string `json:"name,omitempty"`
	Played bool   `json:"played,omitempty"`
	Stays  bool   `json:"stays,omitempty"`
	Bot    bool   `json:"bot,omitempty"`
}

var addressForm = regexp.MustCompile(`^[a-z0-9]{1,40}$`)

func (s *Server) tablesDir() string { return filepath.Join(s.options.Data, "tables") }

// file is the path of a file of a table.
func (s *Server) file(id, ext string) string { return filepath.Join(s.tablesDir(), id+ext) }

// folder returns the name of the folder of the tables, which is made once and kept there; "" if
// there is no such folder.
func (s *Server) folder() string {
	if s.options.Data == "" {
		return ""
	}
	name := filepath.Join(s.options.Data, "name")
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && os.MkdirAll(s.options.Data, 0o700) == nil &&
		record.WriteFile(name, []byte(s.instance)) == nil {
		return s.instance
	}
	return string(text)
}

// exists reports whether a table of that address has been kept.
func (s *Server) exists(id string) bool {
	if s.options.Data == "" {
		return false
	}
	_, err := os.Stat(s.file(id, gameExt))
	return err == nil
}

// files is what the server knows of a table's files.
type files struct {
	saving  sync.Mutex // guards what follows, and the files
	saved   int        // the version that was written last
	about   string     // what the second file says
	unsaved bool       // the last change could not be written
	dropped bool       // the table is no longer the server's
	lock    *os.File   // nil: nothing has been written yet
}

// keep writes a change of a table, whose files are locked. Where that fails the game goes on, and
// the next change tries again; the log says so.
func (s *Server) keep(t *table, now standing, r *record.Game) {
	if s.options.Data == "" || !now.worth() {
		return
	}
	if now.version <= t.saved || t.dropped {
		return
	}
	err := s.write(t, now, r)
	if err == nil {
		t.saved = now.version
	}
	if (err != nil) != t.unsaved {
		t.unsaved = err != nil
		s.log("a table is saved", "table", t.id, "error", err)
	}
}

func (s *Server) write(t *table, now standing, r *record.Game) error {
	if t.lock == nil {
		if err := os.MkdirAll(s.tablesDir(), 0o700); err != nil {
			return err
		}
		lock, err := lockFile(s.file(t.id, lockExt))
		if err != nil {
			return err
		}
		t.lock = lock
	}
	a := about{From: *t.game.from, Seed: t.seed, Listed: now.listed, Keep: t.keeps, Watch: t.watch,
		Version: now.version, Next: now.next}
	for _, one := range now.seats {
		a.Seats = append(a.Seats, keptSeat{one.key, one.name, one.played, one.stays, one.bot})
	}
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	if string(text) != t.about {
		if err := record.WriteFile(s.file(t.id, aboutExt), text); err != nil {
			return err
		}
		t.about = string(text)
	}
	if r == nil {
		return nil
	}
	if !t.game.ruleset.Builtin {
		if r.Ruleset, err = s.rulesFile(t.game); err != nil {
			return err
		}
	}
	return record.Save(s.file(t.id, gameExt), r)
}

// rulesFile writes rules that do not come with the program, once, and returns their path.
func (s *Server) rulesFile(g *game) (string, error) {
	src := g.from.Source
	if src.Path != "" {
		return filepath.Abs(src.Path)
	}
	text, err := json.Marshal(src)
	if err != nil {
		return "", err
	}
	dir, err := filepath.Abs(filepath.Join(s.options.Data, "rules",
		fmt.Sprintf("%x", digest.Sum(text))[:32]))
	if err != nil {
		return "", err
	}
	main := filepath.Join(dir, "rules.rules")
	if _, err := os.Stat(main); err == nil {
		return main, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	for name, text := range src.Files {
		name = filepath.Base(strings.TrimSuffix(name, ".rules"))
		if err := record.WriteFile(filepath.Join(dir, name+".rules"), []byte(text)); err != nil {
			return "", err
		}
	}
	if src.TOML != "" {
		if err := record.WriteFile(filepath.Join(dir, "rules.toml"), []byte(src.TOML)); err != nil {
			return "", err
		}
	}
	return main, record.WriteFile(main, []byte(src.Text))
}

// lockFile keeps other programs away from a game.
func lockFile(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := record.Lock(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// letGo lets other programs have the game of a table that the server no longer holds; with remove,
// its files go.
func (s *Server) letGo(t *table, remove bool) {
	t.saving.Lock()
	defer t.saving.Unlock()
	t.dropped = true
	if remove && s.options.Data != "" {
		os.Remove(s.file(t.id, gameExt))
		os.Remove(s.file(t.id, aboutExt))
	}
	if t.lock != nil {
		os.Remove(t.lock.Name())
		record.Unlock(t.lock)
		t.lock.Close()
		t.lock = nil
	}
}

// wake reads a table again that has been kept; nil if there is none of that address.
func (k *call) wake(id string) (*table, error) {
	s := k.conn.server
	if !addressForm.MatchString(id) || !s.exists(id) {
		return nil, nil
	}
	for {
		s.mu.Lock()
		if t := s.tables[id]; t != nil {
			s.mu.Unlock()
			return t, nil
		}
		others := s.waking[id]
		if others == nil {
			if err := s.room(k.conn); err != nil {
				s.mu.Unlock()
				return nil, err
			}
			s.waking[id] = make(chan struct{})
			s.mu.Unlock()
			var t *table
			defer func() { s.awake(id, t) }() // even if the client goes, whose rules then panic
			var err error
			t, err = k.read(id)
			return t, err
		}
		s.mu.Unlock()
		select {
		case <-others:
		case <-k.ctx.Done():
			return nil, k.ctx.Err()
		}
	}
}

// read reads a table from its files.
func (k *call) read(id string) (t *table, err error) {
	s := k.conn.server
	lock, err := lockFile(s.file(id, lockExt))
	if err != nil {
		return nil, busy(10*time.Second, "another program has the game of this table open")
	}
	defer func() {
		if t == nil || err != nil { // the rules panic if the client goes
			os.Remove(lock.Name())
			lock.Close()
		}
	}()
	text, err := os.ReadFile(s.file(id, aboutExt))
	var a about
	if err == nil {
		err = json.Unmarshal(text, &a)
	}
	if err != nil {
		s.log("a table cannot be read", "table", id, "error", err)
		return nil, missing("the table %s cannot be read again", id)
	}
	f, err := find(&a.From.Source, true)
	if err != nil {
		return nil, err
	}
	g, err := s.loadFound(k.ctx, s.house, f, &a.From)
	if err != nil {
		return nil, err
	}
	r, err := record.Load(s.file(id, gameExt))
	if err != nil {
		return nil, missing("the game of the table cannot be read: %s", err)
	}
	if t, err = k.opened(g, r, a.Seed); err != nil {
		return nil, err
	}
	t.id, t.listed, t.by, t.lock, t.about = id, a.Listed, k.conn.address(), lock, string(text)
	t.version, t.next = a.Version+1, a.Next
	if g.game.Secret() { // a number of steps would tell of those that are hidden
		t.version, t.keeps, t.shown = int(time.Now().UnixMilli()), a.Keep, nil
		t.watch = a.Watch
		t.judge(&t.standing, k.on(g))
		t.notice()
	}
	t.saved = t.version
	for i := range min(len(a.Seats), len(t.seats)) {
		one := a.Seats[i]
		t.seats[i] = seat{key: one.Key, name: one.Name, played: one.Played, stays: one.Stays,
			bot:  one.Bot,
			left: time.Now()}
	}
	return t, nil
}

// SweepTables removes what was kept of tables that nobody has touched for that long, and of games
// that were being written when the program ended. It returns how many tables went.
func (s *Server) SweepTables(age time.Duration) (int, error) {
	files, err := os.ReadDir(s.tablesDir())
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	removed := 0
	for _, f := range files {
		if info, statErr := f.Info(); statErr != nil || time.Since(info.ModTime()) < age {
			continue
		}
		id, isGame := strings.CutSuffix(f.Name(), gameExt)
		s.mu.Lock()
		open := s.tables[id] != nil || s.waking[id] != nil
		s.mu.Unlock()
		switch {
		case open:
		case isGame:
			os.Remove(s.file(id, aboutExt))
			os.Remove(s.file(id, gameExt))
			removed++
		case strings.HasPrefix(f.Name(), "."):
			os.Remove(filepath.Join(s.tablesDir(), f.Name()))
		}
	}
	return removed, err
}

// Close lets go of all tables, whose games stay in their files.
func (s *Server) Close() {
	s.mu.Lock()
	all := s.tables
	s.tables = map[string]*table{}
	s.mu.Unlock()
	for _, t := range all {
		t.close()
		s.letGo(t, false)
	}
}

// Run does what must be done from time to time, until ctx ends: it sweeps tables that are older,
// unloads those that nobody asks for, and gives memory back that is not needed.
func (s *Server) Run(ctx context.Context, age time.Duration) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for n := 0; ; n++ {
		const anHour = 60
		if n%anHour == 0 && s.options.Data != "" {
			if gone, err := s.SweepTables(age); gone > 0 || err != nil {
				s.log("old tables are swept", "tables", gone, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		s.mu.Lock()
		s.sweep()
		s.mu.Unlock()
		s.freeMemory()
	}
}
