package protocol

import (
	"time"

	"boardgame/repl/protocol/message"
)

// over reports whether so many are as many as a limit allows.
func over(n, limit int) bool { return limit >= 0 && n >= limit }

// wrong is the error of parameters that do not fit.
func wrong(format string, args ...any) *message.Error {
	return message.Errorf(message.CodeParams, format, args...)
}

// missing is the error of something that is named and does not exist.
func missing(format string, args ...any) *message.Error {
	return message.Errorf(message.CodeNotFound, format, args...)
}

// forbidden is the error of what a client must not do, or see.
func forbidden(format string, args ...any) *message.Error {
	return message.Errorf(message.CodeForbidden, format, args...)
}

// busy is the error of what is too much just now.
func busy(after time.Duration, format string, args ...any) *message.Error {
	e := message.Errorf(message.CodeBusy, format, args...)
	e.RetryAfter = after.Milliseconds()
	return e
}

// full is the error of something of which there are as many as there may be.
func full(format string, args ...any) *message.Error {
	e := message.Errorf(message.CodeLimit, format, args...)
	e.RetryAfter = time.Minute.Milliseconds()
	return e
}

// oldest finds what gives way to something new: what nobody has asked for longest.
type oldest[T any] struct {
	by       *Conn // the client that wants something new; nil: whoever runs the server
	all, own int
	any      candidate[T] // of all, and of those of the client's address
	mine     candidate[T]
}

type candidate[T any] struct {
	is   *T
	used time.Time
}

// look looks at one, which somebody at an address has brought in.
func (o *oldest[T]) look(one T, by string, used time.Time, gives func() bool) {
	o.all++
	mine := o.by != nil && by != "" && by == o.by.address()
	if mine {
		o.own++
	}
	for _, c := range []*candidate[T]{&o.any, &o.mine} {
		if (c == &o.any || mine) && (c.is == nil || used.Before(c.used)) && gives() {
			*c = candidate[T]{&one, used}
		}
	}
}

// choose returns what gives way, nil if there is room, and an error if nothing does.
func (o *oldest[T]) choose(all, own int, what string) (*T, error) {
	switch {
	case over(o.own, own) && o.own > 0 && !o.by.owner.Load():
		if o.mine.is == nil {
			return nil, full("your address has %d %s", o.own, what)
		}
		return o.mine.is, nil
	case over(o.all, all):
		if o.any.is == nil {
			return nil, full("there are %d %s", o.all, what)
		}
		return o.any.is, nil
	}
	return nil, nil
}
