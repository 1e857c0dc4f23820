#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Every allocation and every copy of the entry points that SWEEP names, or of a share of all
# (tests/share), fails once: sweep/main.c. Program and modules are in memory: reading a file later would
# count as allocations of ours.
. "$(dirname "$0")/../lib.sh"

work=$(mktemp -d)
cp "$BIN/debug/sweep" "$work"
# A chip's end waits for grace periods: make them as short as on other kernels.
echo 1 >/sys/kernel/rcu_expedited

which=${SWEEP:-$(tests/share)} || exit
echo "# $which"
"$work/sweep" "$which"
