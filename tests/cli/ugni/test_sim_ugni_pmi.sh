#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim ugni: programs that start by PMI, as those written for Cray's machines do.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

build=${GPCD%/*}
client=$build/tests/cli/ugni_pmi
needs "$client"

job()
{
	bounded "$build/gpcd-sim" ugni "$@"
}

exits 0 "a job" job -n 3 --nodes 5,0,9 "$client" who
is "each rank knows its number, how many there are, and where the last is; its tags, its device, its address" \
	"$(sort out)" "\
rank 0 of 3, program 0, 1 here, the last on node 9: 3 8388608 0 6
rank 1 of 3, program 0, 1 here, the last on node 9: 3 8388608 0 1
rank 2 of 3, program 0, 1 here, the last on node 9: 3 8388608 0 10"

# A chassis has 4 blades of 4 NICs, a group 2 chassis: node 37 is NIC 1 of blade 1 in chassis 0 of group 1.
exits 0 "a dragonfly" job --nodes 37,20 "$client" where
is "x is the group, y the chassis, z the slot" "$(sort out)" "\
rank 0 with 0 on node 37 of 37..20: (1,0,1) up to (1,1,3)
rank 1 with 1 on node 20 of 37..20: (0,1,1) up to (1,1,3)"
for machine in "4x3x2 (2,2,1) up to (3,2,1)" "24 (22,0,0) up to (23,0,0)" "2x3x2x2 (0,2,3) up to (1,2,3)"; do
	exits 0 "$machine" job -n 1 --nodes 45 --torus "${machine%% *}" "$client" where
	is "node 45 of a torus ${machine%% *}: NIC 1 of chip 22" "$(cat out)" "rank 0 with 0 on node 45 of 45..45: ${machine#* }"
done

exits 0 "broadcasts" job -n 3 "$client" bcast
is "have the data of rank 0, which is not touched" "$(grep at out | sort | uniq -c | sed 's/^ *//')" "\
1 abcdefg at 20300 ns
2 abcxxxx at 20300 ns"
is "each succeeds" "$(grep -c ': 0$' out)" 6

# 64 ranks: rank N computes N us and 100 ns; the exchange takes the last one's 100 ns, and 10 us.
exits 0 "an exchange of 64" job -n 64 "$client" gather
is "each has the data of all, when the last has come" "$(grep wrong out | sort -u)" "0 wrong, after 73200 ns"
is "each call succeeds" "$(grep -c ': 0$' out)" 128
is "a barrier ends in all at once" "$(grep together out | sort -u)" "together at 83400 ns"
exits 0 "a rank alone" job -n 1 "$client" gather
is "waits for nobody" "$(grep wrong out)" "0 wrong, after 10200 ns"

exits 0 "a job that does nothing" job -o none true
exits 0 "one that only exchanges" job -o some "$client" gather
is "moves no counter" "$(gpcd -d image:some/0,0,0n0 read --raw '*' 2>&1 | cksum)" \
	"$(gpcd -d image:none/0,0,0n0 read --raw '*' 2>&1 | cksum)"
is "of those that there are" "$(($(gpcd -d image:some/0,0,0n0 read --raw "*" | wc -l) > 2000))" 1

exits 0 "calls before the first" job -n 1 "$client" early
is "are refused" "$(grep -c ': 1$' out)" 14
is "but one may ask" "$(tail -n 2 out)" "rank 0: PMI_Initialized: 0
begun: 0"
exits 0 "bad calls" job -n 2 "$client" hostile
for rank in 0 1; do
	is "get an error of their own, rank $rank" "$(sed -n "s/^rank $rank: //p" out | paste -sd,)" \
		"PMI_Init: 3,PMI_Initialized: 3,PMI_Get_rank: 3,PMI_Get_size: 3,PMI_Get_nid: 3,node of rank -1: 3,\
node of a rank too many: 3,from NULL: 3,to NULL: 3,a negative length: 8,too long: 8,from nowhere: 3,\
to nowhere: $((3 - 3 * rank)),of nothing: 0,PMI_Get_clique_size: 3,no room: 8,PMI_Get_nidlist_ptr: 3,\
PMI_Get_meshcoord: 3,the last node: 0,a node too many: 3,PMI_Get_max_dimension: 3,Bcast of NULL: 3,Bcast too long: 8"
done
exits 0 "ranks that do not agree" job -n 3 "$client" differ
is "learn it, and may go on" "$(sed 's/^rank ./rank N/' out | sort | uniq -c | sed 's/^ *//')" "\
1 rank N: a barrier: -1
2 rank N: a barrier: 8
3 rank N: other lengths: 8
3 rank N: then the same: 0
3 the last is 2"

exits 1 "PMI_Abort" job "$client" abort
is "ends the job, which says why" "$(cat err)" "libpmi: rank 0 aborts the job: it is no use
gpcd-sim ugni: rank 0 ($client) ended with exit status 1: the job ends"
exits 1 "a rank that leaves before a barrier" job -n 3 "$client" leave
is "is not waited for" "$(cat err)" "gpcd-sim ugni: rank 1 waits for an exchange or barrier that not all ranks join: the job ends
gpcd-sim ugni: rank 2 waits for an exchange or barrier that not all ranks join: the job ends"
exits 3 "without gpcd-sim" env LD_LIBRARY_PATH="$build/lib" "$client" who
like "it says how to start it" "$(cat err)" "start it by gpcd-sim ugni"
