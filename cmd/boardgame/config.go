package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"

	"boardgame/repl/config"
)

type configCmd struct {
	Setting []string `arg:"" optional:"" name:"setting"`
	Path    bool     `help:"Print where the file is."`
	JSON    bool     `name:"json" help:"For programs: one object with everything in the file."`
}

func (*configCmd) Help() string {
	return `Shows your settings and what you played last. They are in a TOML file that you can edit.
boardgame reports keys that it does not know.

Examples:

    boardgame config
    boardgame config pause=500ms board=ascii
    boardgame config --path

Flags:

SETTING NAME to show a setting, NAME=VALUE to change one. Without any, all are shown.`
}

func (c *configCmd) Run(a *app) error {
	file := config.File()
	if file == "" {
		return fmt.Errorf("this system does not say where configuration files go: set " +
			"XDG_CONFIG_HOME or HOME")
	}
	if c.Path {
		fmt.Fprintln(a.out, file)
		return nil
	}
	known, err := config.Load(file)
	if err != nil {
		return err
	}
	if c.JSON {
		if len(c.Setting) > 0 {
			return usagef("--json shows all settings; leave out %s", c.Setting[0])
		}
		var all map[string]any
		if _, err := toml.Decode(known.Text(), &all); err != nil {
			return err
		}
		return json.NewEncoder(a.out).Encode(all)
	}
	if len(c.Setting) == 0 {
		_, err := a.out.WriteString(known.Text())
		return err
	}
	changed := false
	for _, s := range c.Setting {
		name, value, set := strings.Cut(s, "=")
		if !set {
			value, err := known.Get(name)
			if err != nil {
				return misuse(err)
			}
			fmt.Fprintln(a.out, value)
			continue
		}
		if err := known.Set(strings.TrimSpace(name), value); err != nil {
			return misuse(err)
		}
		changed = true
	}
	if changed {
		return known.Save()
	}
	return nil
}
