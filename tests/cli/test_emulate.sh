#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# emulate.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"
# shellcheck source=tests/rates.sh
. "$top/tests/rates.sh"

values()
{
	gpcd -d "image:$1" read --json "$2" | jq -cS .values
}
still one.img
still two.img
still other.img --seed 2
is "the same seed, the same counters" "$(values one.img 'GM_*' | sha256sum)" \
	"$(values two.img 'GM_*' | sha256sum)"
succeeds "another seed, other counters" test "$(values one.img 'GM_*')" != "$(values other.img 'GM_*')"
still a.img -c aries
succeeds "an Aries counts" jq -e '.values | map(tonumber) | add > 0' \
	<(gpcd -d image:a.img read --json 'AR_RTR_*_INCOMING_FLIT_VC0')

# image_sum CHIP: the sum over all bytes of an image, but for its epoch, which is the time
image_sum()
{
	still sum.img --chip "$1"
	printf '\0\0\0\0\0\0\0\0' | dd of=sum.img bs=1 seek=$((0x7fff000 + 48)) conv=notrunc status=none
	sha256sum <sum.img | cut -d' ' -f1
}
is "an image of a Gemini is what it was, byte for byte" "$(image_sum gemini)" \
	694cd1500e13238ae386627b5d97da94602089249838a3335002befdeb5229f3
is "an image of an Aries is what it was, byte for byte" "$(image_sum aries)" \
	38e80045395a84d8316d23260de153f97b6c01ee20eede7ebdb2bf3ac75b5a4e

# Whole transactions: no packet without phits, no fewer phits than packets.
gpcd -d image:one.img read --json 'GM_*_TILE_PERFORMANCE_COUNTERS_*' >tiles
# shellcheck disable=SC2016 # jq's own variables
succeeds "every tile has at least a phit a packet" jq -e '.values as $v | [range(6) as $r |
	range(8) as $c | "GM_\($r)_\($c)_TILE_PERFORMANCE_COUNTERS_" as $n |
	$v[$n + "0"] >= $v[$n + "2"] and $v[$n + "1"] >= $v[$n + "3"]] | all' tiles
succeeds "and there are packets" jq -e '[.values[]] | add > 0' tiles

# The periods of source and reader do not matter: per chip time, no tile takes more than a cable
# carries, and no link more than its rate.
living fast.img --interval 1ms
gpcd -d image:fast.img links --torus 2x2x2 --rates --json -i 1ms -n 200 >links.json 2>err
is "links at short periods: how many samples" "$(wc -l <links.json)" 200
is "links at short periods: none above 100 %, nor its stalls" \
	"$(links_above_rate links.json | head -2)" ""
gpcd -d image:fast.img sample --json -i 1ms -n 200 \
	'GM_[01]_?_TILE_PERFORMANCE_COUNTERS_0' >tiles.json 2>err
is "tiles at short periods: how many samples" "$(wc -l <tiles.json)" 200
is "tiles at short periods: none takes more than a cable carries" \
	"$(tiles_above_rate tiles.json | head -2)" ""
kill -INT "$driver"
ended "$driver"

# chip_ns FILE: its chip's time
chip_ns()
{
	gpcd -d "image:$1" read --json GM_TARB_PERF_OUT_PKTS | jq -r .chip_ns
}
ticking "$GPCD" emulate --image ticked.img --seed 1 --interval 1ms 2>emulate.err
tick
before=$(chip_ns ticked.img)
tick
is "the chip's time goes on by a period, which need not be one of its own of 10 ms" \
	$(($(chip_ns ticked.img) - before)) 1000000
kill -INT $pid
ended $pid

# A killed driver cannot say that it is gone; its stale claim on the file shows it.
living killed.img
gpcd -d image:killed.img sample --csv -i 10ms >samples 2>sample.err &
reader=$!
drawn()
{
	[ "$(wc -l <samples)" -gt 3 ]
}

eventually drawn
is "a driven image is live" "$(gpcd -d image:killed.img info --json | jq -r '.devices[].state')" live
kill -KILL "$driver"
ended "$driver"
ended "$reader"
is "a killed driver ends samples: exit code" $? 3
like "a killed driver ends samples: said, with what to do" "$(cat sample.err)" \
	'image:killed.img: abandoned: what drove it died: start that again .gpcd emulate, gpcd-sim'
export GPCD_DEVICE=image:killed.img
is "a killed driver: list" "$(gpcd list --json |
	jq -r '.devices[] | select(.device == "image:killed.img").state')" abandoned
