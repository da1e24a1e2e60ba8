//go:build unix

package outside

import (
	"os/exec"
	"syscall"
)

// apart gives a program a process group of its own, so that it ends with all that it starts, and
// not by a Ctrl-C meant for us.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// end kills the group. That it is gone already is fine.
func end(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
