#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# record: write registers into a file, and survive what happens to the file or the command.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
still a.img
export GPCD_DEVICE=image:a.img

# A clock of the test's own, on which a second passes at once.
timeless()
{
	LD_PRELOAD="${GPCD%/*}/tests/cli/clock.so" gpcd "$@"
}

# samples FILE: number of samples
samples()
{
	gpcd replay --csv "$1" 2>/dev/null | tail -n +2 | wc -l
}

# column FILE NAME: that column of all samples, in a line
column()
{
	gpcd replay --csv "$1" | awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next }
		{ printf "%s%s", (NR > 2 ? " " : ""), $at }'
}

# more FILE NUMBER [DEVICE]: it has more samples than NUMBER
more()
{
	[ "$(gpcd ${3:+-d "$3"} replay --csv "$1" 2>/dev/null | tail -n +2 | wc -l)" -gt "$2" ]
}

# --- what is recorded ---

exits 0 "three records" timeless record -o r.gpr -n 3
is "a closing line" "$(cat err)" "gpcd record: 3 samples, 0 periods missed, 0 torn"
is "the static tile counters" "$(gpcd replay --csv r.gpr | head -n 1 | tr , '\n' | grep -c '^GM_')" 288
is "as read has them" "$(gpcd replay --csv r.gpr | tail -n 1 | cut -d, -f9-)" \
	"$(gpcd read --csv 'GM_*_TILE_PERFORMANCE_COUNTERS_*' | tail -n 1 | cut -d, -f9-)"
is "the chip's own time" "$(column r.gpr chip_ns)" "1000000000 1000000000 1000000000"
is "one by one" "$(column r.gpr sequence)" "1 2 3"
is "periods that are missing" \
	"$(CLOCK_LATE=2500000000 CLOCK_EVERY=2 timeless record -o late.gpr -n 4 $counter 2>&1 &&
		column late.gpr missed)" \
	"gpcd record: 4 samples, 4 periods missed, 0 torn
0 2 0 2"
gpcd record -o f.gpr -n 1 -i 1ms $counter GM_NL_PERF_CNTRL:CLEAR 2>/dev/null
is "registers and fields by name" "$(gpcd replay --csv f.gpr | head -n 1 | cut -d, -f9-)" \
	"$counter,GM_NL_PERF_CNTRL:CLEAR"

# --- continued ---

fails "a folder" 5 '.: Is a directory' gpcd -d image:a.img record -o . -n 1
fails "a file that is there" 5 'r.gpr: this file is there already: --append goes on with it' \
	gpcd record -o r.gpr -n 1
is "which stays as it was" "$(samples r.gpr)" 3
exits 0 "to append" gpcd record -o r.gpr --append -n 2 -i 1ms
is "five records" "$(samples r.gpr)" 5
like "the gap is recorded" "$(column r.gpr missed)" '^0 0 0 [1-9][0-9]* [0-9]+$'
exits 0 "to append to nothing" gpcd record -o new.gpr --append -n 2 -i 1ms
is "is to begin" "$(samples new.gpr)" 2
fails "other registers" 2 "r.gpr: it records something else: it has 296 columns, not 9" \
	gpcd record -o r.gpr --append -n 1 $counter
fails "another register" 2 "column 9 is '$counter', not 'GM_0_1_TILE_PERFORMANCE_COUNTERS_0'" \
	gpcd record -o late.gpr --append -n 1 GM_0_1_TILE_PERFORMANCE_COUNTERS_0
cp a.img b.img
fails "another device" 2 "source 1 is 'image:a.img', not 'image:b.img'" \
	gpcd -d image:b.img record -o r.gpr --append -n 1
is "nothing was lost by that" "$(samples r.gpr)" 5

# A torn tail. The second run ends with the 20 bytes of the section DONE.
truncate -s -27 r.gpr
like "what is whole is read" "$(gpcd replay --csv r.gpr 2>&1 >/dev/null)" \
	'r.gpr: cut off, or damaged, after byte [0-9]+: the rest is left out'
is "up to there" "$(samples r.gpr)" 3
like "what is not is cut off, and that is said" \
	"$(gpcd record -o r.gpr --append -n 1 -i 1ms 2>&1)" \
	'^gpcd record: r.gpr: [0-9]+ bytes after its last whole block are cut off'
is "then it goes on" "$(samples r.gpr)" 4

