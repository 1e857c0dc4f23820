#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# replay: recordings printed as sample prints them, or replayed into another chip.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

phits=0x2001380
counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
feed_sequence=0x7fff040
chip_time=0x7fff038
still a.img
export GPCD_DEVICE=image:a.img

# The image's counter, its time and its epoch, as readers see them, and whether they are torn.
chip()
{
	gpcd -d "image:$1" read --csv $counter 2>/dev/null | tail -n 1 | cut -d, -f"${2:-3,7,9}"
}

# reading VALUE TIME: append a reading of the chip, with this counter at this time, to r.gpr
reading()
{
	word a.img $phits "$1"
	word a.img $chip_time "$2"
	gpcd record -o r.gpr --append -n 1 -i 1ms $counter 2>/dev/null
}

# --- printed ---

# 1000, 1700 and, after a write, 50; then a torn one, and a whole one.
reading 1000 1000000000
reading 1700 2000000000
gpcd write $counter 0 || exit
reading 50 3000000000
word a.img $feed_sequence 1
reading 60 4000000000
word a.img $feed_sequence 2
reading 90 6000000000

is "values" "$(gpcd replay --csv r.gpr | tail -n +2 | cut -d, -f3,7,9)" \
	"1000000000,ok,1000
2000000000,ok,1700
3000000000,ok,50
4000000000,torn,60
6000000000,ok,90"
unset GPCD_DEVICE
is "differences: none across an epoch" "$(gpcd replay --csv --delta r.gpr | tail -n +2 | cut -d, -f7,9)" \
	"ok,700
part,
torn,10
torn,30"
is "rates, by the chip's time" "$(gpcd replay --csv --rate r.gpr | tail -n +2 | cut -d, -f9)" \
	"700.000

10.000
15.000"
is "JSON: the device that was recorded" "$(gpcd replay --json r.gpr | jq -r .device | uniq)" image:a.img
is "JSON: why there is no difference" \
	"$(gpcd replay --json --delta r.gpr | jq -c '[.status, .exceptions[]]' | tr -d '\n')" \
	'["ok"]["part","epoch-changed"]["torn"]["torn"]'
like "text" "$(gpcd replay r.gpr | sed -n 8p)" "^$counter +60 +phits +\\(torn\\)\$"
is "by a pipe" "$(gpcd replay --csv - <r.gpr | tail -n +2 | wc -l)" 5

# replay prints the same as sample, except for clocks.
is "as sample prints it" "$(gpcd replay --csv r.gpr | head -n 1)" \
	"$(gpcd -d image:a.img sample -n 1 -i 1ms --csv $counter 2>/dev/null | head -n 1)"

