#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Two guests and a cable, and RDMA in software between them: without loss, and while packets that the
# other guest sends are lost. What both ends count is what happened.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/vm/nics/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$(mktemp -d)" || exit

# plug NUMBER OTHER: this guest's end of the cable, and an RDMA device at it. Nobody has to ask for
# addresses
plug()
{
	modprobe -a virtio_net rdma_rxe || return
	silence
	ip link set "$(virtio 1)" name cable address "02:00:00:00:00:0$1"
	ip address add "10.9.3.$1/24" dev cable
	ip link set cable up
	ip neighbour add "10.9.3.$2" dev cable lladdr "02:00:00:00:00:0$2" nud permanent
	rdma link add rxe0 type rxe netdev cable
}

# lose [OPCODE]: of packets of RDMA that are sent from here and have this opcode, every second one is
# lost. All of them are counted, apart from the rest: kept ones by pfifo or netem, lost ones by netem
lose()
{
	local rdma=(parent 1: protocol ip u32 match ip protocol 17 0xff match ip dport 4791 0xffff)

	tc qdisc delete dev cable root 2>/dev/null
	tc qdisc add dev cable root handle 1: prio bands 3 priomap 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
	tc qdisc add dev cable parent 1:2 pfifo
	tc qdisc add dev cable parent 1:3 netem loss gemodel 100% 100% 100% 0%
	tc filter add dev cable prio 2 "${rdma[@]}" flowid 1:2
	[ $# -eq 0 ] || tc filter add dev cable prio 1 "${rdma[@]}" match u8 "$1" 0xff at 28 flowid 1:3
}

# counts: of this end: those of RDMA, of the network interface, and packets as tc(8) counts them since
# the call of lose: sent by the interface, of RDMA, lost
counts()
{
	{
		ours rdma:rxe0/1 hw_counters
		ours net:cable link
		tc -s -j qdisc show dev cable | jq -r '"tc_sent \(.[0].packets)",
			"tc_rdma \([.[1:][] | .packets + .drops] | add)", "tc_lost \([.[].drops] | max)"'
	} | sort
}

# settled: nothing is on its way; leaves both ends' counts in files
settled()
{
	counts >here.after
	there counts >there.after
	[ "$(of tx_packets <here.after) $(of rx_packets <here.after)" = \
	  "$(of rx_packets <there.after) $(of tx_packets <there.after)" ]
}

# send [OPCODE] COMMAND...: from here, with that loss; its output is in a file, and retransmissions are
# printed, which are a metric over its time
send()
{
	lose ${1:+"$1"}
	"$GPCD" stat -d rdma:rxe0/1 -m nic_retransmissions --json -o metrics -- "${@:2}" >client 2>&1 || return
	jq '.metrics[0] | .value * .seconds | round' metrics
}

# exchange COUNT TIMEOUT [OPCODE]: messages of three packets each way; leaves what they made count. What
# the other end sends is lost as OPCODE says. It waits for acknowledgements as long as TIMEOUT says;
# 31 is for ever
exchange()
{
	local run=(ib_send_lat -F -d rxe0 -x 1 -m 1024 -s 3072 -n "$1") retransmissions status

	mv here.after here.before
	mv there.after there.before
	"${run[@]}" -u 31 >server 2>&1 &
	eventually listens
	retransmissions=$(there send "${3-}" "${run[@]}" -u "$2" 10.9.3.1)
	status=$?
	ended $!
	is "$1 messages each way" "$status $?" "0 0"
	eventually settled
	growth here.before here.after >here
	growth there.before there.after >there
	is "the other end sent what left its interface" "$(of tx_packets <there)" "$(of tc_sent <there.after)"
	is "and of RDMA what tc saw" "$(of sent_pkts <there)" "$(of tc_rdma <there.after)"
	is "its metric is its retransmissions" "$retransmissions" "$(($(of completer_retry_err <there)))"
}

# counted GUEST [PATTERN]: what counted there of RDMA, but for what matches, and how work was divided
counted()
{
	grep -vE "^(tc|tx|rx)_|^ack_deferred${2+|$2}" "$1" | paste -sd ' '
}

# at_least WHAT GOT WANTED
at_least()
{
	report "$1" "$([ "$2" -ge "$3" ] || echo "got '$2', wanted at least $3")"
}

succeeds "the other guest is there" there plug 2 1
succeeds "and so are we" plug 1 2
succeeds "they reach each other" busybox ping -c 1 10.9.3.2

# --- no loss: the last packet of each message is acknowledged ---
eventually settled
exchange 20 31
all="rcvd_pkts 80 rdma_recvs 20 rdma_sends 20 sent_pkts 80"
is "here nothing else counts" "$(counted here)" "$all"
is "nor there" "$(counted there)" "$all"

# --- loss in the middle of a message: its end arrives, and is refused; both are sent again ---
exchange 20 31 1
is "all but the first were lost" "$(of tc_lost <there.after)" 19
is "each is missed here" "$(counted here)" \
	"out_of_seq_request 19 rcvd_pkts 99 rdma_recvs 20 rdma_sends 20 sent_pkts 99"
is "and sent again there" "$(counted there)" \
	"completer_retry_err 19 rcvd_pkts 99 rcvd_seq_err 19 rdma_recvs 20 rdma_sends 20 sent_pkts 118"

# --- loss of its beginning: the next packet is refused; the last one may be on its way by then ---
exchange 20 31 0
is "all but the first were lost" "$(of tc_lost <there.after)" 19
is "others arrived" "$(of rcvd_pkts <here)" $(($(of sent_pkts <there) - 19))
is "a gap counts once, and not what follows it" "$(counted here pkts)" \
	"out_of_seq_request 19 rdma_recvs 20 rdma_sends 20"
is "its report is no news for the sender, who sends again" "$(counted there pkts)" \
	"completer_retry_err 19 rdma_recvs 20 rdma_sends 20"

# --- loss of its end: the sender notices by its time-out, on a busy machine also where nothing is lost ---
exchange 5 14 2
retries=$(of completer_retry_err <there)
lost=$(of tc_lost <there.after)
at_least "all but the first were lost" "$lost" 4
at_least "each was sent again" "$retries" "$lost"
at_least "what had arrived arrived again" "$(of duplicate_request <here)" 2
is "and is acknowledged again" "$(of sent_pkts <here)" $((20 + $(of duplicate_request <here)))
is "messages are delivered once" "$(of rdma_recvs <here) $(of rdma_recvs <there)" "5 5"
is "nothing is out of order" "$(grep -E '^(out_of_seq_request|rcvd_seq_err)' here there)" ""

is "rdma(8) says the same here" "$(by_rdma rxe0/1)" "$(ours rdma:rxe0/1 hw_counters)"
is "and there" "$(there by_rdma rxe0/1)" "$(there ours rdma:rxe0/1 hw_counters)"
there_ends
rdma link delete rxe0
modprobe -r rdma_rxe virtio_net
done_testing
