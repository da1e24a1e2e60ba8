package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"boardgame/testdata/long"
)

// A page is a text of the project's documentation whose transcripts and pictures are made anew.
// They are
//
//   - fenced blocks that begin with `$ boardgame …`: what a person sees who types that, and the
//     lines typed at a prompt;
//   - fenced blocks below <!-- picture: GAME OPTIONS | line | line … -->: the last board after
//     these lines in `play`;
//   - lines `    boardgame play …`, which must begin a game;
//   - images below <!-- drawing: FILE.svg GAME OPTIONS | line | line … -->: the same as `draw`
//     draws it.
//
// A block below <!-- file: NAME --> is written into a file. Each paragraph of a block below
// <!-- part: NAME --> replaces the paragraph of the file that declares the same, or is added.
// A line <!-- edit: FILE: before -> after --> changes a file wherever it has the text. All commands
// of a page run in the same folder. With UPDATE_SCRIPTS=1 in the environment the pages are
// rewritten.
type page struct {
	t     *testing.T
	file  string
	lines []string
	out   []string
	shown int // transcripts and pictures
}

var (
	prompt   = regexp.MustCompile(`^(\d+\. [A-Z][A-Za-z]*|[a-z][a-z ]*)> (.*)$`)
	comment  = regexp.MustCompile(`^<!-- (picture|drawing|edit|file|part): (.*) -->$`)
	declared = regexp.MustCompile(`^((move|counter|option|value) )?\w+`)
	board    = regexp.MustCompile(`[│╱╲┌]`)
)

// next takes the lines up to the end of a fenced block.
func (p *page) next() []string {
	for i, line := range p.lines {
		if line == "```" {
			body := p.lines[:i]
			p.lines = p.lines[i+1:]
			return body
		}
	}
	p.t.Fatalf("%s: a block is not closed", p.file)
	return nil
}

// run works through a page and returns the expected text.
func (p *page) run() string {
	for len(p.lines) > 0 {
		line := p.lines[0]
		p.lines = p.lines[1:]
		p.out = append(p.out, line)
		switch m := comment.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "    boardgame play "):
			p.shown++
			p.command(split(strings.TrimPrefix(line, "    boardgame ")), "quit\n")
		case m != nil && m[1] == "edit":
			p.edit(m[2])
		case m != nil && (m[1] == "file" || m[1] == "part") && len(p.lines) > 0 &&
			strings.HasPrefix(p.lines[0], "```"):
			p.out = append(p.out, p.lines[0])
			p.lines = p.lines[1:]
			body := p.next()
			p.out = append(append(p.out, body...), "```")
			text := strings.Join(body, "\n") + "\n"
			if m[1] == "part" {
				text = p.merge(m[2], text)
			}
			if err := os.WriteFile(m[2], []byte(text), 0o644); err != nil {
				p.t.Error(err)
			}
		case m != nil && m[1] == "drawing":
			p.shown++
			file, what, _ := strings.Cut(m[2], " ")
			play, input := script(what)
			p.draw(file, play, input)
		case m != nil && len(p.lines) > 0 && strings.HasPrefix(p.lines[0], "```"):
			p.shown++
			p.out = append(p.out, p.lines[0])
			p.lines = p.lines[1:]
			p.next()
			play, input := script(m[2])
			p.out = append(p.out, p.picture(play, input)...)
			p.out = append(p.out, "```")
		case strings.HasPrefix(line, "```") && len(p.lines) > 0 &&
			strings.HasPrefix(p.lines[0], "$ boardgame"):
			p.shown++
			p.transcript(p.next())
			p.out = append(p.out, "```")
		case strings.HasPrefix(line, "```"):
			p.out = append(append(p.out, p.next()...), "```")
		}
	}
	return strings.Join(p.out, "\n")
}

// script splits the content of a comment: the arguments of play, and the lines to type.
func script(text string) (args []string, input string) {
	parts := strings.Split(text, " | ")
	return append([]string{"play", "--pause", "0"}, strings.Fields(parts[0])...),
		strings.Join(append(parts[1:], "quit", ""), "\n")
}

func (p *page) command(args []string, input string) string {
	p.t.Helper()
	var out, stderr bytes.Buffer
	status := run(args, strings.NewReader(input), &out, &stderr)
	if status != statusFine && args[0] == "play" {
		p.t.Errorf("%s: %s: status %d\n%s%s", p.file, strings.Join(args, " "), status, out.String(),
			stderr.String())
	}
	return out.String() + stderr.String()
}

// picture returns the last board that a game shows.
func (p *page) picture(args []string, input string) []string {
	paragraphs := strings.Split(p.command(args, input), "\n\n")
	for i := len(paragraphs) - 1; i >= 0; i-- {
		if board.MatchString(paragraphs[i]) {
			return strings.Split(strings.Trim(paragraphs[i], "\n"), "\n")
		}
	}
	p.t.Errorf("%s: %s shows no board", p.file, strings.Join(args, " "))
	return nil
}

