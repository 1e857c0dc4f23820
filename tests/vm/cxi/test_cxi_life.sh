#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Cassinis of a driver come and go, vanish from the bus, are slow, and get another address, while they
# are open and read; and where a driver may be called in an interrupt, there are rings and perf.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/vm/cxi/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$(mktemp -d)" || exit

for module in gpcd gpcd_pmu cxi_test gpcd_cxi; do
	insmod "$MODULES/$module.ko" || exit 1
done
drive add 0 1 100
drive add 1 2 101

closed="map EOPNOTSUPP write EOPNOTSUPP perf ENOENT"
well="group ok call ok ring EOPNOTSUPP $closed"

# --- they go ---

# gone WHAT COMMAND...: the command takes gpcd0 from all who use it
gone()
{
	local what=$1
	shift

	ways_begin gpcd0 0 0
	succeeds "$what" "$@"
	is "$what: each way says so" "$(ways_ended)" "group ENODEV call ENODEV ring EOPNOTSUPP $closed"
}

gone "removal" drive remove 0
is "its node is gone" "$(compgen -G /dev/gpcd0)" ""
drive add 0 1 100
is "it is there again" "$(ways gpcd0 0 0)" "$well"
gone "another address" drive nid 0 102
is "with that address" "$(</sys/class/gpcd/gpcd0/nic_addr) $(ways gpcd0 0 0)" "102 $well"

# A sweep takes a second. The driver warns in the log of a call for a NIC that it has removed.
drive slow 0 20000
values gpcd0 0 0 >swept &
sweep=$!
driver_seen >/dev/null
sweeping()
{
	# Opening a device makes calls, too, of single items.
	[[ $(driver_seen) = *" most 32 "* ]]
}
eventually sweeping
succeeds "removal amid a sweep" drive remove 0
ended "$sweep"
like "it is whole, or there is no device" "$(<swept)" '^(1890 ok 0 wrong|ENODEV)$'
drive slow 0 0
drive add 0 1 100

# --- they do not answer ---

# lost WHAT COMMAND...: the command loses gpcd0, and all say so; BACK... brings it back
lost()
{
	local what=$1 epoch
	shift

	epoch=$(</sys/class/gpcd/gpcd0/epoch)
	"$GPCD" monitor --json -n 2 >told 2>/dev/null &
	monitor=$!
	eventually grep -q gpcd1 told
	ways_begin gpcd0 0 0
	drive "$@"
	is "$what: each way says so" "$(ways_ended)" "group gone call gone ring EOPNOTSUPP $closed"
	is "$what: all registers" "$(values gpcd0 0 0)" "1890 gone 0 wrong"
	is "$what: the other NIC is well" "$(values gpcd1 1 0)" "1922 ok 0 wrong"
	drive fail 0 0
	drive ones 0 -1
	is "$what: it is back" "$(values gpcd0 0 0)" "1890 ok 0 wrong"
	ended "$monitor"
	is "$what: listeners know" "$(jq -r 'select(.event == "fault") | .fault' told | paste -sd ' ')" "ones none"
	is "$what: an epoch has begun" "$((epoch < $(</sys/class/gpcd/gpcd0/epoch)))" 1
}

lost "all ones" ones 0 0
lost "an error of the driver" fail 0 19
drive ones 0 1000
is "ones amid a sweep: none of its values counts" "$(values gpcd0 0 0)" "1890 gone 0 wrong"
drive ones 0 -1

# --- they come and go under many readers ---

touch racing
for reader in 1 2 3; do
	while [ -e racing ]; do
		values gpcd0 0 0 2>/dev/null
	done | sort -u >"race.$reader" &
	readers[reader]=$!
done
for ((i = 0; i < ${CYCLES:-20}; i++)); do
	drive remove 0 && drive add 0 1 100 && drive nid 0 $((200 + i))
done
rm racing
for reader in 1 2 3; do
	ended "${readers[reader]}"
done
is "a reader has all values, or no device" "$(sort -u race.* | grep -vxE '1890 ok 0 wrong|ENODEV')" ""
drive remove 0
drive add 0 1 100

# --- the module goes while they are read ---

ways_begin gpcd0 0 0
succeeds "unloading" rmmod gpcd_cxi
is "unloading: each way says so" "$(ways_ended)" "group ENODEV call ENODEV ring EOPNOTSUPP $closed"
is "no device is left" "$(compgen -G '/dev/gpcd[0-9]*')" ""

# --- where the driver may be called in an interrupt ---

insmod "$MODULES/gpcd_cxi.ko" read_in_interrupt=1
driver_seen >/dev/null
ways_begin gpcd0 0 0
: >go
is "rings and perf" "$(ways_ended)" \
	"group ok call ok ring ok map EOPNOTSUPP write EOPNOTSUPP perf 0"
like "they read in interrupts" "$(driver_seen)" 'interrupts [1-9]'
ways_begin gpcd0 0 7
drive count 0 7
: >go
like "perf has counted" "$(ways_ended)" 'perf 7$'
drive count 0 0
ways_begin gpcd0 0 0
drive ones 0 0
is "all ones: rings say so" "$(ways_ended)" \
	"group gone call gone ring gone map EOPNOTSUPP write EOPNOTSUPP perf 0"
drive ones 0 -1
ways_begin gpcd0 0 0
succeeds "removal under a ring and an event" drive remove 0
is "each way says so" "$(ways_ended)" \
	"group ENODEV call ENODEV ring ENODEV map EOPNOTSUPP write EOPNOTSUPP perf 0"

succeeds "the modules unload" rmmod gpcd_cxi cxi_test gpcd_pmu gpcd
nothing_stays
done_testing
