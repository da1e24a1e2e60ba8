// Package protocol lets other programs load rules, play games and ask about positions, in lines of
// JSON: one request per line, one answer per line.
//
//	{"id":1,"method":"start","params":{"name":"reversi"}}
//	{"id":1,"result":{"table":"t1","player":"Black",…}}
//	{"id":2,"method":"play","params":{"table":"t1","move":"d3"}}
//	{"id":2,"result":{"steps":[…],"state":{…}}}
//	{"id":3,"method":"play","params":{"table":"t1","move":"a1"}}
//	{"id":3,"error":{"code":"illegal","message":"…","data":{…}}}
//
// docs/protocol.md describes it for authors of clients; docs/protocol.schema.json is generated from
// the types here.
//
// A [Server] holds games (checked rules) and tables (a game being played, with all its positions).
// A [Conn] is one client of it. The package does not know how lines travel: [Conn.Handle] takes
// one, and the function given to [Server.Connect] sends one. A pipe, a WebSocket and a worker of a
// web page therefore carry the same protocol.
//
//	line → Conn.Handle → method → table, game → answer → send
//
// Methods that may take long (bots, counts, random games, checks) run alongside the others and can
// be canceled. The rest are answered in order, before Handle returns.
package protocol
