#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Emulated chips: made by parameters and by configfs, their clock, their faults,
# their back door.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/rates.sh
. "$(dirname "$0")/../../rates.sh"

config=/sys/kernel/config/gpcd_emu
class=/sys/class/gpcd_emu
tiles='GM_*_TILE_PERFORMANCE_COUNTERS_*'
counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
offset=0x2001380	# of that counter
epoch_at=0x7fff030	# the chip's epoch
state=0x7fff020		# chip state in the upper half of the word: 1 live, 2 gone
second=1000000000
hour=3600000000000
cd "$(mktemp -d)" || exit

mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config

# put VALUE FILE
put()
{
	# shellcheck disable=SC2320
	echo "$1" >"$2"
}

# refused WHAT ERE VALUE FILE: writing fails, with a reason
refused()
{
	fails "$1" 1 "$2" put "$3" "$4"
}

# sample DEVICE REGISTER...: take one, into chip_ns, epoch, values[] and sum. Starting processes
# takes long in a guest: the shell does what it can.
sample()
{
	local row=() value

	"$GPCD" -d "$1" read --csv "${@:2}" >sample.csv 2>/dev/null
	{ read -r && IFS=, read -ra row; } <sample.csv
	chip_ns=${row[2]-} epoch=${row[3]-} values=("${row[@]:8}") sum=0
	for value in "${values[@]}"; do
		sum=$((sum + value))
	done
}

