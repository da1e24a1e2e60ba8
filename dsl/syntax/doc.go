// Package syntax parses rules texts: it turns a text into a tree, and reports everything that is
// wrong with its form.
//
// A text goes through these stations:
//
//	token.Scan     text → tokens; what is not a token is reported, and repaired or left out
//	mend.Balance   inserts missing brackets, removes those that close nothing, finds where
//	               declarations begin
//	token.Soften   turns reserved words into names where the language allows that
//	grammar        one piece of tokens after the other → tree: the tags in ast.go, read by participle
//	expr           the expressions in it, by precedence
//	mend.Mend      a place where the grammar stopped → a diagnostic, and tokens to read on with
//
// This package knows the grammar and nothing about mistakes. Package mend knows mistakes and
// nothing about participle. Package token is what they share. All other packages see only the tree
// and the diagnostics.
package syntax
