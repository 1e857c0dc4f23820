#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The dictionary.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

is "all of Gemini" "$(gpcd counters -c gemini --names | wc -l)" 1552
is "all of Aries" "$(gpcd counters -c aries --names | wc -l)" 2686
is "all of Cassini" "$(gpcd counters -c cassini1 --names | wc -l) $(gpcd counters -c cassini2 --names | wc -l)" \
	"1890 1922"
is "a line of CSV each, and a header" "$(gpcd counters -c gemini --csv | wc -l)" 1553
is "an object of JSON each" "$(gpcd counters -c aries --json | jq '.counters | length')" 2686
is "JSON has its schema" "$(gpcd counters -c aries --json | jq .schema)" 2

# The sums over the sorted lines NAME<tab>0xaddress are public.
sum()
{
	gpcd counters -c "$1" --json |
		jq -r '.counters[] | "\(.name)\t\(.address)"' | sort | sha256sum | cut -d' ' -f1
}
is "names and addresses of Gemini" "$(sum gemini)" \
	01f04dfdd50af183e11cb78c3de243d8b240908ddd798dd5efbba2847c9d8fe5
is "names and addresses of Aries" "$(sum aries)" \
	89b9a517237f71f61d7f079c0e7514bf2d9693be34d819e2caca1a0f73cd2ce8
is "names and addresses of Cassini 1" "$(sum cassini1)" \
	b7e8225fcf03506362bb14fb698a57b63d2dd09164d5cd2c5ddbac2c31520651
is "names and addresses of Cassini 2" "$(sum cassini2)" \
	77325a60813cb7f3f043879008fa680c994c4917ddadfde1d8de7012160e4802

is "static counters of a tile by block, row and column" \
	"$(gpcd counters -c gemini -b tile-static -r 2 -l 3 --names | wc -l)" 6
is "set-up registers by kind" \
	"$(gpcd counters -c gemini -k set-up --names 'GM_0_0_*' | wc -l)" 8
is "several globs add up" \
	"$(gpcd counters -c gemini --names 'GM_0_0_*' 'GM_0_1_*' | wc -l)" 48

one=$(gpcd counters -c gemini GM_0_0_TILE_PERFORMANCE_COUNTERS_4)
like "one register is shown upright: unit" "$one" 'unit +router cycles'
like "one register is shown upright: width" "$one" 'width +48'
like "one register is shown upright: meaning" "$one" 'meaning +.*waited'
like "a guess is said to be one" "$(gpcd counters -c gemini GM_TARB_PERF_OUT_PKTS)" \
	'inferred from the name'
like "no guess is not" "$(gpcd counters -c gemini GM_0_0_TILE_PERFORMANCE_COUNTERS_0 --json |
	jq '.counters[0].inferred')" '^false$'
is "an alias names its primary" \
	"$(gpcd counters -c gemini GM_RMT_PUT_PERFORMANCE_COUNTERS --json |
		jq -r '.counters[0].alias_of')" GM_RMT_PUT_PERFORMANCE_COUNTERS0
is "three aliases in all" "$(gpcd counters --json -c gemini |
	jq '[.counters[] | select(.alias_of)] | length') $(gpcd counters --json -c aries |
	jq '[.counters[] | select(.alias_of)] | length')" "2 1"
is "fields with their bits" \
	"$(gpcd counters -c gemini --json GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0 |
		jq -c '.counters[0].fields')" \
	'["VALID[9:9]","PHIT_INDEX[15:10]","PATTERN[39:16]","MASK[63:40]"]'

still a.img -c aries
is "a device's own chip" "$(gpcd -d image:a.img counters --names | wc -l)" 2686
is "names in any case" "$(gpcd counters -c Gemini --names 'gm_0_0_tile_performance_*' |
	tail -n 1)" GM_0_0_TILE_PERFORMANCE_COUNTERS_5
is "blocks and kinds in any case" \
	"$(gpcd counters -c GEMINI -b 'TILE-Static' -k Counter -r 2 -l 3 --names | wc -l)" 6

# search ARGUMENT...: the results of a search, on a line
search()
{
	gpcd counters -c gemini --names "$@" | paste -sd' '
}
tile=GM_2_3_TILE_PERFORMANCE_COUNTERS
is "search by meaning, in a tile" "$(search -r 2 -l 3 -s stall)" "${tile}_4 ${tile}_5"
is "search: an ending and the case do not matter" "$(search -r 2 -l 3 -s STALLED)" \
	"${tile}_4 ${tile}_5"
is "search: all of several words" "$(search -r 2 -l 3 -s 'router cycles' -s credit)" "${tile}_5"
is "search: further arguments are words" "$(search -r 2 -l 3 -s stall input)" "${tile}_4"
is "search: and globs are globs" "$(search -s stall 'gm_2_3_*_[0-4]' input)" "${tile}_4"
is "search by unit and kind" \
	"$(search -b tile-static -r 2 -l 3 -k counter --search=phit)" "${tile}_0 ${tile}_1"
