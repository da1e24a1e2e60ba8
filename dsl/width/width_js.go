package width

// Terminal measures text as a terminal shows it: signs of ambiguous width are narrow.
var Terminal Measure = plain{}