is "gpcd-sim knows epochs, too" \
	"$("${GPCD%/*}/gpcd-sim" replay r.gpr --table samples --delta --csv | tail -n +2 | cut -d, -f12 | paste -sd,)" \
	0,700,0,10,30

# --- several devices ---

still b.img --coord 1,2,3
gpcd -d image:a.img -d image:b.img record -o two.gpr -n 2 -i 1ms $counter 2>/dev/null
is "all of them, JSON" "$(gpcd replay --json two.gpr | jq -r .device | paste -sd,)" \
	image:a.img,image:b.img,image:a.img,image:b.img
is "all of them, text: each with its name" "$(gpcd replay two.gpr | grep -c '^# image:')" 4
fails "CSV is of one" 2 'two.gpr: it has 2 devices: choose one by -d, as -d image:a.img' \
	gpcd replay --csv two.gpr
is "which -d chooses" "$(gpcd replay --csv two.gpr -d image:b.img | tail -n +2 | cut -d, -f9 | uniq)" \
	"$(chip b.img 9)"
fails "no such device" 2 "two.gpr: it has no device 'gpcd7': the first one is image:a.img" \
	gpcd replay two.gpr -d gpcd7

# --- long ---

# The recording of another machine: change the host in its description, and the checksum after it.
moved()
{
	python3 - "$1" "$2" <<-'EOF'
		import json, struct, sys, zlib
		data = open(sys.argv[1], "rb").read()
		length = struct.unpack_from("<I", data, 12)[0]
		head = json.loads(data[16:16 + length])
		head.pop("host", None)
		if sys.argv[2]:
		    head["host"] = sys.argv[2]
		body = json.dumps(head).encode()
		head = b"HEAD" + struct.pack("<I", len(body)) + body
		sys.stdout.buffer.write(data[:8] + head + struct.pack("<I", zlib.crc32(head)) + data[20 + length:])
	EOF
}
gpcd replay --long two.gpr >long
is "long: the header of the other commands" "$(head -n 1 long)" \
	"$(gpcd -d image:a.img read --long $counter | head -n 1)"
is "long: host, device, coordinate, name, value, unit and status of each value of all devices" \
	"$(tail -n +2 long | cut -d, -f1-5,7-)" "$(for i in 1 2; do
		for device in a b; do gpcd -d image:$device.img read --long $counter | tail -n +2; done
	done | cut -d, -f1-5,7-)"
is "long: which -d chooses" "$(gpcd replay --long two.gpr -d image:b.img | tail -n +2 | cut -d, -f2 | uniq)" image:b.img
is "long: differences, and why there is none" \
	"$(gpcd replay --long --delta r.gpr | cut -d, -f8- | paste -sd ' ')" \
	"status,long_schema_1_delta 700,phits,ok,1 ,phits,epoch-changed,1 10,phits,torn,1 30,phits,torn,1"
moved two.gpr far.example >far.gpr
is "long: the host is the recording's" "$(gpcd replay --long far.gpr | tail -n +2 | cut -d, -f1 | uniq)" far.example
moved two.gpr '' >nowhere.gpr
is "long: the host of a recording that does not keep it" \
	"$(gpcd replay --long nowhere.gpr | tail -n +2 | cut -d, -f1,2 | sort -u)" ",image:a.img
,image:b.img"
fails "long: where nothing is printed" 2 '--into: nothing is printed: leave out --long' \
	gpcd replay r.gpr --into image:x --long

# --- into a chip ---

exits 0 "into a new image" gpcd replay r.gpr --into image:new.img --speed max
is "its counters and time equal the last reading's" "$(chip new.img)" "6000000000,ok,90"
is "where the device was" \
	"$(gpcd replay two.gpr -d image:b.img --into image:there.img --speed max &&
		gpcd -d image:there.img info --json | jq -c '.devices[0].coord')" '"1,2,3"'
is "into an image whose counters are further" \
	"$(still far.img && gpcd replay r.gpr --into image:far.img --speed max && chip far.img)" "6000000000,ok,90"
living d.img
eventually grep -q lives emulate.err
fails "an image that is driven" 1 'image:d.img: another program drives it' \
	gpcd replay r.gpr --into image:d.img
still aries.img --chip aries
fails "a chip of another type" 2 'image:aries.img: a chip of type aries, but the recording is of one of type gemini' \
	gpcd replay r.gpr --into image:aries.img

# Each reading stays until the next one is due: at a speed of 1/1000 nothing follows the first.
replaying()
{
	"$GPCD" replay "$1" --into image:slow.img --speed 0.001 2>slow.err &
	pid=$!
	children+=("$pid")
	eventually eval "[ \"\$(chip slow.img)\" = $2 ]"
}
rm -f s.gpr
gpcd -d image:a.img record -o s.gpr -n 1 -i 1ms $counter 2>/dev/null
word a.img $feed_sequence 3
pause 0.1
gpcd -d image:a.img record -o s.gpr --append -n 1 -i 1ms $counter 2>/dev/null
word a.img $feed_sequence 4
pause 0.1
gpcd -d image:a.img record -o s.gpr --append -n 1 -i 1ms $counter 2>/dev/null
replaying s.gpr 6000000000,ok,90
report "the first reading comes at once"
kill -INT $pid
ended $pid
is "a signal ends it" "$? $(cat slow.err)" "0 "
is "the chip stays" "$(chip slow.img) $(gpcd list -d image:slow.img --csv | tail -n 1 | grep -c live)" "6000000000,ok,90 1"

# The torn one, which is a recording of its own here: readers find an update that does not end.
rm -f torn.gpr
word a.img $feed_sequence 5
gpcd -d image:a.img record -o torn.gpr -n 1 -i 1ms $counter 2>/dev/null
word a.img $feed_sequence 6
pause 0.1
gpcd -d image:a.img record -o torn.gpr --append -n 1 -i 1ms $counter 2>/dev/null
replaying torn.gpr 6000000000,torn,90
report "a torn reading is torn"
kill -INT $pid
ended $pid
is "and the chip is whole at the end" "$(chip slow.img 7,9)" "ok,90"

# A reader of the replayed image gets the same differences as the recording: a new epoch where it
# had one.
is "epochs" "$(gpcd -d image:new.img info --json | jq -r '.devices[0].epoch' >before
	gpcd replay r.gpr --into image:new.img --speed max
	gpcd -d image:new.img info --json | jq -r '.devices[0].epoch' >after
	echo $(($(cat after) - $(cat before))))" 2

gpcd -d image:a.img record -o field.gpr -n 1 -i 1ms $counter GM_NL_PERF_CNTRL 2>/dev/null
is "what is no counter stays" "$(gpcd replay field.gpr --into image:new.img --speed max 2>&1)" \
	"gpcd replay: 1 of 2 registers are no counters, and stay as they are"

# --- what is chosen ---

# Tiles 0,0 and 0,1: 1000 phits and 500 in a packet of 3 bytes each a phit; then 700 and 300 more, in 100 and 50.
still p.img --advance 0s
for step in "1000 1 500 1 1" "1700 101 800 51 2"; do
	read -r one ones two twos seconds <<<"$step"
	word p.img $phits "$one" 0 "$ones"
	word p.img $((phits + 0x2000)) "$two" 0 "$twos"
	word p.img $chip_time $((seconds * 1000000000))
	gpcd -d image:p.img record -o p.gpr --append -n 1 -i 1ms 'GM_0_[01]_TILE_PERFORMANCE_COUNTERS_*' 2>/dev/null
done
other=GM_0_1_TILE_PERFORMANCE_COUNTERS_0
is "a register" "$(gpcd replay p.gpr --csv $other | cut -d, -f3,9)" "chip_ns,$other
1000000000,500
2000000000,800"
is "a glob: what was recorded of it, in any case" \
	"$(gpcd replay p.gpr --csv --rate 'gm_*_counters_0' | cut -d, -f9-)" "$counter,$other
700.000,300.000"
is "a register beside a metric, which begins with the second record" \
	"$(gpcd replay p.gpr --json $other tile_packet_size |
		jq -c "[.values.$other, .values[\"tile_packet_size:0,0\"], .values[\"tile_packet_size:0,1\"]]")" \
	'[800,21,18]'
is "metrics as JSON" "$(gpcd replay p.gpr --json -m tile_bytes | jq -c '[.values["tile_bytes:0,0"], .values["tile_bytes:0,1"], .values["tile_bytes:0,2"]]')" \
	"[2100,900,null]"
is "metrics as text" "$(gpcd replay p.gpr -m tile_bytes | grep -E ':0,[01]' | tr -s ' ')" \
	"tile_bytes:0,0 2100 B/s
tile_bytes:0,1 900 B/s"
is "and in the long format" "$(gpcd replay p.gpr --long -m tile_bytes | grep -c ',ok,')" 2
fails "a register that was not recorded" 2 "GM_TARB_PERF_OUT_PKTS: it was not recorded of image:p.img" \
	gpcd replay p.gpr GM_TARB_PERF_OUT_PKTS
fails "a metric whose registers were not" 2 "image:p.img: nothing of that was recorded" \
	gpcd replay p.gpr -m nic_stalls
fails "neither a register nor a metric" 2 "no register 'b'" gpcd replay p.gpr b

# --- pace ---

is "twice as fast" "$(gpcd replay --csv --speed 1000000 r.gpr | wc -l)" 6

# --- what is wrong ---

fails "no recording is named" 2 'which recording\? FILE, or -' gpcd replay
fails "two" 2 "a: No such file" gpcd replay a b
fails "no such file" 2 'none.gpr: No such file' gpcd replay none.gpr
echo text >text
fails "no recording" 2 'text: this is no recording' gpcd replay text
head -c 100 r.gpr >cut.gpr
fails "a cut description" 2 'cut.gpr: a recording whose description is damaged, or not whole' gpcd replay cut.gpr
fails "both" 2 'both --delta and --rate: choose one' gpcd replay --delta --rate r.gpr
fails "a format where nothing is printed" 2 '--into: nothing is printed: leave out --csv' \
	gpcd replay r.gpr --into image:x --csv
fails "a wrong speed" 2 "'0' is not a valid FACTOR" gpcd replay --speed 0 r.gpr
fails "no folder" 5 'image:none/x: ' gpcd replay r.gpr --into image:none/x
fails "no delta" 2 'GM_NL_PERF_CNTRL is no counter and has no delta: leave out --delta' gpcd replay --delta field.gpr
"${GPCD%/*}/gpcd-sim" run --torus 2x2x2 --time 4us --record sim.gpr >/dev/null 2>&1
fails "a simulation's" 2 "sim.gpr: 'links' are no registers of chips: see .gpcd-sim replay" gpcd replay sim.gpr
