package diag

import (
	"encoding/json"
	"io"

	"boardgame/dsl/source"
)

// jsonPlace is a place in a file: lines and columns count from 1, columns in characters, and the
// end is exclusive. A diagnostic without a place has line 0.
type jsonPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Offset    int    `json:"offset"`    // in bytes, from 0
	EndOffset int    `json:"endOffset"` // in bytes
}

type jsonDiagnostic struct {
	jsonPlace
	Severity   string        `json:"severity"` // error, warning or note
	Code       string        `json:"code"`
	Summary    string        `json:"summary"`
	Detail     string        `json:"detail,omitempty"`
	Suggestion string        `json:"suggestion,omitempty"`
	Related    []jsonRelated `json:"related,omitempty"`
}

type jsonRelated struct {
	jsonPlace
	Message string `json:"message"`
}

// JSON writes the diagnostics for a program: an array of objects, in the order of the list, an
// empty array if there are none. The keys of an object are
//
//	file, line, column, endLine, endColumn   where it is: from 1, columns in characters, the end
//	                                         exclusive; line 0: nowhere
//	offset, endOffset                        the same place in bytes of the file, from 0
//	severity                                 "error", "warning" or "note"
//	code                                     as `boardgame explain` takes it; "" in a TOML file
//	summary, detail, suggestion              texts; detail and suggestion only if there is one
//	related                                  other places, each with the keys of a place and
//	                                         message; only if there are any
//
// The result is the first error of the writer.
func JSON(w io.Writer, list List) error {
	out := make([]jsonDiagnostic, len(list))
	for i, d := range list {
		out[i] = jsonDiagnostic{
			jsonPlace: placeOf(d.Span), Severity: d.Severity.String(), Code: string(d.Code),
			Summary: d.Summary, Detail: d.Detail, Suggestion: d.Suggestion,
		}
		for _, r := range d.Related {
			out[i].Related = append(out[i].Related, jsonRelated{placeOf(r.Span), r.Message})
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

func placeOf(s source.Span) jsonPlace {
	if !s.Valid() {
		return jsonPlace{}
	}
	p := jsonPlace{File: s.File.Name, Offset: s.Lo, EndOffset: max(s.Lo, s.Hi)}
	p.Line, p.Column = s.File.Position(s.Lo)
	p.EndLine, p.EndColumn = s.File.Position(p.EndOffset)
	return p
}