is "a killed driver: info" "$(gpcd info --json | jq -r '.devices[].state')" abandoned
exits 3 "a killed driver: sample" gpcd sample -n 1
exits 3 "a killed driver: links" gpcd links --torus 2x2x2 -n 1 -i 1ms
like "a killed driver: links say why" "$(cat err)" 'abandoned'
exits 3 "a killed driver: read" gpcd read GM_0_0_TILE_PERFORMANCE_COUNTERS_0
like "a killed driver: read prints the value" "$(cat out)" '^GM_0_0_TILE_PERFORMANCE_COUNTERS_0 +[0-9]'
like "a killed driver: and says what it is worth" "$(cat err)" 'abandoned'
unset GPCD_DEVICE
living killed.img
lives_again()
{
	[ "$(gpcd -d image:killed.img info --json | jq -r '.devices[].state')" = live ]
}
succeeds "another driver: live again" eventually lives_again
kill -INT "$driver"
ended "$driver"
exits 0 "an image that nobody drives is read again and again" gpcd -d image:one.img sample \
	-i 1ms -n 5

living l.img --nic-addr 9 --interval 5ms
chip_ms()
{
	gpcd -d image:l.img read --json GM_TARB_PERF_OUT_PKTS | jq '(.chip_ns | tonumber) / 1000000 | floor'
}

begun=$(chip_ms)
passed()
{
	[ $(($(chip_ms) - begun)) -ge 400 ]
}

succeeds "the chip's time passes" eventually passed
exits 1 "one driver at a time" gpcd emulate --image l.img
is "which program drives it is not guessed" "$(cat err)" \
	"gpcd emulate: l.img: another program drives it, or keeps it locked: end that first"
is "the driven image is still there" "$(gpcd -d image:l.img info --json |
	jq '.devices[0].nic_addr')" 9
kill -INT "$driver"
ended "$driver"
is "SIGINT ends it in good order" $? 0
exits 3 "its readers get an error" gpcd -d image:l.img info
still l.img
exits 0 "an old image is replaced" gpcd -d image:l.img info

echo text >text
exits 1 "what is no image is not replaced" gpcd emulate --image text
is "it is as before" "$(cat text)" text
exits 1 "no such directory" gpcd emulate --image none/g.img
exits 2 "no image named" gpcd emulate
exits 2 "an unknown chip" gpcd emulate --image x.img -c slingshot
exits 2 "NIC address 0" gpcd emulate --image x.img --nic-addr 0
exits 2 "a third NIC of a Gemini" gpcd emulate --image x.img --nic-index 2 --once
for bad in 1,2 1,2,3,4 a,b,c '' 1,,3; do
	exits 2 "no coordinate: '$bad'" gpcd emulate --image x.img --coord "$bad"
done
is "a wrong argument leaves no file" "$(ls x.img 2>/dev/null)" ""

living advance.img --advance 1000000h
kill -TERM "$driver"
ended "$driver"
is "a signal ends an advance: exit code" $? 1
like "a signal ends an advance: said" "$(cat emulate.err)" 'before its time had advanced'
exits 3 "a signal ends an advance: the chip is gone" gpcd -d image:advance.img info

still target.img
ln -s target.img link.img
still link.img --nic-addr 3
succeeds "a link stays one" test -L link.img
is "what it leads to is replaced" "$(gpcd -d image:target.img info --json |
	jq '.devices[0].nic_addr')" 3

( ulimit -f 100
	exec "$GPCD" emulate --image large.img ) 2>err
is "a file that may not grow: exit code" $? 1
like "a file that may not grow: said" "$(cat err)" 'large.img: File too large'
is "a file that may not grow: nothing is left" "$(find . -name 'large.img*')" ""

# --- its file is made shorter while it runs ---

for size in 0 4096 $((0x2001380)); do
	living short.img
	truncate -s "$size" short.img
	ended "$driver"
	is "cut to $size: exit code" $? 3
	is "cut to $size: the command and the file are said" "$(tail -n 1 emulate.err)" \
		"gpcd emulate: short.img: the image file was made shorter, or cannot be read: it is driven no more"
	rm short.img
done
# its_time_passes: it has advanced the chip
its_time_passes()
{
	[ "$(gpcd -d image:other.img sample -n 1 -i 10ms --raw --json 2>/dev/null | jq -r .chip_ns)" -gt 0 ]
}
living other.img
eventually its_time_passes
kill -BUS "$driver"
ended "$driver"
like "a signal of that kind from elsewhere: the command" "$? $(tail -n 1 emulate.err)" "^3 gpcd emulate: the image"
