# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of code that uses MPI, under $MPI: openmpi or mpich.

: "${MPI:?the MPI to test under: openmpi or mpich}"
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../cli/lib.sh"

build=${GPCD%/*}
: "${GPCD_SIM:=$build/gpcd-sim}" "${RTR:=$build/rtr}" "${GM_BIN:=$build/$MPI}"
: "${GM_PROFILE:=${top:?}/tools/gm-profile/gm-profile}" "${GM_LIBDIR:=$GM_BIN}"
export GM_LIBDIR
unset GM_PROFILE_ROOT GM_DEVICE GM_INTERCONNECT GM_JOB GM_OUTPUT GM_FORMAT GM_TABLE GM_FEED GM_STEP

# Waiting ranks yield: those they wait for may need their processor.
launcher=(mpirun."$MPI")
if [ "$MPI" = openmpi ]; then
	launcher+=(--oversubscribe --mca mpi_yield_when_idle 1)
	[ "$(id -u)" -ne 0 ] || launcher+=(--allow-run-as-root)
else
	launcher+=(-genv LD_PRELOAD "$GM_BIN/yield.so")
fi

# The machine: 16 Geminis, X a ring of 4. Chip = x + 4 * (y + 2 * z), and rank R stands on chip R.
torus=4x2x2
first_nics=$(seq -s, 0 2 30)

# silent: standard output and errors go to files, and nothing has been written
silent()
{
	[[ -f /dev/stdout && ! -s /dev/stdout && -f /dev/stderr && ! -s /dev/stderr ]]
}

# ranks N PROGRAM...: an MPI job. MPICH's launcher is now and then ended by SIGPIPE, without a word, when
# its processes end as soon as they begin: then it is tried again.
ranks()
{
	local count=$1 code try

	shift
	for ((try = 0; try < 5; try++)); do
		bounded "${launcher[@]}" -n "$count" "$@"
		code=$?
		[[ $MPI = mpich && $code -eq 141 ]] && silent || break
	done
	return "$code"
}

# emulated N PROGRAM...: likewise, on that machine, messages reported to the simulator
emulated()
{
	local count=$1

	shift
	"$GPCD_SIM" job --torus "$torus" --nodes "$first_nics" \
		timeout -k 10 "$hang" "${launcher[@]}" -n "$count" "$GM_PROFILE" "$@"
}

# machine FOLDER: its images and interconnect file, for jobs without a simulator
machine()
{
	"$GPCD_SIM" job --torus "$torus" --nodes "$first_nics" --image "$1" true 2>machine.err
	export GM_DEVICE="image:$PWD/$1/rank-%r" GM_INTERCONNECT="$PWD/$1/interconnect.txt"
}

# moved FILE: lines "X Y Z LINK VC0-phits VC1-phits VC0-packets VC1-packets" of a table, for links with
# traffic
moved()
{
	awk '/^\(/ { gsub(/[(),]/, ""); chip = $0; next }
		/^#/ { next }
		{ link = $0; sub(/ *\(.*/, "", link); sub(/^[^)]*\)/, "") }
		$2 + $3 + $4 + $5 > 0 { print chip, link, $2, $3, $4, $5 }' "$1" | LC_ALL=C sort
}

# moved_is FILE WHAT WANTED: exactly those lines, in any order
moved_is()
{
	is "$2" "$(moved "$1")" "$(LC_ALL=C sort <<<"$3")"
}

# ring TIMES: traffic of 64 bytes from each of 4 ranks to the next, a header and a PUT; the ranks are a ring in X
ring()
{
	local x

	for x in 0 1 2 3; do
		echo "$x 0 0 HH $((64 * $1)) $((6 * $1)) $((2 * $1)) $((2 * $1))"
		echo "$x 0 0 X- $((64 * $1)) 0 $((2 * $1)) 0"
		echo "$x 0 0 X+ 0 $((6 * $1)) 0 $((2 * $1))"
	done
}

# totals FILE: messages, bytes, bytes derived, and unseen calls by name, as rank 0 prints them
totals()
{
	awk '/^# messages/ { m = $3 + 0; b = $5 } /^# bytes/ { d = $6 + 0 } /^# unseen/ { u = u " " $5 " " $6 }
		END { print m, b, d u }' "$1"
}
