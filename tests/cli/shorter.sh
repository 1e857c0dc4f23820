# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Ways to shorten an image while others use it; sourced after lib.sh.

# The ways that shorten() knows.
# shellcheck disable=SC2034 # its users loop over it
shorter_ways="nothing page amid last anew over hollow hollow_last punched recreated"

# shorten WAY FILE
shorten()
{
	local file=$2 size

	size=$(stat -c %s "$file")
	case $1 in
	nothing) truncate -s 0 "$file" ;;
	page) truncate -s 4096 "$file" ;;
	amid) truncate -s $((0x2001380)) "$file" ;;
	last) truncate -s -4096 "$file" ;;
	anew) : >"$file" ;;
	over) echo text >"$file" ;;
	hollow) truncate -s 0 "$file" && truncate -s "$size" "$file" ;;
	hollow_last) truncate -s -4096 "$file" && truncate -s "$size" "$file" ;;
	punched) fallocate -p -o 0 -l $((size - 4096)) "$file" ;;
	recreated) rm "$file" && echo text >"$file" ;;
	esac
}
