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
fails "samples are no table" 2 "unrecognized option '--columns" gpcd sample --columns unit
( gpcd info --columns chip >/dev/full ) 2>err
is "a full device" "$?: $(<err)" "5: gpcd info: standard output: No space left on device; what was written before is whole"
