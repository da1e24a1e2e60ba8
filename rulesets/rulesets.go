// Package rulesets holds the games that come with the program, as data.
//
// Each game has a folder of its name with the rules (NAME.rules), what one would print on the box
// (NAME.toml: title, author, how to show the pieces, presets, bot levels) and, where figures are
// published, the numbers of move sequences that must come out (perft.toml, with their sources).
// Nothing here is code, and nothing of the project is imported: package interp/ruleset reads the
// files.
package rulesets

import (
	"embed"
	"io/fs"
)

//go:embed */*
var files embed.FS

// FS returns the folders of the games, one for each, named like the game.
func FS() fs.FS { return files }
