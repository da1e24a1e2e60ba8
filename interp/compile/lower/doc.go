// Package lower writes nodes of the graph as functions of a WebAssembly module.
//
// Its reader knows packages graph and programs. A set is as many words of 64 bits as its places
// need. Each node of a function is written once, and a costly one only inside the branch that needs
// it. [UnitOf] holds the tables and helpers that the functions of a module share, a [Frame] is one
// function, and a [Lowering] writes nodes into it.
package lower
