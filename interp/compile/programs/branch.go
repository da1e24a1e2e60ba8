package programs

import (
	"slices"

	"boardgame/interp/compile/graph"
)

// This file has the parts of programs that find steps: loops, conditions and steps
// on offer.

// A Branch is a part of such a program: a loop, a condition, or steps that are offered.
type Branch struct {
	Kind branchKind
	V    int64       // of a loop
	Cond *graph.Node // a condition, the domain of a loop, or the set of what is offered
	x    *graph.Node // the loop variable
	Subs []*Branch
	Late bool // a condition: the steps below it need something large
	// of an offer
	Class   int
	Anchors []*graph.Node
	Item    int
}

type branchKind uint8

const (
	BranchSeq branchKind = iota
	BranchLoop
	BranchIf
	BranchOut
	BranchItem
	BranchUnproven // the steps of the apply program `class` at the places in the set cond
)

// Every calls f for a branch and those below it until f returns false, and reports whether f never
// did. The branch may be nil.
func (br *Branch) Every(f func(br *Branch) bool) bool {
	return br == nil || f(br) &&
		!slices.ContainsFunc(br.Subs, func(sub *Branch) bool { return !sub.Every(f) })
}

// Offers returns the offers below a branch.
func (br *Branch) Offers() (list []*Branch) {
	br.Every(func(sub *Branch) bool {
		if sub.Kind == BranchOut {
			list = append(list, sub)
		}
		return true
	})
	return list
}

// Loops reports whether a loop finds some of the offers below a branch.
func (br *Branch) Loops() bool {
	return !br.Every(func(sub *Branch) bool { return sub.Kind != BranchLoop })
}
