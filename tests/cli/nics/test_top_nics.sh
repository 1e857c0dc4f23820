#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# top of network interfaces, as text.
# shellcheck source=tests/cli/nics/lib.sh
. "${0%/*}/lib.sh"
export COLUMNS=160

# watch FILE ARGUMENT...: start it in the background, with output to FILE; its pid is $pid. It has taken
# its first reading; each tick is a screen, 50 ms later.
watch()
{
	ticking "$GPCD" top --batch -i 50ms "${@:2}" >"$1" 2>err
	tick
}

# unwatch: end it; its exit code
unwatch()
{
	kill -INT "$pid"
	ended "$pid"
}

# shot FILE N: screen N of FILE, from 1
shot()
{
	awk -v RS= -v number="$2" 'NR == number' "$1"
}

# row FILE N NIC: its line of that screen, without the history
row()
{
	shot "$1" "$2" | awk -v nic="$3" '$1 == nic' | cut -c 1-116 | sed 's/^ *//; s/ *$//' | tr -s ' '
}

# --- numbers ---

# In 50 ms: a twentieth of the speed arrives, a tenth leaves; half of 50,000,000 cycles of each
# priority paused.
cxi cxi0
cxi cxi1 link=0 speed=0
watch cxi -d nics -s names
tick
counts cxi0 hni_sts_rx_ok_octets=62500000 hni_sts_tx_ok_octets=125000000 \
	hni_tx_paused_{0..7}=25000000 ixe_tc_req_ecn_pkts_2=5 ixe_tc_rsp_ecn_pkts_0=1 \
	pct_retry_srb_requests=1 hni_discard_cntr_3=2 hni_pcs_uncorrected_cw=3
tick
unwatch
is "SIGINT: exit code" $? 0
is "the names of columns" "$(shot cxi 1 | sed -n 2p | sed 's/ *TO .*//' | tr -s ' ')" \
	" NIC LINK GBIT/S RX MB/S TX MB/S %RX %TX %PAUSE MARKS/S RETRIES/S DROPS/S ERRORS/S"
like "the title" "$(shot cxi 1 | head -n 1)" '^gpcd top: 2 NICs  +by names  0[.]05s  [0-9:]{8}$'
is "nothing has been counted" "$(row cxi 1 cxi:cxi0)" \
	"cxi:cxi0 up 200 0.00 0.00 0.0 0.0 0.0 0 0 0 0"
is "numbers of a NIC" "$(row cxi 2 cxi:cxi0)" \
	"cxi:cxi0 up 200 1250.00 2500.00 5.0 10.0 50.0 120 20 40 60"
is "a link that is down" "$(row cxi 2 cxi:cxi1)" \
	"cxi:cxi1 down 0.00 0.00 no-peak no-peak 0.0 0 0 0 0"

[ -e /dev/gpcd0 ] || like "without -d: all NICs" \
	"$("$GPCD" top --batch -i 1ms -n 1 2>&1 | head -n 1)" '^gpcd top: 2 NICs '

# --- what is wrong ---

watch wrong -d nics -s names --wrong
tick
counts cxi0 hni_tx_paused_{0..7}=50000000
tick
unwatch
is "--wrong: before a number is beyond its limit" "$(row wrong 1 cxi:cxi0)" ""
like "--wrong: pauses, and why" "$(shot wrong 2 | grep cxi:cxi0)" \
	' 50[.]0 .* the switch keeps it from sending: congestion in t'
like "--wrong: a link that is down" "$(shot wrong 2 | grep cxi:cxi1)" ' the link says: down$'
like "--wrong: how many are" "$(shot wrong 2 | head -n 1)" '^gpcd top: 2 NICs, 2 NICs wrong '

# --- drivers differ ---

folder net rx_bytes=0 tx_bytes=0 rx_dropped=0 rx_missed_errors=0 tx_dropped=0
folder other/net rx_bytes=0 tx_bytes=0 rx_errors=0 tx_errors=0 something=0
watch drivers -d counters:net -d counters:other/net -d cxi:cxi0
folder net rx_bytes=1000000 tx_dropped=5
folder other/net tx_bytes=2000000 rx_errors=1
tick
unwatch
like "by bytes, the greatest first" "$(shot drivers 1 | head -n 1)" '3 NICs  +by bytes'
is "their order" "$(shot drivers 1 | awk 'NR > 2 { print $1 }' | xargs)" \
	"counters:other/net counters:net cxi:cxi0"
is "one list" "$(row drivers 1 counters:net)" "counters:net 20.00 0.00 no-peak no-peak - - - 100 -"
is "another list of a driver of that name" "$(row drivers 1 counters:other/net)" \
	"counters:other/net 0.00 40.00 no-peak no-peak - - - - 20"
run gpcd top --batch -i 10ms -n 1 -d counters:net
is "what none of them counts has no column" "$(sed -n 2p out | sed 's/ *TO .*//' | tr -s ' ')" \
	" NIC RX MB/S TX MB/S %RX %TX DROPS/S"
folder nothing/known unknown=1
run gpcd top --batch -i 10ms -n 1 -d counters:nothing/known
is "no metric: a row without numbers" "$status $(row out 1 counters:nothing/known)" \
	"0 counters:nothing/known"

# --- links change ---

counts cxi0 hni_sts_rx_ok_octets=0
watch changes -d cxi:cxi0
counts cxi0 hni_sts_rx_ok_octets=62500000
property cxi0 speed=100000
tick
counts cxi0 hni_sts_rx_ok_octets=125000000
property cxi0 speed=0
property cxi0 link=0
tick
unwatch
is "another speed: other shares" "$(row changes 1 cxi:cxi0 | cut -d ' ' -f 1-6)" \
	"cxi:cxi0 up 100 1250.00 0.00 10.0"
