package message

import (
	"fmt"
	"io"
)

// OwnerParams are the parameters of owner.
type OwnerParams struct {
	Token string `json:"token"`
}

// EvictParams are the parameters of evict.
type EvictParams struct {
	Address string `json:"address"`
}

// Evicted says how many connections were ended.
type Evicted struct {
	Connections int `json:"connections"`
}

// ReserveParams are the parameters of reserve.
type ReserveParams struct {
	Table  string `json:"table"`
	Player string `json:"player"`
}

// Reserved has the token with which the seat can be taken.
type Reserved struct {
	Token string `json:"token"`
}

// Figures is how a server is doing. Sizes are in bytes, times in milliseconds.
type Figures struct {
	Tables    int   `json:"tables"` // in memory
	Games     int   `json:"games"`
	Clients   int   `json:"clients"`
	Addresses int   `json:"addresses"`
	Thinking  int   `json:"thinking"` // long requests that run
	Line      int   `json:"line"`     // and that wait
	Unread    int   `json:"unread"`   // bytes of answers
	Memory    int64 `json:"memory"`
	Requests  int64 `json:"requests"` // so far
	Refused   int64 `json:"refused"`  // of these, with busy or limit
	// Took counts requests that were answered within 1, 10, 100, 1000 and 10,000 ms, and all
	Took []int64 `json:"took"`
	// Spent is how many milliseconds all of them took together
	Spent int64 `json:"spent"`
	// Engines is how many bytes compiled games have
	Engines int64 `json:"engines"`
}

// Metrics writes figures in the text format of Prometheus.
func (f *Figures) Metrics(w io.Writer) {
	for _, one := range []struct {
		name, kind string
		value      any
	}{
		{"tables", "gauge", f.Tables}, {"games", "gauge", f.Games}, {"clients", "gauge", f.Clients},
		{"addresses", "gauge", f.Addresses}, {"thinking", "gauge", f.Thinking},
		{"waiting_to_think", "gauge", f.Line}, {"unread_bytes", "gauge", f.Unread},
		{"memory_bytes", "gauge", f.Memory}, {"engine_bytes", "gauge", f.Engines},
		{"requests_total", "counter", f.Requests},
		{"refused_total", "counter", f.Refused},
	} {
		fmt.Fprintf(w, "# TYPE boardgame_%s %s\nboardgame_%s %v\n", one.name, one.kind, one.name,
			one.value)
	}
	fmt.Fprintln(w, "# TYPE boardgame_request_seconds histogram")
	for i, le := range []string{"0.001", "0.01", "0.1", "1", "10", "+Inf"} {
		fmt.Fprintf(w, "boardgame_request_seconds_bucket{le=%q} %d\n", le, f.Took[i])
	}
	fmt.Fprintf(w, "boardgame_request_seconds_sum %g\n", float64(f.Spent)/1000)
	fmt.Fprintf(w, "boardgame_request_seconds_count %d\n", f.Took[len(f.Took)-1])
}
