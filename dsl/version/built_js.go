package version

// program is the version that repl/web links into the program of a page.
var program = Unknown

func built() string { return program }