is "down: its speed is not known" "$(row changes 2 cxi:cxi0 | cut -d ' ' -f 1-5)" \
	"cxi:cxi0 down 1250.00 0.00 no-peak"

# --- NICs come and go ---

property cxi0 link=1
property cxi0 speed=200000
property cxi1 link=1
counts cxi0 hni_sts_rx_ok_octets=0
watch going -d nics -s names
mv "$GPCD_NICS_ROOT/sys/class/cxi/cxi0" away
tick
is "gone: its row stays" "$(row going 1 cxi:cxi0)" "cxi:cxi0 gone"
like "gone: the title" "$(shot going 1 | head -n 1)" '2 NICs \(1 gone\)'
is "gone: said" "$(cat err)" "gpcd top: cxi:cxi0: it is gone"
mv away "$GPCD_NICS_ROOT/sys/class/cxi/cxi0"
tick
is "back: no rates yet" "$(row going 2 cxi:cxi0)" "cxi:cxi0 up 200 - - - - - - - - -"
is "back: said" "$(tail -n 1 err)" "gpcd top: cxi:cxi0: it is back"
counts cxi0 hni_sts_rx_ok_octets=62500000
tick
is "back: numbers" "$(row going 3 cxi:cxi0 | cut -d ' ' -f 1-4)" "cxi:cxi0 up 200 1250.00"
mv "$GPCD_NICS_ROOT/sys/class/cxi" away
tick
ended "$pid"
is "none is left: exit code" $? 3
mv away "$GPCD_NICS_ROOT/sys/class/cxi"

# --- 64 NICs, of which one is bad ---

mv "$GPCD_NICS_ROOT/sys" two
for n in {0..63}; do
	mkdir -p "$(cxi_folder "cxi$n")/telemetry"
	counts "cxi$n" hni_sts_rx_ok_octets=0 hni_sts_tx_ok_octets=0
done
rm "$(cxi_folder cxi7)"/telemetry/*
watch many -d nics -s names
for n in {0..6} {8..63}; do
	counts "cxi$n" hni_sts_rx_ok_octets=$((n * 50000))
done
tick
unwatch
like "many: the title" "$(head -n 1 many)" ' 63 NICs '
is "many: each has its own numbers" "$(shot many 1 | awk '/ cxi:/ { print $1, $2 }')" \
	"$(printf '%s\n' {0..6} {8..63} | awk '{ printf "cxi:cxi%d %d.00\n", $1, $1 }')"
is "many: one that is bad is one line" "$(grep -c . err) $(grep cxi7 err)" "2 gpcd top: cxi:cxi7: its driver has no counters"
echo x >"$(cxi_folder cxi7)/telemetry/hni_sts_rx_ok_octets"
run gpcd sample -d nics -n 1 -i 10ms hni_sts_rx_ok_octets
is "many: a counter that is refused names its NIC" "$(head -n 1 err)" \
	"gpcd sample: cxi:cxi7: hni_sts_rx_ok_octets: its driver does not give it now"
is "many: and the others are read" "$(grep -c '^hni_sts_rx_ok_octets ' out)" 63
for n in {0..63}; do
	counts "cxi$n" hni_sts_rx_ok_octets=x
done
run gpcd sample -d nics -n 1 -i 10ms hni_sts_rx_ok_octets
like "many: so do others, in three lines" "$(sed -n 3p err)" '^gpcd sample: 62 others: hni_sts_rx_ok_octets: its driver'
rm -r "$GPCD_NICS_ROOT/sys"
mv two "$GPCD_NICS_ROOT/sys"

# --- beside routers, and chosen metrics ---

still g.img
run gpcd top --batch -i 10ms -n 1 -d image:g.img -d cxi:cxi0
like "a router and a NIC: the router's tiles first" "$(head -n 1 out)" '1 chip, 48 tiles '
run gpcd top --batch -i 10ms -n 1 -d image:g.img -d cxi:cxi0 --nics
like "--nics" "$(head -n 1 out)" 'gpcd top: 1 NIC  +by bytes'
run gpcd top --batch -i 10ms -n 1 -d image:g.img -d cxi:cxi0 --torus 4x4x4
is "a map: NICs need none" "$status $(cat err)" "0 gpcd top: 1 samples, 0 periods missed, 0 torn"
run gpcd top --batch -i 10ms -n 1 -d cxi:cxi0 -m 'nic_*_packets' -s nic_rx_packets
is "-m" "$(sed -n 2p out | tr -s ' ')" " NIC LINK GBIT/S tx_packets 1/s rx_packets 1/s TO 0 1/s"
like "-m: what rows are sorted by" "$(sed -n 1p out)" ' by nic_rx_packets '
run gpcd top --batch -i 10ms -n 1 -d cxi:cxi0 -m nic_rx_bytes
like "-m: bytes of a NIC are MB/s" "$(sed -n 2p out)" ' rx_bytes MB/S '
fails "-m: a near name" 2 "^gpcd top: cxi: no set of metrics, no metric 'nic_rx_byte': .*did you mean 'nic_rx_bytes'" \
	gpcd top --batch -n 1 -d cxi:cxi0 -m nic_rx_byte
fails "--sort: no such metric" 2 '^gpcd top: --sort nic_drops: neither a key nor a metric per NIC of -m$' \
	gpcd top --batch -n 1 -d cxi:cxi0 -m nic_rx_bytes -s nic_drops
fails "no such NIC" 3 '^gpcd top: cxi:cxi9: no such network interface: see .gpcd list.$' \
	gpcd top --batch -n 1 -d cxi:cxi9
