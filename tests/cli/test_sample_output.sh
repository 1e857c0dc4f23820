#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# sample -o and links -o: a file that is opened anew by SIGHUP, and renamed by size and by time. Each record is
# whole in one file, and each file has the header.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
still a.img
export GPCD_DEVICE=image:a.img

# sampling FILE OPTION...: start one with a clock that ticks seconds, from 1000000001 on
sampling()
{
	ticking "$GPCD" sample --csv -o "$@" $counter 2>err
}

# records FILE...: of each its header's first word, and the numbers of its samples
records()
{
	local file

	for file; do
		echo "$file $(head -n 1 "$file" | cut -d, -f1) $(tail -n +2 "$file" | cut -d, -f5 | paste -sd' ')"
	done
}

header=realtime_ns

# --- SIGHUP, as after logrotate ---

# hangs_up: send SIGHUP, which it heeds before the sample of the next tick
hangs_up()
{
	kill -HUP $pid
	eventually heard "$pid"
	ticks 1
}

sampling moved.csv
ticks 2
mv moved.csv moved.csv.1
ticks 1
hangs_up
ticks 1
stops "renamed" sample 5
is "renamed: SIGHUP opens the path anew, with a header" "$(records moved.csv.1 moved.csv | sort)" \
	"moved.csv $header 4 5
moved.csv.1 $header 1 2 3"

sampling same.csv
ticks 2
hangs_up
stops "not renamed" sample 3
is "not renamed: it goes on there, with one header" "$(records same.csv)" "same.csv $header 1 2 3"

sampling other.csv
ticks 1
mv other.csv other.csv.1
echo something,else >other.csv
hangs_up
ended $pid
is "another file is there: exit code" $? 5
is "another file is there: said" "$(tail -n 1 err)" \
	"gpcd sample: other.csv: it is appended to a file with another header: choose another file; what was written before is whole"
is "another file is there: it is not touched" "$(cat other.csv)" something,else

mkdir here
sampling here/h.csv
ticks 1
mv here there
hangs_up
stops "no folder" sample 2
is "no folder: said" "$(head -n 1 err)" "gpcd sample: here/h.csv: No such file or directory"
is "no folder: it goes on in the old file" "$(records there/h.csv)" "there/h.csv $header 1 2"

# --- by time and by size ---

sampling age.csv --max-age 4s
ticks 8
stops "by time" sample 8
is "by time: at whole multiples, named by the first record" "$(records age.csv*)" \
	"age.csv $header 8
age.csv.20010909T014641.000000Z $header 1 2 3
age.csv.20010909T014644.000000Z $header 4 5 6 7"

LD_PRELOAD="${GPCD%/*}/tests/cli/clock.so" gpcd sample --csv -o size.csv --max-size 4KiB -n 150 $counter 2>err
is "by size: no record is lost, or in two files" \
	"$(cat size.csv* | grep -v "^$header" | cut -d, -f5 | sort -n | paste -sd' ')" "$(seq -s' ' 150)"
is "by size: each has a header" "$(grep -c "^$header" size.csv* | cut -d: -f2 | sort -u)" 1
is "by size: all but the last have reached it, by their last record" "$(
	for file in size.csv.*; do
		bytes=$(stat -c %s "$file")
		last=$(tail -n 1 "$file" | wc -c)
		[ "$bytes" -ge 4096 ] && [ $((bytes - last)) -lt 4096 ] || echo "$file: $bytes"
	done)" ""
succeeds "by size: there are several" test "$(find . -name 'size.csv.*' | wc -l)" -ge 3

# A name that is taken: it goes on in the old file, and tries again.
: >taken.csv.20010909T014641.000000Z
sampling taken.csv --max-age 4s
ticks 4
rm taken.csv.20010909T014641.000000Z
ticks 4
stops "a name that is taken" sample 8
is "a name that is taken: said" "$(grep -c "taken.csv.20010909T014641.000000Z: File exists" err)" 1
is "a name that is taken: no record is lost" "$(records taken.csv*)" \
	"taken.csv $header 8
taken.csv.20010909T014644.000000Z $header 1 2 3 4 5 6 7"

# Someone has renamed it, and made another: that one is not renamed at a boundary.
sampling made.csv --max-age 4s
ticks 2
mv made.csv made.csv.1
: >made.csv
ticks 3
stops "made by someone else" sample 5
is "made by someone else: it is taken at the boundary" "$(records made.csv*)" \
	"made.csv $header 4 5
made.csv.1 $header 1 2 3"

# SIGHUP while a record is about to be written, here at the first rename: it is for later.
LD_PRELOAD="${GPCD%/*}/tests/cli/clock.so ${GPCD%/*}/tests/cli/signal.so" SIGNAL=1 SIGNAL_AT=1 \
	"$GPCD" sample --csv -o amid.csv --max-age 2s -n 5 $counter 2>err
is "SIGHUP amid a sample: no record is lost" "$? $(cat amid.csv* | grep -v "^$header" | cut -d, -f5 | sort -n | paste -sd' ')" \
	"0 1 2 3 4 5"

# --- continued, other formats, and errors ---

gpcd sample --csv -o twice.csv -i 1ms -n 1 $counter 2>/dev/null
gpcd sample --csv -o twice.csv -i 1ms -n 1 $counter 2>/dev/null
is "a file that is there is continued" "$(records twice.csv)" "twice.csv $header 1 1"
gpcd sample --json -o j.json -i 1ms -n 2 $counter 2>/dev/null
is "JSON: a line each, no header" "$(jq -s length j.json)" 2
gpcd links -o links.csv --csv -i 1ms -n 1 --torus 4x4x4 2>/dev/null
is "links: lines of a chip's links" "$(wc -l <links.csv)" 8
gpcd links --wrong -o wrong.csv --csv -i 1ms -n 1 --torus 4x4x4 2>/dev/null
is "links --wrong, too" "$(grep -cE ',fault,|,still,' wrong.csv)" 2
fails "--max-size alone" 2 "--max-size .*--output" gpcd sample --max-size 4KiB $counter
fails "a size of no file" 2 "/dev/null: no regular file: it has no size and no age" \
	gpcd sample -o /dev/null --max-size 4KiB $counter
exits 0 "a device, which has none" gpcd sample -o /dev/null -i 1ms -n 1 $counter
fails "a folder" 5 "[.]: Is a directory" gpcd sample -o . $counter
