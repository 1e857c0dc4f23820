#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Feeds of a simulator: feed.c and long_sweep.c, which load and unload the modules themselves.
status=0
for program in feed long_sweep; do
	"$BIN/$program" || status=1
done
exit $status
