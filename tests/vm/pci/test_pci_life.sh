#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Chips on a PCI bus come and go while they are open, read, mapped and sampled; they stop answering, and
# answer again; the machine does not suspend with them.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/vm/pci/lib.sh
. "$(dirname "$0")/lib.sh"
tree=$(realpath "$(dirname "$0")/../../..")
cd "$(mktemp -d)" || exit

bus=/sys/bus/pci

put()
{
	echo "$1" >"$2"
}

# gone WHAT COMMAND...: the command takes gpcd0 from all who use it
gone()
{
	local what=$1 before
	shift

	ways_begin gpcd0
	succeeds "$what" "$@"
	is "$what: each way says so" "$(ways_ended)" \
		"legacy ENODEV snapshot ENODEV group ENODEV library ENODEV words gone ring ENODEV perf 0"
	is "$what: no node" "$(compgen -G /dev/gpcd0)" ""
}

insmod "$MODULES/gpcd.ko" && insmod "$MODULES/gpcd_pmu.ko" || exit 1

# --- as docs/hardware.md says ---

modprobe()
{
	insmod "$MODULES/$1.ko"
}

page=$tree/docs/hardware.md
PATH=${GPCD%/*}:$PATH
mapfile -t steps < <(sed -n 's/^# \([a-z]* .*\)/\1/p' "$page")
is "its commands for a guest" ${#steps[@]} 4
for step in "${steps[@]}"; do
	succeeds "$step" eval "$step"
done
is "afterwards the chip is there" "$(node a)" gpcd0
options="$(grep -oE '(memory-backend-file|ivshmem-plain)[^ `]*' "$page" | tr ',' '\n' | sed 's/=.*//')"
is "its options of QEMU are those of tests/vm/run" \
	"$(for option in $options; do grep -qw -e "$option" "$tree/tests/vm/run" || echo "$option"; done)" ""
succeeds "the device is given up" unplug a
echo >"$bus/devices/${at[a]}/driver_override"

# --- ids given at run time ---

succeeds "an id of the devices" put "1af4 1110" $driver/new_id
is "all that have images are taken" "$(node a) $(node b) $(node aries) $(node short)" "gpcd0 gpcd1 gpcd2 gpcd*"

# --- removal ---

"$GPCD" monitor --json -n 4 >told 2>/dev/null &
monitor=$!
eventually grep -q gpcd2 told
gone "unbinding" unplug a
succeeds "binding" put "${at[a]}" $driver/bind
gone "removal" put 1 "$bus/devices/${at[a]}/remove"
succeeds "a new look at the bus" put 1 $bus/rescan
is "it is there again, with its number" "$(node a)" gpcd0
ended "$monitor"
is "listeners know" "$(jq -r '"\(.event) \(.device)"' told | paste -sd ' ')" \
	"present /dev/gpcd0 present /dev/gpcd1 present /dev/gpcd2 $(
	)remove /dev/gpcd0 add /dev/gpcd0 remove /dev/gpcd0 add /dev/gpcd0"
gone "unloading" rmmod gpcd_pci
succeeds "loading" insmod "$MODULES/gpcd_pci.ko"
is "ids are forgotten with the module" "$(compgen -G '/dev/gpcd[0-9]*')" ""
for name in a b; do
	succeeds "$name is chosen by name" plug $name
done

# --- a chip that stops answering ---

# lost WHAT: it does not answer; all ways say so, those that are open and new ones
lost()
{
	is "$1: each way says so" "$(ways_ended)" \
		"legacy ENODEV snapshot gone group gone library gone words gone ring gone perf 0"
	is "$1: a new one, too" "$(ways gpcd0)" \
		"legacy ENODEV snapshot gone group gone library gone words gone ring gone perf 0"
	is "$1: the other NIC is well" "$(count gpcd1)" "$other"
}

# back WHAT: it answers again
back()
{
	count gpcd0 >/dev/null
	ended "$monitor"
	is "$1: listeners know" "$(jq -r 'select(.event == "fault") | .fault' told | paste -sd ' ')" "ones none"
	is "$1: afterwards it is as before" "$(ways gpcd0)" "$(each "$n" 0)"
}

n=$(count gpcd0)
other=$(count gpcd1)
while read -r member hex what; do
	before=$(peek a "$member" $((${#hex} / 2)))
	"$GPCD" monitor --json -n 2 >told 2>/dev/null &
	monitor=$!
	eventually grep -q gpcd1 told
	ways_begin gpcd0
	is "$what: all ways are open" $? 0
	poke a "$member" "$hex"
	[ "$member" != nic_addr ] || poke a epoch 0100000000000000
	lost "$what"
	poke a "$member" "$before"
	back "$what"
done <<-'END'
	magic ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff all ones
	state 02000000 a chip that its driver gave up
	nic_addr 6f000000 another chip's image
END

# --- it does not suspend ---

if [ -e /sys/power/state ]; then
	put 0 /sys/power/pm_async
	mark
	fails "the machine does not suspend" 1 'busy' put freeze /sys/power/state
	is "the reason" "$({ kernel_says a; kernel_says b; } | head -n 1)" \
		"its counters would be lost: unbind it from gpcd_pci before you suspend"
	is "afterwards it is as before" "$(count gpcd1)" "$other"
fi

succeeds "the modules unload" rmmod gpcd_pci gpcd_pmu gpcd
nothing_stays
done_testing
