#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Hostile callers (tests/vm/hostile) for HOSTILE_SECONDS; findings, and the calls in progress when
# the machine died, are in HOSTILE_CORPUS.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/vm/cxi/lib.sh
. "$(dirname "$0")/../cxi/lib.sh"
corpus=${HOSTILE_CORPUS:-/job/hostile}

load clock=virtual traffic=0 views=2 && insmod "$MODULES/gpcd_pmu.ko" || exit 1
insmod "$MODULES/cxi_test.ko" && insmod "$MODULES/gpcd_cxi.ko" || exit 1
mkdir -p "$corpus"
sites=$(readelf -rW "$MODULES"/gpcd{,_cxi,_emu,_pmu}.ko | grep -c __sanitizer_cov_trace_pc)

# A NIC of another driver comes and goes meanwhile, and vanishes amid sweeps.
racing=$(mktemp)
come_and_go()
{
	while [ -e "$racing" ]; do
		drive add 0 $((1 + RANDOM % 2)) 1048575
		drive ones 0 $((RANDOM % 4000))
		pause 0.2
		drive ones 0 -1
		drive nid 0 1048574
		drive remove 0
	done
}
come_and_go &
"$BIN/hostile/hostile" --seconds "${HOSTILE_SECONDS:-20}" --sites "$sites" \
	--seeds "$(dirname "$0")/../../fuzz/corpus/hostile" --corpus "$corpus"
status=$?
rm "$racing"
wait
succeeds "the driver unloads" rmmod gpcd_cxi cxi_test
succeeds "gpcd_pmu unloads" rmmod gpcd_pmu
succeeds "the modules unload" unload
done_testing && exit $status
