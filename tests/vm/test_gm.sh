#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# An emulated job on emulated devices: four ranks, each on its own /dev/gpcdN, under both MPIs.
. "$(dirname "$0")/lib.sh"
build=${GPCD%/*}
work=$(mktemp -d) || exit
export GM_DEVICE=/dev/gpcd%r

load chips=4 clock=virtual traffic=0 || exit 1
doors=()
for chip in {0..3}; do
	doors+=(--device "gpcd_emu$chip=0,0,$chip")
done

# emulated MPI PROGRAM [ARG...]: what the ranks say is in $work/out
emulated()
{
	local mpi=$1 launcher=(mpirun."$1" -n 4)

	shift
	[ "$mpi" = mpich ] || launcher+=(--oversubscribe --allow-run-as-root)
	GM_LIBDIR=$build/$mpi "$build/gpcd-sim" job --torus 1x1x4 --nodes 0,2,4,6 "${doors[@]}" \
		"${launcher[@]}" tools/gm-profile/gm-profile --no-table "$@" >"$work/out" 2>"$work/err"
}

# moved: lines "CHIP LINK VC0-phits VC1-phits" of the table, where there were any
moved()
{
	awk '/^\(/ { gsub(/[(), ]/, ""); chip = $0; next }
		/^#/ { next }
		{ link = $1; sub(/\([^)]*\)/, "") }
		$3 + $4 > 0 { print chip, link, $3, $4 }' "$work/out" | paste -sd,
}

for mpi in openmpi mpich; do
	emulated "$mpi" "$build/$mpi/gm-ping" --op put --from 0 --to 1 --bytes 64 --count 10
	is "$mpi: the job ends well" $? 0
	is "$mpi: ten PUTs there, by Z+, their responses back" "$(moved)" \
		"000 Z+ 0 30,000 HH 320 0,001 Z- 320 0,001 HH 0 30"
done
succeeds "the modules unload" unload
done_testing
