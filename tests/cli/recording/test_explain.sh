#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# explain: causes of congestion in simulated networks, and in recordings of registers.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

# simulated NAME ARGUMENT...: record a network into NAME.gpr, 60 us by 5 us
simulated()
{
	local name=$1

	shift
	"${GPCD%/*}/gpcd-sim" run --time 60us --record "$name.gpr" --every 5us "$@" >/dev/null || exit
}

# found ARGUMENT...: kind and root of each finding, a line each
found()
{
	gpcd explain --json "$@" 2>err | jq -r '"\(.kind) \(.root)"'
}

# --- causes ---

simulated calm --torus 4x4x4 --load 0.5
is "a calm network" "$(found --torus 4x4x4 calm.gpr)" "calm null"
like "in words" "$(gpcd explain --torus 4x4x4 calm.gpr)" \
	'^Nothing is wrong: .*, the busiest link, carries [0-9]+ % of what it can[.]$'
simulated busy --torus 4x4x4 --load 0.85
is "a busy one" "$(found --torus 4x4x4 busy.gpr)" "busy null"
like "in words, too" "$(gpcd explain --torus 4x4x4 busy.gpr)" 'but the network is busy'

simulated hot --torus 4x4x4 --pattern hot --hot 27 --share 0.3 --load 1
is "an end point: its chip" "$(found --torus 4x4x4 hot.gpr)" "end-point 1,3,0"
gpcd explain --torus 4x4x4 hot.gpr >out
like "a sentence" "$(cat out)" \
	'^1[.] A NIC of chip 1,3,0 is sent more than it takes: .* 1[0-9][0-9] % of what one can, .*[.]$'
gpcd explain --torus 4x4x4 --csv hot.gpr >out
is "CSV has a row for it" "$(tail -n +2 out | cut -d, -f 1-4)" '1,1,end-point,"1'

# Packets take no link of a ring of one chip: what nodes send is counted at the host links alone.
simulated flat --torus 4x4x1 --pattern neighbour --load 0.9
is "a flat torus: a full link, no sender" "$(found --torus 4x4x1 flat.gpr)" "link 2,1,0 Y+"

simulated slow --dragonfly 4x3x5 --blue 2 --load 0.5 --at '0us nic 5=1/60'
is "a slow receiver" "$(found --dragonfly 4x3x5 --blue 2 slow.gpr)" "slow-receiver 0,0,1"
like "says how slow" "$(gpcd explain --dragonfly 4x3x5 --blue 2 slow.gpr)" 'is a slow receiver: .* 1[0-9] % of what'

simulated third --torus 4x4x4 --load 0.8 --degrade '0,0,0:X-=1/3'
is "a degraded link: the worst" "$(found --torus 4x4x4 third.gpr | head -n 1 | cut -d' ' -f 1)" degraded
like "a degraded link" "$(found --torus 4x4x4 third.gpr)" 'degraded (0,0,0 X-|3,0,0 X[+])'

simulated failed --torus 4x4x4 --load 0.5 --fail 0,0,0:X+
is "a failed link, which others replace" "$(found --torus 4x4x4 failed.gpr)" "failed 0,0,0 X+"

simulated detours --dragonfly 4x3x5 --blue 2 --pattern neighbour --load 2 --routing adaptive0
is "detours: one finding" "$(found --dragonfly 4x3x5 --blue 2 detours.gpr | cut -d' ' -f 1)" detours
like "says which group is passed" "$(gpcd explain --dragonfly 4x3x5 --blue 2 detours.gpr)" \
	'take detours round it: at least [23][0-9] % of what leaves group [0-4] only passes this group'
simulated full --dragonfly 4x3x5 --blue 2 --pattern neighbour --load 2
is "packets that wait instead: no detours" \
	"$(found --dragonfly 4x3x5 --blue 2 full.gpr | cut -d' ' -f 1 | sort -u)" link

# --- equal roots ---

# one MACHINE LEAST MOST NAME ARGUMENT...: of a recording, one finding of full links, so many of them
one()
{
	local machine=$1 least=$2 most=$3 name=$4

	shift 4
	# shellcheck disable=SC2086 # several words
	simulated "$name" $machine "$@"
	# shellcheck disable=SC2086
	is "$name: $machine $*: one finding, from $least to $most links" \
		"$(gpcd explain $machine --json "$name.gpr" 2>err |
			jq -r "[.kind, .roots >= $least, .roots <= $most] | join(\" \")" | xargs)" "link true true"
}

