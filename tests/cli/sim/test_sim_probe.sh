#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim probe: the cost of messages on simulated machines, compared with their files.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim()
{
	"${GPCD%/*}/gpcd-sim" "$@"
}

# found NAME OPTION...: print a parameter's value, from the times of probes
found()
{
	local name=$1

	shift
	sim probe "$@" --csv >times.csv
	"$GPCD-sim" model fit --json times.csv | jq -r --arg name "$name" '.parameters[] | select(.parameter == $name).value'
}

# within WHAT EXPECTED NAME OPTION...: a parameter has this value, within 2 %
within()
{
	local what=$1 expected=$2 value

	shift 2
	value=$(found "$@")
	is "$what: $expected, found $value" \
		"$(awk -v a="$value" -v b="$expected" 'BEGIN { print (a - b <= b * .02 && b - a <= b * .02) }')" 1
}

# exactly WHAT EXPECTED NAME OPTION...
exactly()
{
	local what=$1 expected=$2

	shift 2
	is "$what" "$(found "$@")" "$expected"
}

# changed NAME SED: make a changed machine file
changed()
{
	sed "$2" "$GPCD_MACHINES/$1.machine" >changed.machine
}

# --- Alewife: what the file says, cycles of 30 ns ---

for row in 'o_s 450' 'o_r 3660' 'L 630' 'g 450' 'G 15'; do
	exactly "alewife: ${row% *} of the file" "${row#* }" "${row% *}" --machine alewife
done
like "the table says the same, 4 links apart" "$(sim probe --machine alewife | xargs)" \
	"^nodes 0 and 4, 4 links apart .* o_r 3660.0000 3660.0000 0.00 ns L 630.0000 630.0000 0.00 ns g 450.0000 450.0000 0.00 ns G 15.0000 15.0000 0.00 ns/B\$"
# 17 cycles and one a link
exactly "L depends on the distance: 1 link" 540 L --machine alewife --to 1
exactly "10 links" 810 L --machine alewife --from 31 --to 0
changed alewife 's/^gap = .*/gap = 100 cycles/'
exactly "g above o_s" 3000 g --machine ./changed.machine
changed alewife 's/^gap = .*/gap = 1 cycles/'
exactly "g below o_s cannot be seen" 450 g --machine ./changed.machine
changed alewife 's,^byte = .*,byte = 2 cycles/B,'
exactly "G of slower memory" 60 G --machine ./changed.machine
changed alewife 's,^byte = .*,byte = 0 cycles/B,'
exactly "without G it is the links' 2 bytes a cycle" 15 G --machine ./changed.machine
changed alewife 's,^memory-byte = .*,memory-byte = 2 cycles/B,'
exactly "the slower one of G and G_m is found" 60 G --machine ./changed.machine
changed alewife 's/^receive = .*/receive = poll/'
# 4 flits after the header
exactly "who polls has L of the tail: 4 cycles later" 750 L --machine ./changed.machine
exactly "and the same o_r" 3660 o_r --machine ./changed.machine
# 25 cycles, and 36 flits' 64 bytes from memory at 0.5 cycles, after 8 bytes of header
exactly "o_s of a long message has its DMA in it" $((750 + 72 * 15)) o_s --machine alewife --bytes 64
changed alewife 's/^dma = .*/dma = overlapped/'
exactly "but for an overlapped one" 750 o_s --machine ./changed.machine --bytes 64

# --- XMP-64: in, out, 93 ns a link, then 10 flits of 20 ns ---

exactly "xmp64: o_s of the file" 23.333 o_s --machine xmp64
exactly "xmp64: o_r of the file" 23.334 o_r --machine xmp64
exactly "xmp64: L over 2 links" 386.333 L --machine xmp64
exactly "xmp64: L of the paper's byte: 107 + 93 - 46.667 ns over a link" 153.333 L \
	--machine xmp64 --to 4 --bytes 1
