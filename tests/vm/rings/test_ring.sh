#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Rings that the kernel fills: ring.c and ring_deltas.c, which load and unload the modules
# themselves.
status=0
for program in ring ring_deltas; do
	"$BIN/$program" || status=1
done
exit $status
