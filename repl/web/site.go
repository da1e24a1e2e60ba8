package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"boardgame/dsl/pattern"
	"boardgame/dsl/version"
	"boardgame/interp/engine"
	"boardgame/interp/ruleset"
	"boardgame/repl/protocol"
	"boardgame/rulesets"
)

// sitePolicy is what the page of a static site may load and run: its own files and the program,
// which is WebAssembly. A page can declare this itself, except who may frame it.
const sitePolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
	"style-src 'self'; " +
	"img-src 'self' data:; manifest-src 'self'; connect-src 'self'; base-uri 'none'; " +
	"form-action 'none'"

// What only readers of the page's scripts need, a fifth of their bytes, and of its stylesheets.
var (
	remarks = pattern.Of(`(?m)^ *//.*\n`)
	layout  = pattern.Of(`(?ms)/\*.*?\*/|^\s+`)
)

// Site returns the files of a static site by name: the page, and the program that runs behind it in
// a Web Worker. Program is package worker, compiled for GOOS=js GOARCH=wasm, and support is the
// wasm_exec.js of the Go version that compiled it.
func Site(program, support []byte) (map[string][]byte, error) {
	files := map[string][]byte{"wasm_exec.js": support,
		"bridge.js": remarks().ReplaceAll([]byte(engine.Bridge), nil)}
	err := fs.WalkDir(assets, "page", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := assets.ReadFile(path)
		switch filepath.Ext(path) {
		case ".js":
			text = remarks().ReplaceAll(text, nil)
		case ".css":
			text = layout().ReplaceAll(text, nil)
		}
		files[strings.TrimPrefix(path, "page/")] = text
		return err
	})
	if err != nil {
		return nil, err
	}
	head := `<meta http-equiv="Content-Security-Policy" content="` + sitePolicy + `">` + "\n" +
		`<meta name="program" content="worker">`
	files["index.html"] = bytes.Replace(files["index.html"], []byte("<!-- site -->"), []byte(head), 1)
	program, err = joined(program)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(program); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	files["boardgame.wasm.gz"] = packed.Bytes()
	if files["opening.json"], err = opening(); err != nil {
		return nil, err
	}
	server := protocol.NewServer(protocol.Options{})
	if files["rulesets.json"], err = json.Marshal(ruleset.List()); err != nil {
		return nil, err
	}
	for _, name := range ruleset.List() {
		if files["pictures/"+name+".svg"], err = picture(context.Background(), server,
			name); err != nil {
			return nil, err
		}
		if files["rulesets/"+name+".json"], err = texts(name, files); err != nil {
			return nil, err
		}
	}
	keep(files)
	return files, nil
}

