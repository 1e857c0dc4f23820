#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Loading and unloading the modules: parameters, order, what appears, what stays.
. "$(dirname "$0")/../lib.sh"

config=/sys/kernel/config/gpcd_emu
tracing=/sys/kernel/tracing
counter=GM_1_2_TILE_PERFORMANCE_COUNTERS_0

# remains: visible objects that the modules have made
remains()
{
	local line lines

	compgen -G '/dev/gpcd*'
	compgen -G '/sys/class/gpcd*'
	compgen -G "$config"
	mapfile -t lines </proc/devices
	mapfile -tO ${#lines[@]} lines </proc/modules
	for line in "${lines[@]}"; do
		[[ $line != *gpcd* ]] || echo "$line"
	done
}

# refused MODULE PARAMETER=VALUE...: loading fails with EINVAL and leaves nothing
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
	local found

	mapfile -t found <<<"$(compgen -G "$1")"
	[ -n "${found[0]}" ] || found=()
	echo ${#found[@]}
}

# attribute NAME: its value for every device, by number
attribute()
{
	local i texts=()

	for ((i = 0; ; i++)); do
		[ -e "/sys/class/gpcd/gpcd$i" ] || break
		texts+=("$(<"/sys/class/gpcd/gpcd$i/$1")")
	done
	echo "${texts[*]}"
}

# reading DEVICE NAME: one register's value
reading()
{
	local row

	{ read -r && IFS=, read -ra row; } <<<"$("$GPCD" -d "$1" read --csv "$2")"
	echo "${row[8]}"
}

# moves DEVICE NAME: two readings differ
moves()
{
	[ "$(reading "$1" "$2")" != "$first" ]
}

# documented: every path in docs/ABI, expanded for this machine, which has no driver that gpcd_cxi
# is a client of
documented()
{
	sed -n '/gpcd_cxi/!s|^What:\t*||p' docs/ABI/* |
		sed 's|^/config|/sys/kernel/config|; s|events/NAME|events/vc0_phits|; s|/NAME|/a|; s|\(gpcd[a-z_]*\)N|\10|g'
}

# readable PATH: it exists and, if it is a readable file, is not empty
readable()
{
	[ -e "$1" ] || return
	[ ! -f "$1" ] || ! ((0${mode[$1]} & 0444)) || [ -n "$(<"$1")" ]
}

# said FIELD: this field of modinfo, into lines[]
said()
{
	local field line

	lines=()
	while read -r field line; do
		[ "$field" != "$1:" ] || lines+=("$line")
	done <<<"$info"
}

# --- what modinfo says ---

for module in gpcd gpcd_emu gpcd_pci gpcd_pmu; do
	info=$(modinfo "$MODULES/$module.ko")
	said license
	is "$module: licence" "${lines[*]}" GPL
	said version
	is "$module: version" "${lines[*]}" "$("$GPCD" --version | cut -d ' ' -f 2)"
	said description
	like "$module: description" "${lines[*]}" 'gpcd|counters'
	said parm
	wrong=()
	for line in "${lines[@]}"; do
		[[ $line =~ ^[a-z_]+:[^\ ]+\ [^\ ]+\  ]] || wrong+=("$line")
	done
	is "$module: a line about each parameter" "${wrong[*]}" ""
done

# A request for the netlink family loads gpcd, and with it the module for perf.
info=$(modinfo "$MODULES/gpcd.ko")
said alias
is "the name of its netlink family" "${lines[*]}" net-pf-16-proto-16-family-gpcd
said softdep
is "what is loaded after it" "${lines[*]}" "post: gpcd_pmu"

# --- order, and values that make no sense ---

is "nothing to begin with" "$(remains)" ""
fails "gpcd_emu needs gpcd" 1 'Unknown symbol' insmod "$MODULES/gpcd_emu.ko"
refused gpcd default_perms=2
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
insmod "$MODULES/gpcd_pmu.ko"
declare -A mode undocumented
mapfile -t paths < <(documented)
while read -r octal path; do
	mode[$path]=$octal
done < <(stat -c '%a %n' "${paths[@]}" 2>/dev/null)
for path in "${paths[@]}"; do
	succeeds "documented: $path" readable "$path"
done
for path in /sys/class/gpcd/gpcd0/* /sys/class/gpcd_emu/gpcd_emu0/* "$config"/a/* \
	/sys/bus/event_source/devices/gpcd0/format/*; do
	[[ ! -f $path || -L $path || $path = */@(uevent|dev) ]] || undocumented[$path]=1
done
for path in "${paths[@]}"; do
	unset "undocumented[$path]"
done
is "every attribute of a device is documented" "${!undocumented[*]}" ""
rmmod gpcd_pmu

# --- tracepoints ---

epoch=$(</sys/class/gpcd/gpcd0/epoch)
echo 1 >$tracing/events/gpcd/enable
reading gpcd0 $counter >/dev/null
"$GPCD" write $counter 1
succeeds "an entry by its id" "$GPCD" perms set 1 --may nic,router,setup
echo unplug >/sys/class/gpcd_emu/gpcd_emu0/fault
echo none >/sys/class/gpcd_emu/gpcd_emu0/fault
echo 0 >$tracing/events/gpcd/enable
trace=$(<$tracing/trace)
where='gpcd0: domain 1, NIC address 0x1, epoch'
did='1 registers in [1-9][0-9]* ns, 0 failed: 0'
for event in "gpcd_read: $where $epoch: $did" "gpcd_write: $where $((epoch + 1)): $did" \
	'gpcd_perms: job 1: may 7' 'gpcd_device_remove: gpcd0: chip 1, domain 1, NIC address 0x1' \
	'gpcd_device_add: gpcd0: chip 1, domain 1, NIC address 0x1'; do
	[[ $trace =~ $event ]]
	is "trace: ${event%%:*}" $? 0
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
is "NIC addresses ascend" "$(attribute nic_addr)" "$(echo {1..16})"
is "two NICs a chip" "$(attribute nic_index)" "0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1"
declare -A devices
for id in $(attribute chip_id); do
	devices[$id]=$((${devices[$id]-0} + 1))
done
is "8 chips, two devices each" "${devices[*]}" "2 2 2 2 2 2 2 2"
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
