package repl

import (
	"fmt"

	"boardgame/repl/keyboard"
	"boardgame/repl/paper"
	"boardgame/repl/wording"
)

// pageTalk shows messages page by page, if they do not all fit beside the table, until
// a key closes them. A key that the pager does not know begins the next line.
func (l *loop) pageTalk() {
	st := l.s.paper.Stage
	l.s.settle()
	talk, cut := st.Page()
	if !cut {
		return
	}
	_ = keyboard.WithKeys(l.in, l.keys, func(keys keyboard.Source, _ func()) error {
		// Keys typed before the pager opened are not for the pager.
		ahead := ""
		if l.keys.Waiting() {
			ahead = rest(keys)
		}
		defer func() {
			if ahead != "" {
				l.keys.Put(ahead)
			}
		}()
		begin := func(k keyboard.Key) { // a move: keep this key and what follows
			if k > ' ' && l.keys != nil {
				ahead += string(rune(k)) + rest(keys)
			}
		}
		top := 0
		for {
			columns, rows := st.Size()
			lines := paper.Broken(talk, max(columns-1, 1))
			room := max(rows-1, 1)
			last := max(len(lines)-room, 0)
			top = max(min(top, last), 0)
			st.Show(lines[top:min(top+room, len(lines))], pagerFoot(columns, top, room, len(lines)))
			k, err := keyboard.Read(keys)
			if err != nil {
				return err
			}
			switch k {
			case ' ', keyboard.PageDown:
				if top == last {
					return nil
				}
				top += room
			case keyboard.Down, 'j', keyboard.Take:
				if top == last {
					return nil
				}
				top++
			case keyboard.PageUp, 'b':
				if k == 'b' && top == 0 { // nothing is above: this starts a line such as b2
					begin(k)
					return nil
				}
				top -= room
			case keyboard.Up, 'k':
				if k == 'k' && top == 0 {
					begin(k)
					return nil
				}
				top--
			case keyboard.None: // the terminal may have been resized
			case 'q', keyboard.Leave:
				return nil
			default:
				begin(k)
				return nil
			}
		}
	})
	st.Hush()
}

// rest reads the keys that have already been pressed.
func rest(keys keyboard.Source) string {
	var all []byte
	for keys.More() {
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
	text := fmt.Sprintf("-- lines %d to %d of %d -- space: on, b: back, q: close", top+1, shown, lines)
	if len(text) >= columns {
		text = fmt.Sprintf("-- %d to %d of %d -- space, b: back, q: close", top+1, shown, lines)
	}
	if shown == lines {
		text = "-- end -- b: back, q or space: close"
	}
	return wording.Wrap(text, max(columns-1, 1), "")[0]
}
