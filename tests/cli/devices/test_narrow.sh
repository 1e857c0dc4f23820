#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Counters of 32 bits: no chip counts more than once a nanosecond, so they are safe for 2^32 ns.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

narrow=GM_RMT_PUT_PERFORMANCE_COUNTERS0
wide=GM_TARB_PERF_OUT_PKTS
safe=$((1 << 32))
warning="gpcd sample: $narrow has 32 bits and may have wrapped more than once: read it each 4.29s"

mkdir -p own/gemini
cat >own/gemini/mine.metrics <<EOF
metric narrow per chip unit "" help "a difference" = delta($narrow);
metric now per chip unit "" help "a value" = value($narrow);
metric wide per chip unit "" help "a difference" = delta($wide);
EOF
export GPCD_METRICS=$PWD/own

# apart NS ARGUMENT...: take two readings with so much chip time between them, in which the narrow
# counter counts 5; each tick is a reading, and the first of `read' comes at once
apart()
{
	still n.img
	word n.img 0x4c02020 0
	word n.img 0x7fff038 1000000000
	ticking "$GPCD" -d image:n.img "${@:2}" >out 2>err
	[ "$2" = read ] || tick
	word n.img 0x4c02020 5
	word n.img 0x7fff038 $((1000000000 + $1))
	tick
	tick
	ended "$pid"
}

# said: messages except the closing line
said()
{
	grep -v ' samples, ' err
}

# fields N: column N of the long form, whose coordinate has two commas
fields()
{
	tail -n +2 out | cut -d, -f"$1" | paste -sd ' '
}

apart $safe sample -i 4s -n 1 --delta --long $narrow $wide
is "as long as it is safe: ok" "$(fields 10)" "ok ok"
is "as long as it is safe: the difference" "$(fields 8)" "5 0"
is "as long as it is safe: nothing is said" "$(said)" ""
apart $((safe + 1)) sample -i 4s -n 1 --delta --long $narrow $wide
is "longer: the narrow one may have wrapped" "$(fields 10)" "wrapped ok"
is "longer: its difference is there" "$(fields 8)" "5 0"
is "longer: it is said, once" "$(said)" "$warning"
apart $((safe + 1)) sample -i 4s -n 1 --rate --csv $narrow
is "CSV: the sample's status" "$(tail -n +2 out | cut -d, -f7)" wrapped
apart $((safe + 1)) sample -i 4s -n 1 --rate $narrow
like "text: the value's status" "$(cat out)" "$narrow .*\(wrapped\)"
apart $((safe + 1)) sample -i 4s -n 1 --rate --json $narrow
is "JSON: the sample's status" "$(jq -r .status out)" wrapped
apart $((safe + 1)) sample -i 4s -n 1 --long $narrow
is "what it holds is what it holds" "$(fields 10) $(said)" "ok "
apart $((safe + 1)) sample -i 4s -n 1 --delta --long $wide
is "48 bits are wide enough" "$(fields 10) $(said)" "ok "

# A counter of 16 bits is safe for less than a millisecond.
overflows=lpe_cfg_event_cnts_ovf_cnt
# narrower COMMAND...: as apart, on a Cassini, and with 65537 ns between the readings
narrower()
{
	still c.img --chip cassini1
	word c.img 0x7fff038 1000000000
	ticking "$GPCD" -d image:c.img "$@" >out 2>err
	tick
	word c.img 0x7fff038 1000065537
	tick
	tick
	ended "$pid"
	is "16 bits: $1: how often to read it" "$(said)" \
		"gpcd $1: $overflows has 16 bits and may have wrapped more than once: read it each 65.5us"
}
narrower sample -i 4s -n 1 --rate --long $overflows
narrower record -i 4s -n 2 -o c.gpr $overflows
succeeds "16 bits: it can be read that often" gpcd -d image:c.img sample -i 65.5us -n 1 --rate $overflows

# --- metrics ---

apart $safe sample -i 4s -n 1 --long -m narrow
is "a metric, as long as it is safe" "$(fields 8) $(fields 10)" "5 ok"
apart $((safe + 1)) sample -i 4s -n 1 --long -m '*'
is "longer: a metric of it has no number" "$(fields 10)" "wrapped ok ok"
is "longer: it is said" "$(said)" "$warning"

CLOCK_POLL=1 apart $safe read -m narrow -i 4s --long
is "read, as long as it is safe" "$(fields 8) $(fields 10)" "5 ok"
CLOCK_POLL=1 apart $((safe + 1)) read -m narrow -i 4s --long
is "read, longer: no number" "$(fields 10)" wrapped
like "read, longer: it is said" "$(said)" "$narrow has 32 bits and may have wrapped more than once"

# --- recordings ---

apart $((safe + 1)) record -i 4s -n 2 -o r.gpr $narrow
is "record: it is said" "$(said)" "${warning/sample/record}"
apart $safe record -i 4s -n 2 -o safe.gpr $narrow
exits 0 "diff" gpcd diff safe.gpr r.gpr --json $narrow
is "diff: a rate that may have wrapped is missing" \
	"$(jq -c '.differences[0] | [.n_a, .n_b, .missing_b > .missing_a]' out)" "[1,0,true]"
is "replay: the rate of a register, by lines" \
	"$(gpcd replay r.gpr --long | tail -n +2 | cut -d, -f10 | paste -sd ' ')" "ok ok"
