#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# metrics: the dictionary, and errors in files. It needs no device.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

# metric NAME FORMULA: print a metric for a file
metric()
{
	echo "metric $1 per chip unit \"B\" help \"mine\" = $2;"
}

chips=$(gpcd metrics --csv | tail -n +2 | cut -d, -f1 | uniq | xargs)
like "all chips" "$chips" '^gemini aries cassini1 cassini2 '
like "and drivers that there are metrics for" "$chips" ' mlx5_core mlx5_ib net rxe '
is "each once" "$(gpcd metrics --csv | tail -n +2 | cut -d, -f1,2 | sort | uniq -d)" ""
is "one chip" "$(gpcd metrics -c aries --csv | tail -n +2 | cut -d, -f1 | sort -u)" aries
is "a set" "$(gpcd metrics -c gemini --json nic | jq -c '[.metrics[].set] | unique')" '["nic"]'
is "a glob" "$(gpcd metrics -c gemini --json '*_use' | jq -c '[.metrics[].name]')" '["tile_use","link_use"]'
is "one, with its formula" "$(gpcd metrics -c aries nic_bytes_out | grep formula)" \
	"formula  rate(AR_NIC_ORB_PRF_REQ_BYTES_SENT)"
is "a name of one chip alone" "$(gpcd metrics --json nic_latency | jq -r '.metrics[].chip')" aries
still a.img --chip aries
is "the chip of the device" \
	"$(gpcd -d image:a.img metrics --csv | tail -n +2 | cut -d, -f1 | sort -u)" aries

fails "an unknown name" 2 "gemini: no set of metrics, no metric 'tile_us': .*; did you mean 'tile_use'" \
	gpcd metrics -c gemini tile_us
fails "an unknown name of any chip" 2 'no chip has' gpcd metrics nothing
fails "one that a driver's name is like" 2 "did you mean 'nic_congestion_marks'" \
	gpcd metrics nic_congestion_mark
fails "an unknown chip" 2 "'pisces' is not a valid CHIP" gpcd metrics -c pisces
fails "a missing device" 3 'image:none' gpcd -d image:none metrics

# --- files of one's own ---

metric own 'delta(GM_TARB_PERF_OUT_PKTS)' >own.metrics
is "--check lists what is right" \
	"$(gpcd metrics -c gemini --check own.metrics --json | jq -c '[.metrics[] | .name, .set]')" \
	'["own","own"]'
metric bad $'delta(GM_TARB_PERF_OUT_PKTS) +\n  rate(NO_SUCH)' >bad.metrics
fails "--check points at the place" 2 "bad.metrics:2:8: a gemini has no register 'NO_SUCH'" \
	gpcd metrics -c gemini --check bad.metrics
fails "--check without a chip" 2 '[-]-check needs --chip or -d' gpcd metrics --check own.metrics
fails "--check of no file" 2 'none.metrics: No such file' gpcd metrics -c gemini --check none.metrics
fails "--check of a folder" 2 'not a file' gpcd metrics -c gemini --check /
head -c 1048577 /dev/zero >large.metrics
fails "--check of a large file" 2 'at most 1048576 bytes' \
	gpcd metrics -c gemini --check large.metrics
head -c 1000 /dev/urandom >noise.metrics
fails "--check of noise" 2 'noise.metrics:[0-9]*:[0-9]*: ' \
	gpcd metrics -c gemini --check noise.metrics

# --- of drivers: what the dictionary knows of them, and of all drivers ---

is "a driver's metrics" "$(gpcd metrics -c rxe --json | jq -c '[.metrics[].name]')" \
	'["nic_tx_packets","nic_rx_packets","nic_retransmissions","nic_drops","nic_errors","nic_buffers_missing","nic_link_repairs"]'