# texts FILE...: read them into texts[]
texts()
{
	local file

	texts=()
	for file; do
		mapfile -tO ${#texts[@]} texts <"$file"
	done
}

# different WORD...: set `different' to the number of distinct words
different()
{
	local -A seen=()
	local word

	for word; do
		seen[.$word]=1
	done
	different=${#seen[@]}
}

# chip NAME ADDRESSES [ATTRIBUTE=VALUE ...]: make one by configfs, virtual clock
chip()
{
	local dir=$config/$1 setting

	mkdir "$dir" && put "$2" "$dir/nic_addrs" && put virtual "$dir/clock" || return
	for setting in "${@:3}"; do
		put "${setting#*=}" "$dir/${setting%%=*}" || return
	done
	put 1 "$dir/live"
}

# --- parameters ------------------------------------------------------------

# wrong PARAMETER...: the emulator does not load with them
wrong()
{
	fails "$* does not load" 1 'Invalid' insmod "$MODULES/gpcd_emu.ko" "$@"
}

insmod "$MODULES/gpcd.ko"
wrong chip=seastar
wrong views=3
wrong views=5 chip=aries
wrong views=0
wrong clock=sundial
wrong chips=1025
rmmod gpcd

load || exit 1
is "insmod alone makes gpcd0" "$(<$class/gpcd_emu0/gpcd)" gpcd0
is "a Gemini" "$(</sys/class/gpcd/gpcd0/chip)" gemini
is "at NIC address 1" "$(</sys/class/gpcd/gpcd0/nic_addr)" 1
is "at 0,0,0" "$(</sys/class/gpcd/gpcd0/coordinate)" 0,0,0
refused "a real clock cannot be advanced" 'not supported' 1 $class/gpcd_emu0/advance

sample gpcd0 "$tiles"
counted=$sum
# stamps: take a sample, into BASH_REMATCH, ns: end of the sweep, chip's time, length of the sweep
stamps()
{
	local said stamp='"monotonic_ns":"([0-9]+)","chip_ns":"([0-9]+)","sweep_ns":"([0-9]+)"'

	said=$("$GPCD" -d gpcd0 read --json $counter)
	[[ $said =~ $stamp ]]
}

# If the machine stood still, the chip lags and catches up: then the next second counts.
keeps_time()
{
	local end chip sweep passed elapsed

	stamps || return
	end=${BASH_REMATCH[1]} chip=${BASH_REMATCH[2]} sweep=${BASH_REMATCH[3]}
	pause 1
	stamps || return
	passed=$((BASH_REMATCH[2] - chip)) elapsed=$((BASH_REMATCH[1] - end + sweep))
	[ $passed -gt $((elapsed / 2)) ] && [ $passed -lt $((elapsed + second / 10)) ]
}
succeeds "its time is the machine's" eventually keeps_time
sample gpcd0 "$tiles"
is "its counters go up by themselves" $((sum > counted)) 1
# Readers have any period: each sweep finds the counters of its time. Per chip time, no tile takes
# more than a cable carries, 390.625 phits a us.
"$GPCD" -d gpcd0 sample --json -i 1ms -n 200 'GM_[01]_?_TILE_PERFORMANCE_COUNTERS_0' \
	>short.json 2>error
mapfile -t lines <short.json
is "at short periods: samples" ${#lines[@]} 200
is "at short periods: no tile takes more than a cable carries" \
	"$(tiles_above_rate short.json | head -2)" ""
stood=$(times short.json | awk '$1 > 500000 && $2 == 0' | wc -l)
is "at short periods: the chip's time goes with the machine's, but for $stood samples" \
	$((stood < 40)) 1
"$GPCD" -d gpcd0 links --torus 2x2x2 --rates --json -i 1ms -n 200 >links.json 2>error
mapfile -t lines <links.json
is "at short periods: links" ${#lines[@]} 200
is "at short periods: no link above its rate" "$(links_above_rate links.json | head -2)" ""
succeeds "the modules unload" unload

# --- the virtual clock -----------------------------------------------------

load chips=0 || exit 1
is "chips=0 makes none" "$(compgen -G "$class/*")" ""

succeeds "a chip by configfs" chip a 1
succeeds "another with the same seed" chip b 2
succeeds "a third with its own seed" chip c 3 seed=2
texts $config/{a,b,c}/devices
a=${texts[0]} b=${texts[1]} c=${texts[2]}
sample "$a" "$tiles"
is "time has not begun" "$chip_ns" 0
is "nothing has been counted" "$sum" 0

put 12000000 $class/gpcd_emu0/advance
sample "$a" "$tiles"
ticked=$sum
put 345678 $class/gpcd_emu0/advance
sample "$a" "$tiles"
is "counters move within a tick" $((sum > ticked)) 1
is "time is exact to the nanosecond" "$chip_ns" 12345678
put $((second - 12345678)) $class/gpcd_emu0/advance
put $second $class/gpcd_emu2/advance
for ((i = 0; i < 40; i++)); do
	put 25000000 $class/gpcd_emu1/advance
done
sample "$b" 'GM_*'
of_b=${values[*]}
is "the pieces make a second" "$chip_ns" $second
sample "$c" 'GM_*'
of_c=${values[*]}
sample "$a" 'GM_*'
[ -n "$of_b" ] && [ "$of_b" = "${values[*]}" ]
is "same seed, same second, same counts" $? 0
[ "$of_c" = "${values[*]}" ]
is "another seed, other counts" $? 1
sample "$a" 'GM_*_TILE_PERFORMANCE_COUNTERS_3'
responses=$sum
sample "$a" 'GM_*_TILE_PERFORMANCE_COUNTERS_2'
is "as many requests as responses" "$sum" "$responses"
is "and many" $((sum > 100000)) 1

refused "time is a number" 'Invalid' soon $class/gpcd_emu0/advance
refused "time is a number of 64 bits" 'result too large|out of range' $((2 ** 63 - 1))0 \
	$class/gpcd_emu0/advance
refused "an hour at a time" 'result too large|out of range' $((hour + 1)) \
	$class/gpcd_emu0/advance
sample "$a" $counter
is "time stood meanwhile" "$chip_ns" $second

under_way()
{
	sample "$c" $counter
	[ "$chip_ns" -gt $second ]
}
# can_give_up FILE: a reader of it sleeps interruptibly meanwhile
can_give_up()
{
	read -r <"$1" &
	pause 0.2
	[[ $(</proc/$!/stat) == *' S '* ]] && kill $!
}

# Advancing by hours takes the chip a while; more advances wait until they are killed.
hours=()
for ((i = 0; i < 20; i++)); do
	while put $hour $class/gpcd_emu2/advance; do
		:
	done &
	hours+=($!)
done
eventually under_way
for attribute in fault gpcd; do
	succeeds "who waits for $attribute can give up" eventually can_give_up \
		$class/gpcd_emu2/$attribute
done
"$BIN/backdoor" attribute $class/gpcd_emu2/fault >said 2>&1 &
waiting=$!
succeeds "who waits for fault is signalled" eventually test -s said
kill -KILL "${hours[@]}"
wait "$waiting"
is "and goes on to wait: exit code" $? 0
is "and goes on to wait: what it read" "$(sort -u said | xargs)" "none signal"
wait
sample "$c" $counter
is "an hour can be killed before it ends" $(((chip_ns - second) % hour > 0)) 1

sample "$b" 'GM_RAT_PERF_HEADER_FLITS_VC0'
before=$sum
"$GPCD" -d "$b" write GM_RAT_PERF_COUNTER_EN 0
put $second $class/gpcd_emu1/advance
sample "$b" 'GM_RAT_PERF_HEADER_FLITS_VC0'
is "a disabled block stands still" "$sum" "$before"
before=$epoch
"$GPCD" -d "$b" write $counter 7
sample "$b" $counter
is "a counter takes what is written" "${values[*]}" 7
is "which is a new epoch" "$epoch" $((before + 1))
rmdir $config/{a,b,c}

# --- views of one chip -----------------------------------------------------

succeeds "an Aries with four views" chip four 11,12,13,14 chip=aries coord=1,2,3
put $second $class/gpcd_emu0/advance
mapfile -t devices <$config/four/devices
is "four devices" ${#devices[@]} 4
texts /sys/class/gpcd/*/chip_id
different "${texts[@]}"
is "of one chip" "$different of ${#texts[@]}" "1 of 4"
texts /sys/class/gpcd/*/nic_addr
is "with four addresses" "${texts[*]}" "11 12 13 14"
texts /sys/class/gpcd/*/nic_index
is "of four NICs" "${texts[*]}" "0 1 2 3"
texts /sys/class/gpcd/*/coordinate
different "${texts[@]}"
is "at one place" "$different: ${texts[0]}" "1: 1,2,3"
tiles_seen=() nics_seen=()
for device in "${devices[@]}"; do
	sample "$device" 'AR_RTR_*'
	tiles_seen+=("${values[*]}")
	sample "$device" 'AR_NIC_*' 'AR_NL_*'
	nics_seen+=("${values[*]}")
done
different "${tiles_seen[@]}"
is "the views show the same tiles" "$different" 1
different "${nics_seen[@]}"
is "and different NICs" "$different" 4
"$GPCD" -d "${devices[0]}" write AR_RTR_0_0_INQ_PRF_INCOMING_FLIT_VC0 42
sample "${devices[0]}" AR_RTR_0_0_INQ_PRF_INCOMING_FLIT_VC0
before=$epoch
sample "${devices[3]}" AR_RTR_0_0_INQ_PRF_INCOMING_FLIT_VC0
is "a tile written in one view is so in all" "${values[*]}" 42
is "in one epoch" "$epoch" "$before"
rmdir $config/four

# --- faults ----------------------------------------------------------------

succeeds "a chip to break" chip frail 1,2
door=$class/gpcd_emu0
put $second $door/advance
sample gpcd0 $counter
good=${values[*]}
is "nothing is wrong" "$(<$door/fault)" none

put ones $door/fault
sample gpcd0 $counter
is "ones: no value" "${values[*]}" ""
sample gpcd1 $counter
is "ones: in the other view neither" "${values[*]}" ""
is "ones: the fault that was set" "$(<$door/fault)" ones
put none $door/fault
sample gpcd0 $counter
is "ones: mended, the value is back" "${values[*]}" "$good"

put stuck $door/fault
put $second $door/advance
"$GPCD" -d gpcd0 write $counter 1
sample gpcd0 $counter
is "stuck: time stands" "$chip_ns" $second
is "stuck: counters stand, writes are lost" "${values[*]}" "$good"
put none $door/fault
put $second $door/advance
sample gpcd0 $counter
is "stuck: mended, time goes on" "$chip_ns" $((2 * second))

put slow:1000000 $door/fault
is "slow: in all views" "$(<$class/gpcd_emu1/fault)" slow:1000000
sample gpcd0 $counter
is "slow: the values are good" ${#values[@]} 1
put none $door/fault
refused "slow: not for ever" 'Invalid' slow:1000001 $door/fault
refused "slow: a number" 'Invalid' slow: $door/fault
refused "an unheard-of fault" 'Invalid' tired $door/fault

sample gpcd0 $counter
before=$epoch
put unplug $door/fault
is "unplug: no device" "$(compgen -G '/sys/class/gpcd/gpcd*')" ""
is "unplug: its door stays" "$(<$door/fault)" unplug
is "unplug: and knows of no device" "$(<$door/gpcd)" ""
refused "unplug: no time" 'No such device' 1 $door/advance
put unplug $door/fault
put none $door/fault
is "replug: it is back" "$(<$class/gpcd_emu1/gpcd)" gpcd1
sample gpcd1 "$tiles"
is "replug: reset" "$chip_ns $sum" "0 0"
put $second $door/advance
sample gpcd0 $counter
is "replug: in a new epoch" $((epoch > before)) 1
is "replug: the same second as the first" "${values[*]}" "$good"

put unplug $door/fault
put stuck $door/fault
put $second $door/advance
sample gpcd0 $counter
is "replug: broken, if a fault is set" "$chip_ns $(<$door/fault)" "0 stuck"

put unplug $door/fault
succeeds "while it is away another takes its address" chip cuckoo 2
refused "replug: refused then" 'exists' none $door/fault
is "replug: refused whole" "$(<$config/frail/devices)" ""
rmdir $config/cuckoo
succeeds "replug: welcome when that is gone" put none $door/fault
rmdir $config/frail

# --- configfs --------------------------------------------------------------

mkdir $config/x
texts $config/x/{chip,nic_addrs,coord,seed,clock,traffic,live,devices}
is "defaults" "${texts[*]}" "gemini 0,0,0 1 real 1 0"
refused "no life without an address" 'Invalid' 1 $config/x/live
refused "address 0" 'Invalid' 1,0 $config/x/nic_addrs
refused "five addresses" 'Invalid' 1,2,3,4,5 $config/x/nic_addrs
refused "an address that is none" 'Invalid' 1,two $config/x/nic_addrs
refused "two coordinates" 'Invalid' 1,2 $config/x/coord
refused "another chip" 'Invalid' seastar $config/x/chip
refused "another clock" 'Invalid' sundial $config/x/clock
texts $config/x/{chip,nic_addrs,coord,clock}
is "what was refused changed nothing" "${texts[*]}" "gemini 0,0,0 real"
put 1,2,3 $config/x/nic_addrs
refused "three NICs of a Gemini" 'Invalid' 1 $config/x/live
put 5,5 $config/x/nic_addrs
refused "one address twice" 'exists' 1 $config/x/live
is "nothing is left of that" "$(compgen -G "$class/*"; compgen -G '/sys/class/gpcd/gpcd*')" ""
put 5,6 $config/x/nic_addrs
succeeds "good addresses" put 1 $config/x/live
succeeds "a live chip may be set live again" put 1 $config/x/live
for attribute in chip=aries nic_addrs=7 coord=1,1,1 seed=3 clock=virtual traffic=0; do
	refused "${attribute%=*} cannot change while it lives" 'busy' "${attribute#*=}" \
		"$config/x/${attribute%=*}"
done
fails "the module stays while it is there" 1 'in use' rmmod gpcd_emu
succeeds "it ends on request" put 0 $config/x/live
is "with its devices" "$(<$config/x/devices)$(compgen -G "$class/*")" ""
succeeds "and can change then" put aries $config/x/chip
succeeds "and live again" put 1 $config/x/live
succeeds "rmdir ends it too" rmdir $config/x
is "with all it had" "$(compgen -G "$class/*")" ""

# trouble COMMAND...: repeat, failed or not, while the file `trouble' exists
trouble()
{
	while [ -e trouble ]; do
		"$@"
	done
}

blink()
{
	put 1 $config/y/live && echo >>lit
	pause 0.05
	put 0 $config/y/live
}

meddle()
{
	put $((1 + RANDOM % 3)),$((4 + RANDOM % 3)) $config/y/nic_addrs
	put $((RANDOM % 2)) $config/y/traffic
	texts $config/y/*
}

break_it()
{
	put unplug $class/gpcd_emu0/fault && echo >>broken
	put none $class/gpcd_emu0/fault
	texts $class/*/{fault,gpcd}
}

lit_and_broken()
{
	[ -s lit ] && [ -s broken ]
}

mkdir $config/y
put 1,2 $config/y/nic_addrs
touch trouble
trouble blink &>/dev/null &
trouble blink &>/dev/null &
trouble meddle &>/dev/null &
trouble break_it &>/dev/null &
trouble "$GPCD" -d gpcd0 read $counter &>/dev/null &
pause 3
succeeds "a chip that many pull at came to life, and broke" eventually lit_and_broken
rm trouble
wait
succeeds "and can live in peace" put 1 $config/y/live
texts $config/y/devices
sample "${texts[0]}" $counter
is "and works" ${#values[@]} 1
rmdir $config/y

# --- the back door ---------------------------------------------------------

succeeds "a chip for the simulator" chip driven 1 traffic=0
succeeds "an Aries for it" chip aries 2 chip=aries traffic=0
is "the back door is root's" "$(stat -c %a:%u /dev/gpcd_emu0)" 600:0
fails "nobody else opens it" 1 'Permission denied' setpriv --reuid=4203 --clear-groups \
	"$BIN/backdoor" peek /dev/gpcd_emu0 0
is "a Gemini has memory for 59 pages and one that describes it" \
	"$("$BIN/backdoor" pages /dev/gpcd_emu0)" 60
is "an Aries for 64 and one" "$("$BIN/backdoor" pages /dev/gpcd_emu1)" 65
fails "no private mapping" 1 'Invalid' "$BIN/backdoor" map /dev/gpcd_emu0 1 private
fails "none beyond 128 MiB" 1 'Invalid' "$BIN/backdoor" map /dev/gpcd_emu0 32769 shared
"$BIN/backdoor" poke /dev/gpcd_emu0 $offset 0xabcdef
sample gpcd0 $counter
is "what is written there is read here" "${values[*]}" $((0xabcdef))
"$GPCD" -d gpcd0 write $counter 99
is "and the other way round" "$("$BIN/backdoor" peek /dev/gpcd_emu0 $offset)" 99
is "a door that is open only for reading is mapped, too" \
	"$("$BIN/backdoor" look /dev/gpcd_emu0 $offset)" 99
put $second $class/gpcd_emu0/advance
sample gpcd0 $counter
is "without traffic only time passes" "$chip_ns ${values[*]}" "$second 99"

"$BIN/backdoor" poke /dev/gpcd_emu0 0x7fff040 1
sample gpcd0 $counter
is "a writer that dies amid a batch hangs nobody" "${values[*]}" 99
"$BIN/backdoor" poke /dev/gpcd_emu0 0x7fff040 2
for at in 0x7fff000 0x7fff008 0x7fff010 0x7fff018 $state; do
	"$BIN/backdoor" poke /dev/gpcd_emu0 "$at" 0xffffffffffffffff
done
sample gpcd0 $counter
is "nonsense on the describing page harms nobody" "${values[*]}" 99
put unplug $class/gpcd_emu0/fault
put none $class/gpcd_emu0/fault
is "and a reset mends it" "$(($("$BIN/backdoor" peek /dev/gpcd_emu0 $state) >> 32))" 1

sample gpcd0 $counter
before=$epoch
"$BIN/backdoor" poke /dev/gpcd_emu0 $epoch_at 0xffffffffffffffff
"$GPCD" -d gpcd0 write $counter 99
sample gpcd0 $counter
is "an epoch that nobody has counted up to is replaced by a new one" "$epoch" $((before + 3))
"$BIN/backdoor" poke /dev/gpcd_emu0 $epoch_at $((before + 9))
"$GPCD" -d gpcd0 write $counter 99
sample gpcd0 $counter
is "one that a feed can have counted up to counts" "$epoch" $((before + 10))
"$BIN/backdoor" poke /dev/gpcd_emu0 $epoch_at 0xffffffffffffffff
date -s "@$((EPOCHSECONDS - 3600))" >/dev/null
put unplug $class/gpcd_emu0/fault
put none $class/gpcd_emu0/fault
date -s "@$((EPOCHSECONDS + 3600))" >/dev/null
sample gpcd0 $counter
is "nor do epochs go back, though the clock does" "$epoch" $((before + 12))

coproc hold { exec "$BIN/backdoor" hold /dev/gpcd_emu0 $state; }
holder=$!
read -r reply <&"${hold[0]}"
is "a mapping is held" "$reply" mapped
rmdir $config/{driven,aries}
is "its chip is gone" "$(compgen -G "$class/*")" ""
echo >&"${hold[1]}"
read -r reply <&"${hold[0]}"
is "the mapping lives on and says so" $((reply >> 32)) 2
fails "and holds the module" 1 'in use' rmmod gpcd_emu
eval "exec ${hold[1]}>&-"
wait $holder
succeeds "until it is closed" unload

# --- many chips, and unloading under readers -------------------------------

load chips=64 views=2 clock=virtual || exit 1
nodes=(/sys/class/gpcd/gpcd*)
is "64 chips of two views" ${#nodes[@]} 128
is "the addresses go up from 1" "$(</sys/class/gpcd/gpcd127/nic_addr)" 128
is "and so does z" "$(</sys/class/gpcd/gpcd127/coordinate)" 0,0,63
is "each has its back door" "$(<$class/gpcd_emu127/gpcd)" gpcd127
is "and its seed" "$(<$class/gpcd_emu127/seed)" 64
"$GPCD" -d gpcd5 sample -i 10ms --csv >samples 2>error &
reader=$!
eventually [ -s samples ]
succeeds "the emulator unloads under a reader" rmmod gpcd_emu
wait $reader
is "who learns that the chip is gone" $? 3
succeeds "and gpcd after it" rmmod gpcd
done_testing
