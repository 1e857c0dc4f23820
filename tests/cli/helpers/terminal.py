# SPDX-License-Identifier: GPL-2.0-only
# Run a command on a terminal: terminal.py COLUMNS COMMAND... prints what the command wrote there.
import fcntl
import os
import pty
import struct
import sys
import termios

pid, terminal = pty.fork()
if not pid:
    size = struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0)
    fcntl.ioctl(1, termios.TIOCSWINSZ, size)
    os.execvp(sys.argv[2], sys.argv[2:])

written = b""
try:
    while part := os.read(terminal, 65536):
        written += part
except OSError:
    pass
sys.stdout.buffer.write(written.replace(b"\r\n", b"\n"))
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
