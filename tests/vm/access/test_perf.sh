#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Counting by perf: perf.c, which loads and unloads the modules itself, and perf(1) as a user
# runs it.
. "$(dirname "$0")/../lib.sh"

status=0
"$BIN/perf" || status=1

cd "$(mktemp -d)" || exit
load clock=virtual || exit 1
succeeds "gpcd_pmu loads" insmod "$MODULES/gpcd_pmu.ko"
pmu=/sys/bus/event_source/devices/gpcd0
type=$(<$pmu/type)
is "how an event is written" "$(cat $pmu/format/{total,addr} | paste -sd ' ')" "config:0-15 config1:0-63"
is "an event, its unit, its scale" "$(cat $pmu/events/inq_stalls{,.unit,.scale} | paste -sd ' ')" "total=0x5 router cycles 1"
like "gpcd info lists it" "$("$GPCD" info --csv)" "[ ]perf[ ,]"

perf list gpcd0 >listed 2>&1 || cat listed
is "perf list: every total of the chip" "$(grep -oE 'gpcd0/[a-z0-9_]+/' listed | sort -u | wc -l)" \
	"$(find $pmu/events -name '*.unit' | wc -l)"
second=(sh -c 'echo 1000000000 >/sys/class/gpcd_emu/gpcd_emu0/advance')
perf stat -x , -e gpcd0/vc0_phits/,gpcd0/inq_stalls/ -a "${second[@]}" 2>counts
cat counts
is "perf stat: units and events" "$(cut -d , -f 2,3 counts | paste -sd ' ')" \
	"phits,gpcd0/vc0_phits/ router cycles,gpcd0/inq_stalls/"
is "perf stat: phits were counted" "$(awk -F , 'NR == 1 { print ($1 > 1000) }' counts)" 1
perf stat -x , -e '{gpcd0/vc0_phits/,gpcd0/vc0_packets/}' -a "${second[@]}" 2>counts
is "perf stat: a group has no more packets than phits" "$(awk -F , '{ n[NR] = $1 }
	END { print (NR == 2 && n[2] > 0 && n[2] < n[1]) }' counts)" 1

dmesg --clear
perf stat -x , -e gpcd0/addr=0x2001200/ -a true 2>counts
is "perf stat: a set-up register is not counted" "$(cut -d , -f 1,3 counts)" "<not supported>,gpcd0/addr=0x2001200/"
like "and the kernel says why" "$(dmesg)" \
	"perf: GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0 is no counter, but of kind set-up"

is "gpcd stays while gpcd_pmu is loaded" "$(rmmod gpcd_emu && rmmod gpcd 2>&1 | grep -o 'in use by: gpcd_pmu')" \
	"in use by: gpcd_pmu"
is "a PMU stays when its chip goes" "$(cat $pmu/type)" "$type"
succeeds "gpcd_pmu unloads" rmmod gpcd_pmu
is "and no PMU stays" "$(compgen -G '/sys/bus/event_source/devices/gpcd*')" ""
succeeds "then gpcd does" rmmod gpcd
done_testing && exit $status
