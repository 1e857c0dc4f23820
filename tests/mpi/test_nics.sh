#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Jobs on nodes without a router: what their network interfaces counted, on a tree of files.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"
# shellcheck source=tests/cli/nics/tree.sh
. "${top:?}/tests/cli/nics/tree.sh"

node=$(uname -n)
# Two NICs, which count before the first sample and between the samples: 1000 bytes a time, 10 packets.
cxi cxi0
cxi cxi1
cat >step <<'SCRIPT'
#!/bin/bash
# step FOLDER: count $TIMES as much; the second NIC receives what the first sends
cd "$1" || exit 1
count()
{
	echo $(($(<"$1") + $2 * TIMES)) >"$1.new" && mv "$1.new" "$1"
}
count cxi0/device/telemetry/hni_sts_tx_ok_octets 1000
count cxi0/device/telemetry/hni_pkts_sent_by_tc_0 7
count cxi0/device/telemetry/hni_pkts_sent_by_tc_5 3
count cxi0/device/telemetry/pct_retry_srb_requests 2
count cxi1/device/telemetry/hni_sts_rx_ok_octets 1000
count cxi1/device/telemetry/hni_pkts_recv_by_tc_0 10
count cxi1/device/telemetry/hni_discard_cntr_3 1
SCRIPT
chmod +x step
export GM_STEP="$PWD/step $GPCD_NICS_ROOT/sys/class/cxi"

# row FILE NIC: its line of a table, with single blanks
row()
{
	grep "^$2 " "$1" | tr -s ' '
}

# --- what is counted ---

run ranks 3 "$GM_BIN/state" table text
is "a table of NICs: exit code" "$status" 0
is "its columns" "$(head -n 1 out | tr -s ' ')" \
	"# NIC tx_bytes rx_bytes tx_packets rx_packets drops errors retransmissions congestion_marks pauses"
is "the node, and each NIC once, however many ranks it has" "$(grep -v '^#' out | awk '{ print $1 }' | xargs)" \
	"$node cxi:cxi0 cxi:cxi1"
is "a NIC that sends" "$(row out cxi:cxi0)" "cxi:cxi0 1000 0 10 0 0 0 2 0 -"
is "a NIC that receives" "$(row out cxi:cxi1)" "cxi:cxi1 0 1000 0 10 1 0 0 0 -"

run ranks 2 "$GM_BIN/state" table json
is "JSON: the node" "$(jq -c '[.schema, .nodes[].node, .errors]' out)" "[1,\"$node\",[]]"
is "JSON: NICs and drivers" "$(jq -c '.nodes[0].nics | map([.nic, .driver])' out)" \
	'[["cxi:cxi0","cxi"],["cxi:cxi1","cxi"]]'
is "JSON: counts" "$(jq -c '.nodes[0].nics[0].counts' out)" '{"nic_tx_bytes":1000,"nic_rx_bytes":0,'\
'"nic_tx_packets":10,"nic_rx_packets":0,"nic_drops":0,"nic_errors":0,"nic_retransmissions":2,"nic_congestion_marks":0}'
is "JSON: two samples" "$(jq '(.sample.first_ns | tonumber) > (.before.last_ns | tonumber)' out)" true

run ranks 2 "$GM_BIN/state" table head
is "with a head: times, then columns" "$(grep '^#' out | awk '{ print $2, $3 }' | xargs)" \
	"first sample: second sample: cost: clock NIC tx_bytes"

# --- without code: the program counts eight times as much between MPI_Init() and MPI_Finalize() ---

GM_OUTPUT=table run ranks 2 "$GM_PROFILE" "$GM_BIN/state" table text
is "gm-profile: exit code" "$status" 0
is "gm-profile: of the whole run" "$(row table cxi:cxi0)" "cxi:cxi0 8000 0 80 0 0 0 16 0 -"
is "gm-profile: nothing twice" "$(grep -c cxi:cxi1 table)" 1
is "gm-profile: the program's own table" "$(row out cxi:cxi0)" "cxi:cxi0 1000 0 10 0 0 0 2 0 -"

# --- what is missing ---

