#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Hostile callers (tests/vm/hostile) for HOSTILE_SECONDS; findings, and the calls in progress when
# the machine died, are in HOSTILE_CORPUS.
. "$(dirname "$0")/../lib.sh"
corpus=${HOSTILE_CORPUS:-/job/hostile}

load clock=virtual traffic=0 views=2 && insmod "$MODULES/gpcd_pmu.ko" || exit 1
mkdir -p "$corpus"
sites=$(readelf -rW "$MODULES"/gpcd{,_emu,_pmu}.ko | grep -c __sanitizer_cov_trace_pc)
"$BIN/hostile/hostile" --seconds "${HOSTILE_SECONDS:-10}" --sites "$sites" \
	--seeds "$(dirname "$0")/../../fuzz/corpus/hostile" --corpus "$corpus"
status=$?
succeeds "gpcd_pmu unloads" rmmod gpcd_pmu
succeeds "the modules unload" unload
done_testing && exit $status
