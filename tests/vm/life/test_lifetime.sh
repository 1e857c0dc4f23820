#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Random steps of modules, chips and permissions with everybody at work: lifetime.c. LIFETIME_STEPS
# of them (2,000; 250 on the kernels that we build, which are ten times as slow), repeated from SEED
# if it is given.
. "$(dirname "$0")/../lib.sh"

steps=${LIFETIME_STEPS:-2000}
seed=${SEED:-$((RANDOM * 32768 + RANDOM))}

echo 1 >/sys/kernel/rcu_expedited

# The first steps fill caches that stay.
succeeds "steps to warm up" "$BIN/lifetime" 100 1
before=$(kernel_memory)
figures=$("$BIN/lifetime" "$steps" "$seed" 2>&1)
status=$?

while read -r line; do
	echo "# $line"
done <<<"$figures"
is "$steps random steps, SEED=$seed" "$status$(grep '^lifetime: ' <<<"$figures")" 0
# A leak per device of a kind is larger, noise is smaller.
succeeds "less than 100 bytes a step are lost" eventually grown_less $((steps / 10 + 1024))
echo "# kernel memory: $before KiB, then $grown KiB more"
nothing_stays
done_testing
