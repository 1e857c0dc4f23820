#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The exporter on image files: a page is whole, or there is none; a device that cannot be read is
# down, and nothing else.
# shellcheck disable=SC2016 # the sweep runs commands in its own shell

metrics=$(realpath "${0%/*}/../../lib/metrics/sets")
# shellcheck source=tests/sweep/lib.sh
. "${0%/*}/lib.sh"

still()
{
	env -u LD_PRELOAD "$BUILD/gpcd" emulate --image g.img --seed 1 --advance 1s --once
	printf '%s\n' 'device = image:[g].img' 'metrics = nic' 'textfile = page' 'labels = labels' >conf
	mkdir labels
	printf '%s\n' user=ann job=7 >labels/node@7
}
in_both still
export GPCD_METRICS=$metrics

export SWEEP_BEFORE='rm -f page*'
# Without memory no label is missing; a folder that cannot be read is said to be so.
export SWEEP_AFTER='[ -z "$(ls | grep -vxE "g.img|conf|page|labels")" ] &&
	{ [ ! -e page ] || grep -q "^gpcd_up{.*} 0$" page ||
	{ grep -q "^gpcd_nic_responses_ratio_count" page &&
	{ [ "$SWEEP" = calls ] || grep -q "^gpcd_labels_info{.*job=\"7\",user=\"ann\"} 1$" page; }; }; }'
SWEEP_PARTS=8 sweep gpcd-exporter -c conf
unset SWEEP_BEFORE SWEEP_AFTER
sweep gpcd-exporter --dashboard ethernet
# argp(3) keeps its own.
SWEEP_KEPT=1 sweep gpcd-exporter -l nowhere
done_sweeping
