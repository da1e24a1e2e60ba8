package wasm

// Op is an operator without operands in the code, or one that reads or writes memory.
type Op byte

// The operators used, by their codes.
const (
	I32Load    Op = 0x28
	I64Load    Op = 0x29
	i32Load8S  Op = 0x2C
	I32Load8U  Op = 0x2D
	i32Load16S Op = 0x2E
	I32Load16U Op = 0x2F
	I64Load8U  Op = 0x31
	I64Load16S Op = 0x32
	I32Store   Op = 0x36
	I64Store   Op = 0x37
	I32Store8  Op = 0x3A
	I32Store16 Op = 0x3B

	i32Eqz Op = 0x45
	I32Eq  Op = 0x46
	I32Ne  Op = 0x47
	i32LtS Op = 0x48
	I32LtU Op = 0x49
	I32GtS Op = 0x4A
	I32GtU Op = 0x4B
	i32LeS Op = 0x4C
	I32LeU Op = 0x4D
	I32GeS Op = 0x4E
	I32GeU Op = 0x4F
	I64Eqz Op = 0x50
	I64Eq  Op = 0x51
	I64Ne  Op = 0x52
	I64LtS Op = 0x53
	i64LtU Op = 0x54
	I64GtS Op = 0x55
	i64GtU Op = 0x56
	I64LeS Op = 0x57
	I64GeS Op = 0x59

	i32Ctz    Op = 0x68
	I32Popcnt Op = 0x69
	I32Add    Op = 0x6A
	I32Sub    Op = 0x6B
	I32Mul    Op = 0x6C
	I32DivU   Op = 0x6E
	i32RemU   Op = 0x70
	I32And    Op = 0x71
	I32Or     Op = 0x72
	I32Xor    Op = 0x73
	I32Shl    Op = 0x74
	I32ShrS   Op = 0x75
	I32ShrU   Op = 0x76
	I32Rotr   Op = 0x78

	I64Clz    Op = 0x79
	I64Ctz    Op = 0x7A
	I64Popcnt Op = 0x7B
	I64Add    Op = 0x7C
	I64Sub    Op = 0x7D
	I64Mul    Op = 0x7E
	I64DivS   Op = 0x7F
	I64RemS   Op = 0x81
	I64And    Op = 0x83
	I64Or     Op = 0x84
	I64Xor    Op = 0x85
	I64Shl    Op = 0x86
	I64ShrS   Op = 0x87
	I64ShrU   Op = 0x88
	i64Rotl   Op = 0x89

	I32WrapI64    Op = 0xA7
	i64ExtendI32S Op = 0xAC
	I64ExtendI32U Op = 0xAD
)

// The operators of structure, which have functions of their own.
const (
	opUnreachable = 0x00
	opBlock       = 0x02
	opLoop        = 0x03
	opIf          = 0x04
	opElse        = 0x05
	opEnd         = 0x0B
	opBr          = 0x0C
	opBrIf        = 0x0D
	opBrTable     = 0x0E
	opReturn      = 0x0F
	opCall        = 0x10
	opDrop        = 0x1A
	opSelect      = 0x1B
	opLocalGet    = 0x20
	opLocalSet    = 0x21
	opLocalTee    = 0x22
	opGlobalGet   = 0x23
	opGlobalSet   = 0x24
	opI32Const    = 0x41
	opI64Const    = 0x42

	emptyBlock = 0x40
)
