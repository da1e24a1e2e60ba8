package scene_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardgame/dsl"
	"boardgame/dsl/topology"
	"boardgame/interp"
	"boardgame/interp/ruleset"
	"boardgame/repl/board"
	"boardgame/repl/scene"
	"boardgame/testdata/long"
)

var (
	sheet  = flag.String("sheet", "", "write pictures of all games, and a page, into this folder")
	update = flag.Bool("update", false, "rewrite testdata/pictures.txt")
)

// games returns the files of all games, or in the quick run of a sample from index first on, unless
// golden files are written.
func games(first int) (names, paths []string) {
	all := ruleset.List()
	if !*update && *sheet == "" {
		all = long.Sample(all, first)
	}
	for _, name := range all {
		names = append(names, name)
		paths = append(paths, filepath.Join("..", "..", "rulesets", name, name+ruleset.Ext))
	}
	return names, paths
}

// midgame is the view of a position of a random game: some plies in, of a fixed seed.
func midgame(t *testing.T, path string, plies int) (board.View, bool) {
	rs, err := ruleset.Find(path)
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return board.View{}, false
	}
	rules, list := dsl.Load(rs.File, nil, ruleset.Library{})
	if list.HasErrors() {
		t.Errorf("%s: %v", path, list)
		return board.View{}, false
	}
	g := interp.NewReference(rules) // compiling takes longer than a few plies
	look := scene.Scene{Game: g, Info: &rs.Info}
	rng := rand.New(rand.NewPCG(7, 30))
	p := g.Start()
	first, last := p, topology.Set{}
	for range plies {
		moves := g.Moves(p)
		if p.Over() || len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		next, err := g.Play(p, m)
		if err != nil {
			t.Fatal(err)
		}
		if p.Steps() == 0 {
			last = topology.Set{}
		}
		last = last.Or(look.Touched(m, next))
		p = next
	}
	v := look.View(p)
	look.Hands(&v, first, p)
	v.Title, v.Labels, v.Strips, v.Last = rules.Title, true, true, last
	return v, true
}

// The pictures of all games are as they were looked at: a change shows in the list of their hashes.
// With -sheet, the pictures are written as files, and as one page: light, dark, gray, and as wide
// as a phone.
func TestPictures(t *testing.T) {
	names, paths := games(11)
	var list strings.Builder
	for i, path := range paths {
		v, ok := midgame(t, path, 24)
		if !ok {
			continue
		}
		for theme, name := range board.Themes {
			v.Theme = board.Theme(theme)
			text := board.SVG(v)
			fmt.Fprintf(&list, "%s %s %s %.12x\n", names[i], name, v.Look.Board,
				sha256.Sum256([]byte(text)))
			if *sheet != "" {
				file := filepath.Join(*sheet, fmt.Sprintf("%s-%s.svg", names[i], name))
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if *sheet != "" {
		var page strings.Builder
		page.WriteString("<!doctype html><meta charset=utf-8><title>All games</title><style>" +
			"img{width:100%}.row{display:grid;grid-template-columns:repeat(3,1fr) 390px;gap:8px}" +
			".gray{filter:grayscale(1)}</style>\n")
		for _, name := range names {
			fmt.Fprintf(&page, "<h3>%s</h3><div class=row><img src=%[1]s-light.svg>"+
				"<img src=%[1]s-dark.svg><img class=gray src=%[1]s-print.svg><img src=%[1]s-light.svg>"+
				"</div>\n", name)
		}
		if err := os.WriteFile(filepath.Join(*sheet, "index.html"), []byte(page.String()),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := golden(t, "testdata/pictures.txt", list.String(), *update)
	for line := range strings.Lines(list.String()) {
		if !strings.Contains(want, line) {
			t.Fatalf("%s: a new or changed picture; -sheet DIR writes all to look at, -update "+
				"accepts them", line)
		}
	}
}

// golden returns what a file holds; if asked to, it writes the file first.
func golden(t *testing.T, path, text string, write bool) string {
	if write {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(want)
}
