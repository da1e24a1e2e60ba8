// Package files writes files so that nothing is lost: whole or not at all, and none replaces another
// unless the user has said so.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"boardgame/interp/record"
)

// Write gives a file new content, all of it or none: a full disk leaves no half under the name.
func Write(name string, data []byte) error {
	if err := InFolder(name); err != nil {
		return err
	}
	if err := record.WriteFile(name, data); err != nil {
		return fmt.Errorf("%s was not written: %w", name, err)
	}
	return nil
}

// InFolder returns an error if the folder for a file does not exist.
func InFolder(path string) error {
	folder := filepath.Dir(path)
	if stat, err := os.Stat(folder); err != nil || !stat.IsDir() {
		return fmt.Errorf("%s cannot be written: there is no folder %s", path, folder)
	}
	return nil
}

// NotThere returns an error if a file to be written exists: nobody wants to lose one.
func NotThere(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s already exists; name a new file", path)
}

// MayReplace is [NotThere], unless force says that a file may be replaced.
func MayReplace(path string, force bool) error {
	if err := NotThere(path); err != nil && !force {
		return fmt.Errorf("%w, or say --force", err)
	}
	return nil
}

// Create writes files that do not exist yet, pairs of a name and a text: all of them or none.
func Create(all ...[2]string) error {
	for i, f := range all {
		err := fmt.Errorf("%s already exists; nothing was written", f[0])
		if _, found := os.Lstat(f[0]); found != nil {
			err = Write(f[0], []byte(f[1]))
		}
		if err != nil {
			for _, written := range all[:i] {
				err = errors.Join(err, os.Remove(written[0]))
			}
			return err
		}
	}
	return nil
}

// WithFolder makes a folder and those above it, calls do, and removes what it made if do fails.
func WithFolder(folder string, do func() error) error {
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return do()
	}
	return WithFolder(filepath.Dir(folder), func() error {
		err := os.Mkdir(folder, 0o777)
		if err == nil {
			if err = do(); err != nil {
				err = errors.Join(err, os.Remove(folder))
			}
		}
		return err
	})
}
