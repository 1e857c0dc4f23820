#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Both interfaces of the library, on an image of its own making.
# shellcheck disable=SC2016 # the sweep runs commands in its own shell

# shellcheck source=tests/sweep/lib.sh
. "${0%/*}/lib.sh"

export GPCD_DEVICE=image:l.img
# The device that all contexts of three members share stays open.
SWEEP_PARTS=8 SWEEP_KEPT=3 SWEEP_BEFORE='rm -f l.img' SWEEP_AFTER='[ "$(ls)" = l.img ]' sweep tests/sweep/library l.img
done_sweeping