# Half of the 512 links Y+ are narrow; which of them are full changes all the time, as do the chips that
# send most, and other links are used at a third now and then.
one "--torus 8x8x8" 192 256 tornado --pattern tornado --load 1.2 --time 30us --every 3us
one "--torus 8x8x8" 192 256 storm --pattern tornado --load 1.6 --time 30us --every 3us
# The nodes of every other chip are not held up, and send more than usual; they are no cause.
one "--torus 4x4x4" 32 32 square --pattern tornado --load 1.4
like "equal links: the sentence" "$(gpcd explain --torus 4x4x4 square.gpr)" \
	'^1\. Link .* of the time; 31 more like it; .* of all waiting is for them; .* in their trees; sure'
one "--dragonfly 4x4x4 --blue 4" 5 16 groups --pattern neighbour --load 1.4

# --- the page ---

# page FILE: its findings, and the sums of its samples
page()
{
	python3 "$top/tests/cli/helpers/page.py" sums "$1"
}

gpcd explain --torus 4x4x4 hot.gpr --html hot.html >out
is "the page says what the text says" "$(page hot.html | jq -r '.findings[] | .[1]')" "$(sed 's/^1[.] //' out)"
is "of all the time; its root is a chip" "$(page hot.html | jq -c '.findings[0] | [.[0], .[2]]')" '[-1,[[13,-1]]]'
is "and links and chips that wait for it" \
	"$(page hot.html | jq '.findings[0][3] | [(map(select(.[1] >= 0)) | length), any(.[1] < 0)] | join(" ")' -r)" \
	"$(sed 's/.*; \([0-9]*\) links are in its tree.*/\1 true/' out)"
"${GPCD%/*}/gpcd-sim" replay hot.gpr --html counted.html >/dev/null
is "what was counted is on it: load to the phit" \
	"$(page hot.html | jq -c '[.samples[] | [.from, .to, .counts[0], .known[0]]]')" \
	"$(page counted.html | jq -c '[.samples[] | [.from, .to, .counts[0], .known[0]]]')"
is "and stalls" "$(page hot.html | jq -c '[.samples[] | .counts[1:]]')" "$(page counted.html | jq -c '[.samples[] | .counts[1:]]')"
gpcd explain --torus 4x4x4 calm.gpr --html calm.html >out
is "nothing is wrong: the page says so, too" "$(page calm.html | jq -c .findings)" "[[-1,\"$(cat out)\",[],[]]]"
gpcd explain --torus 4x4x4 failed.gpr --html failed.html >out
is "a link that failed: a root with its port" "$(page failed.html | jq -c '.findings[0][2]')" '[[0,0]]'
is "both ways are drawn as failed" "$(page failed.html | jq -c '[.samples[].failed] | unique')" '[2]'
simulated mended --torus 2x2x2 --load 0.3 --every 500ns --at '21us fail 0,0,0:X+/3' --at '40us mend 0,0,0:X+/3'
gpcd explain --torus 2x2x2 mended.gpr --html mended.html >out
is "samples are merged, and know when a lane had failed" \
	"$(page mended.html | jq -c '[.samples | length, (map(select(.failed == 2)) | [.[0].to, .[-1].to])]')" \
	'[30,[22000,40000]]'
gpcd explain --dragonfly 4x3x5 --blue 2 slow.gpr --html slow.html >out
is "a dragonfly: the chip" "$(page slow.html | jq -c '.findings[0][2]')" '[[1,-1]]'
"${GPCD%/*}/gpcd-sim" replay slow.gpr --html counted.html >/dev/null
is "and what its links counted" "$(page slow.html | jq -c '[.samples[].counts]')" "$(page counted.html | jq -c '[.samples[].counts]')"
fails "the page is not the recording" 2 'hot.gpr' gpcd explain --torus 4x4x4 hot.gpr --html hot.gpr
fails "a page on a full device" 5 'No space left' gpcd explain --torus 4x4x4 hot.gpr --html /dev/full
"${GPCD%/*}/rtr" -i dragonfly:4x3x5:2 >aries.txt
fails "a dragonfly of a file has no size" 2 'name it by --dragonfly' gpcd explain -f aries.txt slow.gpr --html slow.html

# --- bad arguments, and recordings that tell nothing ---

fails "another machine" 2 'calm.gpr: it has 448 links, torus:4x4x2 has 224: name the machine' \
	gpcd explain --torus 4x4x2 calm.gpr
fails "no map" 2 'name a map by --interconnect' env GM_INTERCONNECT=none "$GPCD" explain calm.gpr
fails "no recording" 2 'none.gpr' gpcd explain --torus 4x4x4 none.gpr
still a.img
gpcd -d image:a.img record -o a.gpr -n 1 -i 1ms 2>/dev/null
fails "one reading" 2 'a.gpr: fewer than two readings' gpcd explain --torus 4x4x4 a.gpr
gpcd -d image:a.img record -o control.gpr -n 2 -i 1ms GM_NL_PERF_CNTRL 2>/dev/null
fails "other registers" 2 'no counters of its tiles' gpcd explain --torus 4x4x4 control.gpr

