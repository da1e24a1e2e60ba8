package symbolic

// OnDemand says which of the numbers that are computed only on demand a program reads.
type OnDemand struct {
	Stuck, Repeats bool
}
