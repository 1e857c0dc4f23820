#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Environment variables whose names almost match ours change nothing: output is the same, byte for
# byte. The names that we read are exactly those documented in our pages and headers.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

build=${GPCD%/*}
export GM_LIBDIR=$build/openmpi
needs "$build/tests/cli/told" "$build/libawr.so" "$build/motifs/alltoall"

# Variables named in our manual pages and in our libraries' headers.
named()
{
	grep -rhoE '\b(GPCD|GM|AWR)_[A-Z_]+[A-Z]\b' "$top"/docs/man/*.[1-8] "$top/docs/awr.md" "$top/docs/ugni.md"
	sed -n 's/^#define UGNI_[A-Z]*[ \t]*"\(GPCD_UGNI_[A-Z]*\)"$/\1/p' "$top/lib/ugni/wire.h"
}

# Variables that our sources read, by name or through a macro.
read_names()
{
	grep -rhoE 'getenv\("[A-Z_]+"' "$top/lib" "$top/tools" | sed 's/.*"\(.*\)"/\1/'
}

named | grep -v '^GM_[0-9]' | sort -u >names
# Variables between gm-profile and its library, and of others.
own='^(GM_PROFILE_ROOT|COLUMNS|HOME|LD_LIBRARY_PATH|NO_COLOR|OMPI_APP_CTX_NUM_PROCS|TERM|TMPDIR|XDG_CONFIG_HOME)$'
is "each variable that is read is in a page" "$(read_names | sort -u | grep -vxE "$own" | comm -23 - names)" ""

# almost NAME: names that resemble it
almost()
{
	printf '%s\n' "$1S" "$1_" "_$1" "X$1" "${1,,}" "${1%?}" "${1#?}" "${1/_/}" "${1/_/__}" "$1.1"
}

# A near miss that is another name of ours does not count.
while read -r name; do
	almost "$name"
done <names | sort -u >others
comm -23 others names >near
# Values that a path, a number and a mode would all have to reject.
for value in 1 /nowhere; do
	misled=()
	while read -r name; do
		misled+=("$name=$value")
	done <near
	printf '%s\0' "${misled[@]}" >misled."${#value}"
done
succeeds "there are such names" test "$(wc -l <near)" -gt 200

# The same command in a plain environment, and in two full of such names.
same()
{
	local what=$1 set

	shift
	run bounded "$@"
	is "$what: it works" "$status" 0
	cat out err >plain
	for set in misled.*; do
		readarray -d '' misled <"$set"
		run bounded env "${misled[@]}" "$@"
		is "$what: its status, beside ${#misled[@]} names" "$status" 0
		succeeds "$what: what it prints" cmp plain <(cat out err)
	done
}

still g.img -c gemini
still a.img -c aries
same "a device that is named" "$GPCD" -d image:g.img read 'GM_0_0_TILE_PERFORMANCE_COUNTERS_*'
GPCD_DEVICE=image:a.img same "a device of the environment" "$GPCD" info
same "registers" "$GPCD" counters -c aries AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS
same "metrics" "$GPCD" metrics
same "machine files" "$build/gpcd-sim" machine alewife
same "an interconnect file" "$build/rtr" -i 2x2x2
same "a simulated network" "$build/gpcd-sim" run --torus 2x2x2 --load 0.5 --time 20us
# shellcheck disable=SC2016 # they are the inner shell's
same "an emulated job" "$build/gpcd-sim" job --torus 2x1x1 sh -c \
	'PATH=$0:$PATH; told 0 1 put:0:64 flush' "$build/tests/cli"
same "programs on uGNI, with libawr" "$build/gpcd-sim" ugni -n 2 -o images \
	env LD_PRELOAD="$build/libawr.so" "$build/motifs/alltoall" -b 4096 -i 1
# shellcheck disable=SC2016 # they are the inner shell's
same "gm-profile" "$top/tools/gm-profile/gm-profile" --mpi openmpi sh -c 'echo $GM_FORMAT'
