#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The dictionary.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

is "all of Gemini" "$(gpcd counters -c gemini --names | wc -l)" 1552
is "all of Aries" "$(gpcd counters -c aries --names | wc -l)" 2686
is "a line of CSV each, and a header" "$(gpcd counters -c gemini --csv | wc -l)" 1553
is "an object of JSON each" "$(gpcd counters -c aries --json | jq '.counters | length')" 2686
is "JSON has its schema" "$(gpcd counters -c aries --json | jq .schema)" 1

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
exits 2 "an unknown name" gpcd counters -c gemini NO_SUCH
like "an unknown name is said" "$(cat err)" "no register 'NO_SUCH' .* gemini"
exits 2 "an unknown chip" gpcd counters -c slingshot
exits 2 "an unknown kind" gpcd counters -k odd
exits 3 "a device that was named must open" gpcd -d image:none.img counters
