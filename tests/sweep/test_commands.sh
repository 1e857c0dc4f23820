#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The command on image files: no failure is reported as success or leaves something half-made.
# shellcheck disable=SC2016 # the sweep runs commands in its own shell

metrics=$(realpath "${0%/*}/../../lib/metrics/sets")
machines=$(realpath "${0%/*}/../../lib/hardware/files")
GPCD_STUDIES=$(realpath "${0%/*}/../../lib/studies")
GPCD_DICTIONARY=$(realpath "${0%/*}/../../lib/dictionary/files")
export GPCD_STUDIES GPCD_DICTIONARY
# shellcheck source=tests/sweep/lib.sh
. "${0%/*}/lib.sh"

counters='GM_0_0_TILE_PERFORMANCE_COUNTERS_*'
counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
field=GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0:VALID
export GPCD_DEVICE=image:g.img
gpcd=$BUILD/gpcd

still()
{
	env -u LD_PRELOAD "$gpcd" emulate --image g.img --seed 1 --advance 1s --once
}
in_both still

# --- arguments ---

# Text is no record. The C library ends the process with memory in its hands.
SWEEP_KEPT=2 SWEEP_CALM=1 SWEEP_PARTIAL='grep -q ^gpc' sweep gpcd --version
SWEEP_KEPT=1 sweep gpcd --no-such-option
SWEEP_KEPT=1 sweep gpcd sample --interval no-time
sweep gpcd read NO_SUCH_REGISTER
sweep gpcd read "$counter:NO_SUCH_FIELD"
sweep gpcd -d image:no-such-file info

# --- tables ---

# A device that cannot be opened still has a row, and is listed where loopback cannot be found.
export SWEEP_WORLD=alone
export SWEEP_PARTIAL='jq -e ".devices[-1].device == \"image:g.img\"" >/dev/null 2>&1'
sweep gpcd list --json
export SWEEP_PARTIAL='tail -n 1 | grep -q "^image:g.img,.*,2$"'
sweep gpcd list --csv
export SWEEP_PARTIAL='tail -n 1 | grep -q "^image:g.img  *\(gemini .* live\|- .* failed\) "'
sweep gpcd list
unset SWEEP_PARTIAL
sweep gpcd info -d net:lo
sweep gpcd counters -d net:lo
unset SWEEP_WORLD
for format in '' --csv --json; do
	# shellcheck disable=SC2086 # no argument where there is none
	{
		sweep gpcd info $format
		sweep gpcd counters $format "$counters"
		sweep gpcd counters $format $counter
		sweep gpcd perms $format
		sweep rtr -s $format 10x8x24
		sweep gpcd-sim model message $format --latency 2us 64 4KiB
		sweep gpcd-sim model route $format --latency 2us --stalls 1.5
	}
done
sweep gpcd counters --names -c gemini -r 0 -l 0
sweep gpcd counters -c aries -k packed -r 0 -l 0 --json

# --- values ---

sweep gpcd read $counter $field 0x2001380
# The C library keeps the time zone.
SWEEP_KEPT=3 sweep gpcd sample -i 1ms -n 3 "$counters"
SWEEP_KEPT=3 sweep gpcd sample -i 1ms -n 3 --rate "$counters"
for format in --csv --json; do
	sweep gpcd read $format $counter $field 0x2001380
	sweep gpcd sample $format -i 1ms -n 3 "$counters"
	sweep gpcd sample $format -i 1ms -n 3 --rate "$counters"
done
sweep gpcd sample --csv -i 1ms -n 2
sweep gpcd sample --json -i 1ms -n 2 'GM_*'
sweep gpcd sample --delta -i 1ms -n 2 $field
SWEEP_STOP=4 sweep gpcd sample --json -i 1ms "$counters"

# An interface counts by the clock of the sweep; a rate of 0 raises the alarm. A folder that has to be
# opened anew takes more of that clock.
box()
{
	mkdir box && echo 7 >box/sent
}
in_both box
SWEEP_BLUR=1 sweep gpcd -d counters:box alarm --csv --below 1 --once sent
SWEEP_BLUR=1 sweep gpcd -d counters:box alarm --json --below 1 --once sent
in_both rm -r box

map()
{
	echo 'c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: backplane' >map
}
in_both map
for format in --header --csv --json; do
	sweep gpcd links --torus 2x2x2 -i 1ms -n 2 --rates $format
done
sweep gpcd links -f map -i 1ms -n 1
SWEEP_STOP=4 sweep gpcd links -f map -i 1ms --json
in_both rm map

