package check

import (
	"context"

	"boardgame/dsl/source"
	"boardgame/dsl/syntax"
)

// Within is [Read] for rules that may take long: it calls do with what was read, and ends soon
// after its context does, with the error of the context. What do has made of the rules by then is
// worth nothing.
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

// stopped is what a checker panics with when its context has ended; [Within] recovers it.
type stopped struct{ err error }

// mayStop stops the reading of the rules if their context has ended.
func (r *Rules) mayStop() {
	if err := r.ctx.Err(); err != nil {
		panic(stopped{err})
	}
}

// between is how many expressions are checked between two looks at the context.
const between = 64
