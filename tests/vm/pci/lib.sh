# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of gpcd_pci: the devices that tests/vm/pci/images makes, and their images.

# shellcheck disable=SC2034 # ways has it read
way_reader=$BIN/bus

driver=/sys/bus/pci/drivers/gpcd_pci

# Their addresses: the two NICs of a Gemini, an Aries that is read-only, one that is too short
declare -A at=([a]=0000:00:10.0 [b]=0000:00:11.0 [aries]=0000:00:12.0 [short]=0000:00:13.0)

# Where struct gpcd_image_info and its members are in an image
info=$((0x7fff000))
declare -A member=([magic]=0 [version]=8 [chip]=12 [nic_addr]=16 [nic_index]=20 [coord]=24 [state]=36
	[epoch]=48 [feed]=64 [owner]=72 [domain]=88)

# plug NAME: have gpcd_pci take it, this once; unplug NAME: and give it up
plug()
{
	local choice=/sys/bus/pci/devices/${at[$1]}/driver_override status=0

	echo gpcd_pci >"$choice" && echo "${at[$1]}" >$driver/bind || status=1
	echo >"$choice"
	return $status
}

unplug()
{
	echo "${at[$1]}" >$driver/unbind
}

# node NAME: the gpcdN that it is
node()
{
	local node=("/sys/bus/pci/devices/${at[$1]}"/gpcd/gpcd*)

	echo "${node[0]##*/}"
}

# peek NAME MEMBER BYTES: of the describing page of an image, as hexadecimal digits
peek()
{
	od -An -t x1 -v -j $((info + ${member[$2]})) -N "$3" "/job/pci/$1" | tr -d ' \n'
}

# poke NAME MEMBER HEX: into the image, as a process of the host would write
poke()
{
	# shellcheck disable=SC2001 # it is no single replacement
	printf '%b' "$(sed 's/../\\x&/g' <<<"$3")" |
		dd of="/job/pci/$1" bs=4096 oflag=seek_bytes seek=$((info + ${member[$2]})) conv=notrunc status=none
}

# kernel_says NAME: what our driver has logged of a device since the last mark; since 6.4 the kernel
# adds that a probe has failed
kernel_says()
{
	marked | sed -n "/: probe with driver /d; s/^gpcd_pci ${at[$1]}: //p"
}

# count DEVICE: of the first counter that bus.c reads
count()
{
	"$GPCD" -d "$1" read GM_0_0_TILE_PERFORMANCE_COUNTERS_0 | awk '{ print $2 }'
}

# each VALUE PERF: what ways and ways_ended print if each way has this value, and perf that one
each()
{
	echo "legacy $1 snapshot $1 group $1 library $1 words $1 ring $1 perf $2"
}
