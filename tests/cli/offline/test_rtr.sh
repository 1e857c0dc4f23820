#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# rtr: interconnect files.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

rtr()
{
	"${GPCD%/*}/rtr" "$@"
}

# one_sided FILE: lines whose far tile does not lead back, in the opposite direction over the
# same kind of cable
one_sided()
{
	awk '{ there[$1 " " $2] = $4; kind[$1] = $6; dir[$1] = $2 }
		END {
			for (key in there) {
				split(key, from, " ")
				far = there[key]
				back = substr(from[2], 1, 1) (from[2] ~ /[+]/ ? "-" : "+")
				if (there[far " " back] != from[1] || kind[far] != kind[from[1]])
					print key
			}
		}' "$1"
}

exits 0 "Cielo" rtr --interconnect 16x12x24 -o cielo.txt
is "40 tiles * 4,608 Geminis" "$(wc -l <cielo.txt)" 184320
is "the first eight lines are Fig. 2" "$(head -n 8 cielo.txt)" \
"c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: backplane
c0-0c0s0g0l01[(0,0,0)] Z+ -> c0-0c0s1g0l21[(0,0,1)] LinkType: backplane
c0-0c0s0g0l02[(0,0,0)] X+ -> c1-0c0s0g0l02[(1,0,0)] LinkType: cable11x
c0-0c0s0g0l03[(0,0,0)] X+ -> c1-0c0s0g0l03[(1,0,0)] LinkType: cable11x
c0-0c0s0g0l04[(0,0,0)] X- -> c2-0c0s0g0l41[(15,0,0)] LinkType: cable18x
c0-0c0s0g0l05[(0,0,0)] X- -> c2-0c0s0g0l31[(15,0,0)] LinkType: cable18x
c0-0c0s0g0l06[(0,0,0)] Z- -> c0-0c2s7g0l26[(0,0,23)] LinkType: cable15z
c0-0c0s0g0l07[(0,0,0)] Z- -> c0-0c2s7g0l35[(0,0,23)] LinkType: cable15z"
is "every chip has 8 tiles in X and Z, 4 in Y" \
	"$(cut -d' ' -f2 cielo.txt | sort | uniq -c | tr -s ' \n' ' ')" \
	" 36864 X+ 36864 X- 18432 Y+ 18432 Y- 36864 Z+ 36864 Z- "
is "every cable is the same from both ends" "$(one_sided cielo.txt)" ""
is "standard output gets the same" "$(rtr -i 16x12x24 | sha256sum)" "$(sha256sum <cielo.txt)"
for size in 1x1x1 2x1x3 3x2x8 5x3x7 8x6x16; do
	rtr --interconnect "$size" >small.txt
	is "$size: both ends of every cable" "$(wc -l <small.txt) $(one_sided small.txt)" \
		"$((40 * ${size//x/*})) "
done
rows()
{
	rtr -i "$@" | grep -oE '^c[0-9]+-[0-9]+' | cut -d- -f2 | sort -u | tr '\n' ' '
}
is "4x6x16 stands in two rows" "$(rows 4x6x16)" "0 1 "
is "in class 3 in three" "$(rows --class 3 4x6x16)" "0 1 2 "

exits 0 "a dragonfly" rtr --interconnect dragonfly:16x6x3 -o aries.txt
is "48 tiles * 288 Aries" "$(wc -l <aries.txt)" 13824
is "the published line" "$(head -n 1 aries.txt)" \
	"c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)"
is "8 processor tiles each" "$(grep -c ' ptile -> processor$' aries.txt)" 2304
is "15 green and 15 black tiles each" \
	"$(grep -c ' green -> c' aries.txt) $(grep -c ' black -> c' aries.txt)" "4320 4320"
is "a link from each group to each other" "$(grep -c ' blue -> c' aries.txt)" 6
# led_back FILE: green, black and blue tiles whose far tile does not lead back to them
led_back()
{
	awk '$4 ~ /^c/ { there[$1 $2] = $4 }
		END { for (key in there) n += there[there[key] substr(key, index(key, ")") + 1)] \
			substr(key, index(key, ")") + 1) != key; print n + 0 }' "$1"
}
is "every green, black and blue tile is led back to" "$(led_back aries.txt)" 0

# Blue tiles of each pair of groups: (0:0:0) is group, chassis, blade.
pairs_of()
{
	sed -n 's/.*(\([0-9]*\):.* blue -> c.*(\([0-9]*\):.*/\1 \2/p' "$1" | sort | uniq -c |
		awk '{ print $1 }' | sort | uniq -c | tr -s ' \n' ' '
}
exits 0 "a dragonfly with 48 blue links a pair of groups" rtr -i --blue 48 dragonfly:16x6x6 -o blue.txt
is "48 of each group to each of 5 others" "$(pairs_of blue.txt)" " 30 48 "
is "2 or 3 blue tiles a chip" "$(sed -n 's/.*\((.*)\) blue -> c.*/\1/p' blue.txt | sort | uniq -c |
	awk '{ print $1 }' | sort | uniq -c | tr -s ' \n' ' ')" " 288 2 288 3 "
is "every tile of 48 a pair is led back to" "$(led_back blue.txt)" 0
is "--blue is what the size may say" "$(rtr -i dragonfly:16x6x6:48 | md5sum)" "$(md5sum <blue.txt)"
exits 0 "all blue tiles" rtr -i --blue 192 dragonfly:16x6x6 -o blue.txt
is "10 a chip" "$(grep -c ' blue -> unused$' blue.txt) $(pairs_of blue.txt)" "0  30 192 "
exits 2 "more than 10 a chip" rtr -i --blue 193 dragonfly:16x6x6
is "more than 10 a chip: said" "$(cat err)" \
	"rtr: --blue 193: the blue tiles of 'dragonfly:16x6x6' are enough for 192 a pair of groups"
