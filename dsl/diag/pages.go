//go:build !js

package diag

import "embed"

// pages holds a page for every code, in explain/CODE.md: a title "# CODE: what it is about", some
// words, and rules in which the mistake is made (fenced as `wrong`) and mended (fenced as `right`);
// -o NAME=VALUE behind these words loads them with that option.
//
//go:embed explain/*.md
var pages embed.FS
