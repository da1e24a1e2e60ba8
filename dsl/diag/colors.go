//go:build !js

package diag

import "github.com/fatih/color"

func colored() palette {
	c := func(attributes ...color.Attribute) ink {
		p := color.New(attributes...)
		p.EnableColor()
		return p
	}
	return palette{
		severity: [3]ink{c(color.FgRed, color.Bold), c(color.FgYellow, color.Bold),
			c(color.FgCyan, color.Bold)},
		gutter: c(color.FgBlue, color.Bold),
		strong: c(color.Bold),
		help:   c(color.FgGreen, color.Bold),
	}
}
