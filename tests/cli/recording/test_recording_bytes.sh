#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Recordings, compared with a decoder written from docs/recording.md only, and descriptions with one
# changed member.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

register=GM_TARB_PERF_OUT_PKTS
tile=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
needs "${GPCD%/*}/tests/cli/clock.so"
still a.img
word a.img 0x2001380 72623859790382856
epoch=$(gpcd -d image:a.img info --json | jq -r '.devices[0].epoch')

decode()
{
	python3 "$top/tests/cli/helpers/recording.py" "$@"
}
# timeless ARGUMENT...: run it with a clock of the test's own, a second from sample to sample
timeless()
{
	LD_PRELOAD="${GPCD%/*}/tests/cli/clock.so" gpcd "$@"
}

# --- every field ---

packets=$(gpcd -d image:a.img read --csv $register | tail -n 1 | cut -d, -f9)
counted=$(gpcd -d image:a.img read --csv $tile | tail -n 1 | cut -d, -f9)
exits 0 "a recording" timeless -d image:a.img record -o r.gpr -n 3 $register $tile
is "version, tick, number of records, and its end" "$(decode rows r.gpr | sed -n 1p)" "2 1.0 3 ended"
is "each field of each record" "$(decode rows r.gpr | tail -n +2)" \
	"$(for i in 1 2 3; do
		echo "100000000${i}000000000 100000000${i}000000000 100000000${i}000000000 0 1000000000 $epoch $i 0 0 $packets $counted"
	done)"
is "all bits of a counter" "$counted" $((72623859790382856 & 0xffffffffffff))
is "names, in this order" "$(decode members r.gpr | grep -c '^groups.0.columns.[0-9]*$')" 10
CLOCK_EVERY=2 CLOCK_LATE=2500000000 timeless -d image:a.img record -o late.gpr -n 4 $register 2>/dev/null
is "missed periods" "$(decode rows late.gpr | tail -n +2 | cut -d ' ' -f 9 | xargs)" "0 2 0 2"

# A block has at most 1,024 records; of constant values, one block has that many.
timeless -d image:a.img record -o many.gpr -n 1025 --flush 24h $register 2>/dev/null
is "more records than a block has" "$(decode rows many.gpr | sed -n 1p) $(grep -ao DATA many.gpr | wc -l)" \
	"2 1.0 1025 ended 2"
timeless -d image:a.img record -o full.gpr -n 1024 --flush 24h $register 2>/dev/null
is "as many as a block has" "$(decode rows full.gpr | sed -n 1p) $(grep -ao DATA full.gpr | wc -l)" \
	"2 1.0 1024 ended 1"

# Counters of a network interface: its recording describes them, and says why one has no value.
mkdir box
echo 5 >box/a
echo x >box/bad
echo 18446744073709551615 >box/big
exits 1 "a network interface's recording, one counter refused" timeless -d counters:box record -o nic.gpr -n 2 a bad big
is "its version, and each field of each record" "$(decode rows nic.gpr)" "3 1.0 2 ended
$(for i in 1 2; do
	echo "100000000${i}000000000 100000000${i}000000000 100000000${i}000000000 0 0 1 $i 0 0 5 refused 18446744073709551615"
done)"

# --- a description with one changed member ---

timeless -d image:a.img record -o d.gpr -n 2 $register 2>/dev/null
good=$(gpcd replay --csv d.gpr)
damaged='a recording whose description is damaged'

# Each line: a member, its value, "-" for none, and the error, "same" if it is accepted
cat >changes <<"EOT"
version -
version 0
version 1
version 3 same
version 4 a recording of a later version
version "2"
program -
program 1
title -
host - same
host 5
tick -
tick 0
tick -1
tick "1"
groups -
groups []
groups.0 1
groups.0.name -
groups.0.name "other" 'other' are no registers of chips
groups.0.columns -
groups.0.columns []
groups.0.columns.8.name -
groups.0.columns.8.unit 1
groups.0.columns.8.kind "other"
groups.0.columns.8.bits -
groups.0.columns.8.bits 0
groups.0.columns.8.bits 65
groups.0.columns.8.bits 1.5
groups.0.columns.8.loads true same
groups.0.columns.8.loads 1
groups.0.columns.8.other 1 same
groups.0.sources []
groups.0.sources.0.name -
groups.0.sources.0.capacity -1
groups.0.sources.0.coord - same
groups.0.sources.0.coord [1,2]
groups.0.sources.0.coord [1,2,-3]
groups.0.sources.0.other 1 same
other 1 same
EOT
decode change d.gpr changed <changes

number=0
while read -r member value wanted; do
	file=changed.$((++number))
	run "$GPCD" replay --csv "$file"
	if [ "$wanted" = same ]; then
		is "$member is $value: understood" "$status $(cat out)" "0 $good"
	else
		like "$member is $value: refused" "$status $(cat out err)" \
			"^2 gpcd replay: $file: ${wanted:-$damaged}"
	fi
done <changes
