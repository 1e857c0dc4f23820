#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# record: neither a renamed file, nor one whose successor cannot be begun, ends the recording; nor
# does SIGHUP at any time.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
still a.img
export GPCD_DEVICE=image:a.img

# samples FILE...: number of samples of each
samples()
{
	local file

	for file; do
		echo "$file $(gpcd replay --csv "$file" 2>/dev/null | tail -n +2 | wc -l)"
	done
}

# recording FILE OPTION...: start one with a clock that ticks seconds, from 1000000001 on
recording()
{
	ticking "$GPCD" record -o "$@" --flush 1s $counter 2>err
}

# --- without SIGHUP ---

recording moved.gpr --max-age 4s
ticks 1
mv moved.gpr moved.1
ticks 4
stops "renamed" record 5
is "renamed: the next file is begun when the old one is complete" "$(samples moved.*)" \
	"moved.1 3
moved.gpr 2"

recording taken.gpr --max-age 4s
ticks 1
mv taken.gpr taken.1
: >taken.gpr
ticks 4
stops "renamed, another file in its place" record 5
is "renamed, another file in its place: it is taken, and not renamed" "$(samples taken.*)" \
	"taken.1 3
taken.gpr 2"

# --- no other file can be begun ---

# kept FILE STATE: number of messages that it goes on
kept()
{
	grep -cx "gpcd record: $1: the file that $2 goes on" err
}

mkdir here
recording here/h.gpr --max-age 4s
ticks 1
mv here away
kill -HUP $pid
eventually grep -q 'goes on' err
is "no folder, SIGHUP: it is said" "$(cat err)" "gpcd record: here/h.gpr: No such file or directory
gpcd record: here/h.gpr: the file that was renamed goes on"
ticks 7
is "no folder: said once more at each boundary" "$(kept here/h.gpr 'was renamed')" 3
mv away here
ticks 4
stops "no folder" record 12
is "no folder: when it is back, the file is complete at the next boundary" "$(samples here/*)" \
	"here/h.gpr 1
here/h.gpr.20010909T014641.000000Z 11"

complete=there.gpr.20010909T014641.000000Z
: >$complete
recording there.gpr --max-age 4s
ticks 1
kill -HUP $pid
eventually grep -q 'goes on' err
is "a name that is taken, SIGHUP: it is said" "$(cat err)" "gpcd record: $complete: File exists
gpcd record: there.gpr: the file that is there goes on"
ticks 4
is "a name that is taken: said once more at a boundary" "$(kept there.gpr 'is there')" 2
rm $complete
ticks 3
stops "a name that is taken" record 8
is "a name that is taken: no sample is lost" "$(samples there.*)" \
	"there.gpr 1
$complete 7"

complete=large.gpr.20010909T014641.000000Z
: >$complete
LD_PRELOAD="${GPCD%/*}/tests/cli/clock.so" gpcd record -o large.gpr --max-size 4KiB --flush 1s -n 250 $counter 2>err
bytes=$(stat -c %s large.gpr)
succeeds "by size, a name that is taken: it goes on" test $((bytes / 4096)) = 2
is "by size, a name that is taken: said once more after as many bytes" "$(kept large.gpr 'is there')" 2

# --- the old file has no room for its last block ---

timeless=(env LD_PRELOAD="${GPCD%/*}/tests/cli/clock.so")
"${timeless[@]}" "$GPCD" record -o room.gpr -n 1 --flush 1h 2>/dev/null
room=$(stat -c %s room.gpr)
ticking prlimit --fsize=$((room - 1)) "$GPCD" record -o full.gpr --flush 1h 2>err
ticks 5
mv full.gpr full.1
kill -HUP $pid
ended $pid
is "no room, SIGHUP: exit code" $? 5
is "no room, SIGHUP: what is lost with the old file does not count" "$(sed 's/.*byte [0-9]*/end/' err)" \
	"end
gpcd record: 0 samples, 0 periods missed, 0 torn"
is "no room, SIGHUP: what is there" "$(samples full.*)" "full.1 0
full.gpr 0"
# What ends the file has no room, but its block has.
"${timeless[@]}" prlimit --fsize=$((room - 1)) "$GPCD" record -o block.gpr -n 1 --flush 1h 2>err
is "no room for the end: exit code" $? 5
is "no room for the end: where it ends, and what it has" "$(sed 's/.*, at/at/' err)" \
	"at byte $(stat -c %s block.gpr)
gpcd record: 1 samples, 0 periods missed, 0 torn"

# --- SIGHUP before it records ---

# reloading PID: it catches SIGHUP, bit 0
reloading()
{
	# shellcheck disable=SC2016 # awk's own variables
	in_life "$1" awk '/^Name:/ { ours = $2 == "gpcd" }
		/^SigCgt:/ { exit !(ours && $2 ~ /[13579bdf]$/) }' "/proc/$1/status"
}

# waiting: start one that waits for a missing device, $pid
waiting()
{
	"$GPCD" -d image:later.img record --wait -o w.gpr -i 1ms -n 3 $counter 2>err &
	pid=$!
	children+=("$pid")
	reloading $pid
}

waiting
kill -HUP $pid
still later.img
ended $pid
is "SIGHUP while it waits for a device: it records" $? 0
is "SIGHUP while it waits for a device: into one file" "$(samples w.gpr*)" "w.gpr 3"
rm w.gpr later.img
waiting
kill -TERM $pid
ended $pid
is "SIGTERM while it waits ends it" $? 143
(
	trap '' HUP
	exec "$GPCD" -d image:later.img record --wait -o w.gpr $counter 2>err
) &
pid=$!
children+=("$pid")
started $pid
asleep $pid
is "nohup: SIGHUP stays ignored while it waits" "$(awk '/^SigIgn:/ { print $2 ~ /[13579bdf]$/ }' /proc/$pid/status)" 1
kill $pid
