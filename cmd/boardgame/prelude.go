package main

import "boardgame/dsl"

type preludeCmd struct{}

func (*preludeCmd) Help() string {
	return `The prelude is written in the language itself: read it to see how slide, custodial,
in_a_row or connects are said, and copy what you want to change into your own rules.`
}

func (*preludeCmd) Run(a *app) error {
	_, err := a.out.WriteString(dsl.Prelude().Text)
	return err
}
