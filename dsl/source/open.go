package source

import (
	"fmt"
	"io/fs"
	"os"
)

// A NotRegularError reports that a name does not refer to a regular file.
type NotRegularError struct {
	Name string
	What string // "a folder", "a pipe"
}

func (e *NotRegularError) Error() string {
	return fmt.Sprintf("%s is %s, not a file", e.Name, e.What)
}

// Open opens a regular file for reading. For folders, pipes and devices it returns a
// [*NotRegularError]: a pipe or a device might block its reader, or never end. A name with a hidden
// character is an error, because messages contain the names of files.
func Open(name string) (*os.File, error) {
	if _, r, hidden := FirstHidden(name); hidden {
		return nil, fmt.Errorf("the name of the file %q contains %s; rename it", name, describe(r))
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if what := Sort(info.Mode()); what != "" {
		return nil, &NotRegularError{name, what}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	// In the meantime the name may have come to refer to something else.
	if info, err = f.Stat(); err == nil {
		if what := Sort(info.Mode()); what != "" {
			f.Close()
			return nil, &NotRegularError{name, what}
		}
	}
	return f, nil
}

// Sort names the kind of a file that is not regular, such as "a folder"; it returns "" for a
// regular file.
func Sort(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return ""
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