is "search: other names" "$(search -r 2 -l 3 -s GM_TILE_PERF_INQ_STALL)" "${tile}_4"
is "a register by its other name" "$(search GM_TILE_PERF_CREDIT_STALL:2:3)" "${tile}_5"
fails "a tile that is not there" 2 'with row 0 to 5, column 0 to 7' \
	gpcd counters -c gemini GM_TILE_PERF_CREDIT_STALL:2:9
is "search: aliases" "$(search -s alias)" "GM_RMT_PUT_PERFORMANCE_COUNTERS GM_RMT_SEND_PERFORMANCE_COUNTERS"
is "search: as JSON" "$(gpcd counters -c gemini -r 2 -l 3 -s input --json |
	jq -r '.counters[0].meaning')" "cycles: input stall: a packet waited in the tile's input queue"
like "search: one register is shown upright" "$(gpcd counters -c gemini -s alias 'GM_RMT_PUT*')" \
	'alias_of +GM_RMT_PUT_PERFORMANCE_COUNTERS0'
is "search: all chips without a device" "$(gpcd counters -s alias --names | wc -l)" 3
fails "search: nothing, but something near" 2 "no register's description has 'stlals'; did you mean 'stalls?'" \
	gpcd counters -s stlals
fails "search: nothing, and nothing near" 2 "no register's description has 'frobnicate'$" \
	gpcd counters -c gemini -s stall frobnicate
fails "search: not together" 2 "no register's description has all these words" \
	gpcd counters -c gemini -s stall -k gauge
fails "search: too long a word" 2 "--search 'x*': up to 16 words of up to 31 letters" \
	gpcd counters -s "$(printf %099d 0 | tr 0 x)"

# Words without -s: with synonyms, and an array of registers is a row.
words()
{
	python3 "$top/tests/cli/helpers/terminal.py" "$@"
}

stalls="name                                        registers  unit           meaning
GM_[0-5]_[0-7]_TILE_PERFORMANCE_COUNTERS_4         48  router cycles  cycles: input stall: a packet waited in the tile's input queue
GM_[0-5]_[0-7]_TILE_PERFORMANCE_COUNTERS_5         48  router cycles  cycles: output stall: the tile's output waited for credits"
is "a word: 48 tiles are a row" "$(gpcd counters -c gemini -b 'tile-*' congestion)" "$stalls"
is "a word: further ones narrow it" "$(gpcd counters -c gemini -b 'tile-*' congestion credits | wc -l)" 2
is "a word: and globs are globs" "$(gpcd counters -c gemini 'GM_2_3_*' congestion credits | sed -n 's/^name *//p')" \
	GM_2_3_TILE_PERFORMANCE_COUNTERS_5
is "a word beside a name that exists" \
	"$(gpcd counters -c gemini GM_0_0_TILE_PERFORMANCE_COUNTERS_4 stall | sed -n 2p)" \
	"name        GM_0_0_TILE_PERFORMANCE_COUNTERS_4"
is "a word: an array's name is a glob" \
	"$(gpcd counters -c gemini --names 'GM_[0-5]_[0-7]_TILE_PERFORMANCE_COUNTERS_4' | wc -l)" 48
is "a word: scripts get each register" "$(gpcd counters -c gemini -b 'tile-*' --names congestion | wc -l) $(
	gpcd counters -c gemini -b 'tile-*' --csv congestion | wc -l)" "96 97"
like "a word: all chips without a device" "$(gpcd counters alias)" '^chip +name .*aries '
is "-s means the word itself" "$(gpcd counters -c gemini -b 'tile-*' -s stall | wc -l)" 97
fails "-s means the word itself: no synonym" 2 "no register's description has 'congestion'" \
	gpcd counters -c gemini -s congestion
fails "a word of nothing" 2 "no register's description has 'frobnicate'$" gpcd counters frobnicate
# shellcheck disable=SC2046 # words
fails "too many words" 2 "'17': up to 16 words of up to 31 letters" gpcd counters -c gemini $(seq 17)
is "a narrow terminal: the meaning is below" "$(words 80 "$GPCD" counters -c gemini -b 'tile-*' congestion)" \
	"name                                        registers  unit
    meaning
GM_[0-5]_[0-7]_TILE_PERFORMANCE_COUNTERS_4         48  router cycles
    cycles: input stall: a packet waited in the tile's input queue
GM_[0-5]_[0-7]_TILE_PERFORMANCE_COUNTERS_5         48  router cycles
    cycles: output stall: the tile's output waited for credits"
is "a wider one: it is beside, in lines" \
	"$(words 105 "$GPCD" counters -c gemini -b 'tile-*' congestion credits | tail -n 2)" \
	"GM_[0-5]_[0-7]_TILE_PERFORMANCE_COUNTERS_5         48  router cycles  cycles: output stall: the tile's
