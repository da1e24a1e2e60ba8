// Package layout numbers the sites of a board so that steps are shifts of bits.
//
// A set of sites is [Bits]. On a regular board, a step in one direction leads from every site to
// the one that is a fixed number of bits further, so a whole set takes the step with one shift per
// word. Sites of different nature (cells, edges, corners) lie in planes, each with a numbering of
// its own. Boards without a lattice are numbered with as few distances as possible. Nothing here
// knows rules.
package layout
