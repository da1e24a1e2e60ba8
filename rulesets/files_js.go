package rulesets

import (
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"sync"
	"syscall/js"
	"testing/fstest"
)

// files are the games of the site in which the program runs. The page's worker says their names,
// and fetches one: all its files by their paths, as JSON.
var files = &fetched{games: map[string]fstest.MapFS{}}

type fetched struct {
	mu    sync.Mutex
	games map[string]fstest.MapFS // by name; "." has the folders of all
}

// Open opens a file of a game, which is fetched if it is the first.
func (f *fetched) Open(name string) (fs.File, error) {
	game, _, _ := strings.Cut(name, "/")
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.games["."] == nil {
		all, names := fstest.MapFS{}, js.Global().Get("games")
		for i := range names.Length() {
			all[names.Index(i).String()] = &fstest.MapFile{Mode: fs.ModeDir}
		}
		f.games["."] = all
	}
	if f.games["."][game] == nil && game != "." {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if f.games[game] == nil {
		text, err := wait(js.Global().Call("fetchGame", game))
		if err != nil {
			return nil, err
		}
		var texts map[string]*string // nil: a file that is fetched when it is opened
		if err := json.Unmarshal([]byte(text), &texts); err != nil {
			return nil, err
		}
		f.games[game] = fstest.MapFS{}
		for path, text := range texts {
			file := &fstest.MapFile{}
			if text != nil {
				file.Data = []byte(*text)
			}
			f.games[game][path] = file
		}
	}
	if file := f.games[game][name]; file != nil && file.Data == nil {
		text, err := wait(js.Global().Call("fetchNet", name))
		if err != nil {
			return nil, err
		}
		file.Data = []byte(text)
	}
	return f.games[game].Open(name)
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
