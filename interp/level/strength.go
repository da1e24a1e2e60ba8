package level

import (
	"fmt"
	"math"
	"strconv"
)

// Strength is a scale of strength that other programs share: how many points a level has if it
// looks at fewer positions.
type Strength struct {
	Level string    `toml:"level"`
	Scale [][]int64 `toml:"scale"` // Elo points and positions, the weakest first
}

// Check reports the first mistake in a scale for these levels.
func (s *Strength) Check(own []Level) error {
	if i := Index(own, s.Level); i < 0 || own[i].Nodes == 0 {
		return fmt.Errorf("strength: level is %q; it is the name of a level with a limit of nodes",
			s.Level)
	}
	if len(s.Scale) < 2 {
		return fmt.Errorf("strength: the scale has two or more pairs of points and positions")
	}
	for i, pair := range s.Scale {
		if len(pair) != 2 || pair[1] < 1 ||
			i > 0 && (pair[0] <= s.Scale[i-1][0] || pair[1] <= s.Scale[i-1][1]) {
			return fmt.Errorf("strength: the scale has pairs of points and positions, each greater " +
				"than those before")
		}
	}
	return nil
}

// Range returns the least and the greatest strength.
func (s *Strength) Range() (least, most int64) {
	return s.Scale[0][0], s.Scale[len(s.Scale)-1][0]
}

// ofStrength returns a level of a strength such as 1500.
func ofStrength(own []Level, text string) (Level, error) {
	if len(own) == 0 || own[0].Strength == nil {
		return Level{}, fmt.Errorf("level:%s asks for a strength, but this game has no scale of "+
			"strength; name one of its levels", text)
	}
	s := own[0].Strength
	least, most := s.Range()
	elo, err := strconv.ParseInt(text, 10, 64)
	if err != nil || elo < least || elo > most {
		return Level{}, fmt.Errorf("level:%s asks for a strength; in this game it is a number from "+
			"%d to %d", text, least, most)
	}
	i := 1
	for elo > s.Scale[i][0] {
		i++
	}
	low, high := s.Scale[i-1], s.Scale[i]
	part := float64(elo-low[0]) / float64(high[0]-low[0])
	l := own[Index(own, s.Level)]
	l.Nodes = int64(math.Round(float64(low[1]) * math.Pow(float64(high[1])/float64(low[1]), part)))
	l.Depth, l.Time, l.Name = 0, 0, "level:"+text
	l.Title = fmt.Sprintf("about %d Elo points", elo)
	return l, nil
}
