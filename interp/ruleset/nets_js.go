package ruleset

import "boardgame/interp/level"

func init() { level.Fetch = builtinNet }
