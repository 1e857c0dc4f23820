#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# How far long work has come is shown on a terminal after two seconds, by a clock of the test's own.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim=$GPCD-sim
clock=${GPCD%/*}/tests/cli/clock.so
needs "$clock"

columns=80

# screen STEP COMMAND...: run it on a terminal of so many columns, with a clock that goes on by so many
# milliseconds whenever it is read; what is written there goes to ./out
screen()
{
	python3 "$top/tests/cli/helpers/terminal.py" "$columns" env LD_PRELOAD="$clock" CLOCK_STEP="${1}000000" \
		"${@:2}" >out
	status=$?
}

# first: the first line of ./out that has an estimate
first()
{
	tr '\r' '\n' <out | grep -m 1 ' left '
}

# parts: the percentages of ./out, in their order
parts()
{
	tr '\r' '\n' <out | sed -nE 's/.*\] +([0-9]+) %.*/\1/p'
}

# left: what ./out leaves on the screen
left()
{
	sed 's/.*\r\x1b\[K//' out
}

flow=("$sim" run --torus 4x4x4 --engine flow --load 0.5 --time 200us)
"${flow[@]}" >plain
screen 500 "${flow[@]}"
like "a flow run: a part of its nodes" "$(first)" \
	'\[#*\.+\] +[0-9]+ %, [0-9:]+ (s|min|h) left  [0-9]+ of 128 nodes$'
is "nothing of it stays" "$(left)" "$(<plain)"
screen 0 "${flow[@]}"
is "nothing is shown before two seconds" "$(<out)" "$(<plain)"
LD_PRELOAD=$clock CLOCK_STEP=500000000 "${flow[@]}" >out 2>err
is "nothing in a pipe" "$(wc -c <err) $(cmp out plain && echo same)" "0 same"

screen 1000 "$sim" run --torus 2x2x2 --time 20us
like "a run: simulated time" "$(first)" 'left  [0-9.]+ us simulated, [0-9.e+-]+ M hops/s$'
is "a run: it never goes back" "$(parts | sort -nc 2>&1)" ""

# widest COLUMNS: the columns of its longest line on a terminal of this width
widest()
{
	columns=$1 screen 1000 "$sim" run --torus 2x2x2 --time 20us
	tr '\r' '\n' <out | grep ' left ' | sed 's/^\x1b\[K//' | wc -L
}
is "it ends before a narrow terminal does" "$(widest 40)" 39
like "it is never longer than a usual one" "$(widest 80)" '^[4-7][0-9]$'
like "it fits in without being cut" "$(widest 200)" '^[4-7][0-9]$'

# A message is on a line of its own.
( ulimit -f 64; screen 1000 "$sim" run --torus 4x4x4 --time 100us --load 0.5 --record full.gpr --every 10ns )
is "an error is said once, on a line of its own" "$(left)" "gpcd-sim run: full.gpr: File too large"

"$sim" program alltoall --ranks 16 --bytes 20KiB >all.goal
screen 1000 "$sim" run --torus 2x2x2 --job all.goal
like "a job: a part of its bytes" "$(first)" '^.\[K\[#*\.+\] +[0-9]+ %, '
is "a job: it never goes back" "$(parts | sort -nc 2>&1)" ""
"$sim" program alltoall --ranks 16 --bytes 20 >worms.goal
screen 1000 "$sim" run --machine xmp64 --job worms.goal
like "worms: a part of the operations" "$(first)" ' left  operations of ranks$'
screen 1000 "$sim" probe --torus 2x2x2
like "probes" "$(<out)" ' left  [0-9]+ of [0-9]+ probes'

# Studies have many simulations, each a part of the whole.
screen 1000 "$GPCD-study" logpc fig6 --long-count 1
like "a study: rows of a table" "$(<out)" ' left  fig6: [0-9]+ of 7 rows'
is "a study: it never goes back" "$(parts | sort -nc 2>&1)" ""
screen 1000 "$GPCD-study" xmp64 --permutations 3 --runs 2
like "nested parts" "$(<out)" ' left  [0-9]+ of 3 permutations'
is "nested parts: it never goes back" "$(parts | sort -nc 2>&1)" ""
like "nested parts: nearly all is done in the end" "$(parts | tail -n 1)" '^9[0-9]$'
screen 1000 "$GPCD-study" minighost --torus 4x4x4 --grid 8x16x16 --reduced-box 4
like "messages: an estimate from the beginning" "$(parts | awk '$1 && $1 < 33' | sort -u | wc -l)" '^([3-9]|[1-9][0-9]+)$'
like "messages: nearly all is done in the end" "$(parts | tail -n 1)" '^9[0-9]$'
is "messages: it never goes back" "$(parts | sort -nc 2>&1)" ""