// draw compares a drawing with its file beside the page.
func (p *page) draw(file string, args []string, input string) {
	input = strings.TrimSuffix(input, "quit\n") + "draw drawing.svg\nquit\n"
	p.command(args, input)
	got, err := os.ReadFile("drawing.svg")
	if err != nil {
		p.t.Error(err)
		return
	}
	at := filepath.Join(filepath.Dir(p.file), file)
	if os.Getenv("UPDATE_SCRIPTS") != "" {
		if err := os.WriteFile(at, got, 0o644); err != nil {
			p.t.Error(err)
		}
		return
	}
	if want, err := os.ReadFile(at); err != nil || !bytes.Equal(want, got) {
		p.t.Errorf("%s: %s is not what the program draws (%v); UPDATE_SCRIPTS=1 writes it", p.file,
			file, err)
	}
}

// edit changes a file.
func (p *page) edit(text string) {
	file, change, _ := strings.Cut(text, ": ")
	before, after, found := strings.Cut(change, " -> ")
	old, err := os.ReadFile(file)
	if err != nil || !found || !strings.Contains(string(old), before) {
		p.t.Errorf("%s: %q does not stand in %s (%v)", p.file, before, file, err)
		return
	}
	changed := strings.ReplaceAll(string(old), before, after)
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		p.t.Error(err)
	}
}

// merge returns a file with the paragraphs of a text. New ones come after the last of their sort,
// or at the end.
func (p *page) merge(file, text string) string {
	old, err := os.ReadFile(file)
	if err != nil {
		p.t.Error(err)
	}
	all := strings.Split(strings.TrimSpace(string(old)), "\n\n")
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		at, after := -1, len(all)
		for i, paragraph := range all {
			what, sort := declared.FindString(part), strings.Fields(part)[0]
			if what != "" && declared.FindString(paragraph) == what {
				at = i
			}
			if strings.Fields(paragraph)[0] == sort {
				after = i + 1
			}
		}
		if at < 0 {
			all = slices.Insert(all, after, part)
		} else {
			all[at] = part
		}
	}
	return strings.Join(all, "\n\n") + "\n"
}

// transcript runs the commands of a block. It types again what was typed at prompts.
func (p *page) transcript(body []string) {
	for len(body) > 0 {
		line := body[0]
		end := 1
		var typed strings.Builder
		for end < len(body) && !strings.HasPrefix(body[end], "$ ") {
			if m := prompt.FindStringSubmatch(body[end]); m != nil {
				typed.WriteString(m[2] + "\n")
			}
			end++
		}
		p.out = append(p.out, line)
		body = body[end:]
		command, isOurs := strings.CutPrefix(line, "$ boardgame ")
		if !isOurs {
			p.t.Errorf("%s: %q is no command of the program", p.file, line)
			return
		}
		command, into, redirected := strings.Cut(command, " > ")
		args := split(command)
		if args[0] == "play" {
			args = append(args, "--echo", "--pause", "0")
		}
		out := p.command(args, typed.String())
		if redirected {
			if err := os.WriteFile(into, []byte(out), 0o644); err != nil {
				p.t.Error(err)
			}
			continue
		}
		for l := range strings.Lines(strings.TrimRight(out, "\n")) {
			p.out = append(p.out, strings.TrimRight(l, " \n"))
		}
	}
}

// pages returns the root of the repository and the paths of its pages.
func pages(t *testing.T) (root string, files []string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	files = []string{filepath.Join(root, "README.md")}
	err = filepath.WalkDir(filepath.Join(root, "docs"),
		func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(path) == ".md" {
				files = append(files, path)
			}
			return err
		})
	if err != nil {
		t.Fatal(err)
	}
	return root, files
}

// A command that is set off by its indentation goes on only in indented lines: the rest of it would
// be read as text.
func TestCommandsAreWhole(t *testing.T) {
	_, files := pages(t)
	seen := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines, fenced := strings.Split(string(text), "\n"), false
		for i, l := range lines[:len(lines)-1] {
			if strings.HasPrefix(l, "```") {
				fenced = !fenced
			}
			if fenced || !strings.HasPrefix(l, "    boardgame ") {
				continue
			}
			seen++
			next := lines[i+1]
			if next != "" && !strings.HasPrefix(next, "    ") ||
				strings.Contains(strings.TrimSpace(l), "    boardgame ") {
				t.Errorf("%s:%d: the command goes on in the text: %s", file, i+2, next)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d commands are seen", seen)
	}
}

// The pages show what the program does.
func TestPages(t *testing.T) {
	root, files := pages(t)
	shown, all := 0, 0
	for i, file := range files {
		if !long.Case(i, 10) && os.Getenv("UPDATE_SCRIPTS") == "" {
			continue
		}
		name, _ := filepath.Rel(root, file)
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			t.Chdir(dir)
			for _, variable := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
				t.Setenv(variable, dir)
			}
			p := &page{t: t, file: file, lines: strings.Split(string(text), "\n")}
			want := p.run()
			shown, all = shown+p.shown, all+1
			if want == string(text) {
				return
			}
			if os.Getenv("UPDATE_SCRIPTS") != "" {
				if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
					t.Error(err)
				}
				return
			}
			t.Errorf("the page shows what the program does not do; UPDATE_SCRIPTS=1 rewrites it "+
				"(-page +program):\n%s", cmp.Diff(strings.Split(string(text), "\n"),
				strings.Split(want, "\n")))
		})
	}
	if all == len(files) && shown < 10 { // otherwise only some pages were requested
		t.Errorf("only %d transcripts and pictures were found", shown)
	}
}
