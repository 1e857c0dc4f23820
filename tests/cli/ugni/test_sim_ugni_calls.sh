#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim ugni: uGNI's calls that do not move data: queries, events and their contents, datagrams
# with numbers; and computing time of a process, in virtual time.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

build=${GPCD%/*}
client=$build/tests/cli/ugni_calls
needs "$client"

job()
{
	bounded "$build/gpcd-sim" ugni "$@"
}

exits 0 "queries" job --nodes 3,7 "$client" queries
is "what there is" "$(sed -n 1,4p out)" "devices: 1, the first 0, of type 1, tag 3
the NIC is that of the list: yes, processor 0
version 0x5b0000, 0x5b0000: libugni of gpcd, emulated
stalls: 0"
is "calls that do nothing" "$(grep SUCCESS out)" "GNI_ResetNicStat: GNI_RC_SUCCESS
GNI_EpIdle: GNI_RC_SUCCESS
GNI_SetMddResources: GNI_RC_SUCCESS
GNI_SmsgSetMaxRetrans: GNI_RC_SUCCESS
GNI_CqInterruptMask: GNI_RC_SUCCESS
GNI_CqInterruptUnmask: GNI_RC_SUCCESS"
is "names of statistics, by number" "$(sed -n 's/^statistic //p' out)" "0: SMSG_BUFF_CREDITS_STALL
1: SMSG_DLA_STALL
2: SMSG_MBOX_CREDITS_STALL
3: SMSG_REQ_STALL
4: SMSG_RETRANS_COUNT
5: SMSG_RETRANS_DLA_COUNT
6: SMSG_RETRANS_STALL"
is "what a process may have, registered memory and queues, and has" "$(grep -E '^resource|^no resource|^another device' out)" "\
resource: 1 of 65536, and 65535, 0, 1, 65536
resource: 2 of 1024, and 1022, 0, 2, 1024
no resource: GNI_RC_INVALID_PARAM
another device: GNI_RC_INVALID_PARAM"
is "what is refused" "$(sed -n 's/: GNI_RC_ILLEGAL_OP//p' out | xargs)" \
	"GNI_MemRegisterSegments GNI_GetDevResInfo GNI_GetJobResInfo GNI_SetJobResInfo a handler a chain type 8 type 9 type 10"
is "is refused by name" "$(sed -n 's/^libugni: \(.*\) is not emulated$/\1/p' err | paste -sd,)" \
	"GNI_MemRegisterSegments,a limit of resources other than MDD and CQ,GNI_SetJobResInfo,a handler of a queue,\
a chain of transactions,GNI_POST_CE,GNI_POST_FMA_GET_W_FLAG,GNI_POST_AMO_W_FLAG"
is "a transaction that there is not" "$(grep 'type 11' out)" "type 11: GNI_RC_INVALID_PARAM"
exits 0 "queries on a torus" job --torus 2x2x2 "$client" queries
like "it has Geminis" "$(head -n 1 out)" "of type 0"

exits 0 "events" job "$client" events
is "of the sender: both, named by its endpoint" "$(grep event, out)" "a local event, of instance 71
a global event, of instance 71"
is "of the receiver: seen, and only then taken" "$(grep -v event, out)" "no event yet: GNI_RC_NOT_DONE
queue 1 has one; the data is there, the word after it too
the event stays: GNI_RC_SUCCESS
it is of queue 1, and of instance 72
a written event: 0x123456789abc"

exits 0 "failures" job --nodes 5,6 "$client" failures
is "are reported, and lost events once" "$(sort out | uniq -c | sed 's/^ *//')" "\
2 in words: no such memory at the other side; recoverable: 0
2 in words: the queue has overrun
2 its transaction: GNI_RC_TRANSACTION_ERROR
2 lost events are reported: GNI_RC_ERROR_RESOURCE
2 no more: GNI_RC_NOT_DONE
2 once; then the one that is left: GNI_RC_TRANSACTION_ERROR"

exits 0 "datagrams" job "$client" datagrams
is "are identified by number, or by sender" "$(grep ^rank out | sort)" "\
rank 0: number 5, state 1: rank 1
rank 0: number 6, state 1: rank 1
rank 0: without a number, state 1: from 1, instance 1
rank 1: number 5, state 1: rank 0
rank 1: number 6, state 1: rank 0
rank 1: without a number, state 1: from 0, instance 0"
is "and can be cancelled, once" "$(grep -v ^rank out)" "\
GNI_EpPostDataCancelById: GNI_RC_SUCCESS
once more: GNI_RC_NO_MATCH
GNI_EpPostDataCancel: GNI_RC_SUCCESS
once more: GNI_RC_NO_MATCH
nothing within 1 ms: GNI_RC_TIMEOUT"

# Each rank uses 5 ms of processor time and polls once: 100 ns, and 50 because it finds nothing.
exits 0 "computing takes nothing" job "$client" burn
is "but for the look" "$(sort out)" "rank 0: 150 ns
rank 1: 150 ns"
for how in "cpu 5000000" "0.5 2500000" "1000 5000000000"; do
	exits 0 "--compute $how" job --compute "${how% *}" "$client" burn
	is "--compute ${how% *}: at least its part of 5 ms" \
		"$(awk -v least="${how#* }" '$3 >= least { n++ } END { print n }' out)" 2
done
