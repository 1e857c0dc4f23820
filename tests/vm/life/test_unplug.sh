#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Chips that vanish: unplug.c and poll.c, which load and unload the modules themselves.
status=0
for program in unplug poll; do
	"$BIN/$program" || status=1
done
exit $status