# --- how it ends ---

# recording FILE OPTION...: start one in the background, $pid, and wait until it has begun
recording()
{
	"$GPCD" record -o "$@" 2>end.err &
	pid=$!
	children+=("$pid")
	eventually test -s "$1"
	catching $pid
}

# whole FILE: it was ended properly
whole()
{
	tail -c 20 "$1" | head -c 4 | grep -q DONE
}

for signal in INT TERM; do
	recording $signal.gpr -i 1ms --flush 1ms $counter
	eventually more $signal.gpr 0
	kill -$signal $pid
	ended $pid
	is "SIG$signal: exit code" $? 0
	succeeds "SIG$signal: the file is whole" whole $signal.gpr
	is "SIG$signal: the closing line is true" "$(grep -oE '[0-9]+ samples' end.err)" \
		"$(samples $signal.gpr) samples"
done

recording killed.gpr -i 1ms --flush 1ms $counter
eventually more killed.gpr 3
fails "two at once" 5 'killed.gpr: another process records into it' \
	gpcd record -o killed.gpr --append -n 1 $counter
kill -KILL $pid
ended $pid
like "killed: what was written is there" "$(gpcd replay --csv killed.gpr 2>&1 | wc -l)" '^[1-9][0-9]*$'
exits 0 "killed: it is gone on with" gpcd record -o killed.gpr --append -n 1 -i 1ms $counter

# A disk that is full. limited BLOCKS FILE: record into a file that cannot have more blocks
limited()
{
	(ulimit -f "$1" && exec "$GPCD" record -o "$2" -i 1ms --flush 1ms)
}
exits 5 "a full disk" limited 40 full.gpr
like "a full disk: what and where" "$(cat err)" \
	'^gpcd record: full.gpr: File too large: it ends with its last whole block, at byte [0-9]+'
is "a full disk: all in one line" "$(grep -c full.gpr err)" 1
is "a full disk: it is whole up to there" "$(gpcd replay full.gpr 2>&1 >/dev/null)" ""
is "a full disk: nothing that was written is lost" \
	"$(samples full.gpr)" "$(gpcd replay --csv full.gpr | tail -n 1 | cut -d, -f5)"
fails "a disk that is full at once" 5 'one.gpr: File too large' \
	limited 4 one.gpr
is "which leaves no file" "$(ls one.gpr 2>&1)" "ls: cannot access 'one.gpr': No such file or directory"

# Records that are in memory alone are not counted: 1024 are a block, here the only one that there is room for.
timeless record -o room.gpr -n 1024 --flush 1h 2>/dev/null
room=$((($(stat -c %s room.gpr) + 1023) / 1024))
for count in 1034 2047 2048 2100; do
	(ulimit -f $room && timeless record -o block.gpr -n $count --flush 1h) 2>err
	is "a full disk, $count records: exit code" $? 5
	is "a full disk, $count records: what is said to be there" "$(sed 's/.*byte [0-9]*/end/' err | paste -sd ' ')" \
		"end gpcd record: 1024 samples, 0 periods missed, 0 torn"
	is "a full disk, $count records: what is there" "$(samples block.gpr)" 1024
	rm block.gpr
done

# --- somebody sets the clock ---

# blocks FILE: number of its blocks
blocks()
{
	grep -ao DATA "$1" | wc -l
}
# 24 samples in 24 s, or a little longer, and each is on the disk after 3 s.
timeless record -o even.gpr -n 24 --flush 3s $counter 2>/dev/null
is "a block of four records: the first is 3 s old" "$(blocks even.gpr)" 6
CLOCK_SET_EVERY=9 CLOCK_SET=-3600000000000 timeless record -o back.gpr -n 24 --flush 3s $counter 2>/dev/null
succeeds "and while the wall clock is an hour slow" test "$(blocks back.gpr)" -ge 6
CLOCK_SET_EVERY=9 CLOCK_SET=3600000000000 timeless record -o ahead.gpr -n 24 --flush 3s $counter 2>err
is "set forward: no period is missed" "$(cat err)" "gpcd record: 24 samples, 0 periods missed, 0 torn"

# --- SIGHUP ---

# sum FILE...: number of samples of all of them
sum()
{
	local file count=0

	for file; do
		count=$((count + $(samples "$file")))
	done
	echo $count
}

