package value

import (
	"math"
	"math/bits"
)

// Numbers are integers (language.md#numbers) and saturate at the bounds of 64 bits. Division
// truncates, and division by zero gives 0. No operation fails.

// Add returns a + b.
func Add(a, b int64) int64 {
	s := a + b
	if (a^s)&(b^s) < 0 {
		return limit(a < 0)
	}
	return s
}

// Sub returns a - b.
func Sub(a, b int64) int64 {
	s := a - b
	if (a^b)&(a^s) < 0 {
		return limit(a < 0)
	}
	return s
}

// limit returns the bound at which numbers of a sign saturate.
func limit(negative bool) int64 {
	if negative {
		return math.MinInt64
	}
	return math.MaxInt64
}

// Neg returns -a.
func Neg(a int64) int64 { return Sub(0, a) }

// Abs returns the absolute value of a.
func Abs(a int64) int64 {
	if a < 0 {
		return Neg(a)
	}
	return a
}

// Mul returns a * b.
func Mul(a, b int64) int64 {
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

// Div returns a / b, truncated.
func Div(a, b int64) int64 {
	switch {
	case b == 0:
		return 0
	case b == -1:
		return Neg(a)
	}
	return a / b
}

// Mod returns the remainder of Div; it has the sign of a.
func Mod(a, b int64) int64 {
	if b == 0 || b == -1 {
		return 0
	}
	return a % b
}

// Pow returns a to the power n. a^0 is 1; a negative n divides 1 by the power.
func Pow(a, n int64) int64 {
	switch {
	case n < 0:
		return Div(1, Pow(a, Neg(n)))
	case n == 0 || a == 1:
		return 1
	case a == 0:
		return 0
	case a == -1:
		return 1 - 2*(n&1)
	}
	// Beyond 63 factors of at least 2 the result saturates, with the sign that the last factor
	// gives it.
	if n > 64 {
		n = 64 + n&1
	}
	result := int64(1)
	for range n {
		result = Mul(result, a)
	}
	return result
}
