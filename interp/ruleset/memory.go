package ruleset

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
)

// Memory is a library that opens no file: it looks for the files that rules refer to among its
// texts, by name with or without the extension, and then among the built-in games. The zero Memory
// has only the built-in games.
type Memory map[string]string

// Find returns the file called name.
func (m Memory) Find(name, from string) (*source.File, error) {
	base := strings.TrimSuffix(name, Ext)
	for _, called := range []string{base, base + Ext} {
		if text, ok := m[called]; ok && called != from {
			return source.NewFile(base+Ext, text), nil
		}
	}
	if slices.Contains(List(), base) {
		r, err := builtin(base)
		if err != nil {
			return nil, err
		}
		return r.File, nil
	}
	message := fmt.Sprintf("there is no built-in game called %q, and no text with that name was sent",
		base)
	if near := diag.NearestName(base, List()); near != "" && near != base {
		message += fmt.Sprintf("; did you mean %q?", near)
	}
	return nil, errors.New(message)
}

// FromText returns the ruleset of a text that is not a file: its name is what messages call it,
// toml the text of its NAME.toml ("": none; in that case a variant looks and plays like the
// built-in game that it extends). It never opens files on disk.
func FromText(name, rules, toml string, lib Memory) (*Ruleset, error) {
	if len(rules) > MaxFile || len(toml) > MaxFile {
		return nil, &fileError{name, fmt.Sprintf("is too large: more than %d kB", MaxFile>>10), nil}
	}
	checked, err := text(name, []byte(rules))
	if err != nil {
		return nil, err
	}
	r := &Ruleset{Name: strings.TrimSuffix(name, Ext), File: source.NewFile(name, checked)}
	if toml != "" {
		r.toml = toml
		r.Info, err = ReadInfo(r.Name+".toml", toml)
		r.Info.nets(func(name string) (string, error) {
			if text, ok := lib[name]; ok {
				return text, nil
			}
			return "", fs.ErrNotExist
		})
		return r, err
	}
	if base := strings.TrimSuffix(r.extends(), Ext); !lib.has(base) && slices.Contains(List(), base) {
		shipped, err := builtin(base)
		if err != nil {
			return nil, err
		}
		r.adopt(shipped, lib)
	}
	return r, nil
}

// has reports whether the library itself has a text of that name, without the extension.
func (m Memory) has(base string) bool { return m[base] != "" || m[base+Ext] != "" }
