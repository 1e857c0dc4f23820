# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of links, which are sampled in the background.

# shellcheck source=tests/cli/lib.sh
. "${BASH_SOURCE[0]%/*}/../lib.sh"

# links FILE ARGUMENT...: in the background, to that file; its pid in $pid
links()
{
	rm -f "$1"
	"$GPCD" "${@:2}" >"$1" 2>err &
	pid=$!
}

# while_stopped FILE COMMAND...: between two samples, of which one is there
while_stopped()
{
	eventually test -s "$1"
	kill -STOP "$pid"
	"${@:2}"
	kill -CONT "$pid"
}

# tile FILE TILE COUNTER VALUE
tile()
{
	word "$1" $((0x2001380 + 0x20000 * ($2 / 8) + 0x2000 * ($2 % 8) + 8 * $3)) "$4"
}

# millisecond FILE: a millisecond passes; counter C of tile T goes up by 1000 T (C + 1).
millisecond()
{
	local t c

	for t in {0..47}; do
		for c in {0..5}; do
			tile "$1" "$t" "$c" $((1000 * t * (c + 1)))
		done
	done
	word "$1" $((0x7fff038)) 2000000
}

# fresh FILE: a chip that has run for a millisecond and counted nothing
fresh()
{
	[ -e zero.img ] || {
		still zero.img --advance 0s
		word zero.img $((0x7fff038)) 1000000
	}
	cp --sparse=always zero.img "$1"
}
