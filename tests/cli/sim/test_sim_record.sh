#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim run --record and replay: recordings made, printed, drawn, cut off.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim=${GPCD%/*}/gpcd-sim

run_sim() { "$sim" run "$@"; }
replay() { "$sim" replay "$@"; }

# --- what is recorded ---

# A PUT of 64 B over a cable: its head is in the next input from cycle 85 on, its response's from
# cycle 235 + 85 on: 106.25 and 400 ns.
echo '0 2 64 put' >one
run_sim --torus 2x2x2 --messages one --record one.gpr --every 5ns >out
is "a PUT: a record each 5 ns, and one at the end, after cycle 409" \
	"$(replay one.gpr --json | jq -c '.recording[0] | [.records, .from_us, .to_us, .end, .group]')" \
	'[104,0,0.5125,"done","links"]'
replay one.gpr --table samples --delta --json >put.json
# arrived COUNTER: times at which a link between chips counted
arrived()
{
	jq -rc "select(.values | to_entries | any((.key | endswith(\"HH\") | not) and .value.$1 > 0)) | .time_us" put.json
}
is "a PUT: when its request arrives" "$(arrived vc0_packets)" 0.11
is "a PUT: when its response arrives" "$(arrived vc1_packets)" 0.4
is "a PUT: sources are its links, as --links has them" \
	"$(replay one.gpr --csv --table sources | sed 1d | cut -d, -f 1)" \
	"$(run_sim --torus 2x2x2 --messages one --links --json | jq -r '.links[] | "\(.chip) \(.link)"')"

traffic=(--torus 2x2x2 --time 20us --load 0.9)
run_sim "${traffic[@]}" --links --record a.gpr --json >run
columns='[.vc0_phits, .vc1_phits, .vc0_packets, .vc1_packets, .inq_stalls, .credit_stalls]'
is "totals equal the run's" "$(replay a.gpr --json | jq -c ".sources[] | $columns")" \
	"$(jq -c ".links[] | $columns" run)"
is "mean loads equal the run's" "$(replay a.gpr --json | jq -c '[.sources[].load_mean]')" \
	"$(jq -c '[.links[].load]' run)"
is "recording changes nothing" "$(run_sim "${traffic[@]}" --links --json)" "$(cat run)"
run_sim "${traffic[@]}" --record b.gpr --threads 2 >out
succeeds "two threads record the same" cmp a.gpr b.gpr
run_sim "${traffic[@]}" --record tiles.gpr --tiles >out
is "--tiles: 48 of each chip" "$(replay tiles.gpr --json | jq '.recording[0].sources')" 384
is "--tiles: they add up" "$(replay tiles.gpr --json | jq '[.sources[].vc0_phits] | add')" \
	"$(replay a.gpr --json | jq '[.sources[].vc0_phits] | add')"
is "until all has arrived: the last record is the end" \
	"$(run_sim --torus 2x2x2 --count 5 --record c.gpr --json | jq '.run[0].time_us')" \
	"$(replay c.gpr --json | jq '.recording[0].to_us | . * 1000 | round / 1000')"
run_sim --dragonfly 2x2x3 --time 5us --record d.gpr >out
is "a dragonfly: all of its links" "$(replay d.gpr --json | jq '.recording[0].sources')" 42

# --- printed and drawn ---

is "samples in CSV: a line a source and record" \
	"$(replay a.gpr --csv --table samples | awk -F, '{ print NF }' | sort | uniq -c | xargs)" "1177 10"
is "samples in CSV: the header" "$(replay a.gpr --csv --table samples --delta | head -n 1)" \
	"time_us,schema_2_delta,source,vc0_phits,vc1_phits,vc0_packets,vc1_packets,inq_stalls,credit_stalls,failed_lanes"
is "differences add up" "$(replay a.gpr --csv --table samples --delta |
	awk -F, 'NR > 1 { sum += $4 } END { print sum }')" "$(replay a.gpr --json | jq '[.sources[].vc0_phits] | add')"
is "samples in text: as many lines" "$(replay a.gpr --table samples | wc -l)" 1177
is "standard input" "$(replay - --json <a.gpr | jq '.recording[0].records')" 21
is "CSV is one table" "$(replay a.gpr --csv | wc -l)" 2
replay a.gpr --tables folder >out
is "--tables: a file a table" "$(cd folder && echo *)" "recording.csv sources.csv"
replay a.gpr --svg a.svg >out
succeeds "a picture can be drawn" rsvg-convert a.svg -o a.png
like "a picture: the load" "$(cat a.svg)" "torus:2x2x2.*load: of each source.*<path"
replay a.gpr --svg stalls.svg --column inq_stalls >out
like "a picture of a counter" "$(cat stalls.svg)" "cycles/us"
like "a picture: what is under the pointer" "$(cat a.svg)" \
	'<title>c[0-9a-z-]+ X\+, [0-9.]+ to [0-9.]+ us: [0-9.]+ (to [0-9.]+ )?%</title>'
replay a.gpr --png a.png >out
is "a picture: as a PNG" "$(head -c 4 a.png | tail -c 3)" PNG
for kind in full log; do
	replay a.gpr --svg $kind.svg --scale $kind >out
	is "a picture: --scale $kind ends at the capacity" \
		"$(sed -n "s/.*small end'>\(.* %\)<.*/\1/p" $kind.svg)" "100 %"
done
cp a.gpr same.gpr
fails "a picture in place of the recording" 2 'same.gpr: it is the file that is read: name another one' \
	replay same.gpr --svg same.gpr
