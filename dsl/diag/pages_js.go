package diag

import "embed"

// pages is empty: the browser version has no command that shows a page, and every visitor would
// download them.
var pages embed.FS
