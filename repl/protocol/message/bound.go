package message

import (
	"reflect"
	"strconv"
	"strings"
)

// Texts of clients are bounded here, before anything looks at them. A member may have a limit of
// its own in bytes, in the tag max.
const (
	mostText  = 300  // of names and the like
	mostItems = 4096 // of a list or an object
)

// bounded returns an error if something in the parameters of a method is too long.
func bounded(params any) *Error {
	return boundedValue(reflect.ValueOf(params).Elem(), "", mostText)
}

func boundedValue(v reflect.Value, name string, most int) *Error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return boundedValue(v.Elem(), name, most)
		}
	case reflect.String:
		if v.Len() > most {
			return Errorf(CodeLimit, "%s has %d bytes; at most %d are read", name, v.Len(), most)
		}
	case reflect.Struct:
		for _, f := range reflect.VisibleFields(v.Type()) {
			if f.Anonymous {
				continue
			}
			limit := most
			if n, err := strconv.Atoi(f.Tag.Get("max")); err == nil {
				limit = n
			}
			member, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if fault := boundedValue(v.FieldByIndex(f.Index), member, limit); fault != nil {
				return fault
			}
		}
	case reflect.Slice:
		if v.Len() > mostItems {
			return Errorf(CodeLimit, "%s has %d items; at most %d are read", name, v.Len(), mostItems)
		}
		if v.Type().Elem().Kind() != reflect.Uint8 {
			for i := range v.Len() {
				if fault := boundedValue(v.Index(i), name, most); fault != nil {
					return fault
				}
			}
		}
	case reflect.Map:
		if v.Len() > mostItems {
			return Errorf(CodeLimit, "%s has %d members; at most %d are read", name, v.Len(), mostItems)
		}
		for r := v.MapRange(); r.Next(); {
			if fault := boundedValue(r.Key(), "a name in "+name, mostText); fault != nil {
				return fault
			}
			if fault := boundedValue(r.Value(), name, most); fault != nil {
				return fault
			}
		}
	}
	return nil
}