# --- metrics ---

export GPCD_METRICS=$metrics
sweep gpcd metrics -c gemini --json nic
sweep gpcd read -i 1ms router_bytes nic_stall
for format in '' --csv --json --long; do
	# shellcheck disable=SC2086 # no argument where there is none
	{
		SWEEP_KEPT=3 sweep gpcd sample -i 1ms -n 2 $format router_bytes $counter
		SWEEP_KEPT=3 sweep gpcd links --torus 2x2x2 -i 1ms -n 1 -m link_use $format
	}
done
sweep gpcd read -d 'image:*.img' -d image:g.img -m link_use --torus 2x2x2 -i 1ms
sweep gpcd info -d 'image:*.img'
SWEEP_BEFORE="rm -f table" sweep gpcd stat --torus 2x2x2 -m link_use -m nic -o table true
SWEEP_BLUR=1 SWEEP_KEPT=3 sweep gpcd top --batch --torus 2x2x2 -i 1ms -n 1
SWEEP_BLUR=1 SWEEP_KEPT=3 sweep gpcd top --batch --torus 2x2x2 -i 1ms -n 1 -m link_packet_size
unset GPCD_METRICS

# --- recordings ---

# A record that cannot be written leaves the file as it was before: whole. A failed fsync(2) is
# reported.
SWEEP_AGAIN=1 SWEEP_BEFORE="rm -f r.gpr" sweep gpcd record -o r.gpr -i 1ms -n 3 --flush 1ns "$counters"
recorded()
{
	env -u LD_PRELOAD "$gpcd" record -o kept.gpr -i 1ms -n 12 "$counters" 2>/dev/null
}
in_both recorded
SWEEP_BEFORE="cp kept.gpr r.gpr" sweep gpcd record -o r.gpr --append -i 1ms -n 2 "$counters"
SWEEP_KEPT=3 sweep gpcd replay --rate kept.gpr
for format in --csv --json; do
	sweep gpcd replay $format --delta kept.gpr
done
SWEEP_KEPT=3 sweep gpcd replay --long kept.gpr
# A picture is whole or not there.
picture_before='rm -f p.svg*'
picture_after='[ ! -e p.svg ] || grep -q "^</svg>" p.svg'
# The C library keeps the time zone.
SWEEP_KEPT=3 SWEEP_BEFORE=$picture_before SWEEP_AFTER=$picture_after \
	sweep gpcd replay kept.gpr --svg p.svg GM_0_0_TILE_PERFORMANCE_COUNTERS_0
SWEEP_KEPT=3 sweep gpcd replay kept.gpr --svg - GM_0_0_TILE_PERFORMANCE_COUNTERS_0
SWEEP_BEFORE="rm -f new.img" sweep gpcd replay kept.gpr --into image:new.img --speed max
sweep gpcd diff --json kept.gpr kept.gpr "$counters"
export GPCD_METRICS=$metrics
SWEEP_AGAIN=1 sweep gpcd diff --torus 2x2x2 -m link_use kept.gpr kept.gpr
SWEEP_KEPT=3 SWEEP_AGAIN=1 SWEEP_BEFORE=$picture_before SWEEP_AFTER=$picture_after \
	sweep gpcd replay --torus 2x2x2 -m link_use --svg p.svg kept.gpr
tiles_recorded()
{
	env -u LD_PRELOAD "$gpcd" record -o tiles.gpr -i 1ms -n 3 2>/dev/null
}
in_both tiles_recorded
page_before='rm -f p.html*'
page_after='[ ! -e p.html ] || grep -q "^</html>" p.html'
SWEEP_KEPT=3 SWEEP_AGAIN=1 SWEEP_BEFORE=$page_before SWEEP_AFTER=$page_after \
	sweep gpcd replay --torus 2x2x2 --html p.html tiles.gpr
SWEEP_KEPT=3 SWEEP_AGAIN=1 SWEEP_BEFORE=$page_before SWEEP_AFTER=$page_after \
	sweep gpcd explain --torus 2x2x2 --html p.html tiles.gpr
# What is wrong in a network: in a part of its links, and with full ones that packets go round.
network_recorded()
{
	env -u LD_PRELOAD "${gpcd%/*}/gpcd-sim" run --dragonfly 2x2x3 --pattern neighbour --load 2 --routing adaptive0 \
		--time 60us --record network.gpr --every 10us >/dev/null
}
in_both network_recorded
SWEEP_BLUR=1 sweep gpcd explain --torus 2x2x2 -i 1ms -n 1
for format in '' --csv --json; do
	# shellcheck disable=SC2086 # no argument where there is none
	SWEEP_BLUR=1 SWEEP_AGAIN=1 sweep gpcd explain --dragonfly 2x2x3 network.gpr $format
