#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim ugni: programs of the kind that were written for Cray's machines: they start by PMI, and
# wait for data by looking at memory. That takes no call: when a rank does nothing else, the network
# goes on.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

build=${GPCD%/*}
client=$build/tests/cli/ugni_examples
needs "$client"

job()
{
	bounded "$build/gpcd-sim" ugni "$@"
}

# right N: each of four ranks says that so many things were right
right()
{
	sed 's/, at .*//' out | sort | paste -sd,
}

flits()
{
	gpcd -d image:images/0,0,0n0 read --raw AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS | awk '{ print $2 }'
}

# Ten transfers of 4 KiB. A packet has a header, and a flit for each 16 bytes; a request to
# read is a header alone.
while read -r name count want; do
	exits 0 "$name" job -n 4 -o images "$client" "$name"
	is "$name: data and events are right in each rank" "$(right)" \
		"rank 0: $count right,rank 1: $count right,rank 2: $count right,rank 3: $count right"
	is "$name: its NIC has counted each flit" "$(flits)" "$want"
	rm -rf images
done <<'END'
fma_put 30 3220
rdma_put 30 3220
fma_get 20 640
rdma_get 20 640
smsg 30 30
datagram 10 20
END
exits 0 "on Geminis" job -n 4 --torus 2x2x2 "$client" rdma_put
is "data and events are right, too" "$(right)" \
	"rank 0: 30 right,rank 1: 30 right,rank 2: 30 right,rank 3: 30 right"

exits 0 "a benchmark that wants no shared host" job -n 4 "$client" benchmark
is "runs, and its clock is the simulation's" "$(grep bytes out)" "40960 bytes in 5 us"
is "it began and ended by that" "$(grep 'rank [01]' out | sort)" "\
rank 0: 10 right, at 25700 ns
rank 1: 0 right, at 20700 ns"

# --- polling memory ---

exits 0 "ranks that wait for each other in memory" job -n 4 "$client" fma_put
sort out >first
busy=()
for i in 1 2 3; do
	(while :; do :; done) &
	busy+=($!)
	children+=($!)
done
exits 0 "the same beside busy loops" job -n 4 "$client" fma_put
is "is the same to the nanosecond" "$(sort out)" "$(cat first)"
exits 0 "a PUT that changes two words" job "$client" either
sort out >first
is "is seen" "$(grep -c 'rank 1: [12] right' first)" 1
for i in 1 2 3 4; do
	exits 0 "again" job "$client" either
	is "by the same word first" "$(sort out)" "$(cat first)"
done
kill "${busy[@]}"
exits 0 "a rank that computes for long" job "$client" compute
is "is not taken for one that waits" "$(grep -c ' 1 right' out)" 2
like "and has used no virtual time" "$(cat out)" "rank 0: 1 right, at 10600 ns"
exits 1 "memory that nobody writes" job "$client" lost
is "ends the job" "$(cat err)" "gpcd-sim ugni: rank 0 waits for an exchange or barrier that not all ranks join: the job ends
gpcd-sim ugni: rank 1 waits for memory of its own that nobody writes: the job ends"
exits 1 "a loop that also counts, in memory" job --timeout 3s "$client" count
like "is none that only waits" "$(cat err)" "rank 0 .* made no call for 3 s"
# shellcheck disable=SC2016 # they are the inner shell's
exits 1 "a process that waits, which another one has started" job bash -c '
	"$0" lost &
	echo $! >pid.$GPCD_UGNI_RANK
	wait $!' "$client"
succeeds "ends with the job" bounded tail -s 0.05 --pid="$(cat pid.1)" -f /dev/null
