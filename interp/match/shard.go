package match

import (
	"fmt"
	"strconv"
	"strings"
)

// FindShard reads which part of a match to play: I/N as [ParseShard] does, or auto and auto/N,
// which ask the environment of a job array.
//
// With auto, a Slurm array gives both numbers. With auto/N, the part is the number of the task,
// from 1 in a Slurm array, and the completion index, from 0, in an indexed job of Kubernetes, which
// does not tell how many there are. The error says what was expected and what there is.
func FindShard(text string, env func(string) string) (Shard, error) {
	word, of, given := strings.Cut(text, "/")
	if word != "auto" {
		return ParseShard(text)
	}
	n := 0
	if given {
		var err error
		if n, err = strconv.Atoi(of); err != nil || n < 1 {
			return Shard{}, fmt.Errorf(
				"%q is not a part of a match; expected auto/N with the number of parts, such as "+
					"auto/20", text)
		}
	}
	number := func(name string) (v int, ok bool, err error) {
		text := env(name)
		if text == "" {
			return 0, false, nil
		}
		if v, err = strconv.Atoi(text); err != nil {
			return 0, true, fmt.Errorf("%s is %q, which is not a number", name, text)
		}
		return v, true, nil
	}
	if index, ok, err := number("JOB_COMPLETION_INDEX"); ok {
		switch {
		case err != nil:
			return Shard{}, err
		case !given:
			return Shard{}, fmt.Errorf(
				"nothing tells how many parts a job of Kubernetes has; write auto/N, where N is its " +
					"completions")
		case index < 0 || index >= n:
			return Shard{}, fmt.Errorf(
				"JOB_COMPLETION_INDEX is %d, and there are %d parts, which count from 0", index, n)
		}
		return Shard{index + 1, n}, nil
	}
	id, ok, err := number("SLURM_ARRAY_TASK_ID")
	switch {
	case err != nil:
		return Shard{}, err
	case !ok:
		return Shard{}, fmt.Errorf(
			"neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set; write I/N, such as 3/20")
	case given && (id < 1 || id > n):
		return Shard{}, fmt.Errorf(
			"SLURM_ARRAY_TASK_ID is %d, and there are %d parts; number the tasks 1-%d", id, n, n)
	case given:
		return Shard{id, n}, nil
	}
	count, ok, err := number("SLURM_ARRAY_TASK_COUNT")
	if err != nil || !ok {
		return Shard{}, fmt.Errorf("SLURM_ARRAY_TASK_COUNT is not set to a number; write auto/N")
	}
	// A task that is resubmitted alone, by its number, would think it is the only one.
	least, _, err1 := number("SLURM_ARRAY_TASK_MIN")
	most, _, err2 := number("SLURM_ARRAY_TASK_MAX")
	if err1 != nil || err2 != nil || least != 1 || most != count || id < 1 || id > count {
		return Shard{}, fmt.Errorf(
			"the tasks of the array are not 1-%d; number them like that, or write auto/N", count)
	}
	return Shard{id, count}, nil
}
