// Package syntax reads rules texts: it turns a text into a tree, and reports everything that is
// wrong with its form.
//
// A text goes through these stations:
//
//	token.Scan     text → tokens; what is not a token is reported, and mended or left out
//	mend.Balance   puts in missing brackets, takes out those that close nothing, finds where
//	               declarations begin
//	token.Soften   makes names of reserved words where the language lets them be names
//	grammar        one piece of tokens after the other → tree: the tags in ast.go, read by participle
//	expr           the expressions in it, by precedence
//	mend.Mend      a place where the grammar stopped → a diagnostic, and tokens to read on with
//
// This package knows the grammar and nothing about mistakes; package mend knows mistakes and
// nothing about participle; package token is what both talk about. The rest of the program sees the
// tree and the diagnostics.
package syntax
