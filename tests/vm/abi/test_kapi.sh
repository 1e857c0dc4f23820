#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The in-kernel calls, by a module that uses them: kapi/kapi_test.c.
. "$(dirname "$0")/../lib.sh"

# client PARAMETER=VALUE...: load it, and print its messages; none: all is well
client()
{
	insmod "$MODULES/kapi_test.ko" "$@" 2>&1 || dmesg | grep kapi_test: | tail -n 1
	rmmod kapi_test 2>&1
}

load clock=virtual traffic=0
"$GPCD" write GM_0_0_TILE_PERFORMANCE_COUNTERS_0 123456789
is "reads, in process context and in a hard interrupt" "$(client expect=123456789)" ""
like "a value that is not so is noticed" "$(client expect=1)" 'a value: got 123456789, wanted 1'
echo unplug >/sys/class/gpcd_emu/gpcd_emu0/fault
is "its chip gone" "$(client absent=1)" ""
rmmod gpcd_emu
is "no device" "$(client absent=1)" ""
rmmod gpcd
done_testing
