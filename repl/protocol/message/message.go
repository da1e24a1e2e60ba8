// Package message is what clients and the server say to each other: requests, answers, events and
// errors, the parameters and results of all methods, and how long their texts may be.
package message

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"boardgame/dsl/diag"
)

// Version is the version of the protocol. It grows when a client of an earlier version would no
// longer be understood; new methods, and new members of answers, come without a new version.
const Version = 1

// MaxLine is the greatest length of a request, in bytes.
const MaxLine = 4 << 20

// Request is what a client sends.
type Request struct {
	ID     json.RawMessage `json:"id"` // a string or a number, which the answer repeats
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"` // an object; the parameters of the method
}

// Answer is what comes back for every request, once: a result or an error.
type Answer struct {
	ID     json.RawMessage `json:"id"`
	Result any             `json:"result,omitempty"`
	Error  *Error          `json:"error,omitempty"`
}

// Event is what a request tells before its answer, or a table to those who watch it: then the ID is
// that of the request `watch`.
type Event struct {
	ID    json.RawMessage `json:"id"`
	Event string          `json:"event"`
	Data  any             `json:"data"`
}

// Code tells errors apart for programs.
type Code string

// The codes of errors.
const (
	CodeParse     Code = "parse"     // the line is not a request
	CodeMethod    Code = "method"    // there is no such method
	CodeParams    Code = "params"    // the parameters do not fit the method
	CodeNotFound  Code = "not-found" // there is no such game, table, level, option …
	CodeRules     Code = "rules"     // rules or tests have mistakes; data is a Diagnostics
	CodeIllegal   Code = "illegal"   // the move is not legal; data is an Illegal
	CodePosition  Code = "position"  // the text is not a position; data is a PositionMistake
	CodeOver      Code = "over"      // the game is over
	CodeForbidden Code = "forbidden" // this server does not allow that
	CodeLimit     Code = "limit"     // too large, too many, too long
	CodeCanceled  Code = "canceled"  // by `cancel`, or because the client has gone
	CodeChanged   Code = "changed"   // someone else has played at the table in the meantime
	CodeTaken     Code = "taken"     // the seat belongs to someone else
	CodeTurn      Code = "turn"      // it is another player's turn
	CodeConsent   Code = "consent"   // the others at the table must agree: see offer
	CodeBusy      Code = "busy"      // too much at once; retryAfter says when to try again
	CodeInternal  Code = "internal"  // a bug in boardgame
)

// Codes lists all codes.
var Codes = []Code{
	CodeParse, CodeMethod, CodeParams, CodeNotFound, CodeRules, CodeIllegal, CodePosition, CodeOver,
	CodeForbidden,
	CodeLimit, CodeCanceled, CodeChanged, CodeTaken, CodeTurn, CodeConsent, CodeBusy, CodeInternal,
}

// Error says what is wrong with a request.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`        // for people, perhaps of more than one line
	Data    any    `json:"data,omitempty"` // what the code says
	// RetryAfter is when to try again, in milliseconds; missing if that would not help.
	RetryAfter int64 `json:"retryAfter,omitempty"`
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// Errorf makes an error of a code.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// ParseRequest reads a line.
func ParseRequest(line []byte) (Request, *Error) {
	const form = `expected {"id":1,"method":"…","params":{…}}`
	var r Request
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil || members == nil {
		why := "it is no object"
		if wrong := (*json.SyntaxError)(nil); errors.As(err, &wrong) {
			why = fmt.Sprintf("it is no JSON from byte %d on", wrong.Offset)
			if nested(line[:min(int(wrong.Offset), len(line))]) >= deepest {
				why = "its brackets are nested too deeply"
			}
		}
		return r, Errorf(CodeParse, "the line is not a request: %s; %s", why, form)
	}
	r.ID = members["id"]
	switch {
	case r.ID == nil:
		return r, Errorf(CodeParse, "the request has no id, by which it could be answered; %s", form)
	case len(r.ID) > mostID || !strings.ContainsRune(`"-0123456789`, rune(r.ID[0])):
		return Request{}, Errorf(CodeParse,
			"the id is %s; expected a string or a number of at most %d bytes", Clip(r.ID), mostID)
	}
	for name := range members {
		if !slices.Contains([]string{"id", "method", "params"}, name) {
			return r, Errorf(CodeParse, "the request has a member %q, which means nothing; %s",
				Clip([]byte(name)), form)
		}
	}
	if method := members["method"]; method == nil || json.Unmarshal(method, &r.Method) != nil {
		return r, Errorf(CodeParse, "the request names no method, as a string; %s", form)
	}
	if r.Method == "" {
		return r, Errorf(CodeParse, "the request names no method; %s", form)
	}
	r.Params = members["params"]
	return r, nil
}

