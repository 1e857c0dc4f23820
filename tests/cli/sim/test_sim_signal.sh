#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim: signals while images are made, and Ctrl-C in an emulated job.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim=${GPCD%/*}/gpcd-sim
needs "${GPCD%/*}/tests/cli/signal.so"

# --- while images are made ---

# stopped_at N SIGNAL ARGUMENT...: a signal comes while the Nth image still has its temporary name
stopped_at()
{
	run env LD_PRELOAD="${GPCD%/*}/tests/cli/signal.so" SIGNAL="$(kill -l "$2")" SIGNAL_AT="$1" \
		"$sim" "${@:3}"
}

# stopped SIGNAL ARGUMENT...
stopped()
{
	stopped_at 3 "$@"
}
mkdir old && "$sim" run --torus 2x2x2 --time 1us --image old --chips 1,0,0 >out && touch old/kept
for signal in INT TERM; do
	stopped $signal run --torus 2x2x2 --image new
	is "SIG$signal while images are made: exit code" "$status" 1
	like "SIG$signal while images are made: said" "$(cat err)" 'ended while images were made: none .* left'
	is "SIG$signal while images are made: no table" "$(cat out)" ""
	succeeds "SIG$signal while images are made: no folder is left" test ! -e new
	stopped $signal run --torus 2x2x2 --image old --chips 0,0,0 --chips 0,1,0
	is "SIG$signal while images are made: a folder that was there has what it had" "$(cd old && echo ./*)" \
		"./c0-0c1s0g0n0 ./c0-0c1s0g0n1 ./kept"
	mkdir tmp
	TMPDIR=$work/tmp stopped $signal job --torus 2x2x2 touch started
	is "SIG$signal while images are made: job: exit code" "$status" 1
	is "SIG$signal while images are made: job: no temporary folder is left" "$(ls tmp)" ""
	succeeds "SIG$signal while images are made: job: no command is started" test ! -e started
	rmdir tmp
done

# A Gemini has two images; after them the job's socket is bound.
stopped_at 3 TERM job --torus 1x1x1 touch started
is "SIGTERM when all images are made: job: exit code" "$status" 1
is "SIGTERM when all images are made: job: said" "$(cat err)" \
	"gpcd-sim job: ended by a signal before the command was started"
succeeds "SIGTERM when all images are made: job: no command is started" test ! -e started

# --- in a job ---

# gone FILE: the process whose number is in FILE has ended, reaped or not
gone()
{
	local state

	state=$(awk '/^State:/ { print $2 }' "/proc/$(cat "$1")/status" 2>/dev/null)
	[ "${state:-Z}" = Z ]
}

# A process sends SIGINT to the simulator only.
# shellcheck disable=SC2016
"$sim" job --torus 2x1x1 sh -c 'echo $$ >new; mv new ready; exec sleep 600' 2>err &
pid=$!
children+=("$pid")
eventually test -e ready
children+=("$(cat ready)")
kill -INT "$pid"
ended "$pid"
is "SIGINT of a process is passed on" $? 130
succeeds "SIGINT of a process: the command is gone" gone ready

# polite STATEMENT: a command that says "ready", gets a SIGINT, does what the statement says, and ends
# with 6 at SIGTERM if no second SIGINT came. (bash forgets one of two signals that come at once.)
polite()
{
	command=(python3 -c "import os, signal
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
signal.signal(signal.SIGINT, lambda *_: 0)
print(os.getpid(), file=open('polite', 'w'), flush=True)
print('ready', flush=True)
signal.sigwait({signal.SIGINT})
$1
signal.sigwait({signal.SIGTERM})
os._exit(7 if signal.SIGINT in signal.sigpending() else 6)")
}

# A stopped simulator gets two signals before it looks at the first.
polite ''
"$sim" job --torus 2x1x1 "${command[@]}" >/dev/null 2>err &
pid=$!
children+=("$pid")
eventually test -s polite
children+=("$(cat polite)")
kill -STOP "$pid"
kill -INT "$pid"
kill -TERM "$pid"
kill -CONT "$pid"
ended "$pid"
is "two signals at once: the command gets both" $? 6

# typed COMMAND...: run it in a terminal of its own, and type Ctrl-C when it has printed "ready"; its status
typed()
{
	bounded python3 -c 'import os, pty, sys
pid, terminal = pty.fork()
if not pid:
    os.execvp(sys.argv[1], sys.argv[1:])
said = b""
while b"ready" not in said:
    said += os.read(terminal, 4096)
os.write(terminal, b"\3")
try:
    while os.read(terminal, 4096):
        pass
except OSError:
    pass
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))' "$@"
}
# shellcheck disable=SC2016 # the inner shell's
is "Ctrl-C ends job and command: 128 and the signal" \
	"$(typed "$sim" job --torus 2x1x1 sh -c 'echo $$ >pid; echo ready; exec sleep 600')" 130
succeeds "Ctrl-C: the command is gone" gone pid
# shellcheck disable=SC2016
is "Ctrl-C ends what the command runs" \
	"$(typed "$sim" job --torus 2x1x1 sh -c 'sh -c "echo \$\$ >pid; echo ready; exec sleep 600"; true')" 130
succeeds "Ctrl-C: what the command ran is gone" eventually gone pid
# The terminal sends SIGINT to the command, too: once is enough, because launchers take a second one for
# impatience.
polite 'os.kill(os.getppid(), signal.SIGTERM)'
is "Ctrl-C: the command gets it once, and may end as it likes" \
	"$(typed "$sim" job --torus 2x1x1 "${command[@]}")" 6
