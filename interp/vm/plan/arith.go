package plan

import (
	"math"
	"math/bits"
)

// Arith computes a binary operation on numbers as the language defines them: what is too big or too small becomes the
// greatest or the least number, division truncates and by zero gives 0. Truths are 0 and 1. op is one of the operators of
// the instruction Bin.
func Arith(op uint8, a, b int64) int64 {
	switch binOp(op) {
	case bAdd:
		return add(a, b)
	case bSub:
		return sub(a, b)
	case bMul:
		return mul(a, b)
	case bDiv:
		return div(a, b)
	case bMod:
		if b == 0 || b == -1 {
			return 0
		}
		return a % b
	case bPow:
		return pow(a, b)
	case bMin:
		return min(a, b)
	case bMax:
		return max(a, b)
	case bEq:
		return truthNumber(a == b)
	case bNe:
		return truthNumber(a != b)
	case bLt:
		return truthNumber(a < b)
	case bLe:
		return truthNumber(a <= b)
	case bAnd:
		return a & b
	case bOr:
		return a | b
	case bXor:
		return a ^ b
	case bAndNot:
		return a &^ b
	case bShr:
		return a >> uint(b&63) & 1
	}
	return 0
}

func add(a, b int64) int64 {
	s := a + b
	if (a^s)&(b^s) < 0 {
		return limit(a < 0)
	}
	return s
}

func sub(a, b int64) int64 {
	s := a - b
	if (a^b)&(a^s) < 0 {
		return limit(a < 0)
	}
	return s
}

// limit is the number that stands for everything beyond.
func limit(negative bool) int64 {
	if negative {
		return math.MinInt64
	}
	return math.MaxInt64
}

func mul(a, b int64) int64 {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	negative := (a < 0) != (b < 0)
	switch {
	case hi != 0 || lo > 1<<63 || lo == 1<<63 && !negative:
		return limit(negative)
	case negative:
		return -int64(lo)
	}
	return int64(lo)
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

func div(a, b int64) int64 {
	switch {
	case b == 0:
		return 0
	case b == -1:
		return sub(0, a)
	}
	return a / b
}

func pow(a, n int64) int64 {
	if n < 0 {
		if n == math.MinInt64 {
			n++
		}
		return div(1, pow(a, -n))
	}
	switch {
	case n == 0 || a == 1:
		return 1
	case a == 0:
		return 0
	case a == -1:
		return 1 - 2*(n&1)
	}
	n = min(n, 64+n&1) // every further factor leaves the limit as it is, but for the sign
	r := int64(1)
	for range n {
		r = mul(r, a)
	}
	return r
}
