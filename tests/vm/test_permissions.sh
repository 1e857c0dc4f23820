#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Who may do what, on two chips whose nodes belong to a group of the tests' own.
. "$(dirname "$0")/lib.sh"

group=4202	# GROUP_ID of actor.h

load clock=virtual traffic=0 chips=2 || exit 1
is "a node is its group's to use and nobody else's" "$(stat -c %a:%U /dev/gpcd0)" 660:root
chgrp $group /dev/gpcd0 /dev/gpcd1
mkdir -p /sys/fs/cgroup/gpcd-test

status=0
for program in permissions perms_entries perms_authority perms_cgroups; do
	"$BIN/$program" || status=1
done

succeeds "the modules unload" unload
done_testing && exit $status
