#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The message layer and the programs on it, under gpcd-sim ugni: messages come whole and in order, by
# PUT and by GET, all ranks take leave of each other, and times are the same in each run.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

build=${GPCD%/*}
client=$build/tests/cli/msg_client
needs "$client" "$build/motifs/alltoall"

# job [OPTION...] PROGRAM [ARG...]: run it with a time limit, even if a part of it fails
job()
{
	bounded "$build/gpcd-sim" ugni "$@"
}

# --- messages ---

for way in put get; do
	[ $way = put ] && last=() || last=(get)
	exits 0 "$way: messages by tag, from any rank" job -n 5 "$client" tags "${last[@]}"
	is "$way: are right" "$(cat out)" "all messages are right"
	exits 0 "$way: odd addresses and lengths" job -n 2 "$client" odd "${last[@]}"
	is "$way: say nothing" "$(cat out err)" ""
	exits 0 "$way: messages that do not fit" job -n 2 "$client" room "${last[@]}"
	is "$way: are lost, and others are not" "$(cat out)" "100 bytes: Message too long
100000 bytes: Message too long
then: end"
	exits 0 "$way: messages of any rank, with any tag" job -n 5 "$client" any "${last[@]}"
	is "$way: messages of a rank come in order" "$(cat out)" "all came in order"
	exits 0 "$way: an alltoall of parts small and large" job -n 7 "$client" alltoall "${last[@]}"
	is "$way: each part is where it belongs" "$(cat out)" "all parts are right"
done
exits 137 "a rank that dies in a barrier" job -n 4 "$client" dies
like "is named, with the signal" "$(cat err)" "rank 1 \(.*msg_client\) was killed by signal 9"
is "and nobody passes the barrier" "$(cat out)" ""
exits 0 "who takes leave amid what it has sent" job -n 3 "$client" leave
exits 0 "who takes leave of one that never receives" job -n 4 "$client" lose
exits 0 "barriers wait for the last" job -n 7 "$client" barrier
exits 9 "a rank that there is not" job -n 2 "$client" arguments
like "is reported" "$(cat out)" "rank 0: msg_start: no such rank"
exits 1 "a message that nobody sends" job -n 2 "$client" waits
like "is waited for, and the wait is reported" "$(cat err)" "rank [01] waits for an event that nobody sends"
LD_LIBRARY_PATH=$build/lib "$build/motifs/halo3d" >out 2>err
is "without gpcd-sim ugni: exit code" $? 1
is "it says what to do" "$(cat err)" "halo3d: rank 0: msg_open: start it by gpcd-sim ugni"

# --- motifs ---

# ns: how long it took, from the line that a motif prints
ns()
{
	sed -nE 's/.* bytes: ([0-9]+) ns, .*/\1/p' out
}

for motif in ping_pong alltoall halo3d sweep3d; do
	for way in put get; do
		exits 0 "$motif, $way" job -n 8 "$build/motifs/$motif" -i 3 -b 6000 -w $way
		like "$motif, $way: its time" "$(cat out)" "^$motif: 8 ranks, 6000 bytes: [1-9][0-9]* ns, [1-9][0-9]* ns for each [a-z]+$"
	done
	first=$(ns)
	exits 0 "$motif once more" job -n 8 "$build/motifs/$motif" -i 3 -b 6000 -w get
	is "$motif: the same time" "$(ns)" "$first"
done
exits 0 "64 ranks" job -n 64 "$build/motifs/halo3d" -i 1 -b 2000
exits 0 "one rank" job -n 1 "$build/motifs/alltoall"
exits 0 "no bytes" job -n 3 "$build/motifs/alltoall" -b 0
# Each of two waves from a corner passes 3 + 2 - 1 ranks that compute, one after the other.
exits 0 "a sweep that computes" job -n 6 "$build/motifs/sweep3d" -g 3x2 -i 1 -b 8 -c 1000000
report "it is a wave" "$(awk -v got="$(ns)" 'BEGIN {
	if (got < 8 * 1e6 || got >= 8 * 4.1e6) print "got " got " ns" }')"
exits 2 "a grid that does not fit" job -n 6 "$build/motifs/halo3d" -g 2x2x2
like "is named" "$(cat err)" "halo3d: a grid of 2x2x2 does not fit 6 ranks"
for wrong in "-b x" "-b -1" "-i 0" "-e 32769" "-w push" "-g 3" "-g 2x3x4x5" "-z" "more"; do
	# shellcheck disable=SC2086 # words
	exits 2 "wrong: $wrong" job -n 1 "$build/motifs/ping_pong" $wrong
done
exits 0 "help" "$build/motifs/ping_pong" -h