for file in "$GPCD_METRICS"/*/*.metrics; do
	driver=$(basename "${file%/*}")
	is "each line of ${file#"$GPCD_METRICS/"} suits it" \
		"$(gpcd metrics -c "$driver" --check "$file" --csv | tail -n +2 | wc -l)" \
		"$(grep -c '^metric ' "$file")"
done
metric mine 'delta(rx_prio3_pause) + delta(rx_bytes)' >mine.metrics
is "--check knows what all drivers have" \
	"$(gpcd metrics -c mlx5_core --check mine.metrics --json | jq -r '.metrics[].chip')" mlx5_core
fails "another driver's counter" 2 "mine.metrics:1:51: a bnxt_re has no register 'rx_prio3_pause'" \
	gpcd metrics -c bnxt_re --check mine.metrics
metric stalls 'rate(outbound_pci_stalled_rd)' >mine.metrics
fails "a gauge that is taken for a counter" 2 'outbound_pci_stalled_rd is no counter: value\(\) reads it' \
	gpcd metrics -c mlx5_core --check mine.metrics
fails "an unknown driver" 2 "'mlx5_cor' is not a valid CHIP: .* did you mean 'mlx5_core'" \
	gpcd metrics -c mlx5_cor

# docs/nics.md has a table of what each driver can give: a cell that begins with "no" is none.
column=2
for driver in cxi mlx5_ib mlx5_core efa rxe net; do
	column=$((column + 1))
	is "what docs/nics.md says of $driver" "$(gpcd metrics -c "$driver" --csv nic | tail -n +2 | cut -d, -f2 | sort | xargs)" \
		"$(awk -F ' *[|] *' -v column=$column '/^[|] `nic_/ && $column !~ /^no(:|$)/ { gsub(/[`,]/, "", $2); print $2 }' \
			"$top/docs/nics.md" | xargs -n 1 | sort | xargs)"
done

# A folder has exactly what it has.
mkdir mynic
echo 1 >mynic/sent
metric mine 'delta(sent)' >mine.metrics
is "--check by a device" \
	"$(gpcd metrics -d counters:mynic --check mine.metrics --json | jq -r '.metrics[].chip')" mynic
metric mine 'delta(received)' >mine.metrics
fails "and what it has not" 2 "a mynic has no register 'received'" \
	gpcd metrics -d counters:mynic --check mine.metrics

mkdir -p only/gemini
mv own.metrics only/gemini
is "GPCD_METRICS" "$(GPCD_METRICS=only gpcd metrics -c gemini --json | jq -c '[.metrics[].name]')" \
	'["own"]'
export GPCD_METRICS=empty
fails "no metrics at all" 1 'no metrics of gemini in empty/gemini: GPCD_METRICS names another' \
	gpcd metrics -c gemini
GPCD_METRICS=only
mv bad.metrics only/gemini
fails "one wrong file is named" 2 'only/gemini/bad.metrics:2:8: ' gpcd metrics -c gemini own

GPCD_METRICS=$top/lib/metrics/sets
( "$GPCD" metrics >/dev/full ) 2>err
is "to a full device: exit code" $? 5

# Without the variable, a command of a build finds its files beside it.
unset GPCD_METRICS GPCD_MACHINES
export XDG_CONFIG_HOME=$PWD/none
is "a build finds its metrics" "$(gpcd metrics -c gemini --json | jq '.metrics | length > 0')" true
is "a build finds its machines" "$(study xmp64 --table table1 --csv | head -n 1)" links,ns,schema_2
like "a build finds its machines: logpc" "$(study logpc table1 --csv | head -n 1)" ',schema_[0-9]+$'
is "a build finds its machines: gpcd-sim" \
	"$("${GPCD%/*}/gpcd-sim" machine alewife --csv | sed -n 's/^[^,]*,name,\([^,]*\).*/\1/p')" Alewife
cp "$GPCD" "${GPCD%/*}/libgpcd.so.1" .
mkdir -p share/gpcd/metrics
cp -r only/gemini share/gpcd/metrics && rm share/gpcd/metrics/gemini/bad.metrics
is "a moved command finds the sets beside it" "$(LD_LIBRARY_PATH=. ./gpcd metrics -c gemini --json | jq -c '[.metrics[].name]')" '["own"]'
