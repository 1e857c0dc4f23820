#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What is printed as the name of a value is accepted as one: by a pipe, and on a terminal, where metrics
# of tiles and links have short names.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

# names FILE: the first column of a text, without headings; a name may have a blank
names()
{
	sed '/^#/d; s/  .*//' "$1"
}

# read_names [OPTION...]: read what standard input names, as many at once as -m takes
read_names()
{
	local list

	while mapfile -t -n 60 list && [ ${#list[@]} -gt 0 ]; do
		gpcd read -i 10ms "$@" "${list[@]}" || echo "refused: $(<err)"
	done
}

# fed_back CHIP OPTION...: read everything that the chip has, then each printed name again
fed_back()
{
	local chip=$1

	shift
	living "$chip.img" -c "$chip"
	export GPCD_DEVICE=image:$chip.img
	gpcd read -i 10ms "$@" -m '*' >all
	names all >printed
	read_names "$@" <printed 2>err >again
	is "$chip: names of metrics" "$(names again | sort | cmp - <(sort printed) && wc -l <printed)" \
		"$(wc -l <printed)"
	like "$chip: tiles and links are among them" "$(<printed)" 'link_[a-z_]+:.*tile_|tile_.*link_[a-z_]+:'
	script -qec "$(printf '%q ' "$GPCD" read -i 10ms "$@" -m '*')" /dev/null </dev/null | tr -d '\r' >all
	names all >shown
	is "$chip: as many names on a terminal" "$(wc -l <shown)" "$(wc -l <printed)"
	is "$chip: none of them is long" "$(grep -cE '^(tile|link)_' shown)" 0
	read_names "$@" <shown 2>err >again
	is "$chip: short names" "$(names again | sort | cmp - <(sort printed) && echo all)" all
	gpcd read '*' >all
	mapfile -t registers < <(names all)
	gpcd read "${registers[@]}" >again
	is "$chip: names of registers" "$(names again | cmp - <(names all) && echo all)" all
	kill "$driver"
}
fed_back gemini --torus 4x4x4
fed_back aries --dragonfly 2x2x2

living a.img
export GPCD_DEVICE=image:a.img
# one NAME...: the names of what is read
one()
{
	gpcd read -i 10ms --torus 4x4x4 "$@" >all && names all | paste -s -d ' '
}
is "one tile, in both ways" "$(one tile_bytes:0,0 tile:5,7.bytes)" "tile_bytes:0,0 tile_bytes:5,7"
is "one link, capitals or not" "$(one x+.use Y-.use)" "link_use:X+ link_use:Y-"
is "all stalls of a link" "$(one x+.stalls)" "link_input_stalls:X+ link_credit_stalls:X+"
is "a glob of tiles" "$(one 'tile:0,[0-2].bytes')" "tile_bytes:0,0 tile_bytes:0,1 tile_bytes:0,2"
is "-m, too" "$(one -m tile:1,1.use)" "tile_use:1,1"
like "stat takes it" "$(gpcd stat -m tile_bytes:1,1 true 2>&1)" ' tile +1,1 +tile_bytes '
is "stat: of one tile" "$(gpcd stat -m tile_bytes:1,1 true 2>&1 | wc -l)" 2
like "metrics explains it" "$(gpcd metrics tile:1,1.use)" $'\nname +tile_use\n'
fails "a tile that is not there" 2 "tile:9,9.use: it has no such tile or link: see .gpcd metrics'" gpcd read -i 10ms tile:9,9.use
fails "a link that is not there" 2 "x.use: it has no such tile or link" gpcd read -i 10ms --torus 4x4x4 x.use
fails "a link without a map" 2 "x\+.use: its links need --interconnect" gpcd read -i 10ms x+.use
fails "a metric that is not there" 2 "no register 'tile:1,1.usage'|no metric 'tile:1,1.usage'" gpcd read -i 10ms tile:1,1.usage
