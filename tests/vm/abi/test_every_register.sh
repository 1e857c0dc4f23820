#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Each register of both chips holds a value of its own, put there through the
# back door, and all ways of reading find it: see every_register.c. This script
# adds the command, and image files.
. "$(dirname "$0")/../lib.sh"

work=$(mktemp -d)
aries=/sys/kernel/config/gpcd_emu/aries
status=0

# every_register prints its own results.
check()
{
	"$BIN/every_register" check "$1" || status=1
}

# From the CSV of one sample on stdin: NAME VALUE of each register
transposed()
{
	awk -F, 'NR == 1 { split($0, name) }
		 NR == 2 { for (i = 9; i <= NF; i++) print name[i], $i }'
}

# difference GOT WANTED: the first line that differs
difference()
{
	diff "$1" "$2" | grep -m 1 '^[<>]'
}

# by_command DEVICE CHIP COUNT: what the command reads, by name and by address
by_command()
{
	local names addrs

	"$BIN/every_register" values "$2" >"$work/values"
	mapfile -t names < <(cut -d ' ' -f 1 "$work/values")
	mapfile -t addrs < <(cut -d ' ' -f 2 "$work/values")
	is "$1: registers to be read" ${#names[@]} "$3"

	cut -d ' ' -f 1,3 "$work/values" >"$work/wanted"
	"$GPCD" -d "$1" read --csv "${names[@]}" | transposed >"$work/got"
	is "$1: gpcd read by name" "$(difference "$work/got" "$work/wanted")" ""
	"$GPCD" -d "$1" read --json "${names[@]}" |
		jq -r '.values | to_entries[] | .key + " " + (.value | tostring)' >"$work/got"
	is "$1: gpcd read as JSON" "$(difference "$work/got" "$work/wanted")" ""

	cut -d ' ' -f 3 "$work/values" >"$work/wanted"
	"$GPCD" -d "$1" read --csv "${addrs[@]}" | transposed | cut -d ' ' -f 2 >"$work/got"
	is "$1: gpcd read by address" "$(difference "$work/got" "$work/wanted")" ""
}

# A second chip beside the Gemini of the module parameters
aries_make()
{
	mkdir $aries && echo aries >$aries/chip && echo 2 >$aries/nic_addrs &&
		echo virtual >$aries/clock && echo 0 >$aries/traffic && echo 1 >$aries/live
}

load clock=virtual traffic=0 || exit 1
succeeds "an Aries beside the Gemini" aries_make
for device in "0 gemini 1552" "1 aries 2686"; do
	read -r n chip count <<<"$device"
	succeeds "each register of the $chip gets its value" \
		"$BIN/every_register" fill "/dev/gpcd_emu$n"
	check "gpcd$n"
	by_command "gpcd$n" "$chip" "$count"
done
rmdir $aries
succeeds "the modules unload" unload

for device in "gemini 1552" "aries 2686"; do
	read -r chip count <<<"$device"
	image=$work/$chip.image
	succeeds "an image file of a $chip" "$BIN/every_register" create "$image" "$chip"
	succeeds "each of its registers gets its value" "$BIN/every_register" fill "$image"
	check "image:$image"
	by_command "image:$image" "$chip" "$count"
done
rm -r "$work"
done_testing && exit $status
