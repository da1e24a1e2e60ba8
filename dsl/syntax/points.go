package syntax

import (
	"fmt"
	"strconv"
	"strings"
)

// maxNumber limits the numbers of a range in a line, and so how many points it stands for.
const maxNumber = 9999

// Names returns the names of the points that p stands for, each at the place of p: of `p3..p1` p3,
// p2 and p1. If the two names of a range do not differ in their number alone, it returns them as
// they are, and false.
func (p *Point) Names() ([]Name, bool) {
	if p.To == nil {
		return []Name{p.Name}, true
	}
	stem, from, first := numbered(p.Name.Text)
	last, to, second := numbered(p.To.Text)
	if !first || !second || stem != last {
		return []Name{p.Name, *p.To}, false
	}
	step := 1
	if to < from {
		step = -1
	}
	var names []Name
	for n := from; ; n += step {
		names = append(names, Name{p.Node, fmt.Sprint(stem, n)})
		if n == to {
			return names, true
		}
	}
}

// numbered splits a name into its stem and the number at its end, as in p24. It reports whether
// there is such a number, at most [maxNumber] and without a zero in front.
func numbered(name string) (string, int, bool) {
	stem := strings.TrimRight(name, "0123456789")
	digits := name[len(stem):]
	n, err := strconv.Atoi(digits)
	return stem, n, err == nil && n <= maxNumber && strconv.Itoa(n) == digits
}

// Names returns the names of the points of a line, in order.
func (l *Line) Names() []Name {
	var names []Name
	for _, p := range l.Points {
		some, _ := p.Names()
		names = append(names, some...)
	}
	return names
}
