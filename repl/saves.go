package repl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boardgame/dsl/diag"
	"boardgame/interp/course"
	"boardgame/interp/record"
	"boardgame/repl/speech"
)

// store is the folder of autosaved games. Every game has a record there from its first move on.
type store struct {
	dir string // "": nothing is saved
	now func() time.Time
}

const saveExt = ".game"

func (st *store) games() string { return filepath.Join(st.dir, "games") }

// history is the file of typed lines; "" for none.
func (st *store) history() string {
	if st.dir == "" {
		return ""
	}
	return filepath.Join(st.dir, "history")
}

// slot is the file of a game under way, which no other program may use meanwhile.
type slot struct {
	file string
	lock *os.File
}

// saved is a game in the store.
type saved struct {
	file   string
	record *record.Game
	when   time.Time
	busy   bool // another program has it open
}

// declined reports whether not to offer the game.
func (sv *saved) declined() bool { return slices.Contains(sv.record.Tags, declinedTag) }

// title names a saved game in a line.
func (sv *saved) title(now time.Time) string {
	r := sv.record
	parts := []string{r.Ruleset}
	for _, o := range r.Options {
		parts = append(parts, o.Name+"="+o.Value)
	}
	var seats []string
	for _, seat := range r.Seats {
		seats = append(seats, seat.Name+" "+seat.Value)
	}
	text := fmt.Sprintf("%s, %s, %s, %s", strings.Join(parts, " "), strings.Join(seats, " – "),
		diag.Amount(len(r.Turns), "turn"), ago(now.Sub(sv.when)))
	if r.Result != "" {
		text += ", " + r.Result
	}
	if sv.busy {
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

// list returns the games of the store, the newest first. It skips files that are not records.
func (st *store) list() []*saved {
	if st.dir == "" {
		return nil
	}
	files, err := os.ReadDir(st.games())
	if err != nil {
		return nil
	}
	st.sweep(files)
	var all []*saved
	for _, f := range files {
		info, err := f.Info()
		if err != nil || !strings.HasSuffix(f.Name(), saveExt) || strings.HasPrefix(f.Name(), ".") {
			continue
		}
		file := filepath.Join(st.games(), f.Name())
		r, err := record.Load(file)
		if err != nil {
			continue
		}
		all = append(all, &saved{file: file, record: r, when: info.ModTime(), busy: locked(file)})
	}
	slices.SortFunc(all, func(a, b *saved) int {
		if c := b.when.Compare(a.when); c != 0 {
			return c
		}
		return strings.Compare(b.file, a.file)
	})
	return all
}

// sweep removes what a killed program left in the store: half-written games, and locks that no
// program holds. It does not touch the files of games that another program has open.
func (st *store) sweep(files []fs.DirEntry) {
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
		if !locked(filepath.Join(st.games(), game+saveExt)) {
			// A file that stays is harmless; the next program tries again.
			_ = os.Remove(filepath.Join(st.games(), name))
		}
	}
}

// open returns the games that can be resumed.
func (st *store) open() []*saved {
	return slices.DeleteFunc(st.list(), func(sv *saved) bool {
		return sv.record.Result != "" ||
			sv.busy || len(sv.record.Turns) == 0
	})
}

// claim makes a slot for a new game.
func (st *store) claim(rs string) (*slot, error) {
	if err := os.MkdirAll(st.games(), 0o755); err != nil {
		return nil, err
	}
	if files, err := os.ReadDir(st.games()); err == nil {
		st.sweep(files)
	}
	base := strings.TrimSuffix(filepath.Base(rs), filepath.Ext(rs))
	stamp := st.now().Format("20060102-150405")
	for i := 0; i < 1000; i++ {
		name := fmt.Sprintf("%s-%s", stamp, base)
		if i > 0 {
			name += fmt.Sprintf("-%d", i)
		}
		file := filepath.Join(st.games(), name+saveExt)
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		sl, err := hold(file)
		if errors.Is(err, errBusy) {
			continue
		}
		return sl, err
	}
	return nil, fmt.Errorf("%s cannot hold another game", st.games())
}

var errBusy = errors.New("another program has this game open")

func lockName(file string) string { return file + ".lock" }

// hold locks a game's file for this program alone.
func hold(file string) (*slot, error) {
	for {
		f, err := os.OpenFile(lockName(file), os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		if err := record.Lock(f); err != nil {
			f.Close()
			return nil, fmt.Errorf("%w (%s)", errBusy, filepath.Base(file))
		}
		// The previous owner may have removed it in between: then others create a new one and lock
		// that.
		mine, err1 := f.Stat()
		named, err2 := os.Stat(lockName(file))
		if err1 == nil && err2 == nil && os.SameFile(mine, named) {
			return &slot{file, f}, nil
		}
		f.Close()
		if err1 != nil || err2 != nil && !errors.Is(err2, fs.ErrNotExist) {
			return nil, errors.Join(err1, err2)
		}
	}
}

// locked reports whether another program has locked a game's file.
func locked(file string) bool {
	f, err := os.OpenFile(lockName(file), os.O_RDWR, 0)
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

// free releases the file. It removes the lock file first, while no other program can hold it.
func (sl *slot) free() error {
	os.Remove(sl.lock.Name())
	return sl.lock.Close()
}

// release lets other programs have the game. It saves nothing: every move is already on disk.
func (t *table) release() error {
	if t.former != nil {
		if err := t.former.release(); err != nil {
			return err
		}
	}
	return t.free()
}

// free lets other programs have the game as it is under the rules of this table.
func (t *table) free() error {
	if t.slot == nil {
		return nil
	}
	err := t.slot.free()
	t.slot = nil
	return err
}

// keep saves the game. If that fails it says so, and the game continues in memory: a full disk must
// not end it.
func (k *keeper) keep() error {
	t := k.table
	if k.saves.dir == "" || t.slot == nil && t.untouched() {
		return nil // nobody would miss a game with nothing but rolls
	}
	err := func() error {
		if t.slot == nil {
			sl, err := k.saves.claim(t.name)
			if err != nil {
				return err
			}
			t.slot = sl
		}
		r := t.record()
		if !k.Options.Live {
			// the next player is not offered the game of a script
			r.Tags = append(r.Tags, declinedTag)
		}
		return record.Save(t.slot.file, r)
	}()
	if err != nil && !k.unsaved {
		k.Say("%s", k.Paint("yellow", "The game cannot be saved: "+err.Error()))
		k.Para("", "It continues in memory. Every move tries again, and `save FILE` saves it "+
			"elsewhere.")
	}
	if err == nil && k.unsaved {
		k.Say("The game is saved again.")
	}
	k.unsaved = err != nil
	return nil
}

// record makes the record of the game up to the current position.
func (t *table) record() *record.Game {
	r := t.course.Record(t.name)
	for i, st := range t.seats {
		r.Seats = append(r.Seats, record.Pair{Name: t.PlayerName(i), Value: st.String()})
	}
	if t.Preset != "" {
		r.Tags = append(r.Tags, record.Pair{Name: presetTag, Value: t.Preset})
	}
	return r
}

const presetTag = "preset"

// declinedTag marks a game not to offer: the player declined it, or a script played it.
var declinedTag = record.Pair{Name: "offered", Value: "no, thanks"}

// restore makes a table from a record. With anyway, it accepts rules that have changed since, as
// long as the moves are legal.
func (k *keeper) restore(r *record.Game, anyway bool) (*table, error) {
	options := map[string]string{}
	preset := ""
	for _, o := range r.Options {
		options[o.Name] = o.Value
	}
	for _, tag := range r.Tags {
		if tag.Name == presetTag {
			preset = tag.Value
		}
	}
	t, err := newTable(r.Ruleset, preset, options, nil, k.seed())
	if err != nil && preset != "" {
		// the preset is gone; the options say it all
		t, err = newTable(r.Ruleset, "", options, nil, k.seed())
	}
	if err != nil {
		return nil, err
	}
	copy := *r
	if anyway {
		copy.Hash = ""
	}
	played, err := course.Open(context.Background(), t.Game, &copy, k.Options.Now)
	if err != nil {
		var other *record.OtherRulesError
		if errors.As(err, &other) {
			return nil, fmt.Errorf("%w.\nAdd `anyway` to load it with the rules as they are now",
				err)
		}
		return nil, err
	}
	for _, sitter := range r.Seats {
		i, err := t.player(sitter.Name)
		if err == nil {
			if err := t.sit(i, sitter.Value); err != nil {
				t.seats[i] = seat{} // the name of a person, or a bot that no longer exists
			}
		}
	}
	t.begin(played)
	t.told = t.over()
	return t, nil
}

// goOn resumes a saved game for a person. If the rules have changed since, it asks whether to
// replay the moves under the new ones. If the game is not resumed, it calls instead.
func (s *modal) goOn(sv *saved, instead func() error) error {
	err := s.resume(sv, false)
	var changed *record.OtherRulesError
	if !errors.As(err, &changed) {
		return s.OrElse(err, instead)
	}
	if _, err := s.restore(sv.record, true); err != nil {
		s.Para("  ", "The rules have changed since this game was saved, and its moves do not fit "+
			"them: "+err.Error())
		return instead()
	}
	s.enter(&confirm{
		ask:   "The rules have changed since. Replay the moves under the new ones? [Y/n] ",
		means: "`y` or Enter replays the moves under the new rules; `n` leaves the game as it is.",
		saved: true,
		yes:   func() error { return s.OrElse(s.resume(sv, true), instead) },
		no:    instead,
	})
	return nil
}

// resume opens a game of the store; with anyway, even if the rules have changed since.
func (s *modal) resume(sv *saved, anyway bool) error {
	sl, err := hold(sv.file)
	if err != nil {
		return err
	}
	t, err := s.restore(sv.record, anyway)
	if err != nil {
		_ = sl.free()
		return err
	}
	t.slot = sl
	s.open(t)
	return nil
}

// Resume continues the last unfinished game of the named ruleset, or of any ruleset if name is "".
func (s *Session) Resume(name string) error {
	for _, sv := range s.saves.open() {
		if name == "" || sv.record.Ruleset == name {
			return s.run(func(context.Context) error { return s.resume(sv, false) })
		}
	}
	if name != "" {
		return fmt.Errorf("there is no unfinished game of %s", name)
	}
	return errors.New("there is no unfinished game")
}

// Offer asks whether to continue an unfinished game of the named ruleset or, with "", of any. With
// a preset or options, it asks about one that began with the same options. It reports whether there
// is a game to ask about. If the answer is no, Offer calls then.
func (s *Session) Offer(name, preset string, options map[string]string, then func() error) bool {
	if !s.Config.Resume {
		return false
	}
	var same []record.Pair // the options of the games to ask about
	chosen := preset != "" || len(options) > 0
	if chosen {
		t, err := newTable(name, preset, options, nil, s.seed())
		if err != nil {
			return false // opening it will report the error
		}
		same = t.record().Options
	}
	for _, sv := range s.saves.open() {
		if !sv.declined() && (name == "" || sv.record.Ruleset == name) &&
			(!chosen || slices.Equal(same, sv.record.Options)) {
			s.Say("%s", s.Paint("bold", "There is an unfinished game:"))
			s.Para("  ", "  "+sv.title(s.Options.Now()))
			decline := func() error {
				// It stays in the list of `resume`, but is not asked about again, unless the tag
				// cannot be written.
				if sl, err := hold(sv.file); err == nil {
					sv.record.Tags = append(sv.record.Tags, declinedTag)
					_ = record.Save(sv.file, sv.record)
					_ = sl.free()
				}
				return then()
			}
			s.enter(&confirm{ask: "Resume it? [Y/n] ", saved: true,
				means: "`y` or Enter resumes the game; `n` starts a new one and keeps the old one " +
					"in the list of `resume`.",
				yes: func() error { return s.goOn(sv, then) }, no: decline})
			return true
		}
	}
	return false
}

// confirm is the mode of a yes-or-no question; an empty line is yes.
type confirm struct {
	ask     string
	means   string // what the answers do
	saved   bool   // it is about an unfinished game
	yes, no func() error
}

func (c *confirm) prompt(*Session) string                    { return c.ask }
func (c *confirm) complete(_ *Session, line string) []string { return nil }
func (c *confirm) exec(s *Session, line string) (bool, error) {
	switch word := strings.Trim(strings.ToLower(line), ".!"); {
	case line == "" || slices.Contains(yesWords, word):
		s.leave()
		return true, c.yes()
	case slices.Contains(noWords, word):
		s.leave()
		return true, c.no()
	}
	cmd, _ := findCommand(speech.FirstWord(line))
	switch {
	case cmd != nil && (cmd.named("quit") || cmd.named("menu") && len(s.modes) > 1):
		return false, nil
	case cmd != nil && cmd.named("help"):
		s.Para("", c.help())
		return true, nil
	}
	return true, errors.New("Please answer yes or no. " + c.help())
}

// help says what you can answer, and how to leave.
func (c *confirm) help() string { return c.means + " `quit` or Ctrl-D leaves boardgame." }

// The words that answer a question, besides an empty line.
var (
	yesWords = []string{"y", "yes", "yeah", "yep", "ok", "okay", "sure", "please", "resume",
		"continue", "go", "go on", "begin", "start", "play"}
	noWords = []string{"n", "no", "nope", "new", "new game", "not now", "back"}
)
