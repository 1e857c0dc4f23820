#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A 32-bit program finds what the back door put there.
. "$(dirname "$0")/../lib.sh"

load clock=virtual traffic=0 || exit 1
succeeds "every register gets its value" "$BIN/every_register" fill /dev/gpcd_emu0
"$BIN/compat32"
status=$?
succeeds "the modules unload" unload
done_testing && exit $status
