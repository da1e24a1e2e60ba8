// Package digest computes SHA-256. Outside the browser it calls crypto/sha256. In the browser, that
// package and the module of approved algorithms that it links would be a hundredth of the download.
package digest
