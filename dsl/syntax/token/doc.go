// Package token cuts a rules text into tokens, and knows where in a declaration a token stands.
//
// Scan reads any text: what is not a token is reported, and mended or left out. Locate finds the
// declaration, the block, the line and the bracket around a token, without a tree: the grammar may
// have stopped there. Soften decides which words are names at their place.
package token
