#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim ugni: programs on uGNI, in virtual time: their data arrive whole, in the same cycle in
# each run, and move the counters that they can read; a process that dies or hangs ends the job,
# with its name.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

build=${GPCD%/*}
client=$build/tests/cli/ugni_client
needs "$client"

# job [OPTION...] PROGRAM [ARG...]: run it with a time limit, even if a part of it fails
job()
{
	bounded "$build/gpcd-sim" ugni "$@"
}

# --- arguments ---

exits 2 "without a program" job -n 2
like "it says so" "$(cat err)" "a program is missing"
exits 2 "too many processes" job -n 65 true
like "it says how many there may be" "$(cat err)" "1 to 64"
exits 2 "more processes than nodes" job -n 33 --dragonfly 2x2x2 true
like "it says how many nodes there are" "$(cat err)" "the machine has 32 nodes"
exits 2 "a node twice" job --nodes 0,0 true
for nodes in 0,4294967297 0,-18446744073709551615 '0, 1' '0,' ',1' 0x0,1; do
	exits 2 "--nodes $nodes" job --nodes "$nodes" true
done
exits 2 "a node too few" job --nodes 0 true
exits 2 "a node too many" job --nodes 0,1,2 true
exits 2 "no way to compute" job --compute fast true
exits 2 "no time" job --timeout 0s true
exits 127 "no such program" job ./none
like "it is named" "$(cat err)" "./none: No such file"
exits 0 "a program that makes no call" job -n 3 true
LD_LIBRARY_PATH=$build/lib GPCD_UGNI_RANK=0 GPCD_UGNI_RANKS=1 "$client" put >out 2>err
like "learns how to run" "$(cat err)" "start it by gpcd-sim ugni"

# --- transactions ---

exits 0 "PUTs of 1 B to 1 MiB" job "$client" put
is "each arrives whole" "$(grep -c 'bytes are right from 0' out)" 11
like "64 bytes take less than half a us" "$(cat out)" "rank 0: 64 bytes took 3[05]0 ns"
cp out first
exits 0 "once more" job "$client" put
is "every cycle is the same" "$(cat out)" "$(cat first)"
exits 0 "between far nodes" job --nodes 0,63 "$client" put
is "each arrives whole" "$(grep -c 'bytes are right from 0' out)" 11
exits 0 "on a torus of Geminis" job --torus 2x2x2 "$client" put
is "each arrives whole there" "$(grep -c 'bytes are right from 0' out)" 11
exits 0 "a GET" job "$client" get
is "it fetches what is there, and no odd lengths" "$(cat out)" "rank 0: fetched bytes are right
rank 0: an odd length: GNI_RC_ALIGNMENT_ERROR"
exits 0 "AMOs" job "$client" amo
is "each finds what those before have left" "$(sort out)" "rank 0: there was 0
rank 0: there was 10
rank 0: there was 5
rank 1: there was 0
rank 1: there was 10
rank 1: there was 5"
exits 0 "memory that is not registered" job "$client" far
like "fails at the other side" "$(cat out)" "GNI_RC_TRANSACTION_ERROR"
exits 0 "a call that is not emulated" job "$client" refuse
is "is refused" "$(cat out)" GNI_RC_ILLEGAL_OP
is "by name, once" "$(cat err)" "libugni: GNI_CtPostCqWrite is not emulated"

# --- short messages ---

exits 0 "short messages of 64 processes" job -n 64 "$client" message
is "come in order, each once" "$(grep -c 'a note' out)" $((32 * 20))
like "mailboxes were full" "$(cat out)" "the mailbox was sometimes full"

# shellcheck disable=SC2016 # they are the inner shell's
exits 0 "and with 3 descriptors a process" bounded bash -c 'ulimit -n 210; exec "$@"' - \
	"$build/gpcd-sim" ugni -n 64 "$client" message

# --- counters ---

orb=AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS
# shellcheck disable=SC2016 # they are the inner shell's
exits 0 "counters of the NIC" job --nodes 0,4 -o images bash -c '
	[ $GPCD_UGNI_RANK = 1 ] || "$1" read $2
	"$0" put
	[ $GPCD_UGNI_RANK = 1 ] || "$1" read $2' "$client" "$GPCD" $orb
# By size: a header for each 64 bytes, and a flit for each 16: 1 B to 16 B 2, 64 B 5, then 5 for 64;
# and the datagram of 24 bytes, 3.
want=$((3 + 3 * 2 + 5 * (1 + 4 + 16 + 64 + 256 + 1024 + 4096 + 16384)))
is "are there when the program reads them" "$(awk -v name=$orb '$1 == name { print $2 }' out |
	paste -sd' ')" "0 $want"
is "and in the image afterwards" "$(gpcd -d image:images/0,0,0n0 read $orb | awk '{ print $2 }')" "$want"
is "only chips with processes have images" "$(cd images && echo *)" \
	"0,0,0n0 0,0,0n1 0,0,0n2 0,0,0n3 0,0,1n0 0,0,1n1 0,0,1n2 0,0,1n3"

# --- the end ---

exits 7 "a process that fails" job "$client" fail
like "is named" "$(cat err)" "rank 1 \(.*ugni_client\) ended with exit status 7"
exits 255 "a process that exits with a status above all signals'" job -n 1 sh -c 'exit 255'
like "is not taken for one that is killed" "$(cat err)" "rank 0 \(sh\) ended with exit status 255"
exits 139 "a process that exits as a shell does for a command that crashed" job -n 1 sh -c 'exit 139'
like "is not taken for one that is killed, either" "$(cat err)" "rank 0 \(sh\) ended with exit status 139"
exits 137 "a process that is killed" job "$client" die
like "is named, with the signal" "$(cat err)" "rank 1 \(.*ugni_client\) was killed by signal 9"
# polling: rank 0 is stopped, as it polls its memory
polling()
{
	grep -q '^State:.t' "/proc/$(cat poller.0)/status"
}
# shellcheck disable=SC2016 # they are the inner shell's
job bash -c 'echo $$ >poller.$GPCD_UGNI_RANK; exec "$0" poll' "$client" >out 2>err &
simulator=$!
children+=("$simulator")
eventually test -s poller.0
in_life "$simulator" polling && kill -KILL "$(cat poller.0)"
ended "$simulator"
is "a process that is killed as it polls its memory" $? 137
like "is named, while others go on" "$(cat err)" "rank 0 \(bash\) was killed by signal 9"
exits 1 "a process that hangs" job --timeout 5s "$client" hang
like "is named, with the time" "$(cat err)" "rank 1 \(.*ugni_client\) made no call for 5 s"
# shellcheck disable=SC2016 # they are the inner shell's
exits 1 "one that a script has started" job --timeout 5s \
	bash -c '"$0" hang & echo $! >hung.$GPCD_UGNI_RANK; wait $!' "$client"
eventually over "$(cat hung.1)"
is "ends, too" "$?" 0
exits 1 "a process that waits for what nobody sends" job "$client" wait
like "is named" "$(cat err)" "rank 1 waits for an event that nobody sends"
is "2 ms of virtual time are over then" "$(sort out)" "rank 0: waited until 2000650 ns
rank 1: waited until 2000650 ns"

exits 1 "a process that sends where nobody takes anything away" job --timeout 5s "$client" crowd
like "does not ask for ever" "$(cat err)" "rank 0 asks in vain for 5 s \(--timeout\)"
is "nor is there room" "$(cat out)" ""

deep=$work/$(printf '%0200d' 0)
mkdir "$deep"
TMPDIR=$deep exits 0 "a long path of temporary files" job "$client" put
is "is no matter" "$(grep -c 'bytes are right from 0' out)" 11

# Only memory of the job's processes is read and written.
sleep 600 &
stranger=$!
children+=("$stranger")
exits 1 "a process that says it is another one" job -n 1 "$client" lie $stranger
like "is not believed" "$(cat err)" "rank 0 says that it is process $stranger, which was not started for it"
is "and the job ends" "$(cat out)" ""
exits 1 "nor is a number that is no process" job -n 1 "$client" lie 4294967297
# shellcheck disable=SC2016 # they are the inner shell's
exits 0 "a process that the one that was started has started" job bash -c '"$0" put; exit' "$client"
is "is believed" "$(grep -c 'bytes are right from 0' out)" 11

# shellcheck disable=SC2016 # they are the inner shell's
"$build/gpcd-sim" ugni bash -c 'echo $$ >pid.$GPCD_UGNI_RANK; exec sleep 600' 2>err &
simulator=$!
children+=("$simulator")
eventually test -s pid.0
kill -INT $simulator
wait $simulator
is "SIGINT ends the job" $? 130
like "it says so" "$(cat err)" "ended by a signal"
is "and its process" "$(kill -0 "$(cat pid.0)" 2>&1 | grep -c 'No such process')" 1
