package repl

import (
	"boardgame/repl/keyboard"
	"boardgame/repl/paper"
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
			ahead = keyboard.Rest(keys)
		}
		defer func() {
			if ahead != "" {
				l.keys.Put(ahead)
			}
		}()
		begin := func(k keyboard.Key) { // a move: keep this key and what follows
			if k > ' ' && l.keys != nil {
				ahead += string(rune(k)) + keyboard.Rest(keys)
			}
		}
		top := 0
		for {
			columns, rows := st.Size()
			lines := paper.Broken(talk, max(columns-1, 1))
			room := max(rows-1, 1)
			last := max(len(lines)-room, 0)
			top = max(min(top, last), 0)
			st.Show(lines[top:min(top+room, len(lines))], paper.PagerFoot(columns, top, room, len(lines)))
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
