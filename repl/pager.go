package repl

import "fmt"

// pageTalk shows messages page by page, if they do not all fit beside the table, until
// a key closes them. A key that the pager does not know begins the next line.
func (l *loop) pageTalk() {
	st := l.s.stage
	l.s.settle()
	talk, cut := st.page()
	if !cut {
		return
	}
	_ = withKeys(l.in, l.keys, func(keys keySource, _ func()) error {
		// Keys typed before the pager opened are not for the pager.
		ahead := ""
		if l.keys.waiting() {
			ahead = rest(keys)
		}
		defer func() {
			if ahead != "" {
				l.keys.put(ahead)
			}
		}()
		begin := func(k key) { // a move: keep this key and what follows
			if k > ' ' && l.keys != nil {
				ahead += string(rune(k)) + rest(keys)
			}
		}
		top := 0
		for {
			columns, rows := st.size()
			lines := broken(talk, max(columns-1, 1))
			room := max(rows-1, 1)
			last := max(len(lines)-room, 0)
			top = max(min(top, last), 0)
			st.show(lines[top:min(top+room, len(lines))], pagerFoot(columns, top, room, len(lines)))
			k, err := readKey(keys)
			if err != nil {
				return err
			}
			switch k {
			case ' ', pageDownKey:
				if top == last {
					return nil
				}
				top += room
			case downKey, 'j', takeKey:
				if top == last {
					return nil
				}
				top++
			case pageUpKey, 'b':
				if k == 'b' && top == 0 { // nothing is above: this starts a line such as b2
					begin(k)
					return nil
				}
				top -= room
			case upKey, 'k':
				if k == 'k' && top == 0 {
					begin(k)
					return nil
				}
				top--
			case noKey: // the terminal may have been resized
			case 'q', leaveKey:
				return nil
			default:
				begin(k)
				return nil
			}
		}
	})
	st.hush()
}

// rest reads the keys that have already been pressed.
func rest(keys keySource) string {
	var all []byte
	for keys.more() {
		c, err := keys.ReadByte()
		if err != nil {
			break
		}
		all = append(all, c)
	}
	return string(all)
}

// pagerFoot is the last row of a page: the place in the text, and what the keys do.
func pagerFoot(columns, top, room, lines int) string {
	shown := min(top+room, lines)
	text := fmt.Sprintf("-- lines %d to %d of %d -- space: on, b: back, q: close", top+1, shown,
		lines)
	if len(text) >= columns {
		text = fmt.Sprintf("-- %d to %d of %d -- space, b: back, q: close", top+1, shown, lines)
	}
	if shown == lines {
		text = "-- end -- b: back, q or space: close"
	}
	return wrap(text, max(columns-1, 1), "")[0]
}
