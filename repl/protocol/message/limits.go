package message

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"boardgame/dsl/diag"
)

// Limits are what a server has for its clients, and for those of one address that come over a
// network. A zero stands for the standard; -1 is no limit.
type Limits struct {
	Tables  int `json:"tables" standard:"4096"` // in memory
	Games   int `json:"games" standard:"256"`   // loaded rules
	Running int `json:"running" standard:"16"`  // long requests of a client
	Clients int `json:"clients" standard:"1024"`
	// of one address: connections, tables in memory, new tables in an hour, rules it has loaded,
	// long requests that run or wait
	OwnClients  int `json:"ownClients" standard:"32"`
	OwnTables   int `json:"ownTables" standard:"256"`
	OwnNew      int `json:"ownNew" standard:"1000"`
	OwnGames    int `json:"ownGames" standard:"32"`
	OwnThinking int `json:"ownThinking" standard:"8"`
	Thinking    int `json:"thinking" standard:"1"`    // long requests that run
	Line        int `json:"line" standard:"64"`       // and that wait
	Thought     int `json:"thought" standard:"60000"` // milliseconds that one of them may take
	Waiting     int `json:"waiting" standard:"64"`    // requests of a client that wait
	Request     int `json:"request" standard:"524288"`
	Unread      int `json:"unread" standard:"4194304"` // bytes of answers a client has not read
	Memory      int `json:"memory" standard:"-1"`      // bytes above which nothing new begins
	Engines     int `json:"engines" standard:"-1"`     // bytes of compiled games, likewise
}

// Filled returns limits with the standard where nothing is said.
func (l Limits) Filled() Limits {
	for f, n := range reflect.ValueOf(&l).Elem().Fields() {
		if n.IsZero() {
			standard, _ := strconv.ParseInt(f.Tag.Get("standard"), 10, 64)
			n.SetInt(standard)
		}
	}
	return l
}

// Set sets the limit of a name, as hello tells it. The value is a number, perhaps with k, M or G
// for 1024 bytes and so on, a time, such as 60s, or none.
func (l *Limits) Set(name, value string) error {
	var names []string
	for f, n := range reflect.ValueOf(l).Elem().Fields() {
		own := f.Tag.Get("json")
		names = append(names, own)
		if !strings.EqualFold(name, own) {
			continue
		}
		number, times, suffix := value, 1, ""
		for i, unit := range []string{"k", "M", "G"} {
			if text, ok := strings.CutSuffix(value, unit); ok {
				number, times, suffix = text, 1<<(10*(i+1)), unit
			}
		}
		most := 1 << 40 / times
		set, err := strconv.Atoi(number)
		if t, wrong := time.ParseDuration(value); wrong == nil && own == "thought" && suffix == "" {
			set, err = int(t.Milliseconds()), nil
		}
		if value == "none" {
			n.SetInt(-1)
			return nil
		}
		if err != nil || set < 1 || set > most {
			return fmt.Errorf("the limit %s is %q; it is a number from 1, or none", own, value)
		}
		n.SetInt(int64(set * times))
		return nil
	}
	message := fmt.Sprintf("there is no limit %q; there are %s", name, strings.Join(names, ", "))
	if near := diag.Nearest(name, names); near != "" {
		message += "; did you mean " + near + "?"
	}
	return errors.New(message)
}
