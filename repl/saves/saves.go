// Package saves is the folder of games that a session saves by itself, and the locks that keep two
// programs from playing the same one.
package saves

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boardgame/dsl/diag"
	"boardgame/dsl/lists"
	"boardgame/interp/record"
)

// Store is the folder of autosaved games. Every game has a record there from its first move on.
type Store struct {
	Dir string // "": nothing is saved
	Now func() time.Time
}

const saveExt = ".game"

// Games is the folder.
func (st *Store) Games() string { return filepath.Join(st.Dir, "games") }

// History is the file of typed lines; "" for none.
func (st *Store) History() string {
	if st.Dir == "" {
		return ""
	}
	return filepath.Join(st.Dir, "history")
}

// Slot is the file of a game under way, which no other program may use meanwhile.
type Slot struct {
	File string
	Lock *os.File
}

// Saved is a game in the store.
type Saved struct {
	File   string
	Record *record.Game
	when   time.Time
	Busy   bool // another program has it open
}

// Declined reports whether not to offer the game.
func (sv *Saved) Declined() bool { return slices.Contains(sv.Record.Tags, DeclinedTag) }

// Title names a saved game in a line.
func (sv *Saved) Title(now time.Time) string {
	r := sv.Record
	parts := []string{r.Ruleset}
	for _, o := range r.Options {
		parts = append(parts, o.Name+"="+o.Value)
	}
	seats := lists.Map(r.Seats, func(seat record.Pair) string { return seat.Name + " " + seat.Value })
	text := fmt.Sprintf("%s, %s, %s, %s", strings.Join(parts, " "), strings.Join(seats, " – "),
		diag.Amount(len(r.Turns), "turn"), ago(now.Sub(sv.when)))
	if r.Result != "" {
		text += ", " + r.Result
	}
	if sv.Busy {
		text += ", open in another program"
	}
	return text
}

func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "just now"
	case d < time.Hour:
		return diag.Amount(int(d.Minutes()), "minute") + " ago"
	case d < 48*time.Hour:
		return diag.Amount(int(d.Hours()), "hour") + " ago"
	}
	return diag.Amount(int(d.Hours()/24), "day") + " ago"
}

// List returns the games of the store, the newest first. It skips files that are not records.
func (st *Store) List() []*Saved {
	if st.Dir == "" {
		return nil
	}
	files, err := os.ReadDir(st.Games())
	if err != nil {
		return nil
	}
	st.sweep(files)
	var all []*Saved
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !strings.HasSuffix(f.Name(), saveExt) || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		file := filepath.Join(st.Games(), f.Name())
		r, err := record.Load(file)
		if err != nil {
			continue
		}
		all = append(all, &Saved{File: file, Record: r, when: info.ModTime(), Busy: locked(file)})
	}
	slices.SortFunc(all, func(a, b *Saved) int {
		if c := b.when.Compare(a.when); c != 0 {
			return c
		}
		return strings.Compare(b.File, a.File)
	})
	return all
}

// sweep removes what a killed program left in the store: half-written games, and locks that no
// program holds. It does not touch the files of games that another program has open.
func (st *Store) sweep(files []fs.DirEntry) {
	for _, f := range files {
		name := f.Name()
		game, isLock := strings.CutSuffix(name, saveExt+".lock")
		if !isLock {
			hidden, dot := strings.CutPrefix(name, ".")
			at := strings.LastIndex(hidden, saveExt+".")
			if !dot || at < 0 || !f.Type().IsRegular() {
				continue
			}
			game = hidden[:at]
		}
		if !locked(filepath.Join(st.Games(), game+saveExt)) {
			// A file that stays is harmless; the next program tries again.
			_ = os.Remove(filepath.Join(st.Games(), name))
		}
	}
}

// Open returns the games that can be resumed.
func (st *Store) Open() []*Saved {
	return slices.DeleteFunc(st.List(), func(sv *Saved) bool {
		return sv.Record.Result != "" || sv.Busy || len(sv.Record.Turns) == 0
	})
}

// Claim makes a slot for a new game.
func (st *Store) Claim(rs string) (*Slot, error) {
	if err := os.MkdirAll(st.Games(), 0o755); err != nil {
		return nil, err
	}
	if files, err := os.ReadDir(st.Games()); err == nil {
		st.sweep(files)
	}
	base := strings.TrimSuffix(filepath.Base(rs), filepath.Ext(rs))
	stamp := st.Now().Format("20060102-150405")
	for i := 0; i < 1000; i++ {
		name := fmt.Sprintf("%s-%s", stamp, base)
		if i > 0 {
			name += fmt.Sprintf("-%d", i)
		}
		file := filepath.Join(st.Games(), name+saveExt)
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		sl, err := Hold(file)
		if errors.Is(err, ErrBusy) {
			continue
		}
		return sl, err
	}
	return nil, fmt.Errorf("%s cannot hold another game", st.Games())
}

// ErrBusy says that a game cannot be opened twice.
var ErrBusy = errors.New("another program has this game open")

// LockName is the file whose lock belongs to a saved game.
func LockName(file string) string { return file + ".lock" }

// Hold locks a game's file for this program alone.
func Hold(file string) (*Slot, error) {
	for {
		f, err := os.OpenFile(LockName(file), os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		if err := record.Lock(f); err != nil {
			f.Close()
			return nil, fmt.Errorf("%w (%s)", ErrBusy, filepath.Base(file))
		}
		// The previous owner may have removed it in between: then others create a new one and lock
		// that.
		mine, err1 := f.Stat()
		named, err2 := os.Stat(LockName(file))
		if err1 == nil && err2 == nil && os.SameFile(mine, named) {
			return &Slot{file, f}, nil
		}
		f.Close()
		if err1 != nil || err2 != nil && !errors.Is(err2, fs.ErrNotExist) {
			return nil, errors.Join(err1, err2)
		}
	}
}

// locked reports whether another program has locked a game's file.
func locked(file string) bool {
	f, err := os.OpenFile(LockName(file), os.O_RDWR, 0)
	if err != nil {
		return false // there is no lock
	}
	defer f.Close()
	if record.Lock(f) != nil {
		return true
	}
	record.Unlock(f)
	return false
}

// Free releases the file. It removes the lock file first, while no other program can hold it.
func (sl *Slot) Free() error {
	os.Remove(sl.Lock.Name())
	return sl.Lock.Close()
}

// DeclinedTag marks a game not to offer: the player declined it, or a script played it.
var DeclinedTag = record.Pair{Name: "offered", Value: "no, thanks"}
