package protocol

// editing are methods that the program for browsers does not have.
var editing map[string]*method
