package protocol

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"boardgame/repl/protocol/message"
)

var update = flag.Bool("update", false, "write the schema anew")

const schemaFile = "../../docs/protocol.schema.json"

// A schemer makes the schema of the protocol from the types of package message and their comments.
type schemer struct {
	comments map[string]string // by type, or by type.field
	defs     map[string]any
}

// comments reads what the source says about types and fields.
func comments(t *testing.T) map[string]string {
	files, err := filepath.Glob("message/*.go")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	text := func(groups ...*ast.CommentGroup) string {
		for _, g := range groups {
			if s := strings.Join(strings.Fields(g.Text()), " "); s != "" {
				return s
			}
		}
		return ""
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.TYPE {
				continue
			}
			for _, spec := range decl.Specs {
				typ := spec.(*ast.TypeSpec)
				all[typ.Name.Name] = text(typ.Doc, decl.Doc)
				if fields, ok := typ.Type.(*ast.StructType); ok {
					for _, f := range fields.Fields.List {
						for _, n := range f.Names {
							all[typ.Name.Name+"."+n.Name] = text(f.Doc, f.Comment)
						}
					}
				}
			}
		}
	}
	return all
}

// of returns the schema of a type.
func (s *schemer) of(t reflect.Type) map[string]any {
	if t == reflect.TypeFor[json.RawMessage]() {
		return map[string]any{"type": []string{"string", "number", "null"}}
	}
	if t == reflect.TypeFor[message.Code]() {
		return map[string]any{"enum": message.Codes}
	}
	if t == reflect.TypeFor[message.Choices]() {
		return map[string]any{"type": "object",
			"additionalProperties": map[string]any{"type": []string{"string", "number", "boolean"}}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		if of := s.of(t.Elem()); t.Elem().Kind() == reflect.Struct {
			return map[string]any{"anyOf": []any{of, map[string]any{"type": "null"}}}
		}
		return s.of(t.Elem())
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": 0}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": s.of(t.Elem())}
	case reflect.Array:
		return map[string]any{"type": "array", "items": s.of(t.Elem()), "minItems": t.Len(),
			"maxItems": t.Len()}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Interface:
		return map[string]any{}
	}
	name := t.Name()
	if s.defs[name] == nil {
		properties, required := map[string]any{}, []string{}
		s.defs[name] = map[string]any{
			"type": "object", "description": s.comments[name], "properties": properties,
			"additionalProperties": false,
		}
		s.fields(t, properties, &required)
		if len(required) > 0 {
			s.defs[name].(map[string]any)["required"] = required
		}
	}
	return map[string]any{"$ref": "#/$defs/" + name}
}

// fields adds the members of a struct, with those of the structs embedded in it.
func (s *schemer) fields(t reflect.Type, properties map[string]any, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			s.fields(f.Type, properties, required)
			continue
		}
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		of := s.of(f.Type)
		if about := s.comments[t.Name()+"."+f.Name]; about != "" {
			of["description"] = about
		}
		properties[name] = of
		if option != "omitempty" {
			*required = append(*required, name)
		}
	}
}

// schema returns the schema as the documentation has it.
func schema(t *testing.T) []byte {
	s := &schemer{comments(t), map[string]any{}}
	all := map[string]any{}
	for name, m := range methods {
		entry := map[string]any{"params": s.of(m.params), "result": s.of(deref(m.result)),
			"long": m.long}
		if m.event != nil {
			entry["event"] = s.of(m.event)
		}
		all[name] = entry
	}
	for _, extra := range []any{message.Request{}, message.Answer{}, message.Event{}, message.Error{},
		message.Illegal{}, message.PositionMistake{},
		message.Diagnostics{}} {
		s.of(reflect.TypeOf(extra))
	}
	s.defs["Request"].(map[string]any)["properties"].(map[string]any)["params"] = map[string]any{
		"type": "object"}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "The protocol of boardgame",
		"description": "Made from the types of repl/protocol. $defs describes the objects; " +
			"methods says which of them " +
			"the parameters, the result and the events of each method are.",
		"version": message.Version, "$defs": s.defs, "methods": all,
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func deref(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

// The schema in the documentation is that of the types. With -update it is rewritten.
func TestSchemaFile(t *testing.T) {
	want := schema(t)
	if *update {
		if err := os.WriteFile(schemaFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not that of the types; run the test with -update\n%s", schemaFile, diff)
	}
}

// schemas compiles types of the schema file.
var schemas = sync.OnceValues(func() (*jsonschema.Compiler, error) {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	return c, c.AddResource("https://boardgame.invalid/protocol.json", doc)
})

var compiling sync.Mutex

// validate checks a value against a type of the schema file.
func validate(name string, value any) error {
	c, err := schemas()
	if err != nil {
		return err
	}
	compiling.Lock()
	s, err := c.Compile("https://boardgame.invalid/protocol.json#/$defs/" + name) // once each
	compiling.Unlock()
	if err != nil {
		return err
	}
	return s.Validate(value)
}
