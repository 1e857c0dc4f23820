#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# stat, sample and links of network interfaces: which they read without being asked, and what.
# shellcheck source=tests/cli/nics/lib.sh
. "${0%/*}/lib.sh"

cxi cxi0
cxi cxi1
[ ! -e /dev/gpcd0 ] || export GPCD_DEVICE=nics
counts cxi0 hni_sts_rx_ok_octets=1000
counts cxi1 hni_pkts_sent_by_tc_3=7

# --- stat ---

# What a command does to the counters of both.
cat >traffic <<END_OF_TRAFFIC
echo 5000 >$(cxi_folder cxi0)/telemetry/hni_sts_rx_ok_octets
echo 9 >$(cxi_folder cxi1)/telemetry/hni_pkts_sent_by_tc_3
END_OF_TRAFFIC
vocabulary="nic_tx_bytes nic_rx_bytes nic_tx_packets nic_rx_packets nic_tx_use nic_rx_use"
vocabulary+=" nic_pause_share nic_congestion_marks nic_retransmissions nic_drops nic_errors"
vocabulary+=" nic_pause_share_given nic_pcie_stalls nic_translation_misses nic_link_repairs"
run gpcd stat --csv -- sh traffic
is "stat: exit code" $status 0
is "stat: each interface" "$(awk -F, 'NR > 1 { print $2 }' err | uniq | xargs)" "cxi:cxi0 cxi:cxi1"
is "stat: what all drivers have one name for" \
	"$(awk -F, '$2 == "cxi:cxi0" { print $5 }' err | sort | xargs)" \
	"$(xargs -n 1 <<<"$vocabulary" | sort | xargs)"
mkdir -p own/cxi
cat >own/cxi/moved.metrics <<'END_OF_METRICS'
metric nic_moved per nic unit "B" help "bytes" = delta(hni_sts_rx_ok_octets);
metric nic_sent per nic unit "" help "packets" = delta(hni_pkts_sent_by_tc_[0-7]);
END_OF_METRICS
counts cxi0 hni_sts_rx_ok_octets=1000
counts cxi1 hni_pkts_sent_by_tc_3=7
GPCD_METRICS=$PWD/own run gpcd stat --csv -- sh traffic
is "stat: what the command did" "$(awk -F, 'NR > 1 { print $2, $5, $6 }' err)" \
	"cxi:cxi0 nic_moved 4000
cxi:cxi0 nic_sent 0
cxi:cxi1 nic_moved 0
cxi:cxi1 nic_sent 2"

# --- sample ---

counts cxi0 hni_sts_rx_ok_octets=0
ticking "$GPCD" sample --csv --long -i 50ms >sampled 2>err
tick
counts cxi0 hni_sts_rx_ok_octets=1000000
tick
kill -INT "$pid"
ended "$pid"
is "sample: exit code" $? 0
is "sample: metrics of each interface" "$(awk -F, 'NR > 1 { print $0 }' sampled | grep -c nic_rx_bytes)" 2
like "sample: bytes per second" "$(grep -m 1 nic_rx_bytes sampled)" '20000000'
run gpcd sample --delta -n 1 -i 10ms -d cxi:cxi0
is "sample --delta: all counters" "$status $(grep -c '^hni_pkts_sent_by_tc_3 ' out) $(grep -c gauge err)" "0 1 0"
folder unknown/driver first=1 second=2
run gpcd sample -n 1 -i 10ms -d counters:unknown/driver
is "sample: no metrics: all that there is" "$(awk '!/^#/ { print $1, $2 }' out | xargs)" "first 1 second 2"

# --- a source that cannot be searched, as where a container hides it ---

ln -s infiniband "$GPCD_NICS_ROOT/sys/class/infiniband"
hidden='network interfaces: Too many levels of symbolic links'
run gpcd list --csv
is "list: it hides no other, but the status says so" "$status $(tail -n +2 out | grep -c '^cxi:cxi[01],')" "1 2"
is "list: and is said once" "$(cat err)" "gpcd list: $hidden"
for command in "list -d nics" "info -d nics" "info -d cxi:cxi0"; do
	# shellcheck disable=SC2086 # words
	run gpcd $command
	is "$command: fails, and says once why" "$status $(grep -c 'Too many levels' err) $(wc -l <err)" "1 1 1"
done
run gpcd stat -d nics --csv -- true
is "stat: it hides no other" "$(awk -F, 'NR > 2 { print $2 }' err | uniq | xargs)" "cxi:cxi0 cxi:cxi1"
like "stat: and is said" "$(head -n 1 err)" '^gpcd stat: nics: Too many levels'
run "${GPCD%/*}/gpcd-exporter" --check -d nics
is "exporter: so too" "$(sed 's/,.*//' out) $(cat err)" \
	"2 of 2 devices up gpcd-exporter: nics: down: error: Too many levels of symbolic links"
mv "$GPCD_NICS_ROOT/sys/class/cxi" away
fails "there is no other: exit code" 1 "^gpcd list: $hidden$" gpcd list
mv away "$GPCD_NICS_ROOT/sys/class/cxi"
rm "$GPCD_NICS_ROOT/sys/class/infiniband"

# --- links ---

unset GPCD_DEVICE
[ -e /dev/gpcd0 ] ||
	fails "links where there is no router" 3 '^gpcd links: cxi:cxi0: a network interface, not a router' gpcd links

for options in "" "--torus 4x4x4" "-m nic_rx_bytes"; do
	# shellcheck disable=SC2086 # words
	fails "links $options" 2 \
		'^gpcd links: cxi:cxi0: a network interface, not a router: see .gpcd top. and .gpcd stat.$' \
		gpcd links -d cxi:cxi0 $options
done
