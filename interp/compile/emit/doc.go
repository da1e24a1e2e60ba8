// Package emit assembles the module of a game: it lays out the memory, has the other stages write
// their functions, and exports those that are called from outside.
package emit
