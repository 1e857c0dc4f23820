# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For sweeps: a command runs again and again, and each time one more of its
# allocations, or of its system calls, fails; see tests/sweep/main.c.
#
# The programs come from $BUILD; for allocations from $ASAN, built with sanitizers, if it is set.
# SWEEP_WORLD is a command that runs another, such as alone. SWEEP_ONLY, SWEEP_KIND and SWEEP_AT
# choose a single failure, and show it. SHARE says which of a file's sweeps run: see tests/share. A
# sweep that takes long, SWEEP_PARTS=N, counts as N of them, and each of these fails one in N.

set -u
: "${BUILD:?where it was built}"
BUILD=$(realpath "$BUILD")
# shellcheck disable=SC2034 # swept finds them by name
calls=$BUILD allocations=${ASAN:-$BUILD}
export LC_ALL=C
export ASAN_OPTIONS=handle_sigill=1:verify_asan_link_order=0:detect_leaks=0

# shellcheck source=tests/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"
share=$("$(dirname "${BASH_SOURCE[0]}")/../share") || exit
sweeps=0 taken=0

# A folder in memory: no waiting for disks.
work=$(mktemp -d -p /dev/shm)
cd "$work" || exit 1
trap 'cd / && rm -rf "$work"' EXIT
mkdir calls allocations

# in_both COMMAND...: in the folder of either sweep
in_both()
{
	(cd calls && "$@") && (cd allocations && "$@") || exit 1
}

# swept KIND PROGRAM [ARG...]: a sweep's verdict: a number of failures, or what was wrong
swept()
{
	local kind=$1 program=$2

	shift 2
	cd "$kind" && ${SWEEP_WORLD-} env LD_PRELOAD="$BUILD/tests/sweep/sweep.so" SWEEP="$kind" "${!kind}/$program" "$@" 2>&1
}

# chosen COMMAND: this one, the next of its file, is to be swept
chosen()
{
	sweeps=$((sweeps + 1))
	if [ -n "${SWEEP_ONLY-}" ]; then
		[ "$SWEEP_ONLY" = "$1" ]
	else
		[ $(((sweeps - ${share%/*}) % ${share#*/})) -eq 0 ]
	fi
}

# sweep PROGRAM [ARG...]: both sweeps, at once unless SWEEP_SERIAL says they would meet
sweep()
{
	local part parts=${SWEEP_PARTS:-1}

	if [ -n "${SWEEP_ONLY-}" ] || [ "${share#*/}" -eq 1 ]; then
		parts=1
	fi
	for ((part = 1; part <= parts; part++)); do
		! chosen "$*" || SWEEP_PART=$part/$parts sweep_part "$@"
	done
}

# sweep_part PROGRAM [ARG...]: the part of it that SWEEP_PART says
sweep_part()
{
	local said kind what=$* why='' both=() begin=$SECONDS

	export SWEEP_PART
	taken=$((taken + 1))
	for kind in ${SWEEP_KIND-calls allocations}; do
		swept "$kind" "$@" >"$kind.said" &
		both+=($!)
		[ -z "${SWEEP_SERIAL-}" ] || wait $!
	done
	wait "${both[@]}"
	if [ -n "${SWEEP_AT-}" ]; then
		cat "$SWEEP_KIND.said"
		return
	fi
	for kind in calls allocations; do
		said=$(head -n 1 "$kind.said")
		[[ $said =~ ^[1-9][0-9]*$ ]] && continue
		why+="$said [SWEEP_ONLY='$*' SWEEP_KIND=$kind"
		[[ $said =~ [0-9]+ ]]
		why+=" SWEEP_AT=${BASH_REMATCH[0]-} BUILD=$BUILD $0] "
	done
	[ -z "${SWEEP_EVERY-}" ] || what+=", one in $SWEEP_EVERY"
	[ "${SWEEP_PART#*/}" -eq 1 ] || what+=", part $SWEEP_PART"
	[ -n "$why" ] || what+=": $(<allocations.said) allocations and $(<calls.said) system calls failed in turn"
	report "$what" "$why"
	echo "# $((SECONDS - begin)) s"
}

# done_sweeping: the last call of a file of sweeps; its own test is that its share has run
done_sweeping()
{
	local wanted=$(((sweeps + ${share#*/} - ${share%/*}) / ${share#*/}))

	[ -n "${SWEEP_ONLY-}" ] ||
		is "share $share of $sweeps sweeps (SHARE=1/1: all of them)" "$taken" "$wanted"
	done_testing
}
