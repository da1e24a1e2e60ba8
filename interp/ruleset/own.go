package ruleset

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"boardgame/dsl/lists"
)

// OwnFolder returns the folder of the games that the user has put beside the built-in ones:
// boardgame/games in XDG_DATA_HOME, which is ~/.local/share unless it is set; "" where the system
// names no home.
func OwnFolder() string {
	data := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(data) {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		data = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(data, "boardgame", "games")
}

// Own returns the names of the games in [OwnFolder] in alphabetical order: those that are there as
// NAME.rules or NAME/NAME.rules. A built-in game of the same name hides one of these.
func Own() []string {
	folder := OwnFolder()
	flat, _ := filepath.Glob(filepath.Join(folder, "*"+Ext)) // no error: the pattern is well formed
	deep, _ := filepath.Glob(filepath.Join(folder, "*", "*"+Ext))
	names := lists.Map(append(flat, deep...), func(file string) string {
		return strings.TrimSuffix(filepath.Base(file), Ext)
	})
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool {
		return ownFile(name) == "" || slices.Contains(List(), name)
	})
}

// ownFile returns the rules file of a game of the user's own; "" if there is none.
func ownFile(name string) string {
	folder := OwnFolder()
	if folder == "" || name == "" || name != filepath.Base(name) {
		return ""
	}
	for _, file := range []string{name + Ext, filepath.Join(name, name+Ext)} {
		file = filepath.Join(folder, file)
		if stat, err := os.Stat(file); err == nil && stat.Mode().IsRegular() {
			return file
		}
	}
	return ""
}

// Named reports whether a word is the name of a game: of a built-in one, or of one of the user's.
func Named(name string) bool { return slices.Contains(List(), name) || ownFile(name) != "" }

// Filed reports whether a word names a rules file that is there, in one of the ways of [Find]: with
// the extension or without, or by the folder that has its name.
func Filed(name string) bool {
	return name != "" && (strings.HasSuffix(name, Ext) && isFile(name) || isFile(name+Ext) ||
		isFile(filepath.Join(name, filepath.Base(name)+Ext)))
}

func isFile(name string) bool {
	stat, err := os.Stat(name)
	return err == nil && stat.Mode().IsRegular()
}