exactly "xmp64: no g: o_s is seen" 23.333 g --machine xmp64
exactly "xmp64: no G: the links' 20 ns a byte" 20 G --machine xmp64
changed xmp64 's/^send = .*/send = 1 us/; s/^recv = .*/recv = 3 us/; s/^gap = .*/gap = 2 us/'
exactly "xmp64 with other ends: o_s" 1000 o_s --machine ./changed.machine
exactly "xmp64 with other ends: o_r" 3000 o_r --machine ./changed.machine
exactly "xmp64 with other ends: g" 2000 g --machine ./changed.machine
exactly "xmp64 with other ends: L stays" 386.333 L --machine ./changed.machine

# --- packets: the ends are 541 and 542 cycles; a send ends in the cycle after its last packet ---

for machine in gemini aries; do
	within "$machine: o_s of 541 cycles" 676.25 o_s --machine $machine
	exactly "$machine: o_r of 542 cycles" 677.5 o_r --machine $machine
	within "$machine: g is o_s" 676.25 g --machine $machine
done
# 6 links and the way to the node of 105 ns, and 32 phits of 2.56 ns on a cable
within "gemini: L over 6 links" 816.92 L --machine gemini
# Y has 4 lanes: 27 phits of a response with 64 bytes, 32 of a request
within "gemini: G by GETs" 0.27 G --machine gemini
within "gemini: G by PUTs of the block engine" 0.32 G --machine gemini --long 512KiB
# green, blue, green, the way to the node; 12 flits of 1.42 ns
within "aries: L over a blue link" 467.04 L --machine aries
within "aries: G is the blue link's" 0.26625 G --machine aries
sed 's/^hop = 105 ns/hop = 205 ns/' "$GPCD_MACHINES/gemini.machine" >changed.machine
within "gemini with slower hops: L" 1516.92 L --machine ./changed.machine
# only mezzanine links, at their own rate: 32 phits of 1.28 ns; 27 of them over 4 lanes
sed 's/^rate = [12][.].*/rate = 2.34375 GB\/s/' "$GPCD_MACHINES/gemini.machine" >changed.machine
within "gemini with faster links: L" 775.96 L --machine ./changed.machine
within "gemini with faster links: G" 0.135 G --machine ./changed.machine

# --- round trip: a machine with the found values gives them again ---

for machine in gemini aries xmp64 alewife; do
	sim probe --machine $machine --csv | "$GPCD-sim" model fit --machine $machine -o fitted.machine >out
	is "$machine: fitted, probed again, within 0.1 %" \
		"$(sim probe --machine ./fitted.machine |
			awk '$5 ~ /^ns/ { rows++; if ($4 > .1 || $4 < -.1) off = 1 } END { print rows, off + 0 }')" "5 0"
done

# --- arguments ---

like "the times are those that model fit reads" "$(sim probe --mesh 4 --csv | sed -n 1p)" \
	'^probe,bytes,count,delay_ns,time_ns,low_ns,high_ns$'
is "machines by options are probed, too" "$(sim probe --mesh 4 --from 7 --to 0 | sed -n 1p)" \
	"nodes 7 and 0, 3 links apart"
wrong()
{
	local what=$1 reason=$2

	shift 2
	fails "$what" 2 "$reason" sim probe "$@"
}

wrong "a node that is not there" "--to 32: the machine has nodes 0 to 31" --machine alewife --to 32
wrong "nor is that one" "--from 64: the machine has nodes 0 to 63" --machine xmp64 --from 64
wrong "two nodes" "--from and --to are both node 3" --machine alewife --from 3 --to 3
wrong "--long above --bytes" "--long: more than --bytes, which is 64" --long 64 --bytes 64
wrong "--burst" "--burst '1' is not a valid N: messages of a burst, 2 to 1024" --burst 1
wrong "--fail on worms" "--fail: this machine switches worms" --machine alewife --fail 0,0:X+
wrong "a delay that is too short" "shorter than a .ping.*: another --delay" --machine alewife --delay 1us
fails "a full disk" 5 "No space left" eval 'sim probe --machine alewife --csv >/dev/full'
