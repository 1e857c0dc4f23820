#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Mapped registers: contents and bounds; the programs load and unload the modules themselves.
status=0
for program in map map_bounds; do
	"$BIN/$program" || status=1
done
exit $status
