#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Everybody at one chip at once: contend.c. A KCSAN report fails the run. Meanwhile KCSAN watches
# more accesses than would be bearable for all tests.
. "$(dirname "$0")/../lib.sh"

turns=300
skip=/sys/module/kcsan/parameters/skip_watch

succeeds "the modules load" load views=2
succeeds "perf's, too" insmod "$MODULES/gpcd_pmu.ko"
before=$(cat $skip)
echo 200 >$skip
figures=$("$BIN/contend" $turns 2>&1)
is "readers and changers have $turns turns each" "$? $(grep -v ': [0-9]*; ' <<<"$figures")" "0 "
echo "$before" >$skip
echo "# $figures"
succeeds "perf's unloads" rmmod gpcd_pmu
succeeds "the modules unload" unload
done_testing
