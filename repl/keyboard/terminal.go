package keyboard

import (
	"cmp"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/peterh/liner"
	"golang.org/x/term"
)

// What to find out about a terminal before a session begins.

// Terminals reports whether in and out are both terminals, so that a person is at the other end.
func Terminals(in io.Reader, out io.Writer) bool {
	i, ok1 := in.(*os.File)
	o, ok2 := out.(*os.File)
	return ok1 && ok2 && term.IsTerminal(int(i.Fd())) && term.IsTerminal(int(o.Fd()))
}

// CanShowInPlace reports whether this program's terminal can show a table at a fixed place: it can
// move the cursor and deliver single keys.
func CanShowInPlace() bool { return liner.TerminalSupported() && runtime.GOOS != "windows" }

// OnlyASCII reports whether a terminal with this environment shows only ASCII: its locale is not
// UTF-8, or it is the Linux console, whose font has few signs.
func OnlyASCII(env func(string) string) bool {
	if env("TERM") == "linux" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} { // the first that is set counts
		if locale := strings.ToLower(env(name)); locale != "" {
			return !strings.Contains(locale, "utf-8") && !strings.Contains(locale, "utf8")
		}
	}
	return false // unknown
}

// Columns returns how many columns a writer has now: those of a terminal, otherwise 80.
func Columns(out io.Writer) int {
	if f, ok := out.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// Rows returns how many rows a terminal has now, 24 if it does not know, and 0 if out is not a
// terminal.
func Rows(out io.Writer) int {
	if f, ok := out.(*os.File); ok {
		if _, rows, err := term.GetSize(int(f.Fd())); err == nil {
			return cmp.Or(max(rows, 0), 24)
		}
	}
	return 0
}
