#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd without arguments: what there is, what is missing, examples that work, commands in groups.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"
unset GM_INTERCONNECT

# How to run a command where loopback is the only interface; empty: here.
space=()
# door: what gpcd alone shows on a terminal of 80 x 24, in ./out; its exit code in $status
door()
{
	script -qec "stty cols 80 rows 24; $(printf '%q ' "${space[@]}" "$GPCD")" /dev/null </dev/null >typescript
	status=$?
	tr -d '\r' <typescript >out
}

# fits WHAT: a terminal of 80 x 24 has room for all of it and a prompt
fits()
{
	is "$1: fits 80 x 24" "$(awk 'length > 80' out; awk 'END { print NR < 24 }' out)" 1
}

# examples: the commands that it offers
examples()
{
	sed -n '/^To try:$/,/^$/ s/^  \(.\{34\}\) .*/\1/p' out | sed 's/ *$//'
}

# all_work WHAT: each example ends well; top prints one screen, as there is no terminal
all_work()
{
	local command

	is "$1: three examples" "$(examples | wc -l)" 3
	while IFS= read -r command; do
		command=${command/% top/ top --batch -n 1}
		command=${command/%&/--once}
		# shellcheck disable=SC2086 # words
		run "${space[@]}" "$GPCD" ${command#gpcd}
		is "$1: $command" "$status: $(<err)" "0: $(<err)"
	done < <(examples)
}

door
is "no arguments are an error still, for a script that tests it" "$status" 2
fits "this machine"
all_work "this machine"
door
is "every command is in a group, once" \
	"$(sed -n '/^Commands;/,$ s/^  [a-z]* *//p' out | tr -s ' ' '\n' | sort | paste -s -d ' ')" \
	"$("$GPCD" --help | sed -n '/^Commands:/,/^$/ s/^  \([a-z]*\) .*/\1/p' | sort | paste -s -d ' ')"
gpcd help >helped
is "help alone is the same" "$(cmp out helped && echo same)" same
fails "a pipe gets an error, as before" 2 "a command is missing"$'\n' gpcd
run gpcd
is "a pipe: nothing on standard output" "$(wc -c <out)" 0

# Commands take loopback only if it is named: in a name space of its own there is nothing else.
if [ ! -e /dev/gpcd0 ] && unshare -rn true 2>/dev/null; then
	space=(unshare -rn)
	door
	fits "loopback alone"
	like "loopback alone: it is named" "$(examples | xargs)" '^gpcd -d net:lo top gpcd -d net:lo stat sleep 1 '
	all_work "loopback alone"
	fails "loopback alone, without its name: the remedy" 3 \
		"/dev/gpcd0: no such device: load a module .*, or name with -d what there is: image:FILE, or from .gpcd list'" \
		unshare -rn "$GPCD" stat true
	space=()
fi

still a.img
export GPCD_DEVICE=image:a.img
door
fits "a router"
like "a router: it is there" "$(<out)" $'\nimage:a.img +gemini +live +file'
like "a router: what links need" "$(<out)" 'no map of links: `rtr -i 4x4x4 >map.txt'
all_work "a router"
"${GPCD%/*}/rtr" -i 1x1x1 >map.txt
GM_INTERCONNECT=$PWD/map.txt door
is "a router with a map: nothing is missing" "$(grep -c map out)" 0

export GPCD_DEVICE=image:/there/is/no/such/folder/nor/file.img
door
fits "a device that is missing"
like "a device that is missing: the remedy" "$(tr -s ' \n' ' ' <out)" 'no such file: make one with `gpcd emulate --image'
export GPCD_DEVICE=image:none.img
door
fits "a file that is missing"
all_work "a file that is missing"

echo text >broken.img
export GPCD_DEVICE=image:broken.img
door
like "a device that is broken" "$(<out)" $'\nimage:broken.img +- +gone +-'
all_work "a device that is broken"
