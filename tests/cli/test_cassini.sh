#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A NIC without a router, whose registers share words, in an image file.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

load=lpe_sts_load_stats_ptlte_load_0
most=lpe_sts_load_stats_ptlte_max_0

still c.img --chip cassini1 --coord 3,1,4
is "the file is as long as its registers need" "$(stat -c %s c.img)" $((0x11007000))
export GPCD_DEVICE=image:c.img
like "info: one NIC, all registers" "$(gpcd info)" 'nics +1.*registers +1890'
like "list: its chip" "$(gpcd -d image:c.img list --csv)" 'image:c.img,cassini1,'
succeeds "write: a counter" gpcd write $load 0xfffffffffffff
succeeds "write: the gauge in the same word" gpcd write $most 2748
values()
{
	gpcd read --csv "$@" | tail -n 1 | cut -d, -f9-
}
is "read: each by its name" "$(values $load $most)" 4503599627370495,2748
is "read: in any case" "$(values ${load^^})" 4503599627370495
is "read: each by its address" "$(values 0x9803020 0x9803026)" 4503599627370495,2748
fails "read: no register begins at the byte between" 2 "0x9803021" gpcd read 0x9803021
is "counters: a kind of its own" "$(gpcd counters -c cassini1 --json $load $most | jq -r '.counters[].kind' | xargs)" \
	"counter gauge"
like "counters: a guess is said to be one" "$(gpcd counters -c cassini1 $most)" 'inferred'
is "counters: by block" "$(gpcd counters -c cassini1 -b nic-rmu --names | wc -l)" 9
is "counters: search" "$(gpcd counters -c cassini1 -s 'bytes of good packets sent' --names)" hni_sts_tx_ok_octets
is "counters: the second version has more" \
	"$(gpcd counters -c cassini2 --names 'hni_pcs_corrected_cw_bin_*' | wc -l) $(gpcd counters -c cassini1 --names 'hni_pcs_corrected_cw*' | wc -l)" \
	"15 1"
fails "links: it has no tiles" 2 'not a Gemini or an Aries' gpcd links --torus 4x4x4 -n 1
is "metrics: its driver's" "$(gpcd metrics -c cassini2 --csv | cut -d, -f2 | tail -n +2 | xargs)" \
	"$(gpcd metrics -c cxi --csv | grep ^cxi, | cut -d, -f2 | xargs)"
like "top: a NIC beside others" "$(gpcd top --batch -n 1 -i 10ms)" 'c.img'
succeeds "record" gpcd record -o c.gpr -i 10ms -n 2 $load $most
is "replay" "$(gpcd replay --csv c.gpr | tail -n 1 | cut -d, -f9-)" 4503599627370495,2748
