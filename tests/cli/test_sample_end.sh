#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# How sample ends: always after a whole record.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

still g.img
# Run the command itself in the background, so that signals reach only it.
sample()
{
	exec "$GPCD" -d image:g.img sample "$@"
}
# Every line has all columns, and the last one is complete.
whole()
{
	[ "$(awk -F, '{ print NF }' "$1" | sort -u)" = 296 ] && [ -z "$(tail -c 1 "$1")" ]
}

# begun FILE: it has a sample
begun()
{
	eventually test -s "$1"
}

for signal in INT TERM HUP; do
	sample -i 1ms --csv >"csv.$signal" 2>"err.$signal" &
	pid=$!
	begun "csv.$signal"
	kill -$signal $pid
	ended $pid
	is "SIG$signal after samples: exit code" $? 0
	succeeds "SIG$signal: whole records" whole "csv.$signal"
	like "SIG$signal: a closing line" "$(cat "err.$signal")" '[0-9]+ samples, [0-9]+ periods'
done
is "the closing line is true" "$(grep -oE '[0-9]+ samples,' err.INT)" \
	"$(($(wc -l <csv.INT) - 1)) samples,"
sample -i 1h >out 2>err &
pid=$!
catching $pid
kill -INT $pid
ended $pid
is "SIGINT before the first sample: exit code" $? 1

# A faster rate than possible: a signal must still get through.
sample -i 100us --json >busy 2>err &
pid=$!
begun busy
kill -TERM $pid
ended $pid
is "a signal ends it however busy it is" $? 0
rm busy

trap '' HUP
ticking "$GPCD" -d image:g.img sample -i 10ms -n 3 --csv >csv.nohup 2>err
trap - HUP
tick
kill -HUP $pid
tick
tick
ended $pid
is "under nohup SIGHUP ends nothing" "$? $(wc -l <csv.nohup)" "0 4"

# A pipe that is open, but has no room for one record of all registers.
mkfifo pipe
exec 8<>pipe
dd if=/dev/zero of=pipe oflag=nonblock bs=4096 count=1000 2>/dev/null
# With this clock the command waits only for room.
LD_PRELOAD=${GPCD%/*}/tests/cli/clock.so sample -i 1ms --json 'GM_*' >pipe 2>err &
pid=$!
catching $pid
asleep $pid
kill -TERM $pid
ended $pid
is "a signal ends it while its output is stuck" $? 1
like "stuck before the first record: a closing line" "$(cat err)" '^gpcd sample: 0 samples'
exec 8>&-

exec 8<>pipe
sample -i 1ms --json 'GM_*' >pipe 2>err &
pid=$!
dd bs=1 count=1 <&8 >stuck 2>/dev/null
kill -TERM $pid
ended $pid
is "a signal in the midst of a stuck record: exit code" $? 5
like "a signal in the midst of a stuck record: said" "$(cat err)" 'output: Timer expired'
exec 8>&-

exec 8<>pipe
sample -i 1ms --json 'GM_*' >pipe 2>err 8>&- &
pid=$!
exec 9<pipe 8>&-
dd bs=1 count=1 <&9 >json.late 2>/dev/null
kill -TERM $pid
cat <&9 >>json.late
ended $pid
is "a signal in the midst of a record that is read: exit code" $? 0
is "a signal in the midst of a record that is read: it is whole" \
	"$(jq '.values | length' json.late | sort -u)" 1550
exec 9<&-

# A pipe that another program has made non-blocking.
exec 8<>pipe
exec 9>pipe
dd oflag=nonblock count=0 </dev/null >&9 2>/dev/null
sample -i 1ms -n 5 --json 'GM_*' >&9 2>err 8>&- &
pid=$!
exec 7<pipe 8>&- 9>&-
cat <&7 >json.nonblock
ended $pid
is "a non-blocking pipe: exit code" $? 0
is "a non-blocking pipe: whole records" "$(jq '.values | length' json.nonblock | paste -sd,)" \
	1550,1550,1550,1550,1550
exec 7<&-

run gpcd -d image:g.img sample -i 1ms -n 5 --csv >/dev/null
( "$GPCD" -d image:g.img sample -i 1ms -n 5 --csv >/dev/full ) 2>err
is "a full device: exit code" $? 5
like "a full device: said" "$(cat err)" 'No space left'

"$GPCD" -d image:g.img sample -i 1ms --csv 2>err | head -n 3 >csv
codes=("${PIPESTATUS[@]}")
is "a closed pipe: exit code" "${codes[0]}" 5
is "a closed pipe: whole lines until then" "$(wc -l <csv)" 3
like "a closed pipe: a closing line" "$(cat err)" 'samples'
"$GPCD" counters -c aries | head -n 1 >/dev/null
is "a closed pipe ends other commands without a word" "${PIPESTATUS[0]}" 5
( "$GPCD" counters -c aries >/dev/full ) 2>err
is "counters to a full device: exit code" $? 5
( "$GPCD" -d image:g.img read GM_0_0_TILE_PERFORMANCE_COUNTERS_0 >/dev/full ) 2>err
is "read to a full device: exit code" $? 5
( "$GPCD" -d image:g.img info >&- ) 2>err
is "standard output closed: exit code" $? 5

# A file that may not grow further cuts a record short, as a full disk does.
( ulimit -f 64
	exec "$GPCD" -d image:g.img sample -i 1ms --csv >csv.limit 2>err.limit )
is "no more room in the file: exit code" $? 5
succeeds "no more room: whole records only" whole csv.limit
is "no more room: the closing line is true" "$(grep -oE '[0-9]+ samples,' err.limit)" \
	"$(($(wc -l <csv.limit) - 1)) samples,"
gpcd -d image:g.img sample -n 1 -i 1ms --csv >csv.before 2>/dev/null
cp csv.before csv.append
( ulimit -f 64
	exec "$GPCD" -d image:g.img sample -i 1ms --csv >>csv.append 2>err.limit )
succeeds "no more room, appending: what was there stays" \
	cmp <(head -c "$(wc -c <csv.before)" csv.append) csv.before
succeeds "no more room, appending: whole records only" whole csv.append

living l.img
sample_living()
{
	exec "$GPCD" -d image:l.img sample -i 10ms --csv
}
sample_living >csv.gone 2>err.gone &
pid=$!
begun csv.gone
kill -TERM "$driver"
ended $pid
is "the chip goes away: exit code" $? 3
like "the chip goes away: said" "$(cat err.gone)" 'chip is gone'
succeeds "the chip goes away: whole records" whole csv.gone
exits 3 "a chip that is gone" gpcd -d image:l.img read GM_0_0_TILE_PERFORMANCE_COUNTERS_0
ended "$driver"

living l.img
eventually grep -q lives emulate.err
sample_living >csv.short 2>err.short &
pid=$!
begun csv.short
truncate -s 4096 l.img
ended $pid
is "the image is made shorter: exit code" $? 3
is "the image is made shorter: said" "$(grep -m 1 image:l.img err.short)" \
	"gpcd sample: image:l.img: the image file was made shorter, or cannot be read"
succeeds "the image is made shorter: whole records" whole csv.short
ended "$driver"
is "the image is made shorter: its driver's exit code" $? 3
