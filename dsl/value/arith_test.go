package value_test

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"boardgame/dsl/value"
)

// saturated converts a number of any size to a number of the language.
func saturated(x *big.Int) int64 {
	switch {
	case x.Cmp(big.NewInt(math.MaxInt64)) > 0:
		return math.MaxInt64
	case x.Cmp(big.NewInt(math.MinInt64)) < 0:
		return math.MinInt64
	}
	return x.Int64()
}

func TestArithmeticSaturates(t *testing.T) {
	numbers := rapid.OneOf(rapid.Int64(), rapid.Int64Range(-20, 20),
		rapid.SampledFrom([]int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64,
			math.MaxInt64 - 1, 1 << 32, -1 << 32, 1 << 31, 3037000500}))
	rapid.Check(t, func(t *rapid.T) {
		a, b := numbers.Draw(t, "a"), numbers.Draw(t, "b")
		x, y := big.NewInt(a), big.NewInt(b)
		for _, c := range []struct {
			name string
			got  int64
			want *big.Int
		}{
			{"+", value.Add(a, b), new(big.Int).Add(x, y)},
			{"-", value.Sub(a, b), new(big.Int).Sub(x, y)},
			{"*", value.Mul(a, b), new(big.Int).Mul(x, y)},
			{"negation", value.Neg(a), new(big.Int).Neg(x)},
			{"abs", value.Abs(a), new(big.Int).Abs(x)},
		} {
			if want := saturated(c.want); c.got != want {
				t.Fatalf("%d %s %d = %d, want %d", a, c.name, b, c.got, want)
			}
		}
		if b == 0 {
			if value.Div(a, b) != 0 || value.Mod(a, b) != 0 {
				t.Fatalf("by zero: %d, %d", value.Div(a, b), value.Mod(a, b))
			}
			return
		}
		if got, want := value.Div(a, b), saturated(new(big.Int).Quo(x, y)); got != want {
			t.Fatalf("%d / %d = %d, want %d", a, b, got, want)
		}
		if got, want := value.Mod(a, b), new(big.Int).Rem(x, y).Int64(); got != want {
			t.Fatalf("%d mod %d = %d, want %d", a, b, got, want)
		}
	})
}

func TestPower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, n := rapid.Int64Range(-1000, 1000).Draw(t, "a"), rapid.Int64Range(0, 200).Draw(t, "n")
		want := saturated(new(big.Int).Exp(big.NewInt(a), big.NewInt(n), nil))
		if got := value.Pow(a, n); got != want {
			t.Fatalf("%d^%d = %d, want %d", a, n, got, want)
		}
	})
	for _, c := range [][3]int64{
		{0, 0, 1}, {2, -1, 0}, {1, -5, 1}, {-1, -5, -1}, {-1, math.MaxInt64, -1}, {-1,
			math.MinInt64, -1}, {0, -1, 0},
		{2, math.MaxInt64, math.MaxInt64}, {-2, math.MaxInt64, math.MinInt64}, {-2,
			math.MaxInt64 - 1, math.MaxInt64},
	} {
		if got := value.Pow(c[0], c[1]); got != c[2] {
			t.Errorf("%d^%d = %d, want %d", c[0], c[1], got, c[2])
		}
	}
}
