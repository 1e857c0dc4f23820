#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# replay --svg, --png: a recording of registers over time, as a picture.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

# made FILE: a recording of the 288 counters of image:a.img, of lines "SECONDS EPOCH TORN MISSED PHITS",
# PHITS of tile 0,0, "denied", or -; a sixth number is the chip's time in place of SECONDS.
# "SECONDS gone": no reading.
made()
{
	python3 -c '
import json, struct, sys, zlib

def section(name, body):
    body = name + struct.pack("<I", len(body)) + body
    return body + struct.pack("<I", zlib.crc32(body))

def number(value):
    text = b""
    while value > 127:
        text, value = text + bytes([value & 127 | 128]), value >> 7
    return text + bytes([value])

def series(value):
    reason = {"gone": 4, "denied": 2}.get(value)
    return bytes([3, reason]) if reason else b"\1" + number(2 * value)

states = [("realtime_ns", "ns", "gauge"), ("monotonic_ns", "ns", "gauge"), ("sweep_ns", "ns", "gauge"),
          ("chip_ns", "ns", "gauge"), ("epoch", "", "epoch"), ("sequence", "", "gauge"),
          ("torn", "", "torn"), ("missed", "", "missed")]
columns = [{"name": name, "unit": unit, "kind": kind, "bits": 1 if kind == "torn" else 64}
           for name, unit, kind in states]
columns += [{"name": f"GM_{tile // 8}_{tile % 8}_TILE_PERFORMANCE_COUNTERS_{i}", "unit": "phits",
             "kind": "counter", "bits": 48} for tile in range(48) for i in range(6)]
head = {"version": 2, "program": "test", "title": "registers", "host": "far.example", "tick": 1, "groups": [
    {"name": "gemini", "columns": columns, "sources": [{"name": "image:a.img", "coord": [0, 0, 0]}]}]}
out = b"\x89GPR\r\n\x1a\n" + section(b"HEAD", json.dumps(head).encode())
records = 0
for line in sys.stdin:
    words = line.split()
    time, records = int(float(words[0]) * 1e9), records + 1
    values = ["gone"] * len(columns)
    if words[1] != "gone":
        chip = int(float((words + words[:1])[5]) * 1e9)
        phits = words[4] if words[4] == "denied" else int(words[4])
        values = [time, time, 0, chip, int(words[1]), records, int(words[2]), int(words[3]), phits]
        values += [phits if phits == "denied" else 0] * 287
    raw = number(time) + b"".join(map(series, values))
    out += section(b"DATA", struct.pack("<II", 1, len(raw)) + zlib.compress(raw))
open(sys.argv[1], "wb").write(out + section(b"DONE", struct.pack("<Q", records)))' "$1"
}

# picture [OPTION...] RECORDING [REGISTER...]: draw it into p.svg
picture()
{
	run gpcd replay --svg p.svg "$@"
	[ "$status" -eq 0 ] || report "a picture" "$(cat err)"
}

# tips LINE: the line's tooltips, without times
tips()
{
	sed -n "s/.*<title>$1, [0-9.e+-]* to [0-9.e+-]* [a-z]*\(.*\)<\/title>.*/\1/p" p.svg | uniq
}

# marks: the classes of marks
marks()
{
	grep -o "<path class='[a-z]*'" p.svg | cut -d"'" -f2 | grep -v number | uniq | paste -sd,
}

# --- numbers ---

# 1 Gphit in the first second, then 0.5, then nothing: of 3 bytes each.
made r.gpr <<'EOF'
1000 1 0 0 0
1001 1 0 0 1000000000
1002 1 0 0 1500000000
1003 1 0 0 1500000000
EOF
picture r.gpr
is "without a map: what tiles carry" "$(grep -o "<title>tile [0-5],[0-7]," p.svg | sort -u | wc -l)" 48
like "the title: recording, metric and host" "$(cat p.svg)" "class='title'>r.gpr: tile_bytes on far.example<"
like "what the metric means" "$(cat p.svg)" ">bytes that arrive at a tile in a second<"
like "the axis has a unit and a time" "$(cat p.svg)" '>ms since 1970-01-01 00:16:40 UTC<'
is "the numbers, by time" "$(tips 'tile 0,0' | grep -v to | paste -sd ' ')" ': 3 GB/s : 1.5 GB/s : 0 GB/s'
is "a tile without traffic" "$(tips 'tile 3,3')" ": 0 GB/s"
like "the largest one" "$(cat p.svg)" 'most 3 GB/s: tile 0,0<'
like "the scale ends at a round number above" "$(cat p.svg)" "small end'>3 GB/s<"
like "colours: one a number, as long as it lasts" \
	"$(grep "class='number'" p.svg | tail -n 1 | sed "s/.* d='M//; s/ .*h/ /; s/'.*//")" "^150 (299|300)\."
