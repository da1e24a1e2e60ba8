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
	files, err := pages.ReadDir("explain")
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