# step_then COMMAND: the step, and in the second interval a command
step_then()
{
	echo "$GM_STEP && { [ \$TIMES != 1 ] || $1; }"
}
telemetry=$GPCD_NICS_ROOT/sys/class/cxi/cxi1/device/telemetry
GM_STEP=$(step_then "echo nonsense >$telemetry/hni_discard_cntr_0") run ranks 2 "$GM_BIN/state" table text
is "a counter that cannot be read: its reason" "$(row out cxi:cxi1)" "cxi:cxi1 0 1000 0 10 refused 0 0 0 -"
is "the other NIC is not affected" "$(row out cxi:cxi0)" "cxi:cxi0 1000 0 10 0 0 0 2 0 -"
run ranks 2 "$GM_BIN/state" table json
is "JSON: the reason" "$(jq -c '.nodes[0].nics[1] | [.counts.nic_drops, .missing]' out)" \
	'[null,{"nic_drops":"refused"}]'
echo 0 >"$telemetry/hni_discard_cntr_0"

GPCD_METRICS=$PWD run ranks 2 "$GM_BIN/state" table text
is "no metrics" "$(grep 'cxi0' out)" "# cxi:cxi0: no metrics of its driver: GPCD_METRICS names their folder"

GPCD_NICS_ROOT=$PWD/nothing run ranks 2 "$GM_BIN/state" init
like "no router and no NIC" "$(cat out)" \
	'^-19: rank 0: nics: no router, and no network interface: see GM_DEVICE'

# Without a faked tree, the table has the interfaces of this machine.
wanted=$(env -u GPCD_NICS_ROOT "$GPCD" list --json |
	jq -r '.devices[] | select(.minor == false) | .device' | sort | xargs)
if [ -n "$wanted" ]; then
	run env -u GPCD_NICS_ROOT -u GM_STEP "${launcher[@]}" -n 2 "$GM_BIN/state" table json
	is "this machine's own interfaces" "$(jq -r '.nodes[].nics[].nic' out | sort | xargs)" "$wanted"
fi

# --- chosen by GM_DEVICE ---

GM_DEVICE=cxi:cxi1 run ranks 2 "$GM_BIN/state" table text
is "one NIC" "$(grep -c '^cxi' out), $(row out cxi:cxi1)" "1, cxi:cxi1 0 1000 0 10 1 0 0 0 -"

# nics_of PATTERN: the NICs of the table
nics_of()
{
	GM_DEVICE=$1 run ranks 2 "$GM_BIN/state" table text
	grep -v '^#' out | awk 'NF > 1 { print $1 }' | xargs
}
is "a pattern" "$(nics_of 'cxi:*')" "cxi:cxi0 cxi:cxi1"
is "a pattern of one" "$(nics_of 'cxi:cxi[1-9]')" cxi:cxi1
GM_DEVICE='rdma:*' run ranks 1 "$GM_BIN/state" init
like "a pattern of none" "$(cat out)" \
	'^-19: rank 0: rdma:\*: no network interface of this kind: see GM_DEVICE'

# The end of a folder's name is its driver; each rank of this node has one of its own.
for i in 0 1; do
	mkdir -p "$i"
	folder "$i/net" tx_bytes=5 rx_bytes=6 tx_packets=1 rx_packets=2
done
export GM_DEVICE=counters:%r/net
GM_STEP="echo \$((100 + TIMES)) >1/net/tx_bytes" run ranks 2 "$GM_BIN/state" table text
is "folders: the node once, and each rank's" "$(grep -v '^#' out | awk '{ print $1 }' | xargs)" \
	"$node counters:0/net counters:1/net"
is "folders: what did not move" "$(row out counters:0/net)" "counters:0/net 0 0 0 0 - - - - -"
# 107, then 101: a counter that falls was reset.
is "folders: a counter that was reset" "$(row out counters:1/net | cut -d ' ' -f 2)" epoch

GM_DEVICE=counters:none run ranks 1 "$GM_BIN/state" table text
like "a folder that is not there" "$(cat out)" '# counters:none: No such '

# --- beside routers ---

machine 16
unset GM_STEP
routers=$GM_DEVICE
mixed()
{
	# shellcheck disable=SC2016 # the inner shell's variables
	run ranks 2 bash -c '[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 ] || GM_DEVICE=nics; exec "$0" "$@"' "$@"
}
GM_DEVICE=$routers mixed "$GM_BIN/state" table text
like "a node without a router in a job that has one" "$(cat out)" \
	'# rank 1: no router, as other ranks have one: see GM_DEVICE'
is "the router is counted" "$(grep -c '^(0, 0, 0)' out)" 1
