#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# libawr in front of the emulated uGNI: it chooses by the NIC's counters, messages take the chosen
# routing, and without counters it changes nothing.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

build=${GPCD%/*}
needs "$build/libawr.so" "$build/motifs/alltoall"
nodes=0,4,20,40
orb=AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS

# job [NAME=VALUE...] PROGRAM [ARG...]: run it on four nodes, with images
job()
{
	bounded "$build/gpcd-sim" ugni -n 4 --nodes $nodes -o images env "$@"
}

# aware [NAME=VALUE...] MOTIF [ARG...]: the same with libawr, which reports what it did
aware()
{
	job AWR_STORE_SR=1 LD_PRELOAD="$build/libawr.so" "$@"
}

# shares: lines "MODE BYTES", thousandths of the bytes, summed over the four ranks
shares()
{
	sed -nE 's/^libawr: NIC [0-9]+: (.*): .* ([0-9]+)\.([0-9]) % of bytes$/\1 \2\3/p' err |
		awk '{ sum[$1] += $2 } END { for (mode in sum) print mode, sum[mode] }' | sort
}

# flits: number of flits that the job's NICs have sent
flits()
{
	local image

	for image in 0,0,0n0 0,0,1n0 0,1,1n0 1,0,2n0; do
		gpcd -d "image:images/$image" read $orb
	done | awk '{ print $2 }' | xargs
}

alltoall=("$build/motifs/alltoall" -b 16384 -i 4)

exits 0 "without libawr" job "${alltoall[@]}"
bare=$(cat out) sent=$(flits)
exits 0 "with libawr" aware "${alltoall[@]}"
is "the same messages" "$(flits)" "$sent"
like "some large ones take ADAPTIVE1, which is an alltoall's, others the bias" "$(shares | xargs)" \
	"^ADAPTIVE1 [0-9]+ ADAPTIVE3 [0-9]+$"
is "four alltoalls each" "$(grep -c 'alltoalls: 4$' err)" 4
is "decisions" "$(grep -cE 'decided: [1-9]' err)" 4
cp err first
cp out first.out
exits 0 "once more" aware "${alltoall[@]}"
is "the same decisions" "$(sort err)" "$(sort first)"
is "and times" "$(cat out)" "$(cat first.out)"
exits 0 "a pattern that is none" aware "$build/motifs/halo3d" -b 16384 -g 4x1x1
like "takes ADAPTIVE0 or the bias" "$(shares | xargs)" "^(ADAPTIVE0 [0-9]+ )?ADAPTIVE3 [0-9]+$"

# --- messages take the chosen routing ---

exits 0 "the bias below a cutoff that is never reached" aware AWR_CUTOFF=1000000000 "${alltoall[@]}"
is "is for all" "$(shares)" "ADAPTIVE3 4000"
biased=$(cat out)
exits 0 "one mode for all" aware AWR_ROUTING_TYPE=0x80 "${alltoall[@]}"
is "the same mode" "$(shares)" "ADAPTIVE3 4000"
is "takes the same time" "$(cat out)" "$biased"
exits 0 "by ways that are not minimal" aware AWR_ROUTING_TYPE=8 "${alltoall[@]}"
is "all" "$(shares)" "NMIN_HASH 4000"
is "are as many flits" "$(flits)" "$sent"
differs=$([ "$(cat out)" != "$biased" ] || echo "the same: $biased")
report "and take another time" "$differs"

# --- what libawr does not change ---

exits 0 "AWR_ROUTING_DISABLE" aware AWR_ROUTING_DISABLE=1 "${alltoall[@]}"
is "leaves all as it is" "$(cat out)" "$bare"
exits 0 "no images" bounded "$build/gpcd-sim" ugni -n 4 --nodes $nodes env GPCD_DEVICE=image:none \
	LD_PRELOAD="$build/libawr.so" "${alltoall[@]}"
is "leaves all as it is" "$(cat out)" "$bare"
is "says so once a process" "$(sort err | uniq -c | xargs)" \
	"4 libawr: no counters: No such file or directory: the program chooses; name an Aries by GPCD_DEVICE"
exits 0 "a Gemini" bounded "$build/gpcd-sim" ugni -n 4 --torus 2x2x2 -o torus env \
	LD_PRELOAD="$build/libawr.so" "${alltoall[@]}"
like "has no such counters" "$(cat err)" "libawr: no counters: No such device or address"
exits 0 "what is no number" aware AWR_CUTOFF=4KiB AWR_ROUTING_LOW_STALLS=512 AWR_MODEL=best AWR_SIGMA=0 "${alltoall[@]}"
is "is reported, and ignored" "$(cat out) $(grep -c 'ignored$' err)" "$(cat first.out) 16"
LD_PRELOAD=$build/libawr.so run true
is "a program without uGNI" "$status $(cat err)" "0 "
