#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The gpcd command on devices: as root, as a member of the device's group, as
# a stranger, and on a chip that goes away. Formats and images: tests/cli.
. "$(dirname "$0")/../lib.sh"

build=${GPCD%/*}
group=4202
counter=GM_1_2_TILE_PERFORMANCE_COUNTERS_3
cd "$(mktemp -d)" || exit
chmod 755 .

# Members and strangers may not be allowed into the build's folder.
cp "$GPCD" "$build/gpcd-exporter" "$build/libgpcd.so.1" . && GPCD=$PWD/gpcd
cp -r "$build/../lib/metrics/sets" . && export GPCD_METRICS=$PWD/sets

member()
{
	setpriv --reuid=4201 --regid=$group --clear-groups -- "$@"
}

stranger()
{
	setpriv --reuid=4203 --regid=4203 --clear-groups -- "$@"
}

# way [AS...]: how a device is read by a user, and why it is not mapped
way()
{
	"$@" "$GPCD" info --json | jq -r '.devices[0] | "\(.read_by), \(.not_mapped)"'
}

# reading [AS...]: the counter's value, as a user reads it
reading()
{
	"$@" "$GPCD" read --json $counter | jq -r ".values.$counter"
}

# perms_of NAME [AS...]: a field of `gpcd perms' for a user
perms_of()
{
	"${@:2}" "$GPCD" perms --json | jq -r ".perms[0].$1"
}

# cut_record: the first record of dump.csv that lacks a field of the header, or its end
cut_record()
{
	awk -F, 'NR == 1 { fields = NF }
		 NF != fields { print "line " NR " has " NF " of " fields " fields"; exit }' dump.csv
	[ -z "$(tail -c 1 dump.csv)" ] || echo "no newline at the end"
}

sampled()
{
	[ "$(wc -l <dump.csv)" -gt 5 ]
}

unplug()
{
	echo unplug >/sys/class/gpcd_emu/gpcd_emu0/fault
}

# sample_until COMMAND...: sample until the command has run; print how sampling ended
sample_until()
{
	rm -f dump.csv
	timeout --foreground "$hang" "$GPCD" sample -i 10ms --csv >dump.csv 2>errors &
	eventually sampled
	"$@" $!
	wait $!
	echo "status $?"
}

# --- without a device ---

for command in info "read $counter" "write $counter 1" "sample -n 1" perms; do
	# shellcheck disable=SC2086
	fails "without a device: $command" 3 'no such device: load a module' "$GPCD" $command
done

is "without a device: list has interfaces alone" \
	"$("$GPCD" list --json | jq -c '.devices | map(.device | split(":")[0]) | unique')" '["net"]'
fails "without a device: the example" 1 'No such device.*load a module' \
	env LD_LIBRARY_PATH="$build" "$BIN/example"

# --- one living Gemini ---

load
chgrp $group /dev/gpcd0

is "list" "$("$GPCD" list --json |
	jq -c '.devices[] | select(.device | startswith("/dev")) | [.device, .chip, .nic_addr, .state]')" \
	'["/dev/gpcd0","gemini",1,"live"]'
is "info" "$("$GPCD" info --json | jq -c '.devices[] | [.chip, .nics, .registers]')" \
	'["gemini",2,1552]'

is "info: limits of a ring" "$("$GPCD" info --json |
	jq -c '.devices[0] | [.regs_max, .ring_regs_max, .ring_records_max, .ring_period_min_ns]')" \
	"[65536,1023,65536,10000]"
like "list -v: how it is read, and why not otherwise" "$("$GPCD" list -v)" 'read_by +calls.not_mapped +its clock'

read=$("$GPCD" read --csv 'GM_*_TILE_PERFORMANCE_COUNTERS_*')
is "read: 288 counters and 8 columns of circumstances" \
	"$(head -n 1 <<<"$read" | tr ',' '\n' | grep -c .)" 296
is "read: a value for each" "$(tail -n 1 <<<"$read" | cut -d, -f 9- | tr ',' '\n' |
	grep -cx '[0-9]\+')" 288

succeeds "sample --rate" "$GPCD" sample --rate -i 100ms -n 3 --csv
rates=$("$GPCD" sample --rate -i 100ms -n 3 --csv 2>/dev/null)
is "sample --rate: as many records as wanted, and a header" "$(wc -l <<<"$rates")" 4
is "sample --rate: phits arrive every time" "$(awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) phits[i] = $i ~ /COUNTERS_[01]$/ }
	NR > 1 { sum = 0; for (i in phits) if (phits[i]) sum += $i; moving += sum > 0 }
	END { print moving }' <<<"$rates")" 3

# Below 20 ms the kernel samples: each record counts the missed ones.
"$GPCD" sample -i 200us -n 500 --csv >fast.csv 2>fast.err
is "sample -i 200us: as many records as wanted" "$(wc -l <fast.csv)" 501
is "sample -i 200us: each is accounted for" "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
	NR > 2 && $at["sequence"] != last + 1 + $at["missed"] { print }
	{ last = $at["sequence"] }' fast.csv)" ""
# An update that is delayed, as on a busy machine, tears a sample, whose status says so.
torn=$(cut -d, -f 7 fast.csv | grep -cx torn)
like "sample -i 200us: and in the end" "$(<fast.err)" "^gpcd sample: 500 samples, [0-9]+ periods missed, $torn torn\$"
"$GPCD" sample -i 200us --csv >going 2>/dev/null &
sampler=$!
by_kernel()
{
	grep -q 'gpcd-period-ns:.200000' "/proc/$sampler"/fdinfo/*
}
succeeds "sample -i 200us: it is the kernel that samples" eventually by_kernel
# A signal before the first sample would be a failure, and a slow guest may take long to get there.
succeeds "sample -i 200us: it has a sample" eventually test -s going
kill -INT $sampler
wait $sampler
is "sample -i 200us: a signal ends it" $? 0
many=$("$GPCD" sample -i 1ms -n 3 --csv '*PERFORMANCE_COUNTERS*' '*PERFORMANCE_COUNTERS*' '*' 2>/dev/null | wc -l)
is "sample -i 1ms of more registers than a ring has" "$many" 4

is "a signal amid sampling is no failure" "$(sample_until kill -INT)" "status 0"
is "its records are whole" "$(cut_record)" ""

LD_LIBRARY_PATH=$build "$BIN/fig1" >fig1.txt
is "the paper's program prints 288 counters" \
	"$(grep -cE '^Counter GM_[0-5]_[0-7]_TILE_PERFORMANCE_COUNTERS_[0-5]: Value=[0-9]+$' \
		fig1.txt) of $(wc -l <fig1.txt)" "288 of 288"
is "and so does the example" "$(LD_LIBRARY_PATH=$build "$BIN/example" | sed 's/=.*//' | cmp - \
	<(sed 's/=.*//' fig1.txt) && echo same)" same
like "its first is the one added last" "$(head -n 1 fig1.txt)" \
	'^Counter GM_5_7_TILE_PERFORMANCE_COUNTERS_5: Value='
like "its last is the one added first" "$(tail -n 1 fig1.txt)" \
	'^Counter GM_0_0_TILE_PERFORMANCE_COUNTERS_0: Value='

is "a clock that moves by itself is read by calls" "$(way)" "calls, its clock or its registers need calls"
is "an unplugged chip ends sampling" "$(sample_until unplug)" "status 3"
is "the records before it are whole" "$(cut_record)" ""
like "it says why" "$(<errors)" '/dev/gpcd0: its chip is gone'
unload

# --- a Gemini at rest ---

load clock=virtual traffic=0
chgrp $group /dev/gpcd0

succeeds "root writes" "$GPCD" write $counter 123456789
is "and reads what was written" "$(reading)" 123456789
is "so does a member" "$(reading member)" 123456789
is "it is read where it is mapped" "$(way)" "mapping, null"
is "so it is by a member" "$(way member)" "mapping, null"
echo slow:1000 >/sys/class/gpcd_emu/gpcd_emu0/fault
is "not if it is slow" "$(way)" "calls, its clock or its registers need calls"
echo none >/sys/class/gpcd_emu/gpcd_emu0/fault
fails "a member does not write" 4 'needs CAP_SYS_ADMIN.*as root' \
	member "$GPCD" write $counter 1
fails "a stranger does not even read" 4 'not allowed' stranger "$GPCD" read $counter
is "nothing was written" "$(reading)" 123456789

is "perms: root sees all" "$(perms_of 'may | join(",")')" nic,router,setup,others
is "perms: a member sees its own chip" "$(perms_of 'may | join(",")' member)" nic,router,setup
like "perms: it says how to get more" "$(perms_of remedy member)" \
	'^as root: gpcd perms set --may nic,router,setup,others [0-9]+$'
job=$(perms_of job)
fails "perms: a member changes nothing" 4 'CAP_SYS_ADMIN' \
	member "$GPCD" perms set /sys/fs/cgroup --may all
fails "perms: nor finds a job by its id" 4 'as root; name it by its directory' \
	member "$GPCD" perms set "$job" --may all
succeeds "perms set" "$GPCD" perms set "$job" --may nic
is "perms list" "$("$GPCD" perms list --csv | tail -n +2)" "$job,nic,,2"
is "perms: with NICs alone it is mapped all the same" "$(way member)" "mapping, null"
fails "what may not be read is refused by name" 4 "$counter: you may not read it" \
	member "$GPCD" read $counter
partly="sample -i 1ms -n 2 --csv $counter GM_TARB_PERF_OUT_PKTS"
# shellcheck disable=SC2086 # words
fails "so is a sample of which a part is denied" 4 "$counter: you may not read it" \
	member "$GPCD" $partly
# shellcheck disable=SC2086 # words
is "its samples say that they are part" \
	"$(member "$GPCD" $partly 2>/dev/null | tail -n +2 | cut -d, -f 7-9 | sort -u)" part,2,
succeeds "perms policy: ignore" "$GPCD" perms policy --ignore on
is "perms policy: it is shown" "$("$GPCD" perms policy --json | jq -c '.policy[0] | [.may, .ignored]')" \
	'[["nic","router","setup"],true]'
succeeds "then a member reads" member "$GPCD" read $counter
succeeds "perms policy: obey" "$GPCD" perms policy --ignore off
fails "then no longer" 4 "$counter: you may not read it" member "$GPCD" read $counter
succeeds "perms remove" "$GPCD" perms remove "$job"
succeeds "then a member reads again" member "$GPCD" read $counter

# --- what each kind of user sees ---

like "top: a member sees the tile" "$(member "$GPCD" top --batch --tiles -i 10ms -n 1)" 'gpcd top: 1 chip.*gpcd0'
fails "top: a stranger is refused" 4 'not allowed' stranger "$GPCD" top --batch --tiles -i 10ms -n 1
like "metrics: a member reads them" "$(member "$GPCD" read -i 10ms router_bytes)" '^router_bytes +[0-9.]+ +B/s'
succeeds "record: a member may" member sh -c "cd /tmp && '$GPCD' record -o cli.gpr -i 1ms -n 5 $counter"
is "record: what was read" "$("$GPCD" replay --csv /tmp/cli.gpr | tail -n 1 | cut -d, -f 9)" 123456789
like "the exporter: a member's has the device" "$(member ./gpcd-exporter -d /dev/gpcd0 --check 2>&1)" '^1 of 1 devices up'
like "the exporter: a stranger's page says why it has not" \
	"$(stranger ./gpcd-exporter -d /dev/gpcd0 --textfile /tmp/page 2>/dev/null; cat /tmp/page)" \
	'gpcd_up\{[^}]*\} 0'

fails "an unknown register" 2 "no register 'NO_SUCH'" "$GPCD" read NO_SUCH
fails "an unknown device" 3 'gpcd7: no such device' "$GPCD" -d gpcd7 read $counter
unload
done_testing
