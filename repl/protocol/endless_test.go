package protocol

import (
	"fmt"
	"strings"
	"testing"

	"boardgame/repl/protocol/message"
)

// Bots that play each other stop after as many turns as the server says, and continue when asked
// again. A move by anyone else restarts the count.
func TestBotsAloneStop(t *testing.T) {
	c := connect(t, NewServer(Options{MostTurns: 3}))
	s := get[message.State](c, "start", `{"name":"chess"}`)
	table := fmt.Sprintf(`{"table":%q`, s.Table)
	play := func() received {
		id := c.send("bot", table+`,"level":"random"}`)
		return c.wait(id, func(m received) bool { return m.Event == "" })
	}
	refused := func(turns int) {
		t.Helper()
		for i := range turns {
			if m := play(); m.Error != nil {
				t.Fatalf("turn %d: %s", i+1, m.line)
			}
		}
		m := play()
		if m.Error == nil || m.Error.Code != message.CodeLimit ||
			!strings.Contains(m.Error.Message, "3 turns") ||
			!strings.Contains(m.Error.Message, "--turns") {
			t.Fatalf("nothing is said of the limit: %s", m.line)
		}
	}
	refused(3)
	refused(3)
	if m := play(); m.Error != nil {
		t.Fatal(m.line)
	}
	get[message.State](c, "undo", table+`}`)
	refused(3)
}
