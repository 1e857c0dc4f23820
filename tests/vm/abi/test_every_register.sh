#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Each register of each chip holds a value of its own, put there through the
# back door, and all ways of reading find it: see every_register.c. This script
# adds the command, and image files.
. "$(dirname "$0")/../lib.sh"

work=$(mktemp -d)
config=/sys/kernel/config/gpcd_emu
status=0

# every_register prints its own results.
check()
{
	"$BIN/every_register" check "$1" || status=1
}

# row_take: names and values of the CSV of one sample, into got_names[] and got[]. Reads a file
# without starting a program: pipes are read byte by byte, and processes start slowly.
row_take()
{
	local header row

	{
		IFS=, read -ra header
		IFS=, read -ra row
	} <"$work/csv"
	got_names=("${header[@]:8}") got=("${row[@]:8}")
}

# same WHAT: got_names[] and got[] equal names[] and values[]; print the first difference
same()
{
	local i=${#names[@]}

	if [ "${got_names[*]} ${got[*]}" != "${names[*]} ${values[*]}" ]; then
		for ((i = 0; i < ${#names[@]}; i++)); do
			[ "${got_names[i]-} ${got[i]-}" = "${names[i]} ${values[i]}" ] || break
		done
	fi
	is "$1" "${got_names[*]:i:1} ${got[*]:i:1}" "${names[*]:i:1} ${values[*]:i:1}"
}

# by_command DEVICE CHIP COUNT: what the command reads, by name and by address
by_command()
{
	local names values addrs lines got got_names

	"$BIN/every_register" values "$2" >"$work/values"
	mapfile -t lines <"$work/values"
	names=("${lines[@]%% *}") values=("${lines[@]##* }") addrs=("${lines[@]#* }")
	addrs=("${addrs[@]% *}")
	is "$1: registers to be read" ${#names[@]} "$3"

	"$GPCD" -d "$1" read --csv "${names[@]}" >"$work/csv"
	row_take
	same "$1: gpcd read by name"
	"$GPCD" -d "$1" read --json "${names[@]}" |
		jq -r '.values | to_entries[] | .key + " " + (.value | tostring)' >"$work/json"
	mapfile -t lines <"$work/json"
	got_names=("${lines[@]% *}") got=("${lines[@]#* }")
	same "$1: gpcd read as JSON"

	"$GPCD" -d "$1" read --csv "${addrs[@]}" >"$work/csv"
	row_take
	got_names=("${names[@]}")
	same "$1: gpcd read by address"
}

# chip_make CHIP NIC_ADDR: a chip beside the Gemini of the module parameters
chip_make()
{
	local folder=$config/$1

	mkdir "$folder" && echo "$1" >"$folder/chip" && echo "$2" >"$folder/nic_addrs" &&
		echo virtual >"$folder/clock" && echo 0 >"$folder/traffic" && echo 1 >"$folder/live"
}

load clock=virtual traffic=0 || exit 1
succeeds "an Aries beside the Gemini" chip_make aries 2
succeeds "a Cassini" chip_make cassini1 3
succeeds "a Cassini of the second version" chip_make cassini2 4
for device in "0 gemini 1552" "1 aries 2686" "2 cassini1 1890" "3 cassini2 1922"; do
	read -r n chip count <<<"$device"
	succeeds "each register of the $chip gets its value" \
		"$BIN/every_register" fill "/dev/gpcd_emu$n"
	check "gpcd$n"
	by_command "gpcd$n" "$chip" "$count"
done
rmdir $config/*
succeeds "the modules unload" unload

for device in "gemini 1552" "aries 2686" "cassini1 1890" "cassini2 1922"; do
	read -r chip count <<<"$device"
	image=$work/$chip.image
	succeeds "an image file of a $chip" "$BIN/every_register" create "$image" "$chip"
	succeeds "each of its registers gets its value" "$BIN/every_register" fill "$image"
	check "image:$image"
	by_command "image:$image" "$chip" "$count"
done
rm -r "$work"
done_testing && exit $status
