package check

import "boardgame/dsl/diag"

// didYouMean is the suggestion for a name that is not known.
func didYouMean(name string, names []string) string {
	if near := diag.Nearest(name, names); near != "" {
		return "did you mean `" + near + "`?"
	}
	return ""
}
