# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of gpcd_cxi: NICs of the driver that stands in for HPE's (tests/vm/cxi/driver).

# shellcheck disable=SC2034 # ways has it read
way_reader=$BIN/cxi

# drive WHAT NIC [ARGUMENT...]: have the driver do this with one of its NICs (driver/cxi_test.c)
drive()
{
	echo "$*" >/sys/module/cxi_test/parameters/do
}

# driver_seen: the calls that the driver got since this was asked last
driver_seen()
{
	cat /sys/module/cxi_test/parameters/seen
}

# values DEVICE NIC COUNT: what a snapshot of all registers has, beside what the driver counts
values()
{
	bounded "$BIN/cxi" values "$@"
}

# kernel_says: what the module has logged since the last mark
kernel_says()
{
	marked | sed -n 's/^gpcd_cxi: //p'
}
