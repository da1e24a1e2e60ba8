// Package digest computes SHA-256. Outside the browser it is crypto/sha256; there that package, with
// the module of approved algorithms that it links, would be a hundredth of what a visitor loads.
package digest
