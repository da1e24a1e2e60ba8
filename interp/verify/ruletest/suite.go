package ruletest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"boardgame/dsl/lists"
	"boardgame/dsl/source"
	"boardgame/interp/ruleset"
)

// Found is a test file and the game that it tests.
type Found struct {
	File    *source.File
	Ruleset *ruleset.Ruleset // nil: the file brings its own rules
	OnDisk  bool             // so it can be updated
}

// Find finds the test files that the arguments name: a test file, a rules file or the name of a
// built-in game (its tests), or a folder (all test files below it; a trailing /... changes
// nothing). Without arguments it finds the tests of all built-in games. It reports what cannot be
// read, and still finds the rest.
func Find(args []string) (found []Found, err error) {
	var problems []error
	add := func(all []Found, err error) {
		found = append(found, all...)
		if err != nil {
			problems = append(problems, err)
		}
	}
	if len(args) == 0 {
		args = ruleset.List()
	}
	for _, arg := range args {
		arg = strings.TrimSuffix(arg, "/...")
		switch stat, err := os.Stat(arg); {
		case err == nil && stat.IsDir():
			add(below(arg))
		case strings.HasSuffix(arg, ruleset.TestExt):
			add(one(arg))
		default:
			add(of(arg))
		}
	}
	return found, errors.Join(problems...)
}

// Whole returns an error if a preset follows the name of a game: tests and figures choose theirs.
func Whole(name string) error {
	if game, preset := ruleset.SplitPreset(name); preset != "" {
		return fmt.Errorf("%s: each test and figure names its own preset; write %s", name, game)
	}
	return nil
}

// of finds the tests of a game.
func of(name string) ([]Found, error) {
	rs, err := ruleset.Find(name)
	if err != nil {
		return nil, err
	}
	files, err := rs.Tests()
	found := lists.Map(files, func(f *source.File) Found { return Found{f, rs, !rs.Builtin} })
	return found, err
}

// one reads a test file and finds its rules.
func one(name string) ([]Found, error) {
	file, err := ruleset.ReadTest(name)
	if err != nil {
		return nil, err
	}
	parsed, _ := Parse(file) // its mistakes are reported when it runs
	rs, err := ruleset.RulesOf(name, parsed.Rules)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return []Found{{file, rs, true}}, nil
}

// below finds the test files in a folder and the folders in it.
func below(folder string) ([]Found, error) {
	var found []Found
	var problems []error
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			problems = append(problems, err)
			return nil
		}
		if entry.IsDir() && entry.Name() == "testdata" && name != folder {
			return filepath.SkipDir // unless requested
		}
		if !entry.IsDir() && strings.HasSuffix(name, ruleset.TestExt) {
			all, err := one(name)
			found = append(found, all...)
			if err != nil {
				problems = append(problems, err)
			}
		}
		return nil
	})
	if len(found) == 0 && len(problems) == 0 {
		problems = append(problems, fmt.Errorf("there is no test file (*%s) in %s", ruleset.TestExt,
			folder))
	}
	return found, errors.Join(append(problems, err)...)
}
