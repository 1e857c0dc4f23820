# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of the command, $GPCD, on image files: each in a folder of its own.

set -u
: "${GPCD:?the command to test}"
unset GPCD_DEVICE
export LC_ALL=C

top=$(cd "${BASH_SOURCE[0]%/*}/../.." && pwd)
# shellcheck source=tests/lib.sh
. "$top/tests/lib.sh"

# The metrics of this source tree, not the installed ones.
export GPCD_METRICS=$top/lib/metrics/sets
export GPCD_MACHINES=$top/lib/hardware/files
export GPCD_DICTIONARY=$top/lib/dictionary/files
export GPCD_STUDIES=$top/lib/studies

work=$(mktemp -d)
cd "$work" || exit 1
children=()

finish()
{
	local child status=$?

	# A killed subshell may get here, too.
	[ "$BASHPID" = $$ ] || exit
	for child in "${children[@]}"; do
		kill "$child" 2>/dev/null
	done
	cd / && rm -rf "$work"
	# It died on the way: without its plan the test cannot pass as complete.
	[ "$status" -eq 0 ] || exit "$status"
	done_testing || status=1
	exit $status
}
trap finish EXIT

# needs FILE...: end the test, unless these helpers, which make builds beside the command, are there
needs()
{
	local file

	for file; do
		[ ! -e "$file" ] || continue
		report "the helper ${file##*/}" "$file is missing: make check-cli builds it"
		exit 1
	done
}

# run COMMAND...: leaves its output in ./out and ./err, its exit code in $status
run()
{
	"$@" >out 2>err
	status=$?
}

# exits CODE WHAT COMMAND...: run it; it must end with this exit code
exits()
{
	local code=$1 what=$2

	shift 2
	run "$@"
	is "$what" "$status" "$code"
}

gpcd()
{
	"$GPCD" "$@"
}

study()
{
	"$GPCD-study" "$@"
}

# still FILE [OPTION...]: make an image whose time stands still after a second
still()
{
	local file=$1

	shift
	gpcd emulate --image "$file" --seed 1 --advance 1s --once "$@" || exit 1
}

# word FILE ADDRESS VALUE...: write the words from there on, straight into the file
word()
{
	local value i byte bytes=''

	for value in "${@:3}"; do
		for i in {0..7}; do
			printf -v byte '\\x%02x' $((value >> 8 * i & 255))
			bytes+=$byte
		done
	done
	# shellcheck disable=SC2059 # the bytes are the format
	printf "$bytes" | dd of="$1" bs=8 seek=$(($2 / 8)) conv=notrunc status=none
}

# living FILE [OPTION...]: make and drive an image; its driver's pid is $driver
living()
{
	local file=$1

	shift
	"$GPCD" emulate --image "$file" --seed 1 "$@" 2>emulate.err &
	driver=$!
	children+=("$driver")
	eventually gpcd -d "image:$file" info && return
	report "a living image" "it does not come: $(cat emulate.err)"
	exit 1
}

# over PID: has the child ended?
over()
{
	! grep -q '^State:.[^Z]' "/proc/$1/status" 2>/dev/null
}

# so_or_over PID COMMAND...: the command succeeds, which sets $so, or the child has ended
so_or_over()
{
	if "${@:2}"; then
		so=1
	else
		over "$1"
	fi
}

# in_life PID COMMAND...: wait until the command succeeds; fail if the child ends first
in_life()
{
	local so=

	eventually so_or_over "$@" && [ "$so" ]
}

# started PID [NAME]: the command, gpcd by default, runs. Before that the process is a copy of our
# shell, which catches SIGTERM.
started()
{
	in_life "$1" grep -qx "${2:-gpcd}" "/proc/$1/comm"
}

# catching PID [NAME]: the command, gpcd by default, catches SIGTERM. Before its start the process
# is our shell, which may catch it as well.
catching()
{
	# shellcheck disable=SC2016 # awk's own variables
	in_life "$1" awk -v name="${2:-gpcd}" '/^Name:/ { ours = $2 == name }
		/^SigCgt:/ { exit !(ours && $2 ~ /[4-7c-f]...$/) }' "/proc/$1/status"
}

# heard PID: it has been given every signal that was sent
heard()
{
	! grep -qE '^(Sig|Shd)Pnd:.*[1-9a-f]' "/proc/$1/status"
}

# asleep PID [NAME]: the command, gpcd by default, waits for something
asleep()
{
	# shellcheck disable=SC2016 # awk's own variables
	in_life "$1" awk -v name="${2:-gpcd}" '/^Name:/ { ours = $2 == name }
		/^State:/ { exit !(ours && $2 == "S") }' "/proc/$1/status"
}

# ticking COMMAND...: start it in the background, with a clock whose timers fire only at tick; its pid
# is $pid
ticking()
{
	needs "${GPCD%/*}/tests/cli/clock.so"
	rm -f ticks.asked
	: >ticks
	CLOCK_TICKS=$PWD/ticks LD_PRELOAD=${GPCD%/*}/tests/cli/clock.so "$@" &
	pid=$!
	children+=("$pid")
	eventually at_rest
}

# at_rest: the ticking command has done its work and waits for a tick, or has ended
at_rest()
{
	[ "$(stat -c %s ticks.asked)" -gt "$(stat -c %s ticks)" ] || over "$pid"
}

# tick: let one of its periods pass, and wait until it has done its work
tick()
{
	printf . >>ticks
	eventually at_rest
}

# ticks NUMBER: let so many of its periods pass
ticks()
{
	local i

	for ((i = 0; i < $1; i++)); do
		tick
	done
}

# stops WHAT COMMAND SAMPLES: the ticking command of gpcd, whose messages are in err, goes on until it
# is ended, and has taken so many samples
stops()
{
	kill -TERM "$pid"
	ended "$pid"
	is "$1: it has gone on to its end" $? 0
	is "$1: the closing line" "$(tail -n 1 err)" "gpcd $2: $3 samples, 0 periods missed, 0 torn"
}
