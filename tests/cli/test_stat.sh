#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# stat: metrics over the time that a command takes.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

# stat_json ARGUMENT...: the table as JSON, from standard error
stat_json()
{
	{ gpcd stat --json "$@" >/dev/null; } 2>&1
}

phits=0x2001380 packets=0x2001390
still a.img
export GPCD_DEVICE=image:a.img

# --- numbers ---

# 2,400 more phits in 100 packets, from 0: 72 bytes each. The chip's time stands still.
word a.img $phits 1000
word a.img $packets 10
cat >work.sh <<EOF
$(declare -f word)
word a.img $phits 3400
word a.img $packets 110
echo said
EOF
is "a packet's size" \
	"$(stat_json -m tile_packet_size bash work.sh | jq '.metrics[] | select(.object == "0,0").value')" 72
is "why there is no number" \
	"$(stat_json -m tile_packet_size true | jq -c '.metrics[] | select(.object == "0,0") | [.value, .status]')" \
	'[null,"zero"]'
is "no time has passed on the chip" \
	"$(stat_json -m router_bytes true | jq -c '.metrics[] | [.value, .status]')" '[null,"no-time"]'
is "the command has standard output" "$(gpcd stat -m nic bash work.sh 2>/dev/null)" said
is "without -m: chip and NIC" "$(stat_json true | jq -c '[.metrics[].per] | unique')" '["chip","nic"]'
is "with a map: links, too" "$(stat_json --torus 4x4x4 true | jq -c '[.metrics[].per] | unique')" \
	'["chip","link","nic"]'
is "links of the map" \
	"$(stat_json --torus 4x4x4 -m link_use true | jq -c '[.metrics[].object]')" \
	'["X+","X-","Y+","Y-","Z+","Z-","HH"]'
is "each -m" "$(stat_json -m router_bytes -m nic_stalls true | jq -c '[.metrics[].metric]')" \
	'["nic_stalls","router_bytes"]'

# --- the command's end ---

exits 0 "the command's status" gpcd stat -m nic true
exits 7 "the command's status, 7" gpcd stat -m nic sh -c 'exit 7'
exits 143 "a signal's number" gpcd stat -m nic sh -c 'kill -TERM $$'
exits 127 "a command that is not there" gpcd stat -m nic ./nothing
like "it is named" "$(cat err)" '^gpcd stat: ./nothing: No such file'
is "its options are its own" "$(gpcd stat -m nic echo -m x --json 2>/dev/null)" "-m x --json"

"$GPCD" stat -m nic -o table sh -c 'trap "exit 5" TERM; echo >ready; while :; do sleep 0.1; done' 2>err &
child=$!
children+=("$child")
eventually test -e ready
kill -TERM "$child"
wait "$child"
is "a signal is passed on" $? 5
like "and the table is written" "$(cat table)" 'nic_stalls'

# --- intervals ---

