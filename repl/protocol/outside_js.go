package protocol

// outside are methods that the program for browsers does not have.
var outside map[string]*method
