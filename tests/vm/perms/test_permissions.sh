#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Permissions of callers on two chips, and on two views of a third one, whose nodes belong to a
# group made by the tests; and the permission table without a chip.
. "$(dirname "$0")/../lib.sh"

group=4202	# GROUP_ID of actor.h
config=/sys/kernel/config/gpcd_emu/views
status=0

insmod "$MODULES/gpcd.ko" || exit 1
is "there is no device" "$(compgen -G '/dev/gpcd[0-9]*')" ""
mkdir -p /sys/fs/cgroup/gpcd-test
"$BIN/perms_ctl" || status=1

insmod "$MODULES/gpcd_emu.ko" clock=virtual traffic=0 chips=2 || exit 1
mkdir $config
echo 11,12 >$config/nic_addrs
echo virtual >$config/clock
echo 0 >$config/traffic
echo 1 >$config/live
is "a node is its group's to use and nobody else's" "$(stat -c %a:%U /dev/gpcd0)" 660:root
chgrp $group /dev/gpcd[0-3]

for program in permissions perms_masks perms_entries perms_own perms_authority perms_cgroups perms_jobs perms_map map_races; do
	"$BIN/$program" || status=1
done
for fault in /sys/class/gpcd_emu/gpcd_emu*/fault; do
	echo unplug >"$fault"
done
is "all chips are gone" "$(compgen -G '/dev/gpcd[0-9]*')" ""
"$BIN/perms_ctl" || status=1

rmdir $config
succeeds "the modules unload" unload
done_testing && exit $status
