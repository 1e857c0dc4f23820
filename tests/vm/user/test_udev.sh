#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The device rule: who may open the nodes, and the names that stay.
. "$(dirname "$0")/../lib.sh"

install -D -m 644 udev/60-gpcd.rules /run/udev/rules.d/60-gpcd.rules
getent group gpcd >/dev/null || groupadd --system gpcd
/lib/systemd/systemd-udevd --daemon

load chips=2 views=2
udevadm settle --timeout="$hang"
is "group and mode of a device" "$(stat -c '%G %a' /dev/gpcd3)" "gpcd 660"
is "the back door stays root's" "$(stat -c '%G %a' /dev/gpcd_emu3)" "root 600"
is "names by NIC address" "$(cd /dev/gpcd/by-nic && for n in *; do echo "$n $(readlink -f "$n")"; done)" \
	$'1 /dev/gpcd0\n2 /dev/gpcd1\n3 /dev/gpcd2\n4 /dev/gpcd3'
is "names by coordinate" "$(cd /dev/gpcd/by-coord && for n in *; do echo "$n $(readlink -f "$n")"; done)" \
	$'0_0_0.0 /dev/gpcd0\n0_0_0.1 /dev/gpcd1\n0_0_1.0 /dev/gpcd2\n0_0_1.1 /dev/gpcd3'

echo unplug >/sys/class/gpcd_emu/gpcd_emu2/fault
udevadm settle --timeout="$hang"
is "a chip that went took its names along" "$(cd /dev/gpcd/by-nic && echo *)" "1 2"
echo none >/sys/class/gpcd_emu/gpcd_emu2/fault
udevadm settle --timeout="$hang"
is "a chip that came again has them again" "$(readlink -f /dev/gpcd/by-nic/4)" /dev/gpcd3
unload
udevadm settle --timeout="$hang"
is "nothing is left" "$(compgen -G '/dev/gpcd*')" ""
udevadm control --exit
done_testing
