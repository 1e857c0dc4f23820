#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd alarm on image files: wrong arguments, rates and thresholds to the count, looks without a
# rate, the command that it starts, how it ends. A tick is a look.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
setup=GM_2_3_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0
still a.img

alarm()
{
	"$GPCD" -d image:a.img alarm "$@"
}

# begin ARGUMENT...: watch a chip whose time is 10 s, and whose counter is 1000
begin()
{
	still a.img
	word a.img 0x2001380 1000
	word a.img 0x7fff038 10000000000
	total=1000 seconds=10
	ticking "$GPCD" -d image:a.img alarm --name busy "$@" $counter >out 2>err
}

# second COUNTS: let a second pass in which the counter counts that much, and let the alarm look
second()
{
	word a.img 0x2001380 $((total += $1))
	word a.img 0x7fff038 $((++seconds * 1000000000))
	tick
}

# stop: end it by a signal; its exit code
stop()
{
	kill -TERM "$pid"
	ended "$pid"
}

# changes: state, rate and number of each change
changes()
{
	tail -n +2 out | cut -d, -f 3-5 | paste -sd ' '
}

# --- arguments ---

fails "no register" 2 'which registers. NAME or a GLOB' alarm --above 1
fails "no threshold" 2 'either --above or --below says when it is raised' alarm $counter
fails "two thresholds" 2 'either --above or --below' alarm --above 1 --below 1 $counter
for bad in x 1e9/m 1e9/ -1 nan '' 1e30 99999999999999999999999999999999999999999999999999999999999999999; do
	fails "--above '$bad'" 2 "--above '$bad' is not a valid RATE" alarm "--above=$bad" $counter
done
fails "below nothing" 2 "--below '0' is not a valid RATE" alarm --below 0 $counter
fails "--above 5 exabytes" 2 "is not a valid RATE" alarm --above 5000000T $counter
for bad in 10 101% -1% % x%; do
	fails "--hysteresis '$bad'" 2 "--hysteresis '$bad' is not a valid PART%" \
		alarm --above 1 "--hysteresis=$bad" $counter
done
for bad in 9ms 2h 1y; do
	fails "--interval $bad" 2 "--interval '$bad' is not a valid TIME" alarm --above 1 -i $bad $counter
done
for bad in '' 'a b' abcdefghijklmnopqrstuvwxyz012345 $'\e[2J'; do
	fails "--name '${bad//[^a-z0-9 ]/?}'" 2 'is not a valid NAME' alarm --above 1 "--name=$bad" $counter
done
fails "--for no time" 2 "--for '0s' is not a valid TIME" alarm --above 1 --for 0s $counter
fails "an option twice" 2 'both --name a and --name b: choose one' alarm --above 1 --name a --name b $counter
fails "no command" 2 "--exec '' is not a valid COMMAND" alarm --above 1 --exec= $counter
fails "no such register" 2 "no register 'GM_NONE'" alarm --above 1 GM_NONE
fails "what is no counter" 2 "$setup is no counter \\(kind set-up\\) and has no rate" alarm --above 1 $setup
fails "a field that is none" 2 "$setup:PATTERN is no counter" alarm --above 1 "$setup:PATTERN"
fails "no such image" 3 'none.img' gpcd -d image:none.img alarm --above 1 $counter

# --- rates and thresholds ---

begin --csv --above 100
second 100
second 101
second 91
second 90
stop
is "above: exit code" $? 0
is "above: raised above the threshold, clear a tenth below" "$(changes)" "raised,101,1 clear,90,2"
is "CSV has a header, a name, a device" "$(cut -d, -f 1,2,6- out | sed '2,$s/^[0-9]*/N/')" \
	"realtime_ns,chip_ns,name,device,schema_2
N,12000000000,busy,image:a.img,2
N,14000000000,busy,image:a.img,2"
is "it says what came of it" "$(cat err)" "gpcd alarm: raised 1 times, 2 changes, 0 looks without a rate"

begin --csv --below 100/s --hysteresis 50%
second 100
second 99
second 149
second 150
stop
is "below: exit code" $? 0
is "below: raised below the threshold, clear half above" "$(changes)" "raised,99,1 clear,150,2"

begin --json --above 1e3 --once
second 1001
ended "$pid"
is "--once: exit code" $? 0
is "JSON" "$(jq -c 'del(.realtime_ns)' out)" \
	'{"schema":2,"chip_ns":"11000000000","state":"raised","rate":"1001","number":"1","name":"busy","device":"image:a.img"}'

begin --above 0
second 7
stop
like "text" "$(cat out)" '^[0-9-]{10} [0-9:]{8}  raised   busy  7/s$'

begin --csv --above 1e15
second 5
stop
is "a signal before it was raised: exit code" $? 1
is "CSV has a header all the same" "$(cat out)" "realtime_ns,chip_ns,state,rate,number,name,device,schema_2"
fails "--for: the time is up" 1 'raised 0 times, 0 changes, 0 looks' alarm --above 1e15 --for 50ms $counter

# --- looks without a rate ---

begin --csv --above 100
word a.img 0x2001380 1150
tick
is "time that stands still: nothing changes" "$(changes)" ""
seconds=11
second 300
is "what it counted belongs to the time after it" "$(changes)" "raised,150,1"
word a.img 0x7fff030 99
second 0
is "a new epoch: nothing changes" "$(changes)" "raised,150,1"
second 0
is "after it" "$(changes)" "raised,150,1 clear,0,2"
word a.img 0x7fff040 1
second 900
is "half of an update: nothing changes" "$(changes)" "raised,150,1 clear,0,2"
word a.img 0x7fff040 0
second 301
is "after it: over both seconds" "$(changes)" "raised,150,1 clear,0,2 raised,600,3"
stop
like "they are counted" "$(cat err)" 'raised 2 times, 3 changes, 3 looks without a rate'

