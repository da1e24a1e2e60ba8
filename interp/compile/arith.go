package compile

import (
	"math/bits"

	"boardgame/dsl/value"
)

// arith computes a binary operation on numbers as the language defines them: results that are too
// large or too small saturate, division truncates, and division by zero gives 0. Conditions are 0
// and 1. op is one of the operators of the instruction Bin.
func arith(op uint8, a, b int64) int64 {
	switch binOp(op) {
	case bAdd:
		return value.Add(a, b)
	case bSub:
		return value.Sub(a, b)
	case bMul:
		return value.Mul(a, b)
	case bDiv:
		return value.Div(a, b)
	case bMod:
		return value.Mod(a, b)
	case bPow:
		return value.Pow(a, b)
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
	case bUp:
		return a << uint(b&63)
	case bDown:
		return int64(uint64(a) >> uint(b&63))
	case bOnes:
		return int64(bits.OnesCount64(uint64(a)))
	}
	return 0
}