# by_clock COMMAND...: run gpcd stat of b.img every 50 ms with clock.so; rows go to ./rows
by_clock()
{
	CLOCK_POLL=1 LD_PRELOAD=${GPCD%/*}/tests/cli/clock.so "$GPCD" -d image:b.img stat -m router_bytes \
		-I 50ms --csv -o rows env -u LD_PRELOAD "$@"
}

# counted PHITS NS: set the counter and the chip's time of b.img
counted()
{
	word b.img $phits "$1"
	word b.img $((0x7fff038)) "$2"
}

still b.img
counted 5000 1000000
# shellcheck disable=SC2016 # the command's own
CLOCK_POLL=1 ticking "$GPCD" -d image:b.img stat -m router_bytes -I 50ms --csv -o rows \
	env -u LD_PRELOAD sh -c 'until [ -e stop ]; do sleep 0.02; done'
counted 6000 2000000
tick
counted 8000 3000000
tick
tick
counted 9000 5000000
: >stop
wait "$pid"
# 3 bytes a phit: 1000 phits in a ms, 2000 in a ms, none, 1000 in two ms.
is "intervals: a table each, and one of the rest" "$(tail -n +2 rows | cut -d, -f6,8 | paste -sd ' ')" \
	"3000000,ok 6000000,ok ,no-time 1500000,ok"
is "intervals: one header" "$(grep -c seconds rows)" 1
# shellcheck disable=SC2016 # the command's own
by_clock sh -c 'until [ "$(wc -l <rows)" -gt 1000 ]; do :; done'
# Each wait is up to a ms too long; then the next one is shorter.
like "intervals: the thousandth is where it should be" "$(sed -n 1001p rows)" '^50\.00[01][0-9]*,'

# --- several devices ---

still c.img --chip aries --nic-addr 2
is "links of an Aries: its processor tiles lack what network tiles count" \
	"$(stat_json -d image:c.img --dragonfly 4x2x2 -m link_use true | jq -c '[.metrics[].object | split(" ")[0]] | unique')" \
	'["black","blue","green"]'
is "devices of two chips" \
	"$(stat_json -d image:a.img -d image:c.img -m nic_stalls true | jq -c '[.metrics[].device]')" \
	'["image:a.img","image:c.img"]'

# Processor tiles lack the registers of these metrics.
is "links of an Aries" \
	"$(stat_json -d image:c.img --dragonfly 4x1x2 -m link_use true | jq -c '[.metrics[].object]')" \
	'["green 1","green 2","green 3","blue 1"]'

# --- repeated ---

# Eight runs of a millisecond: 1000 phits of tile 0,0 times 2 4 4 4 5 5 7 9. Their mean is 5, their
# standard deviation the root of 32/7; 3 bytes a phit, 1000 milliseconds a second.
still r.img --advance 0s
word r.img $phits 0
cat >again.sh <<EOF
$(declare -f word)
read -r ms phits step rest <r.txt
echo \$((ms + 1)) \$((phits + 1000 * step)) \$rest >r.txt
word r.img $phits \$((phits + 1000 * step))
word r.img 0x7fff038 \$(((ms + 1) * 1000000))
echo run \$ms
[ \$ms != "\${1-}" ]
EOF
steps="2 4 4 4 5 5 7 9"
echo "0 0 $steps" >r.txt
gpcd -d image:r.img stat -r 8 -m tile_bytes --csv -o rows bash again.sh >out
is "-r: the command's status" $? 0
is "-r: its output is left alone" "$(paste -sd' ' out)" "run 0 run 1 run 2 run 3 run 4 run 5 run 6 run 7"
is "-r: the header" "$(head -n 1 rows)" \
	"device,per,object,metric,n,mean,error,min,median,low,high,max,unit,status,schema_2"
is "-r: mean, its standard error, median, its interval" \
	"$(grep '"0,0"' rows | awk -F, '{ printf "%d %d %d %d %d %d %d %d %s\n", $6, $7, $8 + 0.5, $9, $10, $11, $12, $13, $15 }')" \
	"8 15000000 2267787 6000000 13500000 6000000 27000000 27000000 ok"
like "-r: the seconds of a run" "$(sed -n 2p rows)" '^,run,run,seconds,8,[0-9].*,s,ok,2$'
echo "0 0 $steps" >r.txt
word r.img $phits 0
word r.img 0x7fff038 0
fails "-r: a run that fails ends it" 1 "run 4 of 8 ended with 1: the table is about those before" \
	gpcd -d image:r.img stat -r 8 -m tile_bytes --csv -o rows bash again.sh 3
is "-r: and is not counted; few have no interval" \
	"$(grep '"0,0"' rows | cut -d, -f6,7,11,12)" "3,10000000,,"
echo "0 0 $steps" >r.txt
"$GPCD" -d image:a.img stat -r 3 -m tile_bytes --csv -o rows \
	sh -c '[ ! -e runs ] || exit 1; trap "exit 0" TERM; echo >runs; while :; do sleep 0.1; done' 2>err &
child=$!
children+=("$child")
eventually test -s runs
kill -TERM "$child"
ended "$child"
is "-r: a signal ends the runs, also if the command ends well" $? 0
fails "-r: no run at all" 127 "./nothing: No such file" gpcd -d image:r.img stat -r 3 -o none.csv ./nothing
is "-r: and no table" "$(cat none.csv)" ""
is "-r: a number that is missing in all runs" \
	"$(gpcd -d image:a.img stat -r 2 -m tile_bytes --csv -o rows true && grep '"0,0"' rows | cut -d, -f6-)" \
	"0,,,,,,,,B/s,no-time,2"
is "-r: JSON" "$(gpcd -d image:a.img stat -r 2 -m nic --json -o rows true && jq -c '[.repeats[] | .n] | unique' rows)" \
	"[0,2]"
fails "-r with -I" 2 "repeat.*interval|interval.*repeat" gpcd -d image:a.img stat -r 2 -I 1s true
fails "-r with --long" 2 "--repeat has a row a metric: use --csv, not --long" \
	gpcd -d image:a.img stat -r 2 --long true
fails "-r of one" 2 "'1' is not a valid N: .*2 to 10000" gpcd -d image:a.img stat -r 1 true

# --- what is wrong ---

unset GPCD_DEVICE
fails "no command" 2 'a command is missing' gpcd -d image:a.img stat
fails "an unknown metric" 2 "no metric 'tile_us': see" gpcd -d image:a.img stat -m tile_us true
fails "links without a map" 2 'link_use: its links need --interconnect, --torus or --dragonfly' \
	gpcd -d image:a.img stat -m link_use true
echo old >kept
fails "no such device" 3 'image:none' gpcd -d image:none stat -o kept true
is "which leaves an old file as it was" "$(cat kept)" old
fails "a wrong interval" 2 "'1ms' is not a valid TIME" gpcd -d image:a.img stat -I 1ms true
fails "a wrong -o" 5 'none/file: No such file' gpcd -d image:a.img stat -o none/file true
exits 5 "a full disk" gpcd -d image:a.img stat -o /dev/full true
like "a full disk: its name" "$(cat err)" '^gpcd stat: /dev/full: No space left on device'
fails "-r: a full disk" 5 '^gpcd stat: /dev/full: No space left on device' gpcd -d image:a.img stat -r 2 -o /dev/full true
living d.img --coord 9,9,9
fails "a Gemini that the map lacks" 2 'its links: not in the map' \
	gpcd -d image:d.img stat --torus 2x2x2 true

# A chip that goes meanwhile: a message, and its exit code if the command succeeded.
kill "$driver"
living e.img
exits 3 "a chip that goes" gpcd -d image:e.img stat -m nic sh -c "kill $driver; while kill -0 $driver; do sleep 0.1; done"
like "a chip that goes is named" "$(cat err)" 'image:e.img'
