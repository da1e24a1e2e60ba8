// Package mend recovers from syntax errors: it finds out what was probably meant, reports it, and
// changes the tokens so that the rest of the text can be read.
//
// Before the grammar reads anything, Balance gives every bracket its partner. Then, whenever the
// grammar stops, Mend asks three questions in this order:
//
//	idiom     does plain speech or another language write it like this? Tables in idioms.go
//	message   which declaration, line or list is it in, and what may stand there?
//	repair    which is the smallest change of the tokens with which the grammar gets further?
//
// A mistake that follows from another one is held back, and reported only if there is no other.
// Fixes do to the text what a repair does to the tokens.
package mend