// texts returns the files of a game by their paths. Those with patterns, which only bots need, are
// null there and become files of their own.
func texts(name string, files map[string][]byte) ([]byte, error) {
	all := map[string]*string{}
	err := fs.WalkDir(rulesets.FS(), name, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(rulesets.FS(), path)
		all[path] = nil
		if short := string(text); filepath.Ext(path) != ruleset.NetExt {
			all[path] = &short
		} else {
			files["nets/"+path] = text
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(all)
}

// keep tells the service worker which files of a site it keeps: those that every game needs. Its
// version, which the worker of the program shares, changes whenever any file does.
func keep(files map[string][]byte) {
	names, digest := []string{"./"}, sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(digest, "%s %d ", name, len(files[name]))
		digest.Write(files[name])
		if name != "index.html" && name != "service.js" && !strings.Contains(name, "/") {
			names = append(names, name)
		}
	}
	list, err := json.Marshal(names)
	if err != nil {
		panic(err) // names are text
	}
	version := fmt.Appendf(nil, `version = "%x"`, digest.Sum(nil)[:8])
	for _, name := range []string{"service.js", "worker.js"} {
		files[name] = bytes.Replace(files[name], []byte(`version = ""`), version, 1)
	}
	files["service.js"] = bytes.Replace(files["service.js"], []byte(`["./"]`), list, 1)
}

// questions are the page's first requests, exactly as it writes them: JSON is compared as text.
var questions = [][2]string{
	{"start", `{"name":"cage"}`}, {"describe", `{"game":"g1"}`}, {"levels", `{"game":"g1"}`},
	{"join", `{"table":"t1"}`}, {"state", `{"table":"t1"}`},
	{"board", `{"table":"t1","svg":true,"targets":true,"hands":true,"holdings":true,"flip":false}`},
	{"board", `{"table":"t1","layout":true,"flip":false}`},
	{"moves", `{"table":"t1","leads":true}`}, {"history", `{"table":"t1"}`}, {"games", `{}`},
}

// unread is what answers say that the page does not read: of a game in the list of games, and of a
// site in the layout of a board.
var unread = map[string]func() *regexp.Regexp{
	"games": pattern.Of(`"(link|author)":"[^"\\]*",|"year":-?\d+,|,"featured":false|"presets":\[\],`),
	"board": pattern.Of(`,"column":\d+,"row":\d+|,"neighbors":\[[^]]*\],"touches":\[[^]]*\]`),
}

// opening returns the answers to the page's first requests. With them it shows the board, and where
// pieces may go, before the program has been compiled.
func opening() ([]byte, error) {
	type answer struct {
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
		Result json.RawMessage `json:"result"`
	}
	server := protocol.NewServer(protocol.Options{})
	var all []answer
	for _, q := range questions {
		params := json.RawMessage(q[1])
		result, err := server.Ask(context.Background(), q[0], params)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", q[0], q[1], err)
		}
		if of, ok := unread[q[0]]; ok {
			result = of().ReplaceAll(result, nil)
		}
		all = append(all, answer{q[0], params, result})
	}
	return json.Marshal(all)
}

// Compile has Go compile the program for browsers, as [Site] wants it, from its source. folder is
// the source folder or one inside it. The error says what is missing.
func Compile(ctx context.Context, folder string) (program, support []byte, err error) {
	root, err := moduleRoot(folder)
	if err != nil {
		return nil, nil, err
	}
	where, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, nil, errors.New(
			"site compiles boardgame for browsers, and there is no Go on this machine; " +
				"install it from https://go.dev/dl")
	}
	if err != nil {
		return nil, nil, fmt.Errorf("go env: %w", err)
	}
	support, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(where)), "lib", "wasm",
		"wasm_exec.js"))
	if err != nil {
		return nil, nil, fmt.Errorf("the installation of Go lacks what browsers need: %w", err)
	}
	dir, err := os.MkdirTemp("", "boardgame-site-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(dir)
	to := filepath.Join(dir, "boardgame.wasm")
	// Inlining makes the file a quarter larger, and most of a game's time goes to its compiled
	// rules. It is told its version, because reading what Go has written takes 4 KB.
	args := []string{"build", "-trimpath", "-pgo=off", "-gcflags=all=-l",
		"-ldflags=-s -w -X boardgame/dsl/version.program=" + version.String()}
	build := exec.CommandContext(ctx, "go", append(args, "-o", to, "./repl/web/worker")...)
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var out bytes.Buffer
	build.Stdout, build.Stderr = &out, &out
	if err := build.Run(); err != nil {
		if ctx.Err() != nil || interrupted(err) {
			return nil, nil, context.Canceled
		}
		return nil, nil, fmt.Errorf("boardgame cannot be compiled for browsers: %w\n%s", err,
			out.String())
	}
	program, err = os.ReadFile(to)
	return program, support, err
}

// moduleRoot returns the folder of this program's source that contains a folder.
func moduleRoot(from string) (string, error) {
	dir, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	for at := dir; ; at = filepath.Dir(at) {
		mod, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil && regexp.MustCompile(`(?m)^module boardgame$`).Match(mod) {
			return at, nil
		}
		if at == filepath.Dir(at) {
			return "", fmt.Errorf(
				"%s is not in the source of boardgame, which site compiles for browsers; "+
					"name its folder with --source", dir)
		}
	}
}

// interrupted reports whether a signal ended a child process: Ctrl-C reaches it no later than us.
func interrupted(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() < 0
}
