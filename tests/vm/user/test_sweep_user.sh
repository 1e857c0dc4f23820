#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The command and the library on a device: each of their allocations and system calls fails in turn.
# Images, and all options: tests/sweep.
. "$(dirname "$0")/../lib.sh"
export BUILD=${GPCD%/*}
# shellcheck source=tests/sweep/lib.sh
. "$PWD/tests/sweep/lib.sh"

counters='GM_0_0_TILE_PERFORMANCE_COUNTERS_[01]'
counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0

load clock=virtual traffic=0
# The kernel's clocks differ between runs, and both sweeps share one device.
export SWEEP_BLUR=1 SWEEP_SERIAL=1

# A device that cannot be opened still has a row, also where no interface can be found. One that
# cannot be mapped is read by calls, and the output says so.
export SWEEP_OTHERWISE='grep -qE "calls,Cannot allocate memory|\"not_mapped\": \"Cannot allocate memory\""'
whole_rows='NR == 2 && /^\/dev\/gpcd0,/ { good = 1 } !/(,|,schema_)2$/ { exit good = 0 } END { exit !good }'
SWEEP_PARTS=8 SWEEP_PARTIAL="awk '$whole_rows'" sweep gpcd list --csv
sweep gpcd info --json
unset SWEEP_OTHERWISE
sweep gpcd read --json "$counters"
sweep gpcd sample --csv -i 20ms -n 2 "$counters"
# The kernel takes a ring's samples: one may be there before the command waits for it.
SWEEP_AGAIN=1 sweep gpcd sample --csv -i 15ms -n 2 "$counters"
sweep gpcd write $counter 2
sweep gpcd perms --csv
sweep gpcd perms set /sys/fs/cgroup --may nic
sweep gpcd perms list --csv
SWEEP_BEFORE="$GPCD perms policy --ignore off" sweep gpcd perms policy --ignore on
SWEEP_BEFORE="$GPCD perms set /sys/fs/cgroup --may nic" sweep gpcd perms remove 1

# The number of ppoll(2) on this machine.
ppoll=$(echo __NR_ppoll | gcc -E -P -include asm/unistd.h - | tail -n 1)

# waiting: the command that has begun to wait in ppoll(2); 0: none has
waiting()
{
	local folder name call

	waiting=0
	for folder in /proc/[0-9]*; do
		{ read -r name <"$folder/comm"; } 2>/dev/null || continue
		[ "$name" = gpcd ] || continue
		{ read -r call _ <"$folder/syscall"; } 2>/dev/null || continue
		[ "$call" != "$ppoll" ] || waiting=${folder#/proc/}
	done
}

# Cause an event when a command waits for one, and another if it still waits a second later.
happen()
{
	local last='' fault=none

	while pause 0.01; do
		waiting
		if [ "$waiting" != 0 ] && [ "$last" != "$waiting $SECONDS" ]; then
			last="$waiting $SECONDS"
			[ $fault = none ] && fault=stuck || fault=none
			echo $fault
		fi
	done >/sys/class/gpcd_emu/gpcd_emu0/fault
}
happen &
events=$!
# All records are whole.
export SWEEP_PARTIAL='awk -F, "NF != 12 && NF != 14 { exit 1 }"'
SWEEP_AGAIN=1 SWEEP_OTHERWISE="grep -q ,fault," sweep gpcd monitor --csv -n 1
unset SWEEP_PARTIAL
kill $events
wait $events
GPCD_DEVICE=gpcd0 SWEEP_PARTS=8 SWEEP_KEPT=2 SWEEP_EVERY=4 sweep tests/sweep/library
unload
done_sweeping