// deepest is how deep encoding/json reads brackets.
const deepest = 10_000

// nested is how many brackets are open at the end of the beginning of a JSON text.
func nested(text []byte) (open int) {
	quoted, escaped := false, false
	for _, c := range text {
		switch {
		case escaped:
			escaped = false
		case quoted && c == '\\':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			open++
		case c == ']' || c == '}':
			open--
		}
	}
	return open
}

// Given is a number in a request, or the standard if it is missing.
func Given(n *int, standard int) int {
	if n == nil {
		return standard
	}
	return *n
}

// mostID is how many bytes the id of a request may have.
const mostID = 100

// Clip shortens what a client sent, to quote it.
func Clip(text []byte) string {
	const most = 40
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// plainJSON rewords an error of encoding/json for authors of clients.
func plainJSON(err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return fmt.Sprintf("%s is %s, expected %s", memberName(kind.Field), valueName(kind.Value),
			typeName(kind.Type))
	}
	if kind != nil {
		return "expected an object, not " + valueName(kind.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// memberName is the path of a member as clients write it: encoding/json includes the names of
// embedded types, which begin with a capital.
func memberName(path string) string {
	parts := slices.DeleteFunc(strings.Split(path, "."), func(part string) bool {
		return part == "" || 'A' <= part[0] && part[0] <= 'Z'
	})
	return strings.Join(parts, ".")
}

// valueName describes a value as clients know it; encoding/json says "bool", or "number 1.5".
func valueName(value string) string {
	switch {
	case value == "bool":
		return "true or false"
	case value == "array" || value == "object":
		return "an " + value
	case strings.HasPrefix(value, "number "):
		return "the " + value
	}
	return "a " + value
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "an array"
	case reflect.Map, reflect.Struct:
		return "an object"
	}
	return "a whole number"
}

// ReadParams reads parameters strictly, so that a misspelled name is reported, not ignored.
func ReadParams(method string, data json.RawMessage, to any) *Error {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || string(data) == "null" {
		data = []byte("{}")
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(data, &members) == nil {
		known := Fields(reflect.TypeOf(to).Elem())
		for name := range members { // the decoder would take TABLE for table
			if !slices.Contains(known, name) {
				return unknown(method, name, known)
			}
		}
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(to)
	if err == nil {
		if _, err = d.Token(); errors.Is(err, io.EOF) {
			return bounded(to)
		}
		err = errors.New("there is something after the object")
	}
	return Errorf(CodeParams, "the parameters of %s: %s", method, plainJSON(err))
}

// unknown is the error of a parameter that a method does not have.
func unknown(method, name string, known []string) *Error {
	message := fmt.Sprintf("%s has no parameter %q", method, Clip([]byte(name)))
	if near := diag.Nearest(Clip([]byte(name)), known); near != "" {
		return Errorf(CodeParams, "%s; did you mean %q?", message, near)
	}
	if len(known) == 0 {
		return Errorf(CodeParams, "%s; it takes none", message)
	}
	return Errorf(CodeParams, "%s; it takes %s", message, strings.Join(known, ", "))
}

// Fields returns the JSON names of the members of a struct.
func Fields(t reflect.Type) []string {
	var names []string
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous && name != "" {
			names = append(names, name)
		}
	}
	return names
}
