// Package graph is a graph of operations on sets of bits, numbers and conditions.
//
// Its reader knows how package layout numbers sites. A [Node] is the result of an operation on
// other nodes. A [Graph] makes each node only once and simplifies it as it is made: by algebra, and
// by what is known about the sets (Node.May is an upper bound of a set; Apart says which sets never
// meet). The graph knows places, words and shifts. It knows no rules and no pieces, so each of its
// rewrites is tested on a small graph, against an evaluator that knows none of them.
package graph
