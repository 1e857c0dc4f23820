#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Load and unload, 1,000 times or $CYCLES, with everybody at work: cycles.c.
. "$(dirname "$0")/lib.sh"

cycles=${CYCLES:-1000}

# Reading their debugging information over and over tests nothing.
work=$(mktemp -d)
for module in gpcd gpcd_emu; do
	strip --strip-debug -o "$work/$module.ko" "$MODULES/$module.ko"
done
export MODULES=$work

# KiB that the kernel has for itself: neither free nor anybody's data nor cache
kernel_memory()
{
	sync
	echo 3 >/proc/sys/vm/drop_caches
	sleep 1
	awk '/^MemTotal:/ { own += $2 }
	     /^(MemFree|Buffers|Cached|AnonPages|SReclaimable):/ { own -= $2 }
	     END { print own }' /proc/meminfo
}

# The first cycles fill caches that stay, and take the grace periods as they are.
succeeds "cycles to warm up" "$BIN/cycles" 20
echo 1 >/sys/kernel/rcu_expedited

before=$(kernel_memory)
figures=$("$BIN/cycles" "$cycles" 2>&1)
status=$?
grown=$(($(kernel_memory) - before))
is "$cycles cycles, each with reads, opens and permission changes" \
	"$status $(grep -v ' a second; ' <<<"$figures")" "0 "
echo "# $figures"
echo "# kernel memory: $before KiB, then $grown KiB more"
# A leaked device is more than that, and noise is less.
is "less than 2 KiB a cycle are lost" $((before > 0 && grown < 2 * cycles + 1024)) 1

is "no device node stays" "$(compgen -G '/dev/gpcd*')" ""
is "no device class stays" "$(compgen -G '/sys/class/gpcd*')" ""
is "no device number stays" "$(grep gpcd /proc/devices)" ""
is "no module stays" "$(grep ^gpcd /proc/modules)" ""
rm -r "$work"
done_testing
