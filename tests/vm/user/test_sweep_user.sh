#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The command and the library on a device: every allocation and every system
# call of theirs fails in turn. Images, and all the options: tests/sweep.
. "$(dirname "$0")/../lib.sh"
export BUILD=${GPCD%/*}
# shellcheck source=tests/sweep/lib.sh
. "$PWD/tests/sweep/lib.sh"

counters='GM_0_0_TILE_PERFORMANCE_COUNTERS_[01]'
counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0

load clock=virtual traffic=0
# The kernel's clocks are its own, and there is one device for both sweeps.
export SWEEP_BLUR=1 SWEEP_SERIAL=1

# What cannot be opened is a row all the same. What cannot be mapped is read by calls, and they say so.
export SWEEP_OTHERWISE='grep -qE "calls,Cannot allocate memory|\"not_mapped\": \"Cannot allocate memory\""'
SWEEP_PARTIAL='grep -q "^/dev/gpcd0,.*,failed,,2$"' sweep gpcd list --csv
sweep gpcd info --json
unset SWEEP_OTHERWISE
sweep gpcd read --json "$counters"
sweep gpcd sample --csv -i 20ms -n 2 "$counters"
# The kernel takes a ring's samples: one may be there before the command waits for it.
SWEEP_AGAIN=50 sweep gpcd sample --csv -i 15ms -n 2 "$counters"
sweep gpcd write $counter 2
sweep gpcd perms --csv
sweep gpcd perms set 77 nic
sweep gpcd perms list --csv
SWEEP_BEFORE="$GPCD perms ignore off" sweep gpcd perms ignore on
SWEEP_BEFORE="$GPCD perms set 77 nic" sweep gpcd perms remove 77
GPCD_DEVICE=gpcd0 SWEEP_KEPT=2 SWEEP_EVERY=4 sweep tests/sweep/library
unload
done_testing
