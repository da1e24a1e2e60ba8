package repl

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The files of this package have an order in which each uses only those before it: whoever reads
// them from parts.go on never has to look ahead.
func TestFilesHaveAnOrder(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: nothing{}, Error: func(error) {}}
	pkg, _ := config.Check("repl", fset, files, info) // what comes from elsewhere is unknown to it
	// By file, the files that it uses, each with a name from there.
	uses := map[string]map[string]string{}
	for _, file := range files {
		here := fset.Position(file.Pos()).Filename
		uses[here] = map[string]string{}
		for _, d := range file.Decls {
			from := ast.Node(d)
			if method, ok := d.(*ast.FuncDecl); ok && method.Recv != nil {
				from = method.Body // a method may stand apart from its type
			}
			ast.Inspect(from, func(n ast.Node) bool {
				name, ok := n.(*ast.Ident)
				if !ok {
					return true
				}
				object := info.Uses[name]
				if object == nil || object.Pkg() != pkg {
					return true
				}
				if field, ok := object.(*types.Var); ok && field.IsField() {
					return true // a field goes with its type
				}
				if there := fset.Position(object.Pos()).Filename; there != here {
					uses[here][there] = object.Name()
				}
				return true
			})
		}
	}
	if len(uses["session.go"]) < 5 {
		t.Fatalf("session.go uses only %v: the files are not understood", uses["session.go"])
	}
	for len(uses) > 0 {
		ahead := func(file string) bool {
			for other := range uses[file] {
				if _, open := uses[other]; open {
					return true
				}
			}
			return false
		}
		next := slices.DeleteFunc(slices.Sorted(maps.Keys(uses)), ahead)
		if len(next) == 0 {
			t.Fatalf("some of these files use each other in a circle; what each uses: %v", uses)
		}
		for _, file := range next {
			delete(uses, file)
		}
	}
}

// nothing imports packages without what they declare.
type nothing struct{}

func (nothing) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, path.Base(name))
	p.MarkComplete()
	return p, nil
}
