package wasm

// Signature returns the types of an exported function; ok is false if the module exports no
// function with that name.
func (m *Module) Signature(name string) (params, results []Type, ok bool) {
	for _, e := range m.exports {
		if e.name == name && e.kind == 0 && int(e.index) >= len(m.imports) {
			f := m.funcs[int(e.index)-len(m.imports)]
			return f.params, f.results, true
		}
	}
	return nil, nil, false
}
