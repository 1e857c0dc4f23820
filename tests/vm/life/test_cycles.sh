#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Load and unload, 30 times or $CYCLES, with everybody at work: cycles.c.
. "$(dirname "$0")/../lib.sh"

cycles=${CYCLES:-30}

# The first cycles fill caches that stay, with normal grace periods.
succeeds "cycles to warm up" "$BIN/cycles" $((cycles < 60 ? cycles / 3 + 1 : 20))
echo 1 >/sys/kernel/rcu_expedited

before=$(kernel_memory)
figures=$("$BIN/cycles" "$cycles" 2>&1)
status=$?
is "$cycles cycles, each with reads, opens and permission changes" \
	"$status $(grep -v ' a second; ' <<<"$figures")" "0 "
echo "# $figures"
# A leaked device is larger, noise is smaller.
succeeds "less than 2 KiB a cycle are lost" eventually grown_less $((2 * cycles + 1024))
echo "# kernel memory: $before KiB, then $grown KiB more"

nothing_stays
done_testing
