#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The simulator: a table is whole or there is none, and so is each file of --tables.
# shellcheck disable=SC2016 # the sweep runs commands in its own shell

machines=$(realpath "${0%/*}/../../lib/hardware/files")
GPCD_STUDIES=$(realpath "${0%/*}/../../lib/studies")
export GPCD_STUDIES
# shellcheck source=tests/sweep/lib.sh
. "${0%/*}/lib.sh"

recorded()
{
	printf '%s\n' bytes,ns 8,1000 64,3000 8,3000 8,2000 64,3000 >times.csv
}
in_both recorded
goal()
{
	printf '%s\n' 'num_ranks 2' 'rank 0 {' ' a: send 5000b to 1' ' b: send 5000b to 1' ' b requires a' '}' \
		'rank 1 {' ' recv 5000b from 0' ' recv 5000b from 0' '}' >few.goal
}
in_both goal
for format in '' --csv --json; do
	# shellcheck disable=SC2086 # no argument where there is none
	sweep gpcd-study aries fig4 times.csv $format
done
export GPCD_MACHINES=$machines
worms()
{
	printf 'num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n' >worm.goal
}
in_both worms
for format in '' --csv; do
	# shellcheck disable=SC2086 # no argument where there is none
	{
		sweep gpcd-sim run --machine alewife --job worm.goal@0,4 --table ranks $format
		SWEEP_EVERY=7 sweep gpcd-sim probe --machine xmp64 --bytes 1 --long 2 $format
	}
done
sweep gpcd-sim run --machine xmp64 --job worm.goal --links --ranks --json
SWEEP_EVERY=3 sweep gpcd-sim probe --mesh 2 --long 64
SWEEP_EVERY=3 sweep gpcd-study aries fig3 --dragonfly 2x2x2 --jobs 0 --repetitions 1 --allocations 2 --threads 1
# Allocations, other jobs, and statistics of statistics.
for what in "fig3 --jobs 1 --beside neighbour --bytes 64" "model --jobs 0" "factors --jobs 0"; do
	# shellcheck disable=SC2086 # arguments
	SWEEP_EVERY=5 sweep gpcd-study aries $what --dragonfly 4x2x3 --repetitions 1 --threads 1 --csv
done
# Each file has its table, or is not there, and nothing else is.
export SWEEP_BEFORE='rm -rf tables'
export SWEEP_AFTER='for file in tables/*; do
	case $file in
	"tables/*") ;;
	tables/summary.csv) [ "$(wc -l <$file)" = 3 ] ;;
	tables/claims.csv) [ "$(wc -l <$file)" = 2 ] ;;
	*) false ;;
	esac || exit 1
done'
sweep gpcd-study aries fig4 times.csv --tables tables --csv
unset SWEEP_BEFORE SWEEP_AFTER
SWEEP_BEFORE='rm -f p.html*' SWEEP_AFTER='[ ! -e p.html ] || grep -q "^</html>" p.html' \
	sweep gpcd-sim run --dragonfly 2x1x3 --load nic:0.1 --time 1us --every 500ns --html p.html --csv
sweep gpcd-sim run --dragonfly 2x1x3 --routing adaptive1 --pattern uniform --load nic:0.1 --time 1us --csv
sweep gpcd-sim run --dragonfly 2x1x3 --routing aware --job few.goal@0,8 --table routings --csv
# The C library keeps two blocks for each value that a variable of the environment ever had: eleven
# of two ranks, and for each rank the image of its device.
SWEEP_KEPT=22 sweep gpcd-sim ugni -n 2 --dragonfly 2x1x3 true
SWEEP_KEPT=26 SWEEP_EVERY=7 SWEEP_BEFORE='rm -rf images' sweep gpcd-sim ugni -n 2 --dragonfly 2x1x3 -o images true
done_sweeping
