#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# --columns: which columns of a table are printed, and in which order, in each format.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

export GPCD_DEVICE=image:a.img
still a.img
sim=${GPCD%/*}/gpcd-sim

run gpcd info --columns epoch,chip,coord
is "upright: these lines, in this order" "$(cut -d ' ' -f 1 out | paste -s -d ' ')" "epoch chip coord"
run gpcd list --columns coord,chip
is "text: headings and cells" "$(tail -n 1 out | tr -s ' '); $(head -n 1 out | tr -s ' ')" "0,0,0 gemini; coord chip"
gpcd info --csv --columns chip,coord,nic_addr >out
is "CSV" "$(paste -s -d ' ' out)" 'chip,coord,nic_addr,schema_2 gemini,"0,0,0",1,2'
gpcd info --json --columns chip,nic_addr | jq -c .devices >out
is "JSON" "$(<out)" '[{"chip":"gemini","nic_addr":1}]'
gpcd info --json --columns features | jq -r '.devices[0].features | type' >out
is "JSON: types are as without it" "$(<out)" array
gpcd metrics --columns unit,name,unit tile_use >out
is "a column twice" "$(tr -s ' ' <out | paste -s -d ' ')" "unit share name tile_use unit share"
gpcd counters --columns NAME,Unit 'GM_0_0_TILE_PERFORMANCE_COUNTERS_[0-1]' >out
is "capitals do not matter" "$(tr -s ' ' <out | paste -s -d ' ')" \
	"name unit GM_0_0_TILE_PERFORMANCE_COUNTERS_0 phits GM_0_0_TILE_PERFORMANCE_COUNTERS_1 phits"
gpcd counters -n --columns name GM_0_0_TILE_PERFORMANCE_COUNTERS_0 >out
is "a table without a heading" "$(<out)" GM_0_0_TILE_PERFORMANCE_COUNTERS_0
run gpcd stat --columns metric,unit -m nic_stalls true
is "stat" "$(tr -s ' ' <err | paste -s -d ' ')" "metric unit nic_stalls share"

# Several tables: each shows what it has, those that have none of it are left out.
run "$sim" run --torus 2x2x2 --time 20us --columns seed,dimension,load_max
is "several tables" "$(grep -c . out) $(grep -cE '^(seed|load: |dimension|[XYZ]|HH)' out)" "7 7"
"$sim" run --torus 2x2x2 --time 20us --json --columns seed | jq -c . >out
is "several tables in JSON: one has it" "$(jq -c 'del(.schema) | [keys, .run[0].seed]' out)" '[["run"],"1"]'

# A wrong name is reported, and what was measured is not lost for it.
gpcd info --csv >whole
run gpcd info --csv --columns chip,nic_adr
is "a wrong name: exit code" "$status" 2
like "a wrong name: reported" "$(<err)" \
	"^gpcd info: no column 'nic_adr', all are printed: device, chip, .*, coord$"
is "a wrong name: all columns" "$(cmp out whole && echo same)" same
fails "an empty name" 2 "--columns 'chip,,unit': a name is missing, as in name,unit" gpcd metrics --columns chip,,unit
fails "no name" 2 "--columns '': a name is missing" gpcd metrics --columns ''
fails "rows of --long are no table" 2 "both --columns and --long: choose one" gpcd stat --long --columns unit true
fails "a map is no table" 2 "--columns is for --summary" "${GPCD%/*}/rtr" -i 2x2x2 --columns chips
fails "alarms are no table" 2 "unrecognized option '--columns" gpcd alarm --columns unit

# Samples: columns of CSV, chosen before anything is measured.
tile=GM_0_0_TILE_PERFORMANCE_COUNTERS
gpcd sample --csv -n 2 -i 10ms "${tile}_[0-3]" >whole 2>err
gpcd sample --csv -n 2 -i 10ms --columns ${tile,,}_2,STATUS,${tile}_0 "${tile}_[0-3]" >out 2>err
is "samples: these columns, and the schema" "$(paste -s -d ' ' out)" \
	"$(awk -F, -v OFS=, '{ print $11, $7, $9, $8 }' whole | paste -s -d ' ')"
gpcd sample --csv -n 1 -i 10ms --delta --columns missed,missed "${tile}_[0-3]" >out 2>err
is "samples: deltas have a schema of their own" "$(paste -s -d ' ' out)" "missed,missed,schema_2_delta 0,0,2"
run gpcd sample --csv -n 1 --columns status,statu "${tile}_[0-1]"
is "samples: a wrong name ends it" "$status $(wc -c <out)" "2 0"
is "samples: names that there are" "$(<err)" \
	"gpcd sample: no column 'statu': take from realtime_ns, monotonic_ns, chip_ns, epoch, sequence, missed, status, ${tile}_0, ${tile}_1"
run gpcd sample --csv -n 1 --columns schema_2
like "samples: only some of many names" "$(<err)" "COUNTERS_5 and 276 more$"
fails "samples: text has no columns" 2 "--columns is for --csv: add it, or leave --columns out" gpcd sample --columns status
fails "samples: rows of --long" 2 "both --columns and --long: choose one" gpcd sample --long --columns unit
gpcd links --torus 2x2x2 --csv -n 1 -i 10ms --columns direction,far_x,gb_s >out 2>err
is "links" "$(head -n 3 out | paste -s -d ' ')" "direction,far_x,gb_s,schema_2 X+,1,9.375,2 X-,1,9.375,2"
fails "links: a wrong name" 2 "no column 'gbs': take from realtime_ns, .* outq_stalls$" gpcd links --torus 2x2x2 --csv -n 1 --columns gbs
# A name that has commas itself is a cell, too.
mkdir net
echo 5 >net/rx,bytes
echo 7 >net/tx_bytes
gpcd -d counters:net sample --csv -n 1 -i 10ms --columns tx_bytes 'rx*' tx_bytes >out 2>err
is "a name with a comma before it" "$(paste -s -d ' ' out)" "tx_bytes,schema_2 7,2"
( gpcd info --columns chip >/dev/full ) 2>err
is "a full device" "$?: $(<err)" "5: gpcd info: standard output: No space left on device; what was written before is whole"
