package w128

import (
	"math/rand/v2"
	"testing"
)

const places = words * 64

// plain is a set as anybody would write it.
type plain [places]bool

// randomSet returns the same random set twice.
func randomSet(rng *rand.Rand) (Set, *plain) {
	var s Set
	var p plain
	few := 1 << rng.IntN(6)
	for i := range p {
		if rng.IntN(few) == 0 {
			p[i] = true
			s = s.or(single(int64(i)))
		}
	}
	return s, &p
}

func (p *plain) moved(k int) *plain {
	var q plain
	for i := range p {
		if to := i + k; p[i] && to >= 0 && to < places {
			q[to] = true
		}
	}
	return &q
}

// only returns the members for which f holds.
func (p *plain) only(f func(i int) bool) *plain {
	var q plain
	for i := range p {
		q[i] = p[i] && f(i)
	}
	return &q
}

// TestSet compares the operations on sets with those on plain ones.
func TestSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	same := func(what string, s Set, p *plain) {
		t.Helper()
		for i := range p {
			if s.has(int64(i)) != p[i] {
				t.Fatalf("%s: place %d", what, i)
			}
		}
	}
	for range 2000 {
		s, p := randomSet(rng)
		stop, q := randomSet(rng)
		if rng.IntN(10) == 0 {
			stop, q = Set{}, &plain{}
		}
		k, far := rng.IntN(64), rng.IntN(2*places)-places
		same("single", s, p)
		same("and", s.and(stop), p.only(func(i int) bool { return q[i] }))
		same("diff", s.diff(stop), p.only(func(i int) bool { return !q[i] }))
		same("up", s.up(uint8(k)), p.moved(k))
		same("down", s.down(uint8(k)), p.moved(-k))
		same("far", s.far(far), p.moved(far))
		least, most, count := -1, -1, 0
		for i := range q {
			if !q[i] {
				continue
			}
			if least < 0 {
				least = i
			}
			if got := stop.pick(count); got != int64(i) {
				t.Fatalf("member %d is %d, not %d", count, got, i)
			}
			most = i
			count++
		}
		if stop.count() != count || stop.empty() != (count == 0) || count > 0 && stop.lowest() != int64(least) {
			t.Fatalf("%d members from %d on, not %d from %d on", stop.count(), stop.lowest(), count, least)
		}
		same("lowBit", stop.lowBit(), q.only(func(i int) bool { return i == least }))
		same("highBit", stop.highBit(), q.only(func(i int) bool { return i == most }))
		if count > 0 {
			same("dropLowest", stop.dropLowest(), q.only(func(i int) bool { return i != least }))
		}
		same("before", s.before(stop), p.only(func(i int) bool { return least < 0 || i < least }))
		same("after", s.after(stop), p.only(func(i int) bool { return i > most }))
	}
}
