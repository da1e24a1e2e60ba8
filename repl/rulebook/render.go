package rulebook

import (
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"

	"boardgame/dsl/diag"
	"boardgame/dsl/source"
	"boardgame/repl/board"
)

// lines returns the lines of the rules that an item is about: "12, 14", each with its file if that
// is not the first of the book.
func (b *Book) lines(item Item, link func(file int, line int) string) string {
	var out []string
	for _, at := range item.Places {
		if !at.Valid() {
			continue
		}
		line, _ := at.File.Position(at.Lo)
		file := slices.IndexFunc(b.Files, func(f *source.File) bool { return f.Name == at.File.Name })
		if file < 0 {
			continue
		}
		if text := link(file, line); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, ", ")
}

// Text writes the book for a terminal of the given width; ascii draws the pictures in ASCII.
func (b *Book) Text(w io.Writer, width int, ascii bool) error {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n%s\n", b.Title, strings.Repeat("=", len([]rune(b.Title))))
	plain := strings.NewReplacer("**", "")
	for _, s := range b.Sections {
		line := map[int]string{2: "-", 3: "."}[s.Level]
		fmt.Fprintf(&out, "\n%s\n%s\n\n", s.Title, strings.Repeat(line, len([]rune(s.Title))))
		for _, item := range s.Items {
			if item.View != nil {
				out.WriteString("\n" + board.Text(*item.View, board.Style{Unicode: !ascii, Width: width}))
			}
			text := plain.Replace(item.Text)
			if at := b.lines(item, b.named); at != "" {
				text += " [" + at + "]"
			}
			head, indent := "", ""
			if item.Bullet {
				head, indent = "* ", "  "
			}
			room := math.MaxInt
			if width > 0 {
				room = width - len(indent)
			}
			lines := diag.Wrap(strings.Join(strings.Fields(text), " "), room)
			out.WriteString(head + strings.Join(lines, "\n"+indent) + "\n")
			if item.View != nil {
				out.WriteByte('\n')
			}
		}
	}
	fmt.Fprintf(&out, "\nThe numbers in brackets are lines of %s.\n", b.Files[0].Name)
	_, err := io.WriteString(w, out.String())
	return err
}

// named names a line, with its file unless that is the first.
func (b *Book) named(file, line int) string {
	if file == 0 {
		return fmt.Sprint(line)
	}
	return fmt.Sprintf("%s:%d", b.Files[file].Name, line)
}

// Markdown writes the book with links to the lines of the rules files. base is the folder or
// address that precedes their names in links; if empty, it is the folder of the page.
func (b *Book) Markdown(w io.Writer, base string) error {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s\n", b.Title)
	link := func(file, line int) string {
		return fmt.Sprintf("[%s](%s%s#L%d)", b.named(file, line), base, b.Files[file].Name, line)
	}
	for _, s := range b.Sections {
		fmt.Fprintf(&out, "\n%s %s\n\n", strings.Repeat("#", s.Level), s.Title)
		bullets := false
		for i, item := range s.Items {
			if i > 0 && (!item.Bullet || !bullets) {
				out.WriteByte('\n')
			}
			bullets = item.Bullet
			if item.View != nil {
				fmt.Fprintf(&out, "```\n%s```\n\n",
					board.Text(*item.View, board.Style{Unicode: true}))
			}
			text := item.Text
			if at := b.lines(item, link); at != "" {
				text += " <sup>" + at + "</sup>"
			}
			if item.Bullet {
				text = "* " + text
			}
			out.WriteString(text + "\n")
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

const style = `
body{font:17px/1.5 Georgia,serif;max-width:46em;margin:2em auto;padding:0 1em;color:#222}
h1,h2,h3{font-family:Helvetica,Arial,sans-serif;line-height:1.2}
code{background:#f3f0ea;padding:0 .2em;font-size:90%}
sup{font-size:65%}sup a{color:#888;text-decoration:none}
figure{margin:1em 0}figure svg{max-width:24em;height:auto}figcaption{font-style:italic}
pre{background:#f8f6f1;padding:1em;overflow:auto}pre :target{background:#ffe9a8}
pre a{color:#aaa;text-decoration:none;display:inline-block;width:3em}`

// HTML writes the book as one self-contained page. It contains the pictures and also the rules, to
// which the sentences link.
func (b *Book) HTML(w io.Writer) error {
	var out strings.Builder
	fmt.Fprintf(&out, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"+
		"<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n"+
		"<style>%s</style></head><body>\n<h1>%s</h1>\n",
		html.EscapeString(b.Title), style, html.EscapeString(b.Title))
	link := func(file, line int) string {
		return fmt.Sprintf(`<a href="#f%dl%d">%s</a>`, file, line,
			html.EscapeString(b.named(file, line)))
	}
	for _, s := range b.Sections {
		fmt.Fprintf(&out, "<h%d>%s</h%d>\n", s.Level, html.EscapeString(s.Title), s.Level)
		list := false
		for _, item := range s.Items {
			if item.Bullet != list {
				out.WriteString(map[bool]string{true: "<ul>\n", false: "</ul>\n"}[item.Bullet])
				list = item.Bullet
			}
			text := inline(item.Text)
			if at := b.lines(item, link); at != "" {
				text += " <sup>" + at + "</sup>"
			}
			switch {
			case item.View != nil:
				fmt.Fprintf(&out, "<figure>%s<figcaption>%s</figcaption></figure>\n",
					board.SVG(*item.View), text)
			case item.Bullet:
				fmt.Fprintf(&out, "<li>%s</li>\n", text)
			default:
				fmt.Fprintf(&out, "<p>%s</p>\n", text)
			}
		}
		if list {
			out.WriteString("</ul>\n")
		}
	}
	for i, f := range b.Files {
		fmt.Fprintf(&out, "<h2>%s</h2>\n<pre>", html.EscapeString(f.Name))
		for line := 1; line <= f.Lines(); line++ {
			if line == f.Lines() && f.Line(line) == "" {
				break
			}
			fmt.Fprintf(&out, "<span id=\"f%dl%d\"><a>%d</a>%s</span>\n",
				i, line, line, html.EscapeString(f.Line(line)))
		}
		out.WriteString("</pre>\n")
	}
	out.WriteString("</body></html>\n")
	_, err := io.WriteString(w, out.String())
	return err
}

// inline makes HTML of the marks in a sentence: `code` and **names**.
func inline(text string) string {
	var out strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			fmt.Fprintf(&out, "<code>%s</code>", html.EscapeString(part))
			continue
		}
		for j, bold := range strings.Split(part, "**") {
			if j%2 == 1 {
				fmt.Fprintf(&out, "<b>%s</b>", html.EscapeString(bold))
			} else {
				out.WriteString(html.EscapeString(bold))
			}
		}
	}
	return out.String()
}
