# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of gpcd_cxi: NICs of the driver that stands in for HPE's (tests/vm/cxi/driver).

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

# begun: the reader has opened all ways, or has failed
begun()
{
	[ -e ready ] || ! kill -0 "$reader"
}

# ways_begin DEVICE NIC COUNT: read it in each way (cxi.c) until there is a file go, or no way works any more
ways_begin()
{
	rm -rf ready go
	"$BIN/cxi" ways "$@" "$PWD" >seen &
	reader=$!
	eventually begun && [ -e ready ]
}

# ways_ended: the ways, and what each of them said last, in one line
ways_ended()
{
	ended "$reader"
	paste -sd ' ' seen
}

# ways DEVICE NIC COUNT: what each way says now
ways()
{
	: >go
	bounded "$BIN/cxi" ways "$@" "$PWD" | paste -sd ' '
	rm go
}

# kernel_says: what the module has logged since the last mark
mark()
{
	echo "mark $$ $((marks += 1))" >/dev/kmsg
}

kernel_says()
{
	dmesg -t | sed "1,/^mark $$ $marks\$/d" | sed -n 's/^gpcd_cxi: //p'
}
