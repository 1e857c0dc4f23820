# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of the command, $GPCD, on image files: each in a folder of its own.

set -u
: "${GPCD:?the command to test}"
unset GPCD_DEVICE
export LC_ALL=C

top=$(cd "${0%/*}/../.." && pwd)
# shellcheck source=tests/lib.sh
. "$top/tests/lib.sh"

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

# living FILE [OPTION...]: an image that is driven; its driver's pid in $driver
living()
{
	local file=$1 i

	shift
	"$GPCD" emulate --image "$file" --seed 1 "$@" 2>emulate.err &
	driver=$!
	children+=("$driver")
	for i in $(seq 100); do
		gpcd -d "image:$file" info >/dev/null 2>&1 && return
		sleep 0.02
	done
	report "a living image" "not after $i tries: $(cat emulate.err)"
	exit 1
}
