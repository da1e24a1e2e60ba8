package web

// Picture is the picture of a game on the page.
var Picture = drawing
