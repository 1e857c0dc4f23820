#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A program that knows only PAPI, with libgpcd-papi in front of PAPI.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

build=${GPCD%/*}
flits=AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS
stalled=AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_STALLED
alone=$build/tests/cli/papi_client
needs "$alone" "$build/libgpcd-papi.so"

client()
{
	LD_PRELOAD=$build/libgpcd-papi.so "$alone" "$@"
}

"$GPCD" emulate -c aries --image=a.img >/dev/null 2>&1 &
children+=($!)
eventually gpcd -d image:a.img read $flits
export GPCD_DEVICE=image:a.img

exits 1 "PAPI alone knows no such event" "$alone" $flits
exits 0 "bare names, a component's names, a field" client $flits cray_npu:::$stalled \
	AR_RTR_PT_5_0_INQ_PRF_INCOMING_FLIT_VC0 AR_RTR_PT_5_0_COLBUF_PERF_STALL_RQ:VC_PTR
like "what was counted" "$(cat out)" "^$flits [1-9][0-9]*
cray_npu:::$stalled [0-9]+
AR_RTR_PT_5_0_INQ_PRF_INCOMING_FLIT_VC0 [0-9]+
AR_RTR_PT_5_0_COLBUF_PERF_STALL_RQ:VC_PTR [0-9]+\$"
exits 0 "a software-defined event" client sde:::gpcd::$flits
like "it has counted" "$(cat out)" "^sde:::gpcd::$flits [1-9][0-9]*\$"
exits 1 "PAPI's events are no part of such a set" client $flits PAPI_TOT_INS
is "they conflict" "$(cat out)" "PAPI_TOT_INS: Event exists, but cannot be counted due to hardware resource limits"
GPCD_DEVICE=image:none exits 1 "no device" client $flits
is "the reason" "$(cat out)" "$flits: A System/C library call failed"

# The library does not affect a program without PAPI.
exits 0 "a program without PAPI" env LD_PRELOAD="$build/libgpcd-papi.so" true
is "it says nothing" "$(cat out err)" ""
