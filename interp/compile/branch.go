package compile

import "slices"

// This file has the parts of programs that find steps: loops, conditions and steps
// on offer.

// A branch is a part of such a program: a loop, a condition, or steps that are offered.
type branch struct {
	kind branchKind
	v    int64 // of a loop
	cond *node // a condition, the domain of a loop, or the set of what is offered
	x    *node // the loop variable
	subs []*branch
	// of an offer
	class   int
	anchors []*node
	item    int
}

type branchKind uint8

const (
	branchSeq branchKind = iota
	branchLoop
	branchIf
	branchOut
	branchItem
	branchUnproven // the steps of the apply program `class` at the places in the set cond
)

// every calls f for a branch and those below it until f returns false, and reports whether f never
// did. The branch may be nil.
func (br *branch) every(f func(br *branch) bool) bool {
	return br == nil || f(br) &&
		!slices.ContainsFunc(br.subs, func(sub *branch) bool { return !sub.every(f) })
}

// offers returns the offers below a branch.
func (br *branch) offers() (list []*branch) {
	br.every(func(sub *branch) bool {
		if sub.kind == branchOut {
			list = append(list, sub)
		}
		return true
	})
	return list
}

// loops reports whether a loop finds some of the offers below a branch.
func (br *branch) loops() bool {
	return !br.every(func(sub *branch) bool { return sub.kind != branchLoop })
}
