//go:build !js

package diag

import "embed"

// pages holds a page for every code, in explain/CODE.md: a title "# CODE: what it is about", some
// text, and rules with the mistake (fenced as `wrong`) and without it (fenced as `right`). -o
// NAME=VALUE after these words loads the rules with that option.
//
//go:embed explain/*.md
var pages embed.FS
