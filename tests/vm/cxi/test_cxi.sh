#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Cassinis through a driver: what their devices are, that each register is the driver's item of that
# name, and what the driver does not give. No hardware is at hand: the driver is tests/vm/cxi/driver.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/vm/cxi/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$(mktemp -d)" || exit

for module in gpcd gpcd_pmu cxi_test gpcd_cxi; do
	insmod "$MODULES/$module.ko" || exit 1
done

# --- what they are ---

mark
succeeds "a Cassini 1 comes" drive add 0 1 4660
succeeds "a Cassini 2 comes" drive add 1 2 4661
is "the log has their names" "$(kernel_says | paste -sd '|')" \
	"gpcd0 is cxi0, a cassini1 with address 0x1234; 0 registers are absent|$(
	)gpcd1 is cxi1, a cassini2 with address 0x1235; 0 registers are absent"
is "chips and addresses" "$(cat /sys/class/gpcd/gpcd{0,1}/{chip,domain,nic_addr} | paste -sd ' ')" \
	"cassini1 65536 4660 cassini2 65536 4661"
is "what they offer" "$("$GPCD" -d gpcd0 info --json | jq -r '.devices[0].features | join(" ")')" netlink
is "they are beside the driver's" "$(realpath /sys/class/gpcd/gpcd0/../..)" \
	"$(realpath /sys/bus/pci/devices/0000:00:10.0)"
is "there is no PMU" "$(compgen -G '/sys/bus/event_source/devices/gpcd*')" ""

# --- what they count ---

driver_seen >/dev/null
is "all registers of a Cassini 1" "$(values gpcd0 0 0)" "1890 ok 0 wrong"
like "in calls of a few items, never in an interrupt" "$(driver_seen)" 'most 32 interrupts 0$'
is "all registers of a Cassini 2" "$(values gpcd1 1 0)" "1922 ok 0 wrong"
epoch=$(</sys/class/gpcd/gpcd0/epoch)
drive count 0 1000000
is "they move" "$(values gpcd0 0 1000000)" "1890 ok 0 wrong"
is "that is the same epoch" "$(</sys/class/gpcd/gpcd0/epoch)" "$epoch"
is "the other NIC does not" "$(values gpcd1 1 0)" "1922 ok 0 wrong"
driver_seen >/dev/null
is "each way that there is" "$(ways gpcd0 0 1000000)" \
	"group ok call ok ring EOPNOTSUPP map EOPNOTSUPP write EOPNOTSUPP perf ENOENT"
like "none of them in an interrupt" "$(driver_seen)" 'interrupts 0$'
succeeds "permissions are judged" "$GPCD" -d gpcd0 perms

# --- what the driver does not give ---

drive remove 0
for name in hni_sts_tx_ok_octets cq_cfg_event_cnts_ovf_cnt atu_cache_miss_0; do
	drive lack 0 $name
done
mark
drive add 0 1 4660
like "the log has their number" "$(kernel_says)" '; 3 registers are absent$'
is "they are absent, the others are there" "$(values gpcd0 0 1000000)" "1887 ok 3 absent 0 wrong"
is "in each way" "$(ways gpcd0 0 1000000)" \
	"group absent call absent ring EOPNOTSUPP map EOPNOTSUPP write ENXIO perf ENOENT"
drive remove 0
drive lack 0 none
drive count 0 0
drive fail 0 5
mark
drive add 0 1 4660
is "a driver that gives nothing" "$(kernel_says)" \
	"cxi0: the driver gives none of its counters: build this module with its headers"
drive fail 0 0
drive remove 0
mark
drive add 0 3 4660
is "a later version" "$(kernel_says)" "cxi0 is neither a Cassini 1 nor a Cassini 2: update gpcd"
drive remove 0
mark
drive add 0 0 4660
is "a virtual function is left alone" "$(kernel_says)" ""
is "none of them has a device" "$(compgen -G /dev/gpcd0)" ""
drive remove 0

# --- addresses ---

mark
drive add 0 1 0
is "no address yet" "$(kernel_says)" "cxi0 has no address yet: its device comes with one"
drive nid 0 4661
like "the address of another" "$(kernel_says)" 'another NIC has address 0x1235: give one another nid'
is "there is no device" "$(compgen -G /dev/gpcd0)" ""
drive nid 0 4662
is "with an address of its own" "$(</sys/class/gpcd/gpcd0/nic_addr) $(values gpcd0 0 0)" "4662 1890 ok 0 wrong"

succeeds "the modules unload" rmmod gpcd_cxi cxi_test gpcd_pmu gpcd
nothing_stays
done_testing
