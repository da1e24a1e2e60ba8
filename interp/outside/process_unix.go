//go:build unix

package outside

import (
	"os/exec"
	"syscall"
)

// apart gives a program its own process group, so that it ends with everything it starts, and not
// by a Ctrl-C meant for us.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// end kills the group. It is fine if the group is already gone.
func end(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
