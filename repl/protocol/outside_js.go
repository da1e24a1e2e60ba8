package protocol

// outside are methods that the browser build does not have.
var outside map[string]*method
