#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a start, a printed value and a packet-hop cost in instructions of user space, which no other
# work on the machine changes. More than 15 % above the baseline, which is of gcc 12, fails; what
# another compiler makes is printed only.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

still s.img
compiler=$(readelf -p .comment "$GPCD" | grep -o 'GCC:.* 12\.[0-9.]*$')

# instructions COMMAND...: as callgrind counts them
instructions()
{
	bounded valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >out |
		awk '/Collected/ { print $4 }'
}

# judge WHAT COUNT BASELINE
judge()
{
	if [ -z "${2//[!0-9]/}" ] || [ "$2" -le 0 ]; then
		report "$1" "got no count, but '$2'"
	elif [ "$compiler" ] && [ "$2" -gt $(($3 * 115 / 100)) ]; then
		report "$1" "$2 instructions, wanted at most 15 % more than $3"
	else
		report "$1: $2 instructions; by gcc 12: $3"
	fi
}

# a_value OPTION...: samples after the second, by the values of each
a_value()
{
	local few many

	few=$(instructions "$GPCD" -d image:s.img sample -i 1ms -n 2 "$@")
	many=$(instructions "$GPCD" -d image:s.img sample -i 1ms -n 12 "$@")
	echo $(((many - few) / (10 * 288)))
}

# simulate TIME: instructions, and packet-hops
simulate()
{
	local count

	count=$(instructions "$GPCD-sim" run --torus 4x4x4 --traffic uniform:0.3 --time "$1")
	echo "$count $(awk '$1 == "packet_hops" { print $2 }' out)"
}

# a_hop: what a longer run adds, by its packet-hops
a_hop()
{
	local count hops more

	read -r count hops < <(simulate 5us)
	read -r more < <(simulate 15us)
	echo $(((${more% *} - count) / (${more#* } - hops)))
}

judge "gpcd --version" "$(instructions "$GPCD" --version)" 1190000
judge "a value as text" "$(a_value)" 791
judge "a value as CSV" "$(a_value --csv)" 393
judge "a value as JSON" "$(a_value --json)" 1107
judge "a value of --long" "$(a_value --long)" 979
judge "a packet-hop" "$(a_hop)" 1036
