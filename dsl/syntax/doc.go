// Package syntax reads rules texts: it turns a text into a tree, and says everything that is wrong
// with its form.
//
// A text goes through these stations:
//
//	scanner   text → tokens; what is no token is reported and mended or left out
//	balance   puts in missing brackets, takes out those that close nothing, finds the beginnings of declarations
//	soften    makes names of reserved words where the language lets them be names
//	grammar   one piece of tokens after the other → tree: the tags in ast.go, read by participle
//	expr      the expressions in it, by precedence
//	diagnose  a mistake → a diagnostic, and a way to read on behind it
//
// The rest of the program sees the tree and the diagnostics; nothing but this package knows
// participle.
package syntax
