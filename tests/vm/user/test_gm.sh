#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# MPI jobs on emulated devices, rank R on /dev/gpcdR: traffic of ranks is counted on its way;
# devices that may not be opened or read, a rank that dies, a chip that goes.
. "$(dirname "$0")/../lib.sh"
build=${GPCD%/*}
profile=$PWD/tools/gm-profile/gm-profile
group=4202
export GM_DEVICE=/dev/gpcd%r
cd "$(mktemp -d)" || exit
chmod 755 .

# A ring of 16 Geminis in Z; rank R is on the first node of (0, 0, R).
nodes=$(seq -s, 0 2 30)
doors=()
for chip in {0..15}; do
	doors+=(--device "gpcd_emu$chip=0,0,$chip")
done
load chips=16 clock=virtual traffic=0 || exit 1

# launch MPI N: set $launcher to start so many ranks, which yield the processor while they wait
launch()
{
	local -A options=(
		[openmpi]="--oversubscribe --allow-run-as-root --mca mpi_yield_when_idle 1"
		[mpich]="-genv LD_PRELOAD $build/mpich/yield.so"
	)

	# shellcheck disable=SC2206 # words
	launcher=(timeout -k 10 "$hang" mpirun."$1" ${options[$1]} -n "$2")
}

# ranks N MODE [ARGUMENT]: of tests/mpi/state, without a simulator
ranks()
{
	launch mpich "$1"
	"${launcher[@]}" "$build/mpich/state" "${@:2}" >out 2>err
}

# emulated MPI N PROGRAM [ARGUMENT...]: its messages are reported to a simulator
emulated()
{
	launch "$1" "$2"
	GM_LIBDIR=$build/$1 "$build/gpcd-sim" job --torus 1x1x16 --nodes "$nodes" "${doors[@]}" \
		"${launcher[@]}" "$profile" --no-table "$build/$1/$3" "${@:4}" >out 2>err
}

# moved: lines "Z LINK VC0-phits VC1-phits" of the table with traffic
moved()
{
	awk '/^\(/ { gsub(/[(),]/, ""); z = $3; next }
		/^#/ { next }
		{ link = $1; sub(/\([^)]*\)/, "") }
		$3 + $4 > 0 { print z, link, $3, $4 }' out
}

# upward LAST: the same for a PUT of 64 bytes from rank 0 to rank LAST, at most half a ring away: 32
# phits come in by each Z- on the way, and the response's 3 by each Z+
upward()
{
	local z

	for ((z = 0; z <= $1; z++)); do
		((z == $1)) || echo "$z Z+ 0 3"
		((z == 0)) || echo "$z Z- 32 0"
		((z > 0)) || echo "$z HH 32 0"
		((z < $1)) || echo "$z HH 0 3"
	done
}

# --- what is sent is counted ---

# The host runs all numbers of ranks under both MPIs (tests/mpi); so does check-vm-long.
for mpi in mpich openmpi; do
	counts=(2)
	[ $mpi = openmpi ] || counts=(3 16)
	[ -z "${LONG-}" ] || counts=(1 2 3 7 16)
	for count in "${counts[@]}"; do
		case $count in
		1) wanted="" ;;
		16) wanted=$'0 Z- 0 3\n0 HH 32 0\n15 Z+ 32 0\n15 HH 0 3' ;;
		*) wanted=$(upward $((count - 1))) ;;
		esac
		emulated "$mpi" "$count" gm-measure ping --op put
		is "$mpi, $count ranks: the job ends well" $? 0
		is "$mpi, $count ranks: a PUT: every hop, and no other link" "$(moved)" "$wanted"
		is "$mpi, $count ranks: as many Geminis" "$(grep -c '^(' out)" "$count"
	done
done
emulated mpich 2 gm-measure ping --op get
is "a GET of 64 bytes" "$(moved)" $'0 Z+ 0 27\n0 HH 8 0\n1 Z- 8 0\n1 HH 0 27'

# Boxes of 4 cells a side in a ring of four. A rank sends each of two neighbours a face of 128 bytes, a
# header of 32 phits and two PUTs of 32; four edges of 32 bytes, 32 and 20 phits; four corners of 8
# bytes, 32 phits: together 432 phits in 15 packets. As many come, and each is answered by 3 phits.
emulated mpich 4 stencil -b 4 -s 1 -p 1x1x4
is "the stencil: what each rank injects" "$(moved | grep HH)" "$(printf '%d HH 864 90\n' 0 1 2 3)"

# --- what cannot be read ---

# told WHAT LINE...: the command succeeded, and its table has these lines of Geminis and comments
told()
{
	is "$1: no failure" $? 0
	is "$1: reported by coordinate and rank" "$(grep '^[(#]' out)" "$(printf '%s\n' "${@:2}")"
}

"$build/rtr" --interconnect 1x1x16 >interconnect.txt
export GM_INTERCONNECT=$PWD/interconnect.txt

# Members of the group may not be allowed into the build's folder.
cp "$build/mpich/gm-measure" "$build/mpich/libgm_mpich.so.1" "$build/libgpcd.so.1" .
member()
{
	launch mpich 3
	setpriv --reuid=4201 --regid=$group --clear-groups -- "${launcher[@]}" ./gm-measure ping --op put >out 2>err
}
chgrp $group /dev/gpcd0 /dev/gpcd2
member
told "a device that one may not open" "(0, 0, 0)" \
	"# (0, 0, 1): rank 1: /dev/gpcd1: Permission denied: see its mode and group: see GM_DEVICE" \
	"(0, 0, 2)"
chgrp $group /dev/gpcd1
job=$("$GPCD" perms --json | jq -r '.perms[0].job')
succeeds "permission without tiles" "$GPCD" perms set "$job" --may nic
refusal="not allowed to read its tiles: see \`gpcd perms'"
member
told "devices whose tiles one may not read" "# (0, 0, 0): rank 0: /dev/gpcd0: $refusal" \
	"# (0, 0, 1): rank 1: /dev/gpcd1: $refusal" "# (0, 0, 2): rank 2: /dev/gpcd2: $refusal"
succeeds "the permissions of before" "$GPCD" perms remove "$job"

ranks 3 die 1
ends_badly "a rank that dies" $?
like "a rank that dies: it had sampled" "$(cat err)" 'rank 1 has sampled, and dies'

ranks 3 between 'echo unplug >/sys/class/gpcd_emu/gpcd_emu1/fault'
told "a chip unplugged between the samples" "(0, 0, 0)" \
	"# (0, 0, 1): rank 1: /dev/gpcd1: its chip is gone: gemini_init_state() again when it is back" \
	"(0, 0, 2)"
succeeds "the modules unload" unload
done_testing