done
SWEEP_BLUR=1 SWEEP_AGAIN=1 sweep gpcd explain --torus 2x2x2 --json tiles.gpr
in_both rm -f r.gpr kept.gpr tiles.gpr network.gpr new.img p.svg p.html
unset GPCD_METRICS

# --- measurements ---

# With an interval of the median and without one: its failure is reported when the table is printed.
measurements()
{
	printf '%s\n' size,time 8,1 8,2 64,3 8,4 8,5 8,6 8,100 64,8 64,9 64,7 64,1 64,2 >table
}
in_both measurements
for format in '' --csv --json; do
	# shellcheck disable=SC2086 # no argument where there is none
	sweep gpcd-study noise --by size $format table
done
SWEEP_BEFORE='rm -f n.svg*' SWEEP_AFTER='[ ! -e n.svg ] || grep -q "^</svg>" n.svg' \
	sweep gpcd-study noise --by size --plot --svg n.svg table
in_both rm -f table n.svg
export GPCD_MACHINES=$machines
SWEEP_EVERY=7 sweep gpcd-study logpc table4 --count 1 --csv
SWEEP_BEFORE='rm -f l.svg*' SWEEP_AFTER='[ ! -e l.svg ] || grep -q "^</svg>" l.svg' \
	sweep gpcd-study logpc fig5 --svg l.svg
in_both rm -f l.svg
# One file of what was measured, and one histogram.
measured()
{
	mkdir measured
	{ echo rank,time_ns,low_ns,high_ns; printf '%d,1,1,1\n' {0..63}; echo slowest,1,1,1; } >measured/shuffle.csv
}
in_both measured
export SWEEP_EVERY=7
sweep gpcd-study xmp64 --table schedules --measured measured --csv
sweep gpcd-study xmp64 --table table1
sweep gpcd-study xmp64 --table clocks --runs 1 --json
sweep gpcd-study xmp64 --table fig9 --permutations 1
unset SWEEP_EVERY
in_both rm -r measured

# --- what changes a file ---

# The counter has the old value or the new one.
SWEEP_BEFORE="$gpcd write $counter 1 && $gpcd read $counter | grep -q ' 1 '" \
	SWEEP_AFTER="$gpcd read $counter | grep -qE ' (1|2) '" sweep gpcd write $counter 2
sweep gpcd write $counter $((1 << 50))

# No file, or a whole one, whose chip lives or is gone, and nothing beside it. If
# fstat(2) fails at the end, the driver must not touch the mapping, and the image stays abandoned.
export SWEEP_AFTER='[ -z "$(ls | grep -vx g.img)" ] &&
	{ [ ! -e g.img ] || '$gpcd' info 2>&1 | grep -qE " live$| abandoned$|: its chip is gone$"; }'
SWEEP_BEFORE='rm -f g.img*' sweep gpcd emulate --image g.img --advance 20ms --once
SWEEP_BEFORE='rm -f g.img*' SWEEP_STOP=4 sweep gpcd emulate --image g.img -c aries -i 1ms
# An old one stays until there is a new one.
SWEEP_BEFORE="$gpcd emulate --image g.img --once" \
	SWEEP_AFTER="[ -e g.img ] && $SWEEP_AFTER" sweep gpcd emulate --image g.img --once
SWEEP_BEFORE='echo mine >g.img' SWEEP_AFTER='[ "$(cat *)" = mine ]' \
	sweep gpcd emulate --image g.img --once
unset SWEEP_AFTER
in_both rm g.img
in_both still

# A whole map, or none.
sweep rtr -i 2x1x1
sweep rtr -i dragonfly:2x1x1
SWEEP_BEFORE='rm -f map' SWEEP_AFTER='[ ! -e map ] || [ "$(wc -l <map)" = 80 ]' \
	sweep rtr -i 2x1x1 -o map
in_both rm -f map

# --- the permission table, without its module; never this machine's own ---

for action in list 'set 7 --may all' 'set . --may all' 'set . --may nic 17 2:18' 'remove 7' 'remove .' \
	'remove all' policy 'policy --ignore on'; do
	# shellcheck disable=SC2086
	[ -e /dev/gpcdctl ] || sweep gpcd perms $action
done
done_sweeping