mkdir hup
recording hup/h.gpr -i 1ms --flush 1ms $counter
eventually more hup/h.gpr 0
kill -HUP $pid
eventually compgen -G 'hup/h.gpr.*'
rotated=$(compgen -G 'hup/h.gpr.*')
like "SIGHUP: the file is renamed" "$rotated" '^hup/h\.gpr\.[0-9]{8}T[0-9]{6}\.[0-9]{6}Z$'
succeeds "SIGHUP: it is whole" whole "$rotated"
succeeds "SIGHUP: another one goes on" eventually more hup/h.gpr 0
mv hup/h.gpr hup/h.1
kill -HUP $pid
succeeds "SIGHUP: a file that was renamed before has a successor" eventually more hup/h.gpr 0
succeeds "SIGHUP: and is whole" whole hup/h.1
mv hup/h.gpr hup/h.2
: >hup/h.gpr
kill -HUP $pid
succeeds "SIGHUP: an empty file in its place is taken" eventually more hup/h.gpr 0
mv hup away
before=$(samples away/h.gpr)
kill -HUP $pid
succeeds "SIGHUP: no new file can be made: what becomes of the old one is said" \
	eventually grep -q 'hup/h.gpr: the file that was renamed goes on' end.err
like "SIGHUP: and why" "$(cat end.err)" 'gpcd record: hup/h.gpr: No such file or directory'
succeeds "SIGHUP: which goes on" eventually more away/h.gpr "$before"
kill -TERM $pid
ended $pid
is "SIGHUP: it has gone on to its end" $? 0
is "SIGHUP: no sample is lost, none is there twice" "$(sum away/*)" "$(grep -oE '[0-9]+ samples' end.err | grep -oE '[0-9]+')"

recording slow.gpr -i 24h $counter
mv slow.gpr slow.1
kill -HUP $pid
succeeds "SIGHUP: amid a period" eventually test -s slow.gpr
succeeds "SIGHUP: a file without a record is whole, too" eventually whole slow.1
kill -HUP $pid
kill -TERM $pid
ended $pid
is "SIGHUP: one without a record is not renamed" "$(ls slow*)" $'slow.1\nslow.gpr'

# gone PID
gone()
{
	! kill -0 "$1" 2>/dev/null
}

# in_terminal COMMAND: run a shell command in a terminal of its own, which ends with $terminal
in_terminal()
{
	script -qec "$1" /dev/null </dev/null >/dev/null 2>&1 &
	terminal=$!
	children+=("$terminal")
}

in_terminal "exec '$GPCD' record -o tty.gpr -i 1ms --flush 1ms $counter"
eventually more tty.gpr 0
kill -KILL $terminal
succeeds "a terminal that is closed ends it" eventually whole tty.gpr
in_terminal "set -m; '$GPCD' record -o job.gpr -i 1ms --flush 1ms $counter & echo \$! >job.pid; wait"
eventually more job.gpr 0
eventually test -s job.pid
pid=$(<job.pid)
kill -HUP "$pid"
succeeds "while it is open, SIGHUP does not" eventually compgen -G 'job.gpr.*'
eventually more job.gpr 0
kill -KILL $terminal
eventually gone $terminal
kill -HUP "$pid" 2>/dev/null
succeeds "as a shell's job, too" eventually whole job.gpr
succeeds "which is over" eventually gone "$pid"

# --- one file after another ---

timeless record -o age.gpr --max-age 4s -n 10 $counter 2>/dev/null
is "by time: at whole multiples of it" "$(for file in age.gpr*; do echo "$file $(samples "$file")"; done)" \
	"age.gpr 3
age.gpr.20010909T014641.000000Z 3
age.gpr.20010909T014644.000000Z 4"
timeless record -o size.gpr --max-size 4KiB --flush 1s -n 300 $counter 2>/dev/null
is "by size: no record is lost" \
	"$(for file in size.gpr*; do gpcd replay --csv "$file" | tail -n +2 | cut -d, -f5; done | sort -n | uniq | wc -l)" 300
is "by size: each complete one has reached it, to the byte" "$(find . -name 'size.gpr.*' -size -4096c)" ""
is "by size: none is much larger" "$(find . -name 'size.gpr*' -size +5k)" ""
like "by size: there are several" "$(find . -name 'size.gpr*' | wc -l)" '^[3-9]$|^..$'