exits 2 "blue links of a torus" rtr -i --blue 2 4x4x4
is "blue links of a torus: said" "$(cat err)" \
	"rtr: --blue: '4x4x4' has no groups: only a dragonfly has blue links"

# --- the tiles of a chip ---

is "the tiles of Fig. 3" "$(rtr --tiles 0,0,0 16x12x24 | tail -n +2)" \
"0  Z+ backplane  Z+ backplane  X+ cable  X+ cable  X- cable  X- cable      Z- cable      Z- cable
1  Z+ backplane  Z+ backplane  X+ cable  X+ cable  X- cable  X- cable      Z- cable      Z- cable
2  Z- cable      Z- cable      Z- cable  host      host      Z+ backplane  Z+ backplane  Z+ backplane
3  X+ cable      X+ cable      Z- cable  host      host      Z+ backplane  X- cable      X- cable
4  X+ cable      X+ cable      Y- cable  host      host      Y+ mezzanine  X- cable      X- cable
5  Y- cable      Y- cable      Y- cable  host      host      Y+ mezzanine  Y+ mezzanine  Y+ mezzanine"
# tiles SIZE CHIP: what each tile leads to, in the order of their numbers, a line each
tiles()
{
	rtr -t "$2" --json "$1" | jq -r '.tiles[] | del(.row) | .[]'
}
is "of another chip: as the interconnect file has them" \
	"$(tiles 16x12x24 1,11,7 | grep -v '^host$')" \
	"$(grep -F '[(1,11,7)] ' cielo.txt | grep '^[^ ]*.(1,11,7)' | sed -E 's/^[^ ]* (..) .*: (cable|[a-z]+).*/\1 \2/')"
is "of an Aries: as many of each colour" \
	"$(tiles dragonfly:16x6x3 1,2,3 | sed 's/ .*//' | sort | uniq -c | tr -s ' \n' ' ')" \
	" 15 black 15 green 8 ptile 10 unused "
is "of an Aries: where the blue tiles are" "$(tiles dragonfly:2x2x3:4 0,0,0 | grep -c '^blue [12]$')" 2
exits 2 "no such chip" rtr -t 16,0,0 16x12x24
is "no such chip: said" "$(cat err)" "rtr: --tiles 16,0,0: '16x12x24' has no such chip"
exits 2 "no coordinate" rtr -t 1,1 4x4x4
exits 2 "two things to do" rtr -t 0,0,0 -i 4x4x4
exits 2 "tiles into a file" rtr -t 0,0,0 -o file 4x4x4

exits 2 "no size" rtr --interconnect
exits 2 "nothing to do" rtr 4x4x4
exits 2 "two sizes" rtr -i 4x4x4 4x4x4
for bad in 4x4 4x4x25 0x1x1 mesh:4x4x4 hypercube:3 ring 65536x2x1 dragonfly:17x1x1 dragonfly:16x6x6:193; do
	exits 2 "no system: $bad" rtr -i "$bad"
	is "no system: $bad: nothing is printed" "$(wc -c <out)" 0
	like "no system: $bad: it is named" "$(cat err)" "'$bad'"
done
exits 2 "a class that is too small" rtr -i --class 0 16x12x24
exits 2 "no such class" rtr -i --class 5 4x4x4
exits 2 "a class of a dragonfly" rtr -i --class 0 dragonfly:2x2x2
exits 5 "no such folder" rtr -i 4x4x4 -o none/file
is "no such folder: said" "$(cat err)" "rtr: none/file: No such file or directory"
( rtr -i 4x4x4 >/dev/full ) 2>err
is "a full device" $? 5
( ulimit -f 100
	rtr -i 16x12x24 -o large ) 2>err
is "a file that may not grow: exit code" $? 5
is "a file that may not grow: said" "$(cat err)" "rtr: large: File too large"
is "a file that may not grow: nothing is left" "$(find . -name large)" ""
# A signal that was pending at its start.
# shellcheck disable=SC2016 # the inner shell's own variables
env --block-signal=TERM sh -c 'kill -TERM $$; exec "$@"' - "${GPCD%/*}/rtr" -i 4x4x4 -o half 2>err
is "a signal: exit code" $? 5
like "a signal: said" "$(cat err)" '^rtr: half: '
is "a signal: no file is left" "$(find . -name half)" ""
for size in 1025x2x8 2x1025x8; do
	exits 2 "more than a file can name: $size" rtr -i "$size"
	like "more than a file can name: $size: said" "$(cat err)" "makes '$size'"
done

# Completion, as bash would call it.
# shellcheck source=tools/rtr/completion.bash
. "${top:?}/tools/rtr/completion.bash"
complete_words()
{
	COMP_WORDS=(rtr "$@")
	COMP_CWORD=$#
	_rtr "${GPCD%/*}/rtr" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
	echo "${COMPREPLY[*]-}"
}
is "completes options" "$(complete_words --int)" --interconnect
is "completes classes" "$(complete_words -i -c '')" "0 1 2 3 4"
is "completes files" "$(complete_words -o aries)" aries.txt
is "completes files after =" "$(complete_words --output = aries)" aries.txt
is "offers nothing for a size" "$(complete_words -i '')" ""
is "completes --blue" "$(complete_words --bl)" --blue
is "offers nothing for a number" "$(complete_words -i --blue '')" ""
succeeds "--help" rtr --help
like "--version" "$(rtr --version)" '^rtr .gpcd. [0-9]'
