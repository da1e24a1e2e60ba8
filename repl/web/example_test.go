package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"boardgame/repl/protocol"
	"boardgame/repl/web"
)

// The page and its WebSocket as a handler of your own server.
func ExampleHandler() {
	handler := web.Handler(context.Background(), protocol.NewServer(protocol.Options{}))
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest("GET", "http://localhost/", http.NoBody))
	fmt.Println(answer.Code, strings.HasPrefix(answer.Body.String(), "<!doctype html>"))
	// Output:
	// 200 true
}
