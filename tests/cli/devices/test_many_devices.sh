#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Several devices in one stream, and the long form.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
setup=GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0
mkdir sim
# image N: sim/N.img, whose counter is 100 + N
image()
{
	still "sim/$1.img" --coord "0,0,$1"
	word "sim/$1.img" 0x2001380 $((100 + $1))
}
image 2
image 10
image 1
all='image:sim/*'

mkdir -p own/gemini
cat >own/gemini/mine.metrics <<EOF
metric now per chip unit "B" help "what the counter says" = value($counter) * 3;
metric size per chip unit "B" help "a mean" = delta($counter) / delta(GM_TARB_PERF_OUT_PKTS);
metric link_now per link unit "phits" help "of a link" = value(GM_{row}_{column}_TILE_PERFORMANCE_COUNTERS_0);
EOF
export GPCD_METRICS=$PWD/own

# --- several devices ---

is "read: each device, by numbers" \
	"$(gpcd read -d "$all" --json now $counter |
		jq -c "[.device, .values.now, .values.$counter]" | paste -sd ' ')" \
	'["image:sim/1.img",303,101] ["image:sim/2.img",306,102] ["image:sim/10.img",330,110]'
is "read: text names the device" \
	"$(gpcd read -d image:sim/2.img -d image:sim/1.img now | tr -s ' ' | paste -sd /)" \
	'# image:sim/2.img/now 306 B/# image:sim/1.img/now 303 B'
is "sample: a sample of each, in each period" \
	"$(gpcd sample -d "$all" -i 1ms -n 2 --json now 2>err | jq -r .device | tr -dc '0-9\n' |
		paste -sd ' ')" "1 2 10 1 2 10"
like "sample: periods are counted" "$(cat err)" '^gpcd sample: 2 samples, '
like "sample: text names the device" \
	"$(gpcd sample -d "$all" -i 1ms -n 1 now 2>/dev/null | head -n 1)" '  image:sim/1.img$'
for command in read 'sample -n 1 -i 10ms'; do
	# shellcheck disable=SC2086 # words
	fails "${command%% *}: CSV has room for one" 2 '3 devices: CSV has room for one: use --long' \
		gpcd $command -d "$all" --csv $counter
	# shellcheck disable=SC2086
	fails "${command%% *}: a pattern that nothing matches" 3 'image:sim/x\*: no file matches' \
		gpcd $command -d "$all" -d 'image:sim/x*' $counter
done
fails "links: a pattern that nothing matches" 3 'image:none/\*: no file matches' \
	gpcd links -d 'image:none/*' --torus 1x1x16
fails "stat: a pattern that nothing matches" 3 'image:none/\*: no file matches' \
	gpcd stat -d 'image:none/*' true

# links ARGUMENT...: coordinates of the chips that `gpcd links' shows
links()
{
	gpcd links -d "$all" --torus 1x1x16 -i 1ms -n 1 --json "$@" 2>/dev/null |
		jq -c .coord | paste -sd ' '
}
is "links: all of a pattern" "$(links)" "[0,0,1] [0,0,2] [0,0,10]"
is "links -m: all of a pattern" "$(links -m link_now)" "[0,0,1] [0,0,2] [0,0,10]"

# --- one that fails ---

# devices: devices named in the rows of ./out, in the long form
devices()
{
	tail -n +2 out | cut -d, -f2 | uniq | paste -sd ' '
}

others="image:sim/1.img image:sim/2.img image:sim/10.img"
echo text >sim/9.img
for command in "read now" "sample -i 1ms -n 1 now" "links --torus 1x1x16 -i 1ms -n 1" \
	"links --torus 1x1x16 -i 1ms -n 1 -m link_now"; do
	# shellcheck disable=SC2086 # words
	exits 3 "${command%% *}: one that cannot be opened: the exit code" \
		gpcd $command -d "$all" --long
	is "${command%% *}: it costs its own rows" "$(devices)" "$others"
	is "${command%% *}: it is said once" "$(grep -c 'sim/9.img: no register image' err)" 1
done
exits 3 "stat: one that cannot be opened: the exit code" \
	gpcd stat -d "$all" -m now --long -o out true
"$GPCD" stat -d "$all" -m now --long -o table true 2>/dev/null
is "stat: it costs its own rows" "$(mv table out && devices)" "$others"
exits 3 "none is left" gpcd sample -d image:sim/9.img -d image:none -n 1
is "none is left: each is said, and nothing else" "$(grep -c . err)" 2
rm sim/9.img

# --- many that fail ---

mkdir dead
for n in {01..64}; do
	echo text >"dead/$n.img"
done
# told FAULT COMMAND...: messages about 64 devices, without the command's name and the fault's text
told()
{
	"$GPCD" "$2" -d 'image:dead/*' "${@:3}" 2>&1 >/dev/null |
		sed "s/^gpcd [a-z]*: //; s/: $1.*//" | paste -sd /
}
two=image:dead/01.img/image:dead/02.img
for command in list info "read now" "sample -n 1 -i 10ms now" "links --torus 1x1x16 -n 1" "stat true" \
	"top --batch --torus 1x1x16 -n 1"; do
	# shellcheck disable=SC2086 # words
	is "${command%% *}: of 64 two are named, the others counted" \
		"$(told 'no register image' $command)" "$two/62 others"
