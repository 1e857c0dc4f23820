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

# millisecond FILE: a millisecond passes; counter C of tile T goes up by 1000 T (C + 1).
millisecond()
{
	local t

	for t in {0..47}; do
		tile "$1" "$t" 0 $((1000 * t)) $((2000 * t)) $((3000 * t)) $((4000 * t)) $((5000 * t)) $((6000 * t))
	done
	word "$1" $((0x7fff038)) 2000000
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
