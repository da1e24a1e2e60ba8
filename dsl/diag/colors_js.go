package diag

// colored is without colors: no terminal shows what a browser is told, and the library would be
// downloaded by every visitor.
func colored() palette { return newPalette(false) }
