// Package rulesets holds the built-in games, as data.
//
// Each game has a folder of its name with the rules (NAME.rules) and what one would print on the
// box (NAME.toml: title, author, how to show the pieces, presets, bot levels). Where perft counts
// are published, perft.toml has them, with their sources. Nothing here is code or imports anything
// of the project: package interp/ruleset reads the files.
//
// They are part of the program. The one inside a static site fetches a game when it is asked for.
package rulesets

import "io/fs"

// FS returns the folders of the games, one for each, named like the game.
func FS() fs.FS { return files }
