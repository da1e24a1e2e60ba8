//go:build !js

package rulesets

import "embed"

//go:embed */*
var files embed.FS
