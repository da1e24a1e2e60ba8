package record

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"boardgame/dsl/source"
)

// Save writes a record to a file. An existing file is replaced only when the new one is safely on
// disk; if anything goes wrong, it stays unchanged.
func Save(name string, r *Game) error {
	if err := replace(name, r.Write); err != nil {
		return fmt.Errorf("%s was not saved: %w", name, err)
	}
	return nil
}

// WriteFile gives a file new content the way [Save] does: at every moment the old or the new
// content is there in full, and the file keeps its permissions.
func WriteFile(name string, data []byte) error {
	return replace(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// replace writes a file beside the one it replaces, and renames it.
func replace(name string, write func(io.Writer) error) (err error) {
	mode := fs.FileMode(0o644)
	if old, err := os.Stat(name); err == nil {
		if !old.Mode().IsRegular() {
			return errors.New("it is not a file")
		}
		mode = old.Mode().Perm()
	}
	// A link is kept: its target is replaced.
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	// The name of the temporary file would tell users nothing.
	var beside *fs.PathError
	if errors.As(err, &beside) {
		beside.Path = name
	}
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
			if errors.As(err, &beside) && beside.Path == f.Name() {
				err = beside.Err
			}
		}
	}()
	if err = write(f); err != nil {
		return err
	}
	if err = f.Chmod(mode); err != nil {
		return err
	}
	if err = f.Sync(); err != nil {
		return err
	}
	if err = f.Close(); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), name); err != nil {
		return err
	}
	// The new name is on disk once the folder is. Some file systems cannot sync folders; the file
	// is complete in any case.
	if folder, openErr := os.Open(filepath.Dir(name)); openErr == nil {
		_ = folder.Sync()
		folder.Close()
	}
	return nil
}

// Load reads a record from a file.
func Load(name string) (*Game, error) {
	f, err := source.Open(name)
	if other := (*source.NotRegularError)(nil); errors.As(err, &other) {
		return nil, fmt.Errorf("%s is %s, not a record", name, other.What)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(name, f)
}
