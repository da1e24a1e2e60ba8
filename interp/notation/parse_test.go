package notation

import "testing"

func TestInOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"from  p in mine": "from p in mine",
		"to q in a   # \"why\"\n    & b # so\n | c":    "to q in a & b | c",
		"to q in marked(\"#\") # the marks\n  & empty": "to q in marked(\"#\") & empty",
	} {
		if got := inOneLine(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}