succeeds "which stays" cmp a.gpr same.gpr
fails "--scale full: of a counter" 2 'nobody says what is the most of a counter: it is for the load' \
	replay a.gpr --svg x --scale full --column inq_stalls
fails "--scale without a picture" 2 'goes with --svg or --png' replay a.gpr --scale log
run_sim --torus 2x2x2 --time 10us --every 5ns --record long.gpr >out
replay long.gpr --svg long.svg >out
succeeds "a picture of many records can be drawn" rsvg-convert long.svg -o long.png

# The document's program reads the same as ours.
# shellcheck disable=SC2016 # no commands
sed -n '/^import json, struct, zlib/,/^```/ { /^```/d; p }' "$top/docs/recording.md" >reader.py
is "docs/recording.md: its reader in Python" "$(python3 -c '
from reader import recording
head, *records = recording("a.gpr")
print(head["title"], len(records), records[-1][0], sum(records[-1][1][0::7]))')" \
	"torus:2x2x2: uniform, PUTs of 64 B, load 0.9 21 16000 $(jq '[.links[].vc0_phits] | add' run)"

# --- incomplete files ---

size=$(stat -c %s a.gpr)
head -c $((size - 30)) a.gpr >cut.gpr
is "cut off: what is whole is read" "$(replay cut.gpr --json 2>err | jq -r '.recording[0].end')" cut
like "cut off: said" "$(cat err)" 'cut.gpr: cut off, or damaged, after byte [0-9]+'
head -c $((size - 20)) a.gpr >open.gpr
is "not ended" "$(replay open.gpr --json | jq -c '.recording[0] | [.end, .records]')" '["open",21]'
fails "no recording" 2 'run: this is no recording' replay run
: >empty.gpr
fails "an empty file" 2 'empty.gpr: this is no recording' replay empty.gpr
head -c 100 a.gpr >head.gpr
fails "not even a description" 2 'description is damaged, or not whole' replay head.gpr
sed 's/"version":1/"version":9/' a.gpr | python3 -c '
import struct, sys, zlib
data = bytearray(sys.stdin.buffer.read())
end = 16 + struct.unpack_from("<I", data, 12)[0]
struct.pack_into("<I", data, end, zlib.crc32(data[8:end]))
sys.stdout.buffer.write(data)' >later.gpr
fails "a later version" 2 'a recording of a later version' replay later.gpr
fails "no such file" 2 'missing: No such file' replay missing

# --- errors that stop a run ---

fails "a full device" 5 '/dev/full: No space left' run_sim --torus 2x2x2 --record /dev/full
fails "in no folder" 5 'missing/a: No such file' run_sim --torus 2x2x2 --record missing/a
(ulimit -f 100 && exec "$sim" run "${traffic[@]}" --every 5ns --record full.gpr >out 2>err)
is "a disk that fills up: exit code" $? 5
like "a disk that fills up: said" "$(cat err)" 'full.gpr: File too large'
is "a disk that fills up: what was written is whole" \
	"$(replay full.gpr --json | jq -c '.recording[0] | [.end, .records > 0, .records % 1024]')" '["open",true,0]'
"$sim" run --torus 4x4x4 --time 1000s --record ctrl.gpr --every 50ns >out 2>err &
pid=$!
children+=("$pid")
eventually test -s ctrl.gpr
kill -TERM "$pid"
ended "$pid"
is "SIGTERM: exit code" $? 0
is "SIGTERM: the recording is ended, with the run's last cycle" \
	"$(replay ctrl.gpr --json | jq -c '.recording[0] | [.end, .to_us]')" \
	"[\"done\",$(sed -n 's/^time_us *//p' out | jq .)]"
mkfifo pipe
head -c 100 pipe >/dev/null &
fails "a pipe that closes" 5 'pipe: Broken pipe' run_sim --torus 4x4x4 --time 1ms --every 50ns --record pipe
wait $!
cat pipe >through &
run_sim "${traffic[@]}" --record pipe >out
wait $!
succeeds "through a pipe" cmp through a.gpr
{ replay a.gpr --table samples --csv; echo $? >code; } 2>err | head -n 1 >/dev/null
succeeds "samples: a reader that closes" test -s code
replay a.gpr --table samples >/dev/full 2>err
is "samples: a full device" $? 5

# --- wrong arguments ---

fails "--every alone" 2 '--every goes with --record' run_sim --every 1us
fails "--every 7ns" 2 "every '7ns' is not a valid TIME: .* a multiple of 5ns" run_sim --record x --every 7ns
fails "--every nonsense" 2 "every 'often' is not a valid TIME" run_sim --record x --every often
fails "the flow engine has no time" 2 'leave out --engine flow' run_sim --record x --engine flow
succeeds "nothing was made" test ! -e x
fails "--delta without samples" 2 'add --table samples' replay a.gpr --delta
fails "--column without a picture" 2 'add --svg' replay a.gpr --column load
fails "--column: no such counter" 2 "has no counter 'love'" replay a.gpr --svg x --column love
fails "--group: no such group" 2 "no group 'tile': the first one is 'links'" replay a.gpr --group tile
fails "no recording is named" 2 'which recording' replay
fails "two recordings" 2 "unexpected argument 'b.gpr': one recording is enough" replay a.gpr b.gpr
fails "samples and a folder" 2 'leave out one' replay a.gpr --table samples --tables folder
