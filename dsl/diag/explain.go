package diag

import (
	"io/fs"
	"path"
	"strings"
)

// readme is the file beside the pages that describes how they are written.
const readme = "README"

// Page explains a code.
type Page struct {
	Code  Code
	Title string // what the code is about, without the code
	Text  string // the whole page, in Markdown
}

// An Example is a rules text of a page. Declarations that it leaves out do not matter. Lines like
// `-- NAME.rules --` introduce other files that it refers to.
type Example struct {
	Wrong   bool              // the text causes the code; otherwise it does not
	Options map[string]string // the options it is loaded with: those after -o in the fence
	Text    string
}

// Explain returns the page of a code, which may be in small letters, and whether there is one.
func Explain(code Code) (Page, bool) {
	name := strings.ToUpper(strings.TrimSpace(string(code)))
	text, err := fs.ReadFile(pages, path.Join("explain", name+".md"))
	if err != nil || name == readme {
		return Page{}, false
	}
	p := Page{Code: Code(name), Text: string(text)}
	title, _, _ := strings.Cut(p.Text, "\n")
	_, p.Title, _ = strings.Cut(title, ": ")
	return p, true
}

// Codes returns every code that has a page, in order.
func Codes() []Code {
	files, err := fs.ReadDir(pages, "explain")
	if err != nil {
		return nil // the folder is embedded, so this cannot happen
	}
	var codes []Code
	for _, f := range files {
		if name := strings.TrimSuffix(f.Name(), ".md"); name != readme {
			codes = append(codes, Code(name))
		}
	}
	return codes
}

// Examples returns the rules texts of a page, in order.
func (p Page) Examples() []Example {
	var all []Example
	for rest := p.Text; ; {
		_, after, found := strings.Cut(rest, "\n```")
		if !found {
			return all
		}
		info, body, _ := strings.Cut(after, "\n")
		kind, given, _ := strings.Cut(info, " -o ")
		body, rest, found = strings.Cut("\n"+body, "\n```")
		if !found {
			return all
		}
		if kind == "wrong" || kind == "right" {
			x := Example{Wrong: kind == "wrong", Text: strings.TrimPrefix(body, "\n") + "\n"}
			if name, value, ok := strings.Cut(given, "="); ok {
				x.Options = map[string]string{name: value}
			}
			all = append(all, x)
		}
	}
}