# --- several devices ---

still c.img --chip aries --nic-addr 2
gpcd -d image:a.img -d image:c.img record -o two.gpr -n 2 -i 1ms 2>/dev/null
is "chips of two types" "$(gpcd replay --json two.gpr | jq -r '[.device, (.values | length)] | @csv' | sort | uniq -c | tr -s ' ')" \
	' 2 "image:a.img",288
 2 "image:c.img",392'
living d.img
"$GPCD" -d image:a.img -d image:d.img record -o gone.gpr -i 10ms --flush 10ms $counter 2>gone.err &
pid=$!
children+=("$pid")
eventually more gone.gpr 0 image:d.img
kill "$driver"
ended "$driver"
eventually grep -q d.img gone.err
eventually more gone.gpr "$(gpcd -d image:d.img replay --csv gone.gpr 2>/dev/null | wc -l)" image:a.img
kill -INT $pid
ended $pid
is "a device that goes: the exit code at the end" $? 3
is "a device that goes: said once" "$(grep -c d.img gone.err)" 1
is "a device that goes has no values from then on" \
	"$(gpcd -d image:d.img replay --csv gone.gpr | awk -F, 'NR > 1 && $9 == ""' | wc -l)" 0
succeeds "the others go on" [ "$(gpcd -d image:a.img replay --csv gone.gpr | wc -l)" -gt \
	"$(gpcd -d image:d.img replay --csv gone.gpr | wc -l)" ]

# --- patterns ---

cp a.img p10.img
cp a.img p9.img
gpcd -d 'image:p*.img' -d image:p9.img record -o pattern.gpr -i 10ms -n 1 GM_TARB_PERF_OUT_PKTS >out 2>err
is "a pattern: exit code" $? 0
is "a pattern: its devices in the order of their numbers, each once" \
	"$(gpcd replay --json pattern.gpr | jq -r .device | paste -sd ' ')" "image:p9.img image:p10.img"

# --- as a service ---

unit=$top/tools/gpcd/gpcd-record.service
start=$(sed -n 's|^ExecStart=/usr/local/bin/gpcd ||p' "$unit")
mkdir state
succeeds "the unit's command records what its environment says" env STATE_DIRECTORY="$PWD/state" \
	GPCD_DEVICE='image:p*.img' GPCD_RECORD='-i 10ms -n 1 GM_TARB_PERF_OUT_PKTS' bash -c "exec '$GPCD' $start"
is "into its folder" "$(gpcd replay --json state/counters.gpr | wc -l)" 2
options=$(sed -n 's/^Environment="GPCD_RECORD=\(.*\)"$/\1/p' "$unit")
# shellcheck disable=SC2086 # options
fails "the unit's own options are accepted" 3 'no file matches this pattern' \
	gpcd -d 'image:none*' record -o x.gpr ${options:?}

# --- what is wrong ---

fails "no file" 2 'where to\? -o FILE is missing' gpcd record -n 1
fails "standard output" 2 '-o -: a recording needs a file' gpcd record -o - -n 1
fails "no regular file" 2 '/dev/null: no regular file: a recording needs one' gpcd record -o /dev/null --append -n 1
fails "no folder" 5 'none/r.gpr: No such file' gpcd record -o none/r.gpr -n 1
echo text >text
fails "no recording" 2 'text: this is no recording: choose another file' gpcd record -o text --append -n 1
is "which stays as it was" "$(cat text)" text
fails "no such register" 2 "no register 'GM_NO'" gpcd record -o x.gpr -n 1 GM_NO
fails "no such device" 3 'image:none: no such file' gpcd -d image:none record -o x.gpr -n 1
fails "a pattern of nothing" 3 'no file matches this pattern' gpcd -d 'image:none*' record -o x.gpr -n 1
fails "a wrong time" 2 "'0' is not a valid TIME" gpcd record -o x.gpr --flush 0
fails "a wrong size" 2 "'4095' is not a valid SIZE" gpcd record -o x.gpr --max-size 4095
exits 0 "the least size" gpcd record -o least.gpr --max-size 4096 -i 1ms -n 1 $counter
fails "a wrong age" 2 "'1ms' is not a valid TIME" gpcd record -o x.gpr --max-age 1ms
is "no file of these" "$(ls x.gpr 2>&1)" "ls: cannot access 'x.gpr': No such file or directory"
