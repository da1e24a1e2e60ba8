package eval

import "math"

// Whole numbers as decision 6 wants them: what is too big or too small for 64 bits becomes the greatest or the least number,
// division truncates, and by zero gives 0. No operation fails.

func add(a, b int64) int64 {
	sum := a + b
	if a > 0 && b > 0 && sum < 0 {
		return math.MaxInt64
	}
	if a < 0 && b < 0 && sum >= 0 {
		return math.MinInt64
	}
	return sum
}

func neg(a int64) int64 {
	if a == math.MinInt64 {
		return math.MaxInt64
	}
	return -a
}

func sub(a, b int64) int64 {
	if b == math.MinInt64 {
		// -b is one too big: put the one back in where there is room.
		if a >= 0 {
			return math.MaxInt64
		}
		return a - b
	}
	return add(a, -b)
}

func mul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	product := a * b
	if product/b != a || a == -1 && b == math.MinInt64 || b == -1 && a == math.MinInt64 {
		if (a < 0) == (b < 0) {
			return math.MaxInt64
		}
		return math.MinInt64
	}
	return product
}

func div(a, b int64) int64 {
	switch {
	case b == 0:
		return 0
	case b == -1:
		return neg(a)
	}
	return a / b
}

func mod(a, b int64) int64 {
	if b == 0 || b == -1 {
		return 0
	}
	return a % b
}

// pow multiplies a with itself n times. a^0 is 1; a negative n divides 1 by the power, truncating.
func pow(a, n int64) int64 {
	switch {
	case n < 0:
		return div(1, pow(a, neg(n)))
	case a == 1 || n == 0:
		return 1
	case a == 0:
		return 0
	case a == -1:
		return 1 - 2*(n&1)
	}
	// Beyond 63 factors of at least 2 the result is one of the two extremes, of the sign that the last factor gives it.
	if n > 64 {
		n = 64 + n&1
	}
	result := int64(1)
	for range n {
		result = mul(result, a)
	}
	return result
}

func abs(a int64) int64 {
	if a < 0 {
		return neg(a)
	}
	return a
}
