#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# explain of network interfaces: what is wrong with them, by signs that they count.
# shellcheck source=tests/cli/nics/lib.sh
. "${0%/*}/lib.sh"

# watch ARGUMENT...: explain in the background, into out; each tick is a window of a second
watch()
{
	ticking "$GPCD" explain -i 1s "$@" >out 2>err
	tick
}

# unwatch: end it
unwatch()
{
	kill -INT "$pid"
	ended "$pid"
}

# found WINDOW: kind, root, number of roots, sign and value of its findings, a line each
found()
{
	jq -r "select(.window == $1) | [.kind, .root, .roots, .sign, .value] | map(. // \"-\") | join(\" \")" out
}

# --- Slingshot ---

cxi cxi0
cxi cxi1
watch --json -d nics
tick
is "nothing is wrong" "$(found 1)" "calm - - - -"
is "the use of the busiest is known" "$(jq -c '[.full, .use]' out)" '["cxi:cxi0",0]'
counts cxi0 hni_tx_paused_{0..7}=100000000 ixe_tc_req_ecn_pkts_2=2000 ixe_dmawr_stall_p_cdt=450000000
counts cxi1 hni_tx_paused_{0..7}=300000000 hni_sts_tx_ok_octets=20000000000
tick
is "each host, the network behind both" "$(found 2)" \
	"slow-host cxi:cxi0 1 nic_pcie_stalls 0.45
congestion cxi:cxi1 2 nic_pause_share 0.3"
counts cxi0 hni_tx_paused_{0..7}=150000000 hni_llr_rx_replay_event=9 pct_retry_srb_requests=3 atu_cache_miss_0=1 atu_cache_hit_base_page_size_0=3
counts cxi1 hni_sts_tx_ok_octets=44000000000 hni_llr_rx_replay_event=11
tick
is "an interruption now and then is normal; its retransmissions are not lost" "$(found 3)" \
	"bad-link cxi:cxi1 1 nic_link_repairs 11
translation cxi:cxi0 1 nic_translation_misses 0.25
congestion cxi:cxi0 1 nic_pause_share 0.05
full cxi:cxi1 1 nic_tx_use 0.96"
unwatch
is "rows have a threshold and how sure that is" \
	"$(jq -c 'select(.sign == "nic_pcie_stalls") | [.limit, .sure, .hurt]' out)" '[0.3,0.9,null]'
is "what follows is in the sentence" "$(jq -r 'select(.kind == "congestion" and .window == 3).sentence' out)" \
	"The network behind cxi:cxi0 is congested: nic_retransmissions is 3/s, more than 0/s: packets were sent again: they were lost, or answered late; nic_pause_share is 5 %, more than 1 %: the switch keeps it from sending: congestion in the network; sure: 80 %."

# --- each driver by names of its own ---

folder mlx5_core rx_crc_errors_phy=0 rx_symbol_err_phy=0 link_down_events_phy=0 rx_out_of_buffer=0 \
	outbound_pci_stalled_rd=0 outbound_pci_stalled_wr=0 tx_prio{0..7}_pause_duration=0
folder mlx5_ib local_ack_timeout_err=0 packet_seq_err=0 rnr_nak_retry_err=0 rp_cnp_handled=0 out_of_buffer=0
folder hns_roce rx_cnp_pkt=0 rx_err_pkt=0 tx_err_pkt=0
folder bnxt_re to_retransmits=0 seq_err_naks_rcvd=0 rnr_naks_rcvd=0 rx_out_of_buffer=0 rx_ecn_marked_pkts=0
watch --json -d counters:mlx5_core -d counters:mlx5_ib -d counters:hns_roce -d counters:bnxt_re
folder mlx5_core rx_symbol_err_phy=4 outbound_pci_stalled_rd=25 outbound_pci_stalled_wr=15
folder mlx5_ib local_ack_timeout_err=1 out_of_buffer=7
folder hns_roce rx_cnp_pkt=1001
folder bnxt_re rx_ecn_marked_pkts=1001
tick
is "mlx5, hns and bnxt" "$(found 1)" \
	"bad-link counters:mlx5_core 1 nic_errors 4
loss counters:mlx5_ib 1 nic_retransmissions 1
slow-host counters:mlx5_core 1 nic_pcie_stalls 0.4
slow-host counters:mlx5_ib 1 nic_buffers_missing 7
congestion counters:hns_roce 1 nic_slowdowns 1001
congestion counters:bnxt_re 1 nic_congestion_marks 1001"
folder mlx5_core outbound_pci_stalled_rd=1 tx_prio{0..7}_pause_duration=20000
folder mlx5_ib rp_cnp_handled=1001 local_ack_timeout_err=3
folder hns_roce rx_cnp_pkt=2001
folder bnxt_re rnr_naks_rcvd=5
tick
is "and then" "$(found 2)" \
	"loss counters:bnxt_re 1 nic_retransmissions 5
slow-host counters:mlx5_core 1 nic_pause_share_given 0.02
congestion counters:mlx5_ib 1 nic_slowdowns 1001"
unwatch

# --- words, and what is not known ---

folder net rx_missed_errors=0 rx_dropped=0 tx_dropped=0
folder net/2/net rx_missed_errors=0 rx_dropped=0 tx_dropped=0
folder hns_roce rx_cnp_pkt=0
watch -d counters:net -d counters:net/2/net -d counters:hns_roce
folder net rx_missed_errors=5
folder net/2/net rx_missed_errors=6
echo none >hns_roce/rx_cnp_pkt
tick
unwatch
is "a sentence" "$(sed -n 2p out)" \
	"1. The host of counters:net/2/net takes less than arrives: nic_buffers_missing is 6/s, more than 0/s: no buffer for packets: the host or a program posts too few; nic_drops is 6/s, more than 0/s: packets were dropped: they came faster than they were taken; 1 more like it; sure: 90 %."
like "what a driver does not count" "$(sed -n 3p out)" \
	'^Not counted by counters:net, counters:net/2/net: damaged packets, interruptions of the link, .*pauses given, .*use of the link[.]$'
like "what cannot be read" "$(sed -n 5p out)" '^Not known of counters:hns_roce: nic_slowdowns [(]refused[)][.]$'
folder hns_roce rx_cnp_pkt=0
watch --json -d counters:hns_roce
folder hns_roce rx_cnp_pkt=none rx_err_pkt=none tx_err_pkt=none
tick
unwatch
is "nothing is known of it" "$(found 1)" "unknown counters:hns_roce - - -"

# --- limits of one's own; recordings ---

mkdir -p own/net
cp "$GPCD_METRICS"/net/nic.metrics own/net
echo 'limit nic_drops above 100 because "a lot of them";' >own/net/zz.metrics
export GPCD_METRICS=$PWD/own
folder net rx_missed_errors=0
ticking "$GPCD" record -d counters:net -o bursts.gpr -i 1s 2>err
for value in 0 0 0 0 0 900 900 900 900 900 900; do
	folder net rx_missed_errors=$value
	tick
done
unwatch
gpcd explain bursts.gpr --json >out
is "a burst of a fifth of a recording" "$(found 1)" "slow-host counters:net 1 nic_drops 450"
like "it is one" "$(gpcd explain bursts.gpr)" '^1[.] The host of counters:net takes less than arrives in a part of the time: nic_drops is 450/s, more than 100/s: a lot of them; sure: 60 %'
gpcd record -d counters:net -o few.gpr -i 1ms -n 2 rx_dropped 2>/dev/null
fails "a recording that shows nothing" 1 'no metrics of net' gpcd explain few.gpr
