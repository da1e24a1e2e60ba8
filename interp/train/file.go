package train

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"boardgame/interp/files"
	"boardgame/interp/ruleset"
)

// File is where training writes what it finds: a TOML file and, if patterns are learned, a file of
// them beside it.
type File struct {
	Name  string // of the TOML file
	New   bool   // it is not to exist yet
	Force bool   // what is there already may be replaced
	// Net is what the name of the file of patterns has in place of .toml; "" if there are none.
	Net string

	text string // before training; what a file that is not there is taken to have
}

// NewFile returns the file for what is found about a game whose TOML is this text. It refuses at
// once what [File.Write] would refuse at the end: the result would be like add.
func NewFile(f File, text string, add Addition) (*File, error) {
	f.text = text
	if _, err := os.Stat(f.Name); err != nil {
		f.text = withoutTitle(text) // of the game that these rules extend
	}
	_, err := f.accept(f.text, add)
	return &f, err
}

// net returns the name of the file of patterns that goes with a TOML file.
func (f *File) net(toml string) string { return strings.TrimSuffix(toml, ".toml") + f.Net }

// accept returns the text of the file with the result, or an error that says what is there already.
func (f *File) accept(text string, add Addition) (string, error) {
	edited, err := Edit(f.Name, text, add, f.Force || f.New)
	if taken := (*TakenError)(nil); errors.As(err, &taken) {
		return "", fmt.Errorf("%s has %s already; --force replaces them, --out FILE writes another "+
			"file", f.Name, strings.Join(taken.What, ", "))
	}
	if net := f.net(f.Name); err == nil && f.Net != "" && !f.Force && files.NotThere(net) != nil {
		return "", fmt.Errorf("%s already exists; --force replaces it, --out FILE writes another file",
			net)
	}
	return edited, err
}

// withoutTitle removes what belongs to one game and not to its variants.
func withoutTitle(text string) string {
	var kept strings.Builder
	head := true
	for line := range strings.Lines(text) {
		head = head && !strings.HasPrefix(strings.TrimSpace(line), "[")
		switch word, _, _ := strings.Cut(line, "="); strings.TrimSpace(word) {
		case "title", "author", "year", "link", "description":
			if head {
				continue
			}
		}
		kept.WriteString(line)
	}
	return kept.String()
}

// Write writes the result into the file, and returns the name of the file that has it. Someone may
// have edited the file since training began: their changes stay. If the two conflict, the result
// goes into a new file beside it, and the error says so.
func (f *File) Write(add Addition) (string, error) {
	if f.Net != "" {
		add.Weights.Net = filepath.Base(f.net(f.Name))
	}
	text, err := f.edited(add)
	if err == nil {
		if err := f.save(f.Name, text, add); err != nil {
			return "", err
		}
		return f.Name, nil
	}
	name := unused(strings.TrimSuffix(f.Name, ".toml")+"-trained", ".toml")
	if f.Net != "" {
		net := unused(strings.TrimSuffix(f.net(name), ruleset.NetExt), ruleset.NetExt)
		add.Weights.Net = filepath.Base(net)
	}
	alone, e := Edit(f.Name, "", add, true)
	if e != nil {
		return "", errors.Join(err, e)
	}
	if e := f.save(name, alone, add); e != nil {
		return "", errors.Join(err, e)
	}
	return name, fmt.Errorf("%s was written to meanwhile: %w; what was found is in %s", f.Name,
		err, name)
}

// save writes a TOML file, and before it the patterns that it names.
func (f *File) save(name, text string, add Addition) error {
	if f.Net != "" {
		net := filepath.Join(filepath.Dir(name), add.Weights.Net)
		if err := files.Write(net, []byte(add.Weights.Patterns)); err != nil {
			return err
		}
	}
	return files.Write(name, []byte(text))
}

// edited returns the new text of the file: its current content with the result.
func (f *File) edited(add Addition) (string, error) {
	text := f.text
	switch now, err := os.ReadFile(f.Name); {
	case f.New && !f.Force:
		if err := files.NotThere(f.Name); err != nil {
			return "", err
		}
	case !f.New && err == nil:
		text = string(now)
	}
	return f.accept(text, add)
}

// unused returns the name of a file that does not exist yet: the given one, possibly with a number
// after it.
func unused(name, ext string) string {
	for n := 1; ; n++ {
		free := name + ext
		if n > 1 {
			free = fmt.Sprintf("%s-%d%s", name, n, ext)
		}
		if files.NotThere(free) == nil {
			return free
		}
	}
}
