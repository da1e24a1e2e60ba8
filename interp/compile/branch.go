package compile

// This file has the parts of which programs that find steps are made: loops, conditions and steps on offer.

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
	branchDoubt // the steps of an apply program, class, that the set cond says
)
