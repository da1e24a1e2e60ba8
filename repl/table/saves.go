package table

import (
	"boardgame/dsl/version"
	"boardgame/interp/record"
)

// Release lets other programs have the game. It saves nothing: every move is already on disk.
func (t *Table) Release() error {
	if t.Former != nil {
		if err := t.Former.Release(); err != nil {
			return err
		}
	}
	return t.Free()
}

// Free lets other programs have the game as it is under the rules of this table.
func (t *Table) Free() error {
	if t.Slot == nil {
		return nil
	}
	err := t.Slot.Free()
	t.Slot = nil
	return err
}

// Record makes the record of the game up to the current position.
func (t *Table) Record() *record.Game {
	r := t.Sheet.Course.Record(t.Name)
	r.Tags = append(r.Tags, record.Pair{Name: "program", Value: version.Program()})
	for i, st := range t.Seats {
		r.Seats = append(r.Seats, record.Pair{Name: t.Sheet.Speech.PlayerName(i), Value: st.String()})
	}
	if t.Sheet.Speech.Preset != "" {
		r.Tags = append(r.Tags, record.Pair{Name: PresetTag, Value: t.Sheet.Speech.Preset})
	}
	return r
}

// PresetTag is the tag of a record with the preset.
const PresetTag = "preset"
