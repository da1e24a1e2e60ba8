//go:build !js

package width

import "github.com/mattn/go-runewidth"

// Terminal measures text as a terminal shows it, whatever the locale of this process: signs of
// ambiguous width are narrow.
var Terminal Measure = &runewidth.Condition{StrictEmojiNeutral: true}