is "nothing is marked" "$(marks)" ""
is "nothing is printed" "$(cat out err)" ""

picture --torus 2x2x2 r.gpr
is "with a map: links" "$(grep -o "class='small end'>[A-Z][A-Z+-]<" p.svg | cut -d'>' -f2 | tr -d '<' | paste -sd ' ')" \
	"X+ X- Y+ Y- Z+ Z- HH"
like "a share is in %" "$(cat p.svg)" 'most [0-9.]+ %: [A-Z][A-Z+-]<'
gpcd replay r.gpr --torus 2x2x2 --html p.html
is "a page: what was counted over links, from record to record" \
	"$(python3 "$top/tests/cli/helpers/page.py" sums p.html | jq -c '[.title, [.samples[] | [.from, .to, .counts[0]]]]')" \
	'["torus:2x2x2: links",[[0,1000000000,1000000000],[1000000000,2000000000,500000000],[2000000000,3000000000,0]]]'
is "a page: it asks for nothing" "$(python3 "$top/tests/cli/helpers/page.py" apart p.html)" ""
picture r.gpr -m router_bytes
is "one line of the chip" "$(tips chip | head -n 1)" ": 3 GB/s"
picture r.gpr GM_0_0_TILE_PERFORMANCE_COUNTERS_0 'GM_5_*_TILE_PERFORMANCE_COUNTERS_1'
is "registers: a line each" "$(grep -o "class='small end'>GM_" p.svg | wc -l)" 9
like "registers: how fast they count" "$(cat p.svg)" 'most 1 Gphits/s: GM_0_0_TILE_PERFORMANCE_COUNTERS_0<'

# --- scales ---

picture r.gpr --torus 2x2x2 --scale full
like "full: to 100 %" "$(cat p.svg)" "small'>0<.*small end'>100 %<"
picture r.gpr --torus 2x2x2 --scale log
like "log: from 0.01 to 100 %" "$(cat p.svg)" "small'>0.01<.*small mid'>1<.*small end'>100 %<"
picture r.gpr --scale full --top 4.7e9
like "full: to what --top says" "$(cat p.svg)" "small mid'>2.35<.*small end'>4.7 GB/s<"
picture r.gpr --scale log --top 4e9
like "log: likewise" "$(cat p.svg)" "small'>0.0004<.*small end'>4 GB/s<"
fails "full: nobody knows the most" 2 '--scale full: nobody says what is the most of tile_bytes: name it by --top, in B/s' \
	gpcd replay r.gpr --svg x --scale full

# --- what is no number ---

# marked WHAT LINE MARKS TIPS: the picture of lines that follow a good second
marked()
{
	{ echo 0 1 0 0 0; echo "1 1 0 0 1000000000"; echo "$2" | tr ';' '\n'; } | made r.gpr
	picture r.gpr
	is "$1" "$(marks)$(tips 'tile 0,0' | sed 's/^[^;]*$//; s/^[^;]*//' | sort -u | paste -sd '')" "$3"
}
marked "a new epoch" "2 2 0 0 5;3 2 0 0 5" "epoch; new epoch"
marked "a torn reading, and the difference after it" "2 1 1 0 5;3 1 0 0 6;4 1 0 0 7" "torn; torn"
marked "a torn reading that is the last" "2 1 1 0 5" "torn; torn"
picture r.gpr GM_0_0_TILE_PERFORMANCE_COUNTERS_0
is "a torn register" "$(marks)" torn
marked "missed periods: there is a number" "2 1 0 0 2000000000;9 1 0 6 3000000000" "missed; periods missed"
marked "a device that is gone" "2 gone;3 gone" "none; no number"
marked "what may not be read" "2 1 0 0 denied" "none; no number"
marked "no time has passed on the chip" "2 1 0 0 1000000000 1" "none; no number"
marked "a reset before time passes on the chip" "2 2 0 0 5 1;3 2 0 0 5 3" "epoch; new epoch"
marked "an image that is read more often than it is updated: the next number is of all the time" \
	"1.2 1 0 0 1000000000 1;1.5 1 0 1 1000000000 1;3 1 0 0 2000000000 3" "missed; periods missed"
