// Package token cuts a rules text into tokens, and knows where in a declaration a token is.
//
// Scan reads any text: what is not a token is reported, and repaired or left out. Locate finds the
// declaration, the block, the line and the bracket around a token. It needs no tree, because the
// grammar may have stopped there. Soften decides which words are names in their place.
package token
