# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For shell tests: TAP 13, one line a test, "ok N - what" or "not ok N - what : why".

test_number=0
test_failures=0

# A step that takes longer hangs. Use it for nothing else.
hang=$(awk '$2 == "HANG_SECONDS" { print $3 }' "${BASH_SOURCE[0]%/*}/hang.h")

# report WHAT [WHY]: passed if there is no WHY
report()
{
	[ $test_number -gt 0 ] || echo "TAP version 13"
	test_number=$((test_number + 1))
	if [ -z "${2-}" ]; then
		echo "ok $test_number - $1"
	else
		echo "not ok $test_number - $1 : $2"
		test_failures=$((test_failures + 1))
	fi
}

# is WHAT GOT WANTED
is()
{
	if [ "$2" = "$3" ]; then
		report "$1"
	else
		report "$1" "got '$2', wanted '$3'"
	fi
}

# like WHAT GOT ERE
like()
{
	if [[ $2 =~ $3 ]]; then
		report "$1"
	else
		report "$1" "got '$2', wanted /$3/"
	fi
}

# alone COMMAND...: in a network namespace that has loopback alone, without a privilege
alone()
{
	# Root may do so even where it has another root folder.
	if [ "$(id -u)" = 0 ]; then
		unshare --net "$@"
	else
		unshare --user --map-root-user --net "$@"
	fi
}

# succeeds WHAT COMMAND...
succeeds()
{
	local what=$1 out status=0

	shift
	out=$("$@" 2>&1) || status=$?
	if [ "$status" -eq 0 ]; then
		report "$what"
	else
		report "$what" "status $status: $(head -n 1 <<<"$out")"
	fi
}

# fails WHAT STATUS ERE COMMAND...: with this status, and this text on stderr
fails()
{
	local what=$1 wanted=$2 said=$3 out status=0

	shift 3
	out=$("$@" 2>&1 >/dev/null) || status=$?
	if [ "$status" -ne "$wanted" ]; then
		report "$what" "status $status, wanted $wanted: $(head -n 1 <<<"$out")"
	else
		like "$what" "$out" "$said"
	fi
}

# bounded COMMAND...: if it hangs, end it with status 124
bounded()
{
	timeout -k 10 "$hang" "$@"
}

# pause SECONDS
pause()
{
	sleep "$1"
}

# eventually COMMAND...: wait until it succeeds; if it never does, that is a failed test
eventually()
{
	local deadline=$((SECONDS + hang))

	until "$@" >/dev/null 2>&1; do
		if [ $SECONDS -ge $deadline ]; then
			report "eventually $*" "not within $hang s"
			return 1
		fi
		pause 0.05
	done
}

# ended PID: wait for a child; its exit code, or 124 if it hangs and is killed
ended()
{
	local status=0

	if ! bounded tail -s 0.05 --pid="$1" -f /dev/null; then
		kill -KILL "$1"
		status=124
	fi
	wait "$1" || status=$((status ? status : $?))
	return $status
}

# ends_badly WHAT STATUS: part of the job died, and the others do not wait for it
ends_badly()
{
	is "$1: a bad end, and nobody hangs" "$(($2 != 0 && $2 != 124 && $2 != 137))" 1
}

# done_testing: the last call of a test
done_testing()
{
	echo "1..$test_number"
	[ "$test_failures" -eq 0 ]
}
