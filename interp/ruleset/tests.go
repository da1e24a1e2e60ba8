package ruleset

import (
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/rulesets"
)

// TestExt is the extension of test files.
const TestExt = ".txtar"

// Tests returns the test files of a game, by name: those in the folder `tests` beside its rules,
// and the one beside the rules with the same name. It leaves out files that name other rules,
// because games in one folder share its tests.
func (r *Ruleset) Tests() ([]*source.File, error) {
	if r.File == nil { // the zero value
		return nil, nil
	}
	var names []string
	read := readFile
	if r.Builtin {
		for _, name := range entries(path.Join(r.Name, "tests")) {
			if path.Ext(name) == TestExt {
				names = append(names, path.Join("tests", name))
			}
		}
		read = func(name string) (string, error) {
			data, err := fs.ReadFile(rulesets.FS(), path.Join(r.Name, name))
			if err != nil {
				return "", err
			}
			return text(path.Join(r.Name, name), data)
		}
	} else {
		folder := filepath.Dir(r.File.Name)
		for _, pattern := range []string{r.Name + TestExt, filepath.Join("tests", "*"+TestExt)} {
			found, _ := filepath.Glob(filepath.Join(folder, pattern))
			names = append(names, found...)
		}
	}
	slices.Sort(names)
	var files []*source.File
	for _, name := range names {
		text, err := read(name)
		if err != nil {
			return nil, err
		}
		if r.Builtin {
			name = path.Join(r.Name, name)
		}
		if named := NamedRules(text); named == "" || sameRules(named, r.File.Name) {
			files = append(files, source.NewFile(name, text))
		}
	}
	return files, nil
}

// OwnTests is [Ruleset.Tests] for those who must not learn in which folder the rules are: names are
// within that folder, and so are those in an error.
func (r *Ruleset) OwnTests() ([]*source.File, error) {
	files, err := r.Tests()
	if r.File == nil {
		return files, err
	}
	folder := filepath.Dir(r.File.Name) + string(filepath.Separator)
	if e, ok := errors.AsType[*fileError](err); ok {
		own := func(text string) string { return strings.ReplaceAll(text, folder, "") }
		err = &fileError{own(e.name), own(e.what), nil}
	}
	return lists.Map(files, func(f *source.File) *source.File {
		return source.NewFile(filepath.ToSlash(strings.TrimPrefix(f.Name, folder)), f.Text)
	}), err
}

// NamedRules returns the rules that the comment of a test file names in a line such as
// "rules: mygame.rules", as written, or "" if it names none.
func NamedRules(text string) string {
	named := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "-- ") {
			break
		}
		if name, found := strings.CutPrefix(line, "rules:"); found {
			named = strings.TrimSpace(name)
		}
	}
	return named
}

// sameRules reports whether a name in a test file may mean a rules file: a path, of which the last
// element counts, or the name of a game, with a preset or without.
func sameRules(named, file string) bool {
	named, _, _ = strings.Cut(filepath.Base(named), ":")
	return strings.TrimSuffix(named, Ext) == strings.TrimSuffix(filepath.Base(file), Ext)
}

// ReadTest reads a test file, or any other text of reasonable size. Its errors name the file.
func ReadTest(name string) (*source.File, error) {
	text, err := readFile(name)
	if err != nil {
		return nil, err
	}
	return source.NewFile(name, text), nil
}

// ReadFrom reads a text from a stream the way [ReadTest] does from a file; messages use the name.
func ReadFrom(name string, from io.Reader) (*source.File, error) {
	text, err := readStream(name, from)
	if err != nil {
		return nil, err
	}
	return source.NewFile(name, text), nil
}

// RulesOf finds the game that a test file is about. It lies in the folder of the file or, of a file
// in a folder `tests`, in the folder above: the one that the file names, which may also be a
// built-in game, or else the only rules file there is. It returns nil if there is none or more than
// one.
func RulesOf(testFile, named string) (*Ruleset, error) {
	folder := filepath.Dir(testFile)
	if whole, err := filepath.Abs(folder); err == nil && filepath.Base(whole) == "tests" {
		folder = filepath.Join(folder, "..")
	}
	if named != "" {
		for _, place := range []string{filepath.Dir(testFile), folder} {
			if name := filepath.Join(place, strings.TrimSuffix(named, Ext)+Ext); fileExists(name) {
				return Find(name)
			}
		}
		if game := strings.TrimSuffix(named, Ext); slices.Contains(List(), game) {
			named = game
		}
		return Find(named)
	}
	found, err := filepath.Glob(filepath.Join(folder, "*"+Ext))
	if err != nil || len(found) != 1 {
		return nil, err
	}
	return Find(found[0])
}

func fileExists(name string) bool {
	_, err := readFile(name)
	return err == nil
}
