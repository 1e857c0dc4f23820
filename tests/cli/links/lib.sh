# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of links, which are sampled in the background.

# shellcheck source=tests/cli/lib.sh
. "${BASH_SOURCE[0]%/*}/../lib.sh"

# links FILE ARGUMENT...: start it in the background, with output to FILE; its pid is $pid. It has taken
# its first reading; each tick is a sample.
links()
{
	ticking "$GPCD" "${@:2}" >"$1" 2>err
	tick
}

# meanwhile COMMAND...: run it between two samples
meanwhile()
{
	tick
	"$@"
	tick
}

# tile FILE TILE COUNTER VALUE...: set this counter and the following ones
tile()
{
	word "$1" $((0x2001380 + 0x20000 * ($2 / 8) + 0x2000 * ($2 % 8) + 8 * $3)) "${@:4}"
}

# millisecond FILE [NUMBER]: the first millisecond passes, or the next one of this NUMBER; counter C of
# tile T goes up by 1000 T (C + 1).
millisecond()
{
	local number=${2-1} t up

	for t in {0..47}; do
		up=$((1000 * t * number))
		tile "$1" "$t" 0 $up $((2 * up)) $((3 * up)) $((4 * up)) $((5 * up)) $((6 * up))
	done
	word "$1" $((0x7fff038)) $((1000000 + 1000000 * number))
}

# fresh FILE: make a chip that has run for a millisecond and counted nothing
fresh()
{
	[ -e zero.img ] || {
		still zero.img --advance 0s
		word zero.img $((0x7fff038)) 1000000
	}
	cp --sparse=always zero.img "$1"
}