$(printf %70s '')output waited for credits"
is "no line is longer than the terminal" \
	"$(words 80 "$GPCD" counters -c gemini stall | awk 'length > 80' | head -1)" ""
is "a wide one: as in a file" "$(words 200 "$GPCD" counters -c gemini -b 'tile-*' congestion)" "$stalls"

exits 2 "an unknown name" gpcd counters -c gemini NO_SUCH
like "an unknown name is said" "$(cat err)" "no register 'NO_SUCH' .* gemini"
is "nothing is near: no guess" "$(grep -c mean err)" 0
fails "a name nearly" 2 "no register 'GM_0_0_TILE_PERFORMANCE_COUNTER_0' .*; did you mean 'GM_0_0_TILE_PERFORMANCE_COUNTERS_0'" \
	gpcd counters -c gemini GM_0_0_TILE_PERFORMANCE_COUNTER_0
fails "a name of the other chip" 2 "no register 'GM_NL_PERF_CNTRL' on a chip of type aries, but on one of type gemini" \
	gpcd counters -c aries GM_NL_PERF_CNTRL
fails "an unknown chip" 2 "--chip 'slingshot' is not a valid CHIP: gemini, aries, cassini1 or cassini2 .or a driver: gpcd-dictionary.5.." gpcd counters -c slingshot
fails "an unknown kind" 2 "--kind 'odd' is not a valid KIND: counter, .* or saturating"$'\n' gpcd counters -k odd
fails "a kind nearly" 2 "did you mean 'control'" gpcd counters -k contrl
fails "a row too far" 2 "--row '8' is not a valid ROW: .*0 to 7" gpcd counters -r 8
exits 3 "a device that was named must open" gpcd -d image:none.img counters

# docs/nic-counters.md: the rules of the code, in words.
page=$top/docs/nic-counters.md
rules()
{
	sed -nE 's/SIZED\(([0-9]), ([0-9])\)/packets of \1 to \2 words/
		s/^\t\{ "(.*)", GPCD_NIC_(.*), (.*) \},$/\1|\2|\3/p' "$top/kmod/chips/$1/nic.c" |
		sed -E 's/\|PKTS\|/|packets|/; s/\|FLITS\|/|flits|/; s/\|DATA\|/|flits of data|/
			s/\|BYTES\|/|bytes|/; s/\|TRANSFERS\|/|transfers|/; s/\|WAITED\|/|waits|/
			s/\|LATENCY\|/|response time, us|/; s/ \| /; /; s/BTE_PUT/BTE PUT/
			s/PUT_GET/PUT and GET/; s/GET_AMO/GET and AMO/; s/PUT_AMO/PUT and AMO/
			s/OUT\(/out, /; s/ANSWERED\(/answered, /; s/SERVED\(/served, /; s/ANSWERS\(/answers, /
			s/\|CROSS_PKTS\|/|packets|/; s/\|CROSS_FLITS\|/|flits|/; s/\|CROSS_STALLED\|/|stalls|/
			s/WAY_OUT/out/; s/WAY_ANSWERED/answered/; s/WAY_SERVED/served/; s/WAY_ANSWERS/answers/
			s/, ALL\)/)/; s/\)//g
			s/ ([0-9]) to \1 / \1 /; s/\|OCTETS\|/|octets|/; s/\|ORDERED\|/|packets in order|/
			s/\|UNORDERED\|/|other packets|/; s/\|SENT/|sent/; s/\|RECEIVED/|received/
			s/\|WRITES/|written/; s/\|READS/|read/; s/written; READS/written and read/'
}

rows()
{
	sed -nE "s/^\| \`($1[^\`]*)\` \| ([^|]*) \| ([^|]*) \|.*\$/\1|\2|\3/p" "$page"
}

for chip in gemini:GM_:45 aries:AR_:40 'cassini:[a-z]:48'; do
	IFS=: read -r name prefix count <<<"$chip"
	is "rules of a NIC: $name, how many" "$(rules "$name" | wc -l)" "$count"
	is "rules of a NIC: $name, as docs/nic-counters.md has them" \
		"$(diff <(rules "$name") <(rows "$prefix") | head -5)" ""
done

# And each counter of a NIC is on the page, by its name or by a glob.
undescribed()
{
	local globs name glob

	# shellcheck disable=SC2016 # the page's quotes
	mapfile -t globs < <(grep -oE '`[*A-Za-z]+_[^`]*`' "$page" | tr -d '`' | tr '#%' '??')
	while read -r name; do
		for glob in "${globs[@]}"; do
			# shellcheck disable=SC2053 # it is a glob
			[[ $name == $glob ]] && continue 2
		done
		echo "$name"
	done
}

is "every counter of a NIC is in docs/nic-counters.md" "$({
	gpcd counters -c gemini -k counter -b 'nic-*' --names
	gpcd counters -c aries -k counter --names | grep -v _RTR_
	gpcd counters -c aries -k packed --names | grep -v _RTR_
	gpcd counters -c cassini2 --names
} | undescribed | head -5)" ""
