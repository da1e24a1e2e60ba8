// Package random writes one function that plays random games.
//
// Its reader knows package turn, whose functions it replaces by one that keeps what it can in local
// variables. A plan says what it does differently: it is made from the programs of a game by the
// [Passes], each of which can be left out, and then written.
package random