# --- the command that it starts ---

begin --above 0 --exec 'env | grep -e ^GPCD_ALARM -e ^GPCD_DEVICE | sort >env; ulimit -Sn >files; yes | head -n 1; exit 3'
second 12
eventually grep -q 'has failed' err
stop
is "what the command finds" "$(cat env)" "GPCD_ALARM_NAME=busy
GPCD_ALARM_NUMBER=1
GPCD_ALARM_RATE=12
GPCD_ALARM_STATE=raised
GPCD_DEVICE=image:a.img"
is "it may open as many files as we" "$(cat files)" "$(ulimit -Sn)"
like "what it prints is on standard error, and why it failed" "$(cat err)" \
	"^y.gpcd alarm: 'env .* exit 3' has failed: status 3"
begin --above 0 --exec 'echo $$ >begun; exec sleep infinity'
word a.img 0x2001380 2000
word a.img 0x7fff038 11000000000
printf . >>ticks
eventually test -s begun
stop
is "a command that does not end is ended: exit code" $? 0
like "and that is said" "$(cat err)" "was ended by signal 15"
succeeds "it is gone" test ! -d "/proc/$(cat begun)"

# --- as a service ---

start=$(sed -n 's|^ExecStart=/usr/local/bin/gpcd ||p' "$top/tools/gpcd/gpcd-alarm@.service")
still a.img
fails "the unit's command watches what its configuration says" 1 'raised 0 times' \
	env GPCD_DEVICE=image:a.img GPCD_ALARM="--above 1e15 --for 50ms $counter" bash -c "exec '$GPCD' ${start//%i/stalls}"

# --- how it ends ---

# watch_living: watch an image that a program drives
watch_living()
{
	living l.img
	ticking "$GPCD" -d image:l.img alarm --csv --above 1e15 --name busy $counter >out 2>err
}

watch_living
kill -TERM "$driver"
ended "$driver"
tick
ended "$pid"
is "the chip goes: exit code" $? 3
is "its last change has no rate" "$(tail -n 1 out | cut -d, -f 2-)" ",gone,,1,busy,image:l.img,2"
like "it is said" "$(head -n 1 err)" 'image:l.img: its chip is gone'
rm l.img

watch_living
kill -KILL "$driver"
ended "$driver"
# Its time may have gone on until then.
tick
over "$pid" || tick
ended "$pid"
is "the driver dies: exit code" $? 3
is "a change as well" "$(tail -n 1 out | cut -d, -f 3)" gone
like "the reason" "$(head -n 1 err)" 'image:l.img: .*died'
rm l.img

watch_living
truncate -s 4096 l.img
tick
ended "$pid"
is "the image is made shorter: exit code" $? 3
like "it is said as well" "$(head -n 1 err)" 'the image file was made shorter'

alarm --csv --above 1e15 --for 10m $counter 2>err | head -n 1 >out
is "its reader goes: so does it" "${PIPESTATUS[0]}" 5
( alarm --csv --for 50ms --above 1e15 $counter >/dev/full ) 2>err
is "a full device: exit code" $? 5

# A prefix: 2 k/s is 2000/s.
begin --csv --above 2k/s
second 1999
second 2001
stop
is "a prefix of the threshold" "$? $(changes)" "0 raised,2001,1"

# --- into a file ---

# lines FILE: its header's first word, and the state of each change
lines()
{
	echo "$(head -n 1 "$1" | cut -d, -f1) $(tail -n +2 "$1" | cut -d, -f3 | paste -sd' ')"
}
begin --csv -o moved.csv --above 1000
second 2000
mv moved.csv moved.csv.1
kill -HUP "$pid"
second 0
second 2000
stop
is "-o: SIGHUP opens the file anew" "$? $(lines moved.csv.1) / $(lines moved.csv)" \
	"0 realtime_ns raised / realtime_ns clear raised"
is "-o: nothing on standard output" "$(wc -c <out)" 0
# shellcheck disable=SC2016 # they are the inner shell's
begin --csv -o kept.csv --above 1000 \
	--exec 'echo $$ >begun.$GPCD_ALARM_NUMBER; until test -e go; do sleep 0.05; done; echo >done.$GPCD_ALARM_NUMBER'
word a.img 0x2001380 3000
word a.img 0x7fff038 11000000000
printf . >>ticks
eventually test -s begun.1
mv kept.csv kept.csv.1
kill -HUP "$pid"
eventually heard "$pid"
touch go
in_life "$pid" test -e done.1 && total=3000 seconds=11 second 0
in_life "$pid" test -e done.2
stop
is "-o: SIGHUP ends neither the command nor the alarm" "$? $(echo done.*) $(lines kept.csv.1) / $(lines kept.csv)" \
	"0 done.1 done.2 realtime_ns raised / realtime_ns clear"
rm -f aged*
begin --csv -o aged.csv --max-age 2s --above 1000
for counts in 2000 0 2000 0; do
	second $counts
done
stop
is "--max-age: no change is lost" "$(cat aged.csv* | grep -c ',busy,')" 4
is "--max-age: each file has a header" "$(grep -c '^realtime_ns,' aged.csv* | cut -d: -f2 | sort -u) $(echo aged.csv* | wc -w)" "1 3"
fails "--max-size alone" 2 "--max-size .*--output" alarm --max-size 4KiB --above 1 $counter
fails "a folder" 5 "[.]: Is a directory" alarm -o . --above 1 $counter
