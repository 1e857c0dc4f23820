#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Every allocation and every copy of entry points fails once: sweep/main.c; of those that SWEEP names, or
# of a share of all, tests/share.
# The program is in memory, as the modules are: a file that is only now brought in would
# be allocations of ours.
. "$(dirname "$0")/../lib.sh"

work=$(mktemp -d)
cp "$BIN/debug/sweep" "$work"
# A chip's end waits for grace periods: take them as they are elsewhere.
echo 1 >/sys/kernel/rcu_expedited

which=${SWEEP:-$(tests/share 8)} || exit
echo "# $which"
"$work/sweep" "$which"