done
is "record: it needs all of them, and names the first" "$(told 'no register image' record -o no.gpr)" "${two%%.img/*}.img"
rm dead/0[4-9].img dead/[1-6]?.img
is "of three each is named" "$(told 'no register image' list)" "$two/image:dead/03.img"
is "of two each is named" "$(rm dead/03.img && told 'no register image' list)" "$two"
rm -r dead

# cut_off ARGUMENT...: truncate the second device's file once it has rows, and go on until there are
# more of the third; leaves rows in ./out, the exit code in $status
cut_off()
{
	local pid before

	rm -f out
	"$GPCD" "$@" -d "$all" --long -i 5ms >out 2>err &
	pid=$!
	children+=("$pid")
	eventually grep -q sim/2.img out
	truncate -s 4096 sim/2.img
	eventually grep -q "made shorter" err
	before=$(grep -c sim/10.img out)
	eventually more_than "$before"
	kill -INT "$pid"
	wait "$pid"
	status=$?
}

more_than()
{
	[ "$(grep -c sim/10.img out)" -gt "$1" ]
}

for command in "sample now $counter" "links --torus 1x1x16" "links --torus 1x1x16 -m link_now"; do
	# shellcheck disable=SC2086 # words
	cut_off $command
	is "${command%% *}: one that is cut off: the exit code" "$status" 3
	is "${command%% *}: one that is cut off: is said once" \
		"$(grep -c '^gpcd [a-z]*: image:sim/2.img: the image file was made shorter' err)" 1
	is "${command%% *}: one that is cut off: nothing else is, but a count" "$(grep -c . err)" 2
	rm sim/2.img
	image 2
done

# --- the long form ---

header=host,device,coordinate,realtime_ns,name,value,unit,status,long_schema_1
gpcd read -d image:sim/2.img -i 1ms --long now size $counter $setup >long
is "long: its header" "$(head -n 1 long)" "$header"
is "long: the host" "$(sed -n 2p long | cut -d, -f1)" "$(uname -n)"
is "long: a row a value" "$(tail -n +2 long | cut -d, -f2- | sed 's/,[0-9]\{19\},/,TIME,/')" \
	"image:sim/2.img,\"0,0,2\",TIME,$counter,102,phits,ok,1
image:sim/2.img,\"0,0,2\",TIME,$setup,0,,ok,1
image:sim/2.img,\"0,0,2\",TIME,now,306,B,ok,1
image:sim/2.img,\"0,0,2\",TIME,size,,B,zero,1"

# sampled ARGUMENT...: take a sample in the long form
sampled()
{
	gpcd sample -d image:sim/1.img --long -i 1ms -n 1 "$@" 2>/dev/null
}
like "long: --delta is in the header" "$(sampled --delta $counter | head -n 1)" 'long_schema_1_delta$'
like "long: --rate is in the header" "$(sampled --rate $counter | head -n 1)" 'long_schema_1_rate$'
is "long: a rate has its unit, and no number where time stands still" \
	"$(sampled --rate $counter | tail -n 1 | cut -d, -f7-)" "$counter,,phits/s,no-delta,1"
is "long: --csv says no more" "$(gpcd read -d "$all" --csv --long now | head -n 1)" "$header"
fails "long: no JSON" 2 'both --json and --long: choose one' gpcd read -d "$all" --json --long now
fails "long: of commands that print values" 2 "unrecognized option '--long'" gpcd list --long

gpcd read -d "$all" --long now >appended
gpcd stat -d "$all" -m now --long true 2>>appended
gpcd links -d "$all" --torus 1x1x16 -m link_now -i 1ms -n 1 --long 2>/dev/null >>appended
rows=$(gpcd links -d "$all" --torus 1x1x16 -m link_now -i 1ms -n 1 --json 2>/dev/null |
	jq '.links | length' | paste -sd+ | bc)
is "long: commands append to one file" "$(grep -c "$header" appended) $(wc -l <appended)" \
	"1 $((1 + 3 + 3 + rows))"
exits 5 "long: not of another mode" eval 'sampled --delta '$counter' >>appended'

gpcd links -d image:sim/1.img --torus 1x1x16 --long --rates -i 1ms -n 1 2>/dev/null >long
# link NAME: value, unit and status of a link
link()
{
	grep ",$1:Z+," long | cut -d, -f8-
}
is "long: links: counters, rates and shares of each" "$(grep -c ':Z+,' long)" 15
is "long: links: a counter" "$(link vc0_phits)" 0,phits,ok,1
is "long: links: no time, no rate" "$(link vc0_phits_s)" ,phits/s,no-time,1
is "long: links: no time, no share" "$(link utilisation)" ,share,no-time,1

# --- the end ---

"$GPCD" read -d "$all" -i 1h size >out 2>err &
reader=$!
children+=("$reader")
catching "$reader"
kill -INT "$reader"
wait "$reader"
is "a signal between two readings" "$? $(cat out err)" \
	"1 gpcd read: ended by a signal before the second reading"
# shellcheck disable=SC2016 # eval expands them
exits 5 "a full disk" eval '"$GPCD" sample -d "$all" --long -i 1ms -n 1 >/dev/full'
{
	"$GPCD" sample -d "$all" --long -i 1ms now 2>err
	echo $? >code
} | head -n 1 >out
is "a closed pipe" "$(cat code) $(cat out)" "5 $header"
