#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What the package has for monitoring: alerts and dashboards, which know only series that there are.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"
# shellcheck source=tests/cli/nics/tree.sh
. "${top:?}/tests/cli/nics/tree.sh"

if ! tools=$("$top/tools/setup/prometheus"); then
	report "prometheus" "it cannot be downloaded"
	exit 1
fi
cp "$top/tools/gpcd-exporter/monitoring/alerts.yml" "$top/tests/cli/exporter/alerts_test.yml" .
succeeds "alerts are rules of Prometheus" "$tools/promtool" check rules --lint-fatal alerts.yml
succeeds "each is raised by its cause, and by nothing less" "$tools/promtool" test rules alerts_test.yml
is "each has a test" "$(sed -n 's/^  - alert: //p' alerts.yml | sort)" \
	"$(grep -o 'alertname: [A-Za-z]*' alerts_test.yml | cut -d ' ' -f 2 | sort)"

# --- names ---

# Routers with their links, a NIC with all its counters, and what is wrong: a device that is absent, a link
# without a speed.
still a.img
still b.img --chip aries --nic-addr 2
cxi cxi0
cxi cxi1 speed=0
"${GPCD%/*}/rtr" --interconnect 2x2x2 >map
"${GPCD%/*}/rtr" --interconnect dragonfly:16x6x4 >map.aries
mkdir labels
echo job=7 >labels/node
printf '%s\n' 'metrics = *' 'labels = labels' >conf
exporter -c <(cat conf; echo interconnect = map) -d image:a.img -d none --textfile page.gemini 2>err
exporter -c <(cat conf; echo interconnect = map.aries) -d image:b.img --textfile page.aries
folder net rx_pause_frames=0 tx_pause_frames=0 rx_missed_errors=0
folder mlx5_core outbound_pci_stalled_rd=0 outbound_pci_stalled_wr=0
folder mlx5_ib rp_cnp_handled=0
exporter -c conf -d 'cxi:*' -d counters:net -d counters:mlx5_core -d counters:mlx5_ib --textfile page.nics

printf '%s\n' 'findings = 100ms' 'fresh = 0s' >conf
folder mlx5_core outbound_pci_stalled_rd=45
serving -c conf -d counters:mlx5_core
eventually shows 'gpcd_findings{kind="slow-host"}' 1
mv page page.found
kill "$server"
ended "$server"

# series FILE...: the names of series and of their labels on pages, one a line
series()
{
	sed '/^#/d; s/="[^"]*"/ /g; s/ [^ ]*$//' "$@" | grep -oE '[a-zA-Z_]+' | sort -u
}
series page.* >known
is "the pages are good for a test" \
	"$(grep -cxE 'gpcd_(link_use_seconds_total|nic_pause_share_seconds_total|nic_latency_seconds_sum|down|missing_series)' known)" 5

# names FILE: what of a text are names of series and labels, one a line
names()
{
	grep -oE '\bgpcd_[a-z_]+|[$]labels[.][a-z_]+|[{,][a-z_]+=~?"' "$1" | sed 's/^[$]labels[.]//; s/^[{,]//; s/=.*//' |
		grep -vx instance | sort -u
}
is "alerts know no other names" "$(names alerts.yml | comm -23 - known)" ""
is "of which there are many" "$(($(names alerts.yml | wc -l) > 12))" 1

# --- dashboards ---

families=(routers slingshot rdma ethernet)
for family in "${families[@]}"; do
	exits 0 "$family: a dashboard" exporter --dashboard "$family"
	cp out page.json
	is "$family: each panel has its place and number" "$(jq -c '.panels | [length, ([.[].gridPos | [.x, .y]] | unique | length),
		([.[].id] | unique | length)] | unique | length' page.json)" 1
	jq -r '.panels[].targets[]?.expr' page.json >queries
	is "$family: a row for each set, a panel for each query" \
		"$(jq -r '.panels[] | select(.type == "row").title' page.json | sort | uniq -d)$(sort queries | uniq -d)" ""
	is "$family: beside what all devices have there are metrics" "$(($(wc -l <queries) > 10))" 1
	cat queries >>all_queries
	is "$family: its names are the exporter's" "$({ cat queries; jq -r '.templating.list[].query' page.json; } >names
		names names | comm -23 - known)" ""
done

# As rules, because promtool parses these.
jq -R '{ record: "x", labels: { n: "\(input_line_number)" }, expr: gsub("[$]__rate_interval"; "5m") }' all_queries |
	jq -s '{ groups: [{ name: "x", rules: . }] }' >rules.json
exits 0 "queries are Prometheus's" "$tools/promtool" check rules rules.json

# A metric of its own stands for each set.
for set in "$GPCD_METRICS"/*; do
	mkdir -p "own/${set##*/}"
	printf 'metric of_%s per nic unit "B/s" help "not \xff UTF-8" = rate(x);\n' "${set##*/}" >"own/${set##*/}/own.metrics"
done
is "each set of metrics is on a dashboard" \
	"$(for family in "${families[@]}"; do GPCD_METRICS=$PWD/own exporter --dashboard "$family"; done |
		grep -o 'gpcd_of_[a-z0-9_]*' | sort)" \
	"$(for set in "$GPCD_METRICS"/*; do echo "gpcd_of_${set##*/}_bytes_total"; done | sort)"
fails "another family" 2 "--dashboard 'pigeons' is not a valid FAMILY: routers, slingshot, rdma or ethernet" exporter --dashboard pigeons
