#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Alarms of the kernel: alarm.c, alarm_limits.c and netlink_alarms.c, which load and unload the
# modules themselves.
status=0
for program in alarm alarm_limits netlink_alarms; do
	"$BIN/$program" || status=1
done
exit $status
