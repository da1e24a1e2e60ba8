package rulesets

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall/js"
	"time"
)

// files are the games of the site in which the program runs. The page's worker says their names,
// and fetches one: all its files by their paths, as JSON.
var files = &fetched{games: map[string]game{}}

type fetched struct {
	mu    sync.Mutex
	games map[string]game // by name; "." has the folders of all
}

// A game is its files by their paths; nil stands for one that is fetched when it is opened.
type game map[string]*string

// Open opens a file of a game, which is fetched if it is the first.
func (f *fetched) Open(name string) (fs.File, error) {
	of, _, _ := strings.Cut(name, "/")
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.games["."] == nil {
		all, names, none := game{}, js.Global().Get("games"), ""
		for i := range names.Length() {
			all[names.Index(i).String()+"/"] = &none
		}
		f.games["."] = all
	}
	if f.games["."][of+"/"] == nil && of != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if f.games[of] == nil {
		text, err := wait(js.Global().Call("fetchGame", of))
		if err != nil {
			return nil, err
		}
		var texts game
		if err := json.Unmarshal([]byte(text), &texts); err != nil {
			return nil, err
		}
		f.games[of] = texts
	}
	if text, ok := f.games[of][name]; ok && text == nil {
		text, err := wait(js.Global().Call("fetchNet", name))
		if err != nil {
			return nil, err
		}
		f.games[of][name] = &text
	}
	return f.games[of].open(name)
}

// open opens a file or, if files lie below the name, a folder.
func (g game) open(name string) (fs.File, error) {
	if text := g[name]; text != nil {
		return &file{node: node{name: path.Base(name), size: len(*text)},
			Reader: strings.NewReader(*text)}, nil
	}
	folder := &file{node: node{name: path.Base(name), dir: true}, Reader: strings.NewReader("")}
	inside := map[string]fs.DirEntry{}
	for at, text := range g {
		rest, below := strings.CutPrefix(at, name+"/")
		if below || name == "." {
			first, _, dir := strings.Cut(rest, "/")
			inside[first] = node{name: first, dir: dir}
			if !dir && text != nil {
				inside[first] = node{name: first, size: len(*text)}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(inside)) {
		folder.entries = append(folder.entries, inside[name])
	}
	if len(inside) == 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return folder, nil
}

// node is what there is to know of a file. Package testing/fstest has such files, too; it would be
// a hundredth of the program.
type node struct {
	name string
	size int
	dir  bool
}

func (n node) Name() string               { return n.name }
func (n node) Size() int64                { return int64(n.size) }
func (n node) IsDir() bool                { return n.dir }
func (n node) Type() fs.FileMode          { return n.Mode().Type() }
func (n node) ModTime() time.Time         { return time.Time{} }
func (n node) Sys() any                   { return nil }
func (n node) Info() (fs.FileInfo, error) { return n, nil }
func (n node) Mode() fs.FileMode {
	if n.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

// file is an open file or folder.
type file struct {
	node
	*strings.Reader
	entries []fs.DirEntry
}

func (f *file) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f *file) Close() error               { return nil }

// ReadDir returns the next n entries of a folder; all that are left if n is not positive.
func (f *file) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.entries) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.entries) {
		n = len(f.entries)
	}
	next := f.entries[:n]
	f.entries = f.entries[n:]
	return next, nil
}

// wait returns the text of a promise. The error is that with which it is rejected.
func wait(promise js.Value) (text string, err error) {
	done := make(chan struct{})
	then := js.FuncOf(func(_ js.Value, got []js.Value) any {
		text = got[0].String()
		close(done)
		return nil
	})
	defer then.Release()
	otherwise := js.FuncOf(func(_ js.Value, got []js.Value) any {
		err = errors.New(got[0].Get("message").String())
		close(done)
		return nil
	})
	defer otherwise.Release()
	promise.Call("then", then, otherwise)
	<-done
	return text, err
}
