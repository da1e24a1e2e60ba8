package bot

import (
	"syscall"
	"unsafe"
)

// hugePages asks the system to keep the entries of a table in large pages. A search reads them in
// random order, and with pages of 4 kB nearly every read has to look up its page in memory first.
// If the system refuses, nothing is lost but speed.
func hugePages(entries []packed) {
	size := uintptr(len(entries)) * unsafe.Sizeof(packed{})
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(entries))), size)
	_ = syscall.Madvise(bytes, syscall.MADV_HUGEPAGE)
}
