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

# The metrics of these sources, not those that are installed.
export GPCD_METRICS=$top/lib/metrics/sets
export GPCD_MACHINES=$top/lib/hardware/files

work=$(mktemp -d)
cd "$work" || exit 1
children=()

finish()
{
	local child status=$?

	# A subshell that is killed may get here too.
	[ "$BASHPID" = $$ ] || exit
	for child in "${children[@]}"; do
		kill "$child" 2>/dev/null
	done
	cd / && rm -rf "$work"
	# Died on the way: without its plan the test cannot pass for a whole one.
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

# exits CODE WHAT COMMAND...: with that exit code; output as run leaves it
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

# still FILE [OPTION...]: an image whose time stands still after a second
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

# living FILE [OPTION...]: an image that is driven; its driver's pid in $driver
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

# over PID: that child has ended
over()
{
	! grep -q '^State:.[^Z]' "/proc/$1/status" 2>/dev/null
}

# so_or_over PID COMMAND...: that command succeeds, as $so says, or the child has ended
so_or_over()
{
	if "${@:2}"; then
		so=1
	else
		over "$1"
	fi
}

# in_life PID COMMAND...: wait until that command succeeds; it fails if the child ends before
in_life()
{
	local so=

	eventually so_or_over "$@" && [ "$so" ]
}

# started PID [NAME]: that command, gpcd unless named, runs. Until then the process is still a copy
# of our shell, which catches SIGTERM.
started()
{
	in_life "$1" grep -qx "${2:-gpcd}" "/proc/$1/comm"
}

# catching PID [NAME]: that command, gpcd unless named, is beyond the point where SIGTERM ends it
# at once. Until it is started, the process is still our shell, which may catch it as well.
catching()
{
	# shellcheck disable=SC2016 # awk's own variables
	in_life "$1" awk -v name="${2:-gpcd}" '/^Name:/ { ours = $2 == name }
		/^SigCgt:/ { exit !(ours && $2 ~ /[4-7c-f]...$/) }' "/proc/$1/status"
}

# asleep PID [NAME]: that command, gpcd unless named, waits for something
asleep()
{
	# shellcheck disable=SC2016 # awk's own variables
	in_life "$1" awk -v name="${2:-gpcd}" '/^Name:/ { ours = $2 == name }
		/^State:/ { exit !(ours && $2 == "S") }' "/proc/$1/status"
}

# ticking COMMAND...: in the background, by a clock whose timers fire when the test says: tick. Its pid
# in $pid
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

# at_rest: what is ticking has done all that it had to, and waits for a tick, or has ended
at_rest()
{
	[ "$(stat -c %s ticks.asked)" -gt "$(stat -c %s ticks)" ] || over "$pid"
}

# tick: a period of it passes, and what it does then is done
tick()
{
	printf . >>ticks
	eventually at_rest
}
