#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim ugni: each rank is on a host of its own, by name, and its clocks and sleeps are in virtual time.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

build=${GPCD%/*}
client=$build/tests/cli/ugni_host
needs "$client"

job()
{
	bounded "$build/gpcd-sim" ugni "$@"
}

exits 0 "names" job -n 3 --nodes 5,0,17 "$client" names
is "a host is named by its node, as on Cray's machines; the rest is the machine's" "$(sort out)" "\
rank 0 on node 5: nid00005, nid00005; cut: nid0, -1, ENAMETOOLONG; the rest is the machine's: 1
rank 1 on node 0: nid00000, nid00000; cut: nid0, -1, ENAMETOOLONG; the rest is the machine's: 1
rank 2 on node 17: nid00017, nid00017; cut: nid0, -1, ENAMETOOLONG; the rest is the machine's: 1"
exits 0 "64 ranks" job -n 64 "$client" hosts
is "are on as many hosts" "$(sort -u out)" "ranks: 64, hosts: 64, of the machine: 0"
exits 0 "without gpcd-sim" env LD_LIBRARY_PATH="$build/lib" "$client" outside
is "a process has the machine's name, and sleeps and yields" "$(cat out)" "$(uname -n), 0, 0, 1"

# Each sleep takes its time and the 100 ns of a call.
exits 0 "sleeps" job -n 1 "$client" sleeps
is "take virtual time alone" "$(cat out)" "\
sleep: 0, at 1000000100 ns
usleep: 0, at 2500000200 ns
nanosleep: 0, at 2500007300 ns
clock_nanosleep: 0, at 2500014400 ns
sched_yield: 0, at 2500014500 ns
EINVAL: -1, at 2500014500 ns
a wrong time: 22, at 2500014500 ns
until a second later: 0, at 3500014600 ns
until a time that is over: 0, at 3500014700 ns"
exits 0 "clocks" job -n 1 "$client" clocks
is "all show virtual time; each 16th look takes some" "$(cat out)" "\
0.000000100, 0.000000100, 0.000000100, 0.000000100, 0.000000100, 0.000000100, 0.000000100, the processor's: 0, at 100 ns
gettimeofday: 3.000000
time: 3, at 3000000200 ns
4 us are over after 46 looks, at 3000005000 ns"
exits 0 "a sleep before the first call" job -n 1 "$client" early
is "takes none" "$(cat out)" "slept before the first call: 0 ns, 0.000000000"
exits 0 "a thread and a child that sleep" job -n 2 "$client" others
is "take none either" "$(sort out | uniq -c | sed 's/^ *//')" "\
2 others sleep: 0, 0; it took 0 ns
2 then the rank itself: 1100 ns"

# Rank 1 writes after a second; 1,000 sleeps of 1 ms and their calls, from 750 ns on, end after that.
exits 0 "a rank that sleeps while it waits" job --nodes 0,9 "$client" dozes
is "sees what is written when it wakes" "$(sort out)" "\
rank 0: dozed 1000 times, until 1000100750 ns
rank 1: dozed 0 times, until 1000001400 ns"
exits 0 "one that sleeps as long, and then yields" job --nodes 0,9 "$client" yields
is "sees it within the 100 ns of a call" "$(sort out)" "\
rank 0: yielded 4 times, until 1000001250 ns
rank 1: yielded 0 times, until 1000001400 ns"

exits 1 "sleeping in vain" job --timeout 3s "$client" in_vain
like "ends the job" "$(cat err)" "rank [01] asks in vain for 3 s .*, and all wait: the job ends"
exits 1 "sleeping for ever" job "$client" for_ever
like "lasts to the end of time" "$(cat err)" "the clock of rank [01] has come to its end, 65 days"
