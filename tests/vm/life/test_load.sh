#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Loading and unloading the modules: parameters, order, what appears, what stays.
. "$(dirname "$0")/../lib.sh"

config=/sys/kernel/config/gpcd_emu
tracing=/sys/kernel/tracing
counter=GM_1_2_TILE_PERFORMANCE_COUNTERS_0

# What the modules have made that can be seen
remains()
{
	compgen -G '/dev/gpcd*'
	compgen -G '/sys/class/gpcd*'
	compgen -G "$config"
	grep gpcd /proc/devices /proc/modules
}

# refused MODULE PARAMETER=VALUE...: EINVAL, and nothing is left
refused()
{
	local before

	before=$(remains)
	fails "$1 refuses ${*:2}" 1 'Invalid parameters' insmod "$MODULES/$1.ko" "${@:2}"
	is "and leaves nothing" "$(remains)" "$before"
}

# nodes GLOB: how many
nodes()
{
	compgen -G "$1" | wc -l
}

# attribute NAME: of every device in the order of their numbers
attribute()
{
	local i

	for ((i = 0; i < $(nodes '/sys/class/gpcd/gpcd*'); i++)); do
		cat "/sys/class/gpcd/gpcd$i/$1"
	done | paste -sd ' '
}

# reading DEVICE NAME: one register's value
reading()
{
	"$GPCD" -d "$1" read --csv "$2" | tail -n 1 | cut -d, -f9
}

# moves DEVICE NAME: two readings differ
moves()
{
	[ "$(reading "$1" "$2")" != "$first" ]
}

# documented: every path that docs/ABI names, as it is on this machine
documented()
{
	sed -n 's|^What:\t*||p' docs/ABI/* |
		sed 's|^/config|/sys/kernel/config|; s|/NAME|/a|; s|\(gpcd[a-z_]*\)N|\10|g'
}

# readable PATH: it is there, and if it is a file that can be read has something in it
readable()
{
	[ -e "$1" ] || return
	[ ! -f "$1" ] || ! (($(stat -c 0%a "$1") & 0444)) || [ -n "$(cat "$1")" ]
}

# --- what modinfo says ---

for module in gpcd gpcd_emu; do
	is "$module: licence" "$(modinfo -F license "$MODULES/$module.ko")" GPL
	like "$module: description" "$(modinfo -F description "$MODULES/$module.ko")" 'gpcd|counters'
	is "$module: a line about each parameter" \
		"$(modinfo -F parm "$MODULES/$module.ko" | grep -vE '^[a-z_]+:[^ ]+ [^ ]+ ')" ""
done

# --- order, and values that make no sense ---

is "nothing to begin with" "$(remains)" ""
fails "gpcd_emu needs gpcd" 1 'Unknown symbol' insmod "$MODULES/gpcd_emu.ko"
refused gpcd default_perms=4
refused gpcd default_perms=root

insmod "$MODULES/gpcd.ko"
fails "gpcd is loaded once" 1 'File exists' insmod "$MODULES/gpcd.ko"
for parameter in chip=cray chips=1025 chips=-1 views=0 views=3 clock=fast traffic=heavy seed=none; do
	refused gpcd_emu $parameter
done
refused gpcd_emu chips=513 views=2

# --- insmod alone: a living Gemini ---

insmod "$MODULES/gpcd_emu.ko"
is "one device" "$(nodes '/dev/gpcd[0-9]*')" 1
is "a Gemini" "$(attribute chip)" gemini
first=$(reading gpcd0 $counter)
succeeds "its counters move by themselves" eventually moves gpcd0 $counter
fails "gpcd is in use" 1 'in use' rmmod gpcd

# --- what docs/ABI says, and no more ---

mkdir $config/a
echo 7 >$config/a/nic_addrs
echo 1 >$config/a/live
while read -r path; do
	succeeds "documented: $path" readable "$path"
done < <(documented)
is "every attribute of a device is documented" "$(comm -23 \
	<(find /sys/class/gpcd/gpcd0/ /sys/class/gpcd_emu/gpcd_emu0/ $config/a/ \
		-maxdepth 1 -type f ! -name uevent ! -name dev | sort) \
	<(documented | sort))" ""

# --- tracepoints ---

epoch=$(attribute epoch | cut -d ' ' -f 1)
echo 1 >$tracing/events/gpcd/enable
reading gpcd0 $counter >/dev/null
"$GPCD" write $counter 1
"$GPCD" perms set 1 local
echo unplug >/sys/class/gpcd_emu/gpcd_emu0/fault
echo none >/sys/class/gpcd_emu/gpcd_emu0/fault
echo 0 >$tracing/events/gpcd/enable
for event in "gpcd_read: gpcd0: NIC address 0x1, epoch $epoch: 1 registers in [1-9][0-9]* ns, 0 failed: 0" \
	'gpcd_write: gpcd0: NIC address 0x1: 1 registers, 0 failed: 0' 'gpcd_perms: job 1: level 2' \
	'gpcd_device_remove: gpcd0: chip 1' 'gpcd_device_add: gpcd0: chip 1'; do
	succeeds "trace: $event" grep -q "$event" $tracing/trace
done

# --- chips of configfs ---

is "a second device" "$(attribute nic_addr)" "1 7"
fails "a directory keeps the module" 1 'in use' rmmod gpcd_emu
rmdir $config/a
is "it goes with its directory" "$(attribute nic_addr)" 1
succeeds "then the module goes" rmmod gpcd_emu
is "with all devices" "$(compgen -G '/dev/gpcd[0-9]*')" ""

# --- many chips, many views ---

insmod "$MODULES/gpcd_emu.ko" chips=0
is "chips=0: no device" "$(nodes '/dev/gpcd[0-9]*')" 0
succeeds "but configfs" mkdir $config/a
rmdir $config/a
rmmod gpcd_emu

insmod "$MODULES/gpcd_emu.ko" chips=8 views=2 clock=virtual traffic=0
is "chips=8 views=2: 16 devices" "$(nodes '/dev/gpcd[0-9]*')" 16
is "16 back doors" "$(nodes '/dev/gpcd_emu*')" 16
is "NIC addresses ascend" "$(attribute nic_addr)" "$(seq 16 | paste -sd ' ')"
is "two NICs a chip" "$(attribute nic_index)" "0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1"
is "8 chips, two devices each" "$(attribute chip_id | tr ' ' '\n' | uniq -c | grep -c ' 2 ')" 8
"$GPCD" -d gpcd2 write $counter 5
is "two NICs share the router" "$(reading gpcd3 $counter)" 5
is "two chips do not" "$(reading gpcd1 $counter) $(reading gpcd4 $counter)" "0 0"
rmmod gpcd_emu

insmod "$MODULES/gpcd_emu.ko" chip=aries views=4
is "chip=aries views=4: four devices" "$(attribute chip)" "aries aries aries aries"
is "each with the Aries catalogue" "$(attribute registers)" "2686 2686 2686 2686"
rmmod gpcd_emu
refused gpcd_emu chip=aries views=5

succeeds "gpcd goes" rmmod gpcd
is "nothing in the end" "$(remains)" ""
done_testing
