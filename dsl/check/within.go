package check

import (
	"context"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// Within is [Read] for rules that may take long to check. It passes do what was read. It returns
// soon after its context ends, with the context's error; discard whatever do has made of the rules
// by then.
func Within(ctx context.Context, f *source.File, lib Library, prelude *syntax.File,
	do func(*Rules)) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case stopped:
			err = r.err
		default:
			panic(r)
		}
	}()
	if err := ctx.Err(); err != nil {
		return err
	}
	do(read(ctx, f, lib, prelude))
	return nil
}

// stopped is the panic value of a checker whose context has ended; [Within] recovers it.
type stopped struct{ err error }

// mayStop abandons the reading of the rules if their context has ended.
func (r *Rules) mayStop() {
	if err := r.ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

// between is the number of expressions checked between two looks at the context.
const between = 64
