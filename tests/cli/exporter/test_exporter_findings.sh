#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-exporter: what is wrong in the last window, as series.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"
# shellcheck source=tests/cli/nics/tree.sh
. "${top:?}/tests/cli/nics/tree.sh"

# Only scrapes read the devices, so that each page has the window that it ends.
printf '%s\n' 'findings = 100ms' 'interval = 24h' 'fresh = 0s' >conf

# counted KIND NUMBER: a page now has so many findings of a kind
counted()
{
	shows "gpcd_findings{kind=\"$1\"}" "$2"
}

# --- network interfaces ---

folder mlx5_core outbound_pci_stalled_rd=0 outbound_pci_stalled_wr=0 rx_out_of_buffer=0
folder mlx5_ib out_of_buffer=0
serving -c conf -d counters:mlx5_core -d counters:mlx5_ib
scrape >page
is "before the first window is over there are none" "$(grep -c '^gpcd_finding' page)" 0
eventually counted slow-host 0
is "nothing is wrong" "$(grep '^gpcd_finding{' page) $(number gpcd_findings_unread)" " 0"
is "each kind has a number" "$(sed -n 's/^gpcd_findings{kind="\([^"]*\)"} 0$/\1/p' page | wc -l)" \
	"$(grep -c '^gpcd_findings{' page)"
like "of networks and of interfaces" "$(grep -c '^gpcd_findings{' page)" '^1[0-9]$'
folder mlx5_core outbound_pci_stalled_rd=45
folder mlx5_ib out_of_buffer=7
eventually counted slow-host 2
is "a finding of each, and how sure it is" "$(grep '^gpcd_finding{' page)" \
	'gpcd_finding{kind="slow-host",root="counters:mlx5_core"} 0.9
gpcd_finding{kind="slow-host",root="counters:mlx5_ib"} 0.9'
eventually counted slow-host 1
is "it goes with its window" "$(grep '^gpcd_finding{' page)" \
	'gpcd_finding{kind="slow-host",root="counters:mlx5_core"} 0.9'
sed -i 's/^findings.*//' conf
kill -HUP "$server"
eventually grep -q 'read again' serve.err
scrape >page
is "without the key nothing is judged" "$(grep -c '^gpcd_finding' page)" 0
kill "$server"
ended "$server"

# --- their number is bounded ---

mkdir own
cp -r "$GPCD_METRICS"/{gemini,aries,cxi,cassini1,cassini2} own
devices=()
while read -r metric; do
	devices+=(-d "counters:d$metric")
	mkdir -p "own/d$metric"
	printf 'metric %s per nic unit "1/s" help "x" = value(x);\nlimit %s above 0 because "of a test";\n' \
		"$metric" "$metric" >"own/d$metric/own.metrics"
	folder "d$metric" x=1
done < <(sed -n 's/^limit \(nic_[a-z_]*\) .*/\1/p' "$GPCD_METRICS/net/wrong.metrics")
is "there are many signs" "${#devices[@]}" 30
printf '%s\n' 'findings = 100ms' 'interval = 24h' 'fresh = 0s' >conf
GPCD_METRICS=$PWD/own serving -c conf "${devices[@]}"
eventually counted bad-link 2
is "the worst are shown" "$(grep -c "^gpcd_finding{" page) $(grep '^gpcd_finding{' page | head -n 1)" \
	'10 gpcd_finding{kind="bad-link",root="counters:dnic_errors"} 0.8'
is "all are counted" "$(awk '/^gpcd_findings{/ { sum += $2 } END { print sum }' page)" 15
kill "$server"
ended "$server"

# --- a network ---

"${GPCD%/*}/rtr" --interconnect 4x4x4 >map
"${GPCD%/*}/gpcd-sim" run --torus 4x4x4 --pattern hot --hot 27 --share 0.3 --load 1 --pace 0.0005 \
	--time 1s --image net >run.txt 2>&1 &
sim=$!
children+=("$sim")
eventually [ -e net/c3-0c1s3g1n0 ]
serving -c <(cat conf; echo interconnect = map) -d 'image:net/*n0'
found()
{
	scrape >page && grep -q '^gpcd_finding{kind="end-point",root="1,3,0"} ' page
}
succeeds "an end point: its chip" eventually found
is "what is not read is counted" "$(($(number gpcd_findings_unread) < 448))" 1
kill "$server"
ended "$server"
serving -c conf -d image:net/c0-0c0s0g0n0
scrape >page
like "without a map: said" "$(cat serve.err)" 'image:net/c0-0c0s0g0n0: no findings: the map lacks its links: set interconnect'
kill "$server" "$sim"
ended "$server"

# --- bad arguments ---

echo 'findings = 10ms' >conf
fails "no time" 2 "conf:1: findings '10ms' is not valid: a time, 100ms to 24h" exporter -c conf --check
echo 'findings = 1s' >conf
fails "a page without a window" 2 'findings: a page that is written once ends no window: set every' \
	exporter -c conf --textfile page