# --- devices ---

living b.img
is "a device: a row for each window" "$(gpcd -d image:b.img explain --torus 4x4x4 -i 20ms -n 2 --json 2>err |
	jq .window | sort -u | xargs)" "1 2"
like "windows are counted" "$(cat err)" '^gpcd explain: 2 samples, '
is "text says which window it is" "$(gpcd -d image:b.img explain --torus 4x4x4 -i 20ms -n 2 2>err | grep '^#' | xargs)" \
	"# window 1 # window 2"
gpcd -d image:b.img explain --torus 4x4x4 -i 20ms -n 2 --html b.html >out 2>err
is "a page has each window and what was found in it: of six links, if the chip went on" \
	"$(page b.html | jq -c '[.findings[] | .[0]], [.findings as $said | .samples | to_entries[] |
		.value.known[0] == (if $said[.key][1] | startswith("Nothing is known") then 0 else 6 end)]' | xargs)" \
	'[0,1] [true,true]'
like "with its words" "$(page b.html | jq -r '.findings[0][1]')" '^Nothing is '
is "of a chip that stands still nothing is known" \
	"$(gpcd -d image:a.img explain --torus 4x4x4 -i 20ms -n 1 --json 2>err | jq -c '[.kind, .use]')" '["unknown",null]'
like "nor called good" "$(gpcd -d image:a.img explain --torus 4x4x4 -i 20ms -n 1 2>err)" 'Nothing is known: no link was read'
# Its image may stand still for a while, where the machine has other work.
moving()
{
	rm -f b.gpr
	gpcd -d image:b.img record -o b.gpr -i 20ms -n 3 2>/dev/null
	gpcd explain --torus 4x4x4 b.gpr | grep '^Not known:'
}
eventually moving
like "its recording, of which most links are not known" \
	"$(gpcd explain --torus 4x4x4 b.gpr)" 'Not known: 12 of 13 links'

# --- a link that the map lacks, of two chips that are read ---

living c.img --coord 1,0,0

# unknown REASON ARGUMENT...: explain gives this reason, once the images have moved on in a window
unknown()
{
	gpcd explain -i 20ms -n 1 "${@:2}" 2>err | grep '^Not known: ' >said
	grep -qFx "Not known: $1." said
}
"${GPCD%/*}/rtr" -i 2x1x1 >pair
grep -v '(1,0,0)\] X- ' pair >half
succeeds "the map lacks the far end of a link: that is the reason" \
	eventually unknown "1 of 5 links, as the map lacks the tiles at one end" \
	-d image:b.img -d image:c.img -f half
succeeds "a chip stands still: that is another one" \
	eventually unknown "5 of 6 links, as a chip at their ends gave no rates: gone, reset, torn or standing still" \
	-d image:a.img -d image:c.img -f pair
succeeds "both reasons" eventually unknown \
	"4 of 5 links, 1 as the map lacks the tiles at one end; 3 as a chip at their ends gave no rates: gone, reset, torn or standing still" \
	-d image:a.img -d image:c.img -f half

"${GPCD%/*}/rtr" -i 4x4x4 >whole
grep -v '(0,0,0)\] X+ \|(1,0,0)\] X- ' whole >map
both()
{
	gpcd -d image:b.img -d image:c.img explain -i 20ms -n 1 "$@" 2>err
}
is "without a line in the map it has failed" "$(both -f map --json | jq -c '[.kind, .root, .sure == 1]')" \
	'["failed","0,0,0 X+",true]'
like "in words" "$(both -f map)" \
	'Link 0,0,0 X[+] has no tile in the map, and carries nothing: it has failed; what goes round it does not fill other links; no packet waits for it; sure: 100 %[.]'
like "what is wrong with the map is said, too" "$(cat err)" 'c.img: link X- has 0 of 8 tiles in the map'
is "the whole map has no such link" "$(both -f whole --json | jq -r .kind | grep -c failed)" 0
gpcd -d image:b.img -d image:c.img record -o both.gpr -i 20ms -n 3 2>/dev/null
is "in their recording" "$(found -f map both.gpr)" "failed 0,0,0 X+"
grep -v '(0,0,0)\] X+ ' whole >half
is "one end in the map: which link that is, is not known" \
	"$(both -f half --json | jq -r .kind | grep -c failed)" 0
is "one end that is read: neither" \
	"$(gpcd -d image:b.img explain -f map -i 20ms -n 1 --json 2>err | jq -r .kind | grep -c failed)" 0
