package level

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// Every setting is read as it is written, replaces that of a base, and is refused out of its range;
// its tags name bots that exist.
func TestSettingsAreDeclaredOnce(t *testing.T) {
	one := func(key string, change func(v reflect.Value)) (s Settings) {
		_ = s.each(func(k string, _ reflect.StructTag, v reflect.Value) error {
			if k == key {
				if v.Kind() == reflect.Pointer {
					v.Set(reflect.New(v.Type().Elem()))
					v = v.Elem()
				}
				change(v)
			}
			return nil
		})
		return s
	}
	number := func(n int) func(v reflect.Value) {
		return func(v reflect.Value) {
			switch {
			case v.CanInt():
				v.SetInt(int64(n))
			case v.CanFloat():
				v.SetFloat(float64(n))
			case v.Kind() == reflect.String:
				v.SetString("word")
			case v.Kind() == reflect.Bool:
				v.SetBool(true)
			default:
				v.Set(reflect.ValueOf([]string{"a", "b"}))
			}
		}
	}
	var bots []string
	_ = (&Settings{}).each(func(key string, tags reflect.StructTag, v reflect.Value) error {
		if key == "bot" {
			bots = append(strings.Fields(tags.Get("words")), "any")
		}
		for bot := range strings.FieldsSeq(tags.Get("typed")) {
			if !slices.Contains(bots, bot) {
				t.Errorf("%s is typed for %q, which is no bot", key, bot)
			}
		}
		given := one(key, number(3))
		var read Settings
		if _, err := toml.Decode(given.TOML(), &read); err != nil || !reflect.DeepEqual(read, given) {
			t.Errorf("%q is read as %+v, %v", given.TOML(), read, err)
		}
		if over := given.Over(Settings{}); !reflect.DeepEqual(over, given) {
			t.Errorf("%s does not replace: %+v", key, over)
		}
		kind := v.Type()
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		counts := kind.Kind() == reflect.Int || kind.Kind() == reflect.Int64 ||
			kind.Kind() == reflect.Float64
		below := one(key, number(-1))
		below.Bot = "mcts"
		if err := below.each(checkSetting); counts && (err == nil) != (tags.Get("least") == "any") {
			t.Errorf("%s of -1: %v", key, err)
		}
		return nil
	})
}