like "which is the number that it has then" "$(tips 'tile 0,0' | grep missed | tail -n 1)" '^: 1.5 GB/s; periods missed$'
marked "a device that comes again, in a new epoch" "2 gone;3 2 0 0 5;4 2 0 0 6" "none,epoch; new epoch; no number; no number; new epoch"
like "what marks mean" "$(cat p.svg)" '>no number: gone, not permitted, .*>new epoch: counters were reset<.*>a thin mark: beside it, a number was read<'
is "a link whose tiles have failed, one that lacks some" \
	"$("${GPCD%/*}/rtr" -i 2x2x2 | grep -vE '^c0-0c0s0g0.* X- |^c0-0c0s0g0l00' >map.txt
		gpcd replay r.gpr -f map.txt --svg p.svg && grep "class='failed'" p.svg |
		sed "s/.*stroke-width='\([0-9.]*\)'.*/\1/" | paste -sd,)" 14,5.6
is "a link that has failed: its line" "$(tips X-)" '; failed'
is "which is where it belongs" "$(grep -o "class='small end'>[A-Z][A-Z+-]<" p.svg | cut -d'>' -f2 | head -n 3 | paste -sd ' ')" \
	"X+< X-< Y+<"

# --- several devices, and other chips ---

still a.img
still b.img --coord 1,0,0
gpcd -d image:a.img -d image:b.img record -o two.gpr -n 2 -i 1ms 2>/dev/null
picture two.gpr -m router_bytes
is "several devices: each with its name" "$(grep -oE "class='small end'>[ab].img chip" p.svg | wc -l)" 2
picture two.gpr -m router_bytes -d image:b.img
is "one that -d chooses" "$(grep -oE "class='small end'>.*chip" p.svg | cut -d'>' -f2)" chip
like "an image that stands still" "$(marks)" none
still q.img --chip aries
gpcd -d image:q.img record -o q.gpr -n 2 -i 1ms 2>/dev/null
picture q.gpr --dragonfly 3x3x3
like "an Aries: links by colour" "$(cat p.svg)" "small end'>green 1<.*small end'>black 2<.*small end'>blue 1<"
gpcd -d image:a.img -d image:q.img record -o both.gpr -n 2 -i 1ms 2>/dev/null
picture both.gpr
is "a Gemini and an Aries" "$(grep -oE "<title>[aq].img tile [0-9],[0-9]" p.svg | sort -u | wc -l)" 88

# --- where it goes ---

gpcd replay r.gpr --svg - >stdout.svg
picture r.gpr
succeeds "standard output: the same picture" cmp stdout.svg p.svg
gpcd replay - --svg - <r.gpr | sed 's/standard input/r.gpr/' >piped.svg
succeeds "by pipes" cmp piped.svg p.svg
gpcd replay r.gpr --png p.png
is "a PNG" "$(head -c 4 p.png | tail -c 3)" PNG
succeeds "a PNG to standard output" cmp p.png <(gpcd replay r.gpr --png -)
gpcd replay r.gpr --svg - 2>err | true
is "a pipe that closes" "${PIPESTATUS[0]} $(cat err)" "5 "
fails "a full disk" 5 'No space left' gpcd replay r.gpr --svg /dev/full
gpcd replay r.gpr --svg - >/dev/full 2>err
is "standard output on a full disk" "$? $(cat err)" \
	"5 gpcd replay: standard output: No space left on device; what was written before is whole"
(ulimit -f 1 && exec "$GPCD" replay r.gpr --svg - >cut.svg 2>err)
is "a limit of the file's size: nothing is left of it" "$? $(wc -c <cut.svg)" "5 0"
(ulimit -f 1 && exec "$GPCD" replay r.gpr --svg cut2.svg 2>err)
is "a limit of the file's size: no file" "$? $(ls cut2.svg* 2>/dev/null)" "5 "
fails "no folder" 5 'none/x.svg: No such file' gpcd replay r.gpr --svg none/x.svg
mkdir nothing
fails "nobody draws a PNG" 1 'rsvg-convert: .*install librsvg2-bin, or leave an SVG by --svg' \
	env PATH="$work/nothing" "$GPCD" replay r.gpr --png -

# --- what is wrong ---

cp r.gpr copy.gpr
ln -s copy.gpr linked.gpr
fails "the recording itself" 2 'linked.gpr: it is the file that is read: name another one' \
	gpcd replay copy.gpr --svg linked.gpr
fails "the recording itself, by standard input" 2 'copy.gpr: it is the file that is read' \
	gpcd replay - --png "$PWD/copy.gpr" <copy.gpr
succeeds "it is as it was" cmp copy.gpr r.gpr
fails "two metrics" 2 'a picture shows one metric, not both tile_bytes and tile_use: choose one by -m' \
	gpcd replay r.gpr --svg x -m router
fails "registers of two units" 2 "have units that differ, 'phits/s' and 'packets/s': name registers of one" \
	gpcd replay r.gpr --svg x GM_0_0_TILE_PERFORMANCE_COUNTERS_0 GM_0_0_TILE_PERFORMANCE_COUNTERS_2
fails "both" 2 'both -m and registers: choose one' gpcd replay r.gpr --svg x -m tile_use GM_0_0_TILE_PERFORMANCE_COUNTERS_0
fails "no such register" 2 'GM_LOVE' gpcd replay r.gpr --svg x GM_LOVE
fails "no such metric" 2 'love' gpcd replay r.gpr --svg x -m love
fails "links without a map" 2 'its links need --interconnect' gpcd replay r.gpr --svg x -m link_use
fails "what is not recorded" 2 'r.gpr: it has no register of nic_bytes_out: choose what it has' \
	gpcd replay r.gpr --svg x -m nic_bytes_out
fails "--into" 2 'both --into and a picture' gpcd replay r.gpr --svg x --into image:y
gpcd emulate --image g.img --advance 1s --once
gpcd -d image:g.img record -o few.gpr -i 1ms -n 2 'GM_0_0_TILE_PERFORMANCE_COUNTERS_*' 2>/dev/null
fails "a page and a picture" 2 'both --html and a picture: choose one' gpcd replay r.gpr --svg x --html y
fails "a page of some tiles" 2 "few.gpr: image:g.img: a page takes all tiles' counters: record without names" \
	gpcd replay few.gpr --torus 2x2x2 --html y
fails "a page of registers" 2 '--html: a page shows load and stalls of links: leave out GM_X' gpcd replay r.gpr --html y GM_X
fails "a page of a metric" 2 '--html: a page shows .*: leave out -m' gpcd replay r.gpr --html y -m link_use
fails "a page without a map" 2 'interconnect' gpcd replay r.gpr --html y
fails "a page, --into" 2 'both --into and --html: choose one' gpcd replay r.gpr --html y --into image:y
fails "a format" 2 '--svg: nothing is printed: leave out --csv' gpcd replay r.gpr --svg x --csv
fails "a mode" 2 '--png: nothing is printed: leave out --rate' gpcd replay r.gpr --png x --rate
fails "a speed" 2 '--svg: it is drawn at once: leave out --speed' gpcd replay r.gpr --svg x --speed 2
fails "-m with --into" 2 '--into replays all registers: leave out -m' gpcd replay r.gpr --into image:y -m tile_use
fails "a map without a picture" 2 'a map of links goes with --svg' gpcd replay r.gpr --torus 2x2x2
fails "registers with --into" 2 "--into replays all registers: leave out 'GM_X'" gpcd replay r.gpr --into image:y GM_X
fails "--top without a picture" 2 '--top goes with --svg or --png' gpcd replay r.gpr --top 1
fails "--top without a scale" 2 '--top goes with --scale full' gpcd replay r.gpr --svg x --top 1
fails "--top: no number" 2 "'0' is not a valid NUMBER" gpcd replay r.gpr --svg x --scale log --top 0
gpcd -d image:a.img record -o one.gpr -n 1 -i 1ms 2>/dev/null
fails "one reading" 1 'one.gpr: a picture takes two readings' gpcd replay one.gpr --svg x
fails "a page of one reading" 1 'one.gpr: a page takes two readings' gpcd replay one.gpr --torus 2x2x2 --html x
succeeds "no picture is left of what is wrong" test ! -e x

# A recording that is cut off anywhere is drawn up to there, or one line says why not. Between two
# blocks it is whole.
gpcd -d image:a.img record -o c.gpr -n 4 -i 1ms --flush 1ns GM_0_0_TILE_PERFORMANCE_COUNTERS_0 2>/dev/null
size=$(wc -c <c.gpr)
wrong=''
for ((cut = size - 1; cut > 0; cut -= cut > size / 2 ? 19 : 211)); do
	head -c $cut c.gpr >cut.gpr
	run gpcd replay cut.gpr --svg cut.svg GM_0_0_TILE_PERFORMANCE_COUNTERS_0
	[ "$status" = 0 ] || { [[ $status = [12] ]] && grep -q '^gpcd replay: cut.gpr: ' err; } ||
		wrong="at byte $cut: $status $(cat err)"
done
is "cut off anywhere" "$wrong" ""
