#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Clients and kernels of two versions of the ABI, in all combinations (growth/), and the ordinary
# clients on the later kernel.
. "$(dirname "$0")/../lib.sh"

status=0

# client WHO KERNEL
client()
{
	KERNEL=$2 "$BIN/growth/$1" || status=1
}

load clock=virtual traffic=0 || exit 1
client now now
client grown now
succeeds "the modules unload" unload

MODULES+=/growth
load clock=virtual traffic=0 || exit 1
client now grown
client grown grown
export GROWN=16
for program in test_abi test_access test_legacy; do
	"$BIN/$program" || status=1
done
"$BIN/every_register" fill /dev/gpcd_emu0 && "$BIN/compat32" || status=1
succeeds "the modules of the later ABI unload" unload
done_testing && exit $status
