package diag

// colored returns inks without colors: a browser shows none, and every visitor would download the
// library for them.
func colored() palette { return newPalette(false) }
