package graph

import (
	"math/bits"

	"boardgame/dsl/value"
)

// Arith computes a binary operation on numbers as the language defines them: results that are too
// large or too small saturate, division truncates, and division by zero gives 0. Conditions are 0
// and 1. op is one of the operators of the instruction Bin.
func Arith(op uint8, a, b int64) int64 {
	switch BinOp(op) {
	case BAdd:
		return value.Add(a, b)
	case BSub:
		return value.Sub(a, b)
	case BMul:
		return value.Mul(a, b)
	case BDiv:
		return value.Div(a, b)
	case BMod:
		return value.Mod(a, b)
	case BPow:
		return value.Pow(a, b)
	case BMin:
		return min(a, b)
	case BMax:
		return max(a, b)
	case BEq:
		return TruthNumber(a == b)
	case BNe:
		return TruthNumber(a != b)
	case BLt:
		return TruthNumber(a < b)
	case BLe:
		return TruthNumber(a <= b)
	case BAnd:
		return a & b
	case BOr:
		return a | b
	case BXor:
		return a ^ b
	case BAndNot:
		return a &^ b
	case BShr:
		return a >> uint(b&63) & 1
	case BUp:
		return a << uint(b&63)
	case BDown:
		return int64(uint64(a) >> uint(b&63))
	case BOnes:
		return int64(bits.OnesCount64(uint64(a)))
	}
	return 0
}

// AtMost returns an upper bound of a number that follows from its last operation; ok is false if
// none does.
func AtMost(n *Node) (most int64, ok bool) {
	switch {
	case n.Op == NConst:
		return n.K, true
	case n.Op == NBin && BinOp(n.K) == BMod && n.B.Op == NConst && n.B.K > 0:
		return n.B.K - 1, true
	case n.Op == NBin && BinOp(n.K) == BMin:
		a, okA := AtMost(n.A)
		b, okB := AtMost(n.B)
		if !okA || okB && b < a {
			a = b
		}
		return a, okA || okB
	}
	return 0, false
}
