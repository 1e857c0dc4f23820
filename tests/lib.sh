# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For shell tests: one line a test, "ok N - what" or "not ok N - what : why".

test_number=0
test_failures=0

# report WHAT [WHY]: passed if there is no WHY
report()
{
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

# fails WHAT STATUS ERE COMMAND...: with that status, saying that on stderr
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

# eventually COMMAND...: within a minute
eventually()
{
	local tries=1200

	until "$@" >/dev/null 2>&1; do
		[ $((tries -= 1)) -gt 0 ] || return
		sleep 0.05
	done
}

# done_testing: the last call of a test
done_testing()
{
	echo "1..$test_number"
	[ "$test_failures" -eq 0 ]
}
