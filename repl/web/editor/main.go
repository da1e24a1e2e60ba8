// Editor bundles the editor of the page: editor.js and the packages of npm that it uses become
// page/editor.js, and their licenses page/editor-licenses.txt. Both are checked in, so that
// building the program needs neither npm nor a network.
//
//	go generate ./repl/web
//
// The packages are those of package-lock.json, which `npm update` in this folder renews.
package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "editor:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: editor SOURCES PAGE")
	}
	install := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = args[0]
	install.Stderr = os.Stderr
	if err := install.Run(); err != nil {
		return fmt.Errorf("npm ci: %w", err)
	}
	bundle, licenses, err := bundle(args[0])
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(args[1], "editor.js"), bundle, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(args[1], "editor-licenses.txt"), licenses, 0o644)
}

// sources are the files that the bundle depends on; the packages are named by the lock.
var sources = []string{"editor.js", "words.js", "package.json", "package-lock.json"}

// head returns the first line of a bundle, by which it is known from which sources it was made.
func head(dir string) (string, error) {
	sum := sha256.New()
	for _, name := range sources {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%s %d\n%s", name, len(text), text)
	}
	return fmt.Sprintf("// Made by go generate ./repl/web; licenses in editor-licenses.txt. "+
		"Sources: %x", sum.Sum(nil)), nil
}

// bundle returns the bundle of the sources in a folder where the packages are installed, and the
// licenses of these.
func bundle(dir string) (code, licenses []byte, err error) {
	first, err := head(dir)
	if err != nil {
		return nil, nil, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	made := api.Build(api.BuildOptions{
		EntryPoints: []string{"editor.js"}, AbsWorkingDir: abs, Bundle: true,
		Format: api.FormatESModule, Target: api.ES2022,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		LegalComments: api.LegalCommentsNone,
		Banner:        map[string]string{"js": first}, Charset: api.CharsetUTF8, Metafile: true,
	})
	if len(made.Errors) > 0 {
		return nil, nil, fmt.Errorf("%s",
			strings.Join(api.FormatMessages(made.Errors, api.FormatMessagesOptions{}), ""))
	}
	licenses, err = licensesOf(dir, made.Metafile)
	return made.OutputFiles[0].Contents, licenses, err
}

// licensesOf returns the licenses of the packages that a bundle has parts of.
func licensesOf(dir, metafile string) ([]byte, error) {
	var meta struct {
		Inputs map[string]struct{} `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, err
	}
	var packages []string
	for input := range meta.Inputs {
		name, ok := strings.CutPrefix(filepath.ToSlash(input), "node_modules/")
		if !ok {
			continue
		}
		parts := strings.SplitN(name, "/", 3)
		name = parts[0]
		if strings.HasPrefix(name, "@") {
			name += "/" + parts[1]
		}
		if !slices.Contains(packages, name) {
			packages = append(packages, name)
		}
	}
	slices.Sort(packages)
	text := "The editor of the page contains these packages of npm.\n"
	for _, name := range packages {
		folder := filepath.Join(dir, "node_modules", filepath.FromSlash(name))
		var about struct{ Version, License string }
		data, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err == nil {
			err = json.Unmarshal(data, &about)
		}
		if err != nil {
			return nil, err
		}
		license, err := os.ReadFile(filepath.Join(folder, "LICENSE"))
		if err != nil {
			return nil, err
		}
		text += fmt.Sprintf("\n%s %s (%s)\n\n%s\n", name, about.Version, about.License,
			strings.TrimSpace(string(license)))
	}
	return []byte(text), nil
}
