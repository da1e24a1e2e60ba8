package protocol

import (
	"sync"

	"boardgame/interp/record"
)

// In a browser, the page itself keeps games.

func (s *Server) folder() string                      { return "" }
func (s *Server) exists(string) bool                  { return false }
func (s *Server) keep(*table, standing, *record.Game) {}
func (s *Server) letGo(*table, bool)                  {}
func (k *call) wake(string) (*table, error)           { return nil, nil }

// files is what is kept of a table.
type files struct {
	saving sync.Mutex
	saved  int
}
