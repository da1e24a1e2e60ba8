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
