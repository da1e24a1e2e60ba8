package check

import "boardgame/dsl/nearest"

// didYouMean is the suggestion for a name that is not known.
func didYouMean(name string, names []string) string {
	if near := nearest.One(name, names); near != "" {
		return "did you mean `" + near + "`?"
	}
	return ""
}
