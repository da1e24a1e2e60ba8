package diag

import "embed"

// pages is empty: the program for browsers has no command that shows a page, and every visitor
// would load them.
var pages embed.FS
