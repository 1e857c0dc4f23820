#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# list and info.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

still g.img --nic-addr 7 --nic-index 1 --coord 3,4,5
info()
{
	gpcd -d image:g.img info --json | jq -r ".devices[0].$1"
}
is "chip" "$(info chip)" gemini
is "NIC address" "$(info nic_addr)" 7
is "NIC index" "$(info nic_index)" 1
is "NICs" "$(info nics)" 2
is "coordinate" "$(info coord)" 3,4,5
is "registers" "$(info registers)" 1552
is "wide numbers are strings" "$(info 'epoch | type')" string
is "features are a list" "$(info 'features | type')" array
like "text stands upright" "$(gpcd -d image:g.img info)" 'chip +gemini'
# Interfaces of this machine are listed first.
is "list -v says the same" "$(gpcd -d image:g.img list -v | sed -n '/image:g.img/,$p')" "$(gpcd -d image:g.img info)"
is "a file is read as one" "$(info read_by) $(info not_mapped)" "file null"
is "how much a group may have, and no ring" "$(info regs_max) $(info ring_regs_max)" "65536 null"
is "CSV quotes what needs it" "$(gpcd -d image:g.img info --csv | tail -n 1 | cut -d, -f 29-)" \
	'"3,4,5",2'
is "a carriage return is shown" "$(gpcd -d $'image:a\rb' list --csv 2>/dev/null | tail -n 1 | cut -d, -f 1)" \
	'image:a\x0db'

is "-d is listed" "$(gpcd -d image:g.img list --json |
	jq -r '.devices[] | select(.device == "image:g.img") | "\(.chip) \(.nic_addr) \(.state)"')" \
	"gemini 7 live"
is "\$GPCD_DEVICE is listed" "$(GPCD_DEVICE=image:g.img gpcd list --csv |
	grep -c '^image:g.img,gemini,7,.*,live,')" 1
is "\$GPCD_DEVICE is the default device" "$(GPCD_DEVICE=image:g.img gpcd info --json |
	jq -r '.devices[0].device')" image:g.img
is "-d outdoes it" "$(GPCD_DEVICE=image:none gpcd -d image:g.img info --json |
	jq -r '.devices[0].device')" image:g.img
GPCD_DEVICE='' exits 0 "an empty \$GPCD_DEVICE names none: counters" gpcd counters -n GM_TARB_PERF_OUT_PKTS
is "an empty \$GPCD_DEVICE names none: list" "$(GPCD_DEVICE='' gpcd list --csv 2>&1)" \
	"$(gpcd list --csv 2>&1)"
is "-d after the command" "$(gpcd info -d image:g.img --json | jq -r '.devices[0].nic_addr')" 7

bad=$'\xef\xbf\xbd' # U+FFFD
name=$'bad\xff\xc0\xafgood\xe2\x82\xac\xed\xa0\x80.img'
cp g.img "$name"
is "JSON replaces what is no UTF-8" "$(gpcd -d "image:$name" info --json |
	jq -r '.devices[0].device')" "image:bad$bad$bad${bad}good€$bad$bad$bad.img"
is "JSON of samples likewise" "$(gpcd -d "image:$name" read --json GM_TARB_PERF_OUT_PKTS |
	iconv -f UTF-8 -t UTF-8 | jq -r .device)" "image:bad$bad$bad${bad}good€$bad$bad$bad.img"

exits 3 "no such image" gpcd -d image:none.img info
like "no such image: what to do" "$(cat err)" 'gpcd emulate --image none.img'
exits 3 "no such device" gpcd -d /dev/gpcd-none info
like "no such device: what to do" "$(cat err)" 'modprobe|emulate'
echo 'no image' >text
exits 3 "no image" gpcd -d image:text info
is "no image: one line" "$(wc -l <err)" 1
"$GPCD" emulate --image old.img --once
printf '\001' | dd of=old.img bs=1 seek=$((0x7fff008)) conv=notrunc status=none
exits 3 "an image of another version" gpcd -d image:old.img info
like "an image of another version: what to do" "$(cat err)" 'another version of gpcd: make it anew'
exits 1 "an image of another version is not replaced" gpcd emulate --image old.img --once
like "an image of another version: how to make it anew" "$(cat err)" 'remove it'
rm old.img
is "a device that cannot be opened is listed all the same" \
	"$(gpcd -d image:none.img list --csv 2>/dev/null | grep -c '^image:none.img,.*,gone,,*2$')" 1

# --- one device, by its right name ---

still h.img
for command in "write GM_TARB_PERF_OUT_PKTS 1" counters perms; do
	# shellcheck disable=SC2086 # words
	exits 2 "two devices: $command" gpcd -d image:g.img -d image:h.img $command
	like "two devices: $command: both are named" "$(cat err)" \
		'both -d image:g.img and -d image:h.img'
done
exits 0 "the same device twice" gpcd -d image:g.img -d image:g.img info
exits 2 "two NICs" gpcd -d image:g.img read -a 7 -a 8 GM_TARB_PERF_OUT_PKTS
like "two NICs: both are named" "$(cat err)" 'both --nic-addr 7 and --nic-addr 8'
exits 2 "two formats" gpcd -d image:g.img info --csv --json
exits 2 "two modes" gpcd -d image:g.img sample -n 1 --rate --delta
like "two modes: both are named" "$(cat err)" 'both --rate and --delta'

# --- several devices ---

# devices ARGUMENT...: names of the devices that a command shows, in order
devices()
{
	gpcd "$@" --json 2>err | jq -r '[.devices[].device] | join(" ")'
}

mkdir many
for i in 10 9; do
	still many/$i.img --coord "0,0,$i"
done
mkdir many/folder
is "each -d, in that order, each once" "$(devices info -d image:h.img -d image:g.img -d image:h.img)" \
	"image:h.img image:g.img"
is "a pattern, by numbers" "$(devices info -d 'image:many/*')" "image:many/9.img image:many/10.img"
is "a pattern among others" "$(devices info -d image:g.img -d 'image:many/[1-9]*' -d image:many/9.img)" \
	"image:g.img image:many/9.img image:many/10.img"
is "a pattern in \$GPCD_DEVICE" "$(GPCD_DEVICE='image:many/1*' devices info)" "image:many/10.img"
is "list: a pattern" "$(devices list -d 'image:many/*' | grep -o 'image:.*')" \
	"image:many/9.img image:many/10.img"
cp g.img 'many/[x].img'
is "a file of that very name" "$(devices info -d 'image:many/[x].img')" 'image:many/[x].img'
rm 'many/[x].img'
fails "a pattern that nothing matches" 3 '^gpcd info: image:many/x\*: no file matches this pattern' \
	gpcd info -d image:g.img -d 'image:many/x*'
echo text >many/text
is "info: one that fails costs its own row" "$(devices info -d 'image:many/*')" \
	"image:many/9.img image:many/10.img"
like "info: and is named" "$(cat err)" '^gpcd info: image:many/text: no register image'
exits 3 "info: its exit code" gpcd info -d 'image:many/*'
exits 3 "list: its exit code" gpcd list -d 'image:many/*'
rm -r many

mkdir folder
# unfit DEVICE ERE: refused, with what it is
unfit()
{
	exits 3 "no device: $1" gpcd -d "$1" info
	like "no device: $1: said" "$(cat err)" "^gpcd info: $1: $2"
}
unfit ./g.img 'a file, not a device: .* -d image:./g.img$'
unfit image:folder 'a directory: '
unfit ./folder 'a directory: '
unfit image:/dev/null 'not a file: .* -d /dev/null$'
unfit /dev/null 'not a device of gpcd'
unfit image:text 'no register image'
exits 3 "no device: gpcd99" gpcd -d gpcd99 info
like "no device: gpcd99: said" "$(cat err)" '/dev/gpcd99: no such device: load a module'

# --wait: the image comes when its reader is already looking for it.
for command in 'info' 'read GM_0_0_TILE_PERFORMANCE_COUNTERS_0' 'list' 'counters GM_0_0_TILE_PERFORMANCE_COUNTERS_0' \
	'links --torus 2x2x2 --chip 0,0,0 -i 10ms -n 1'; do
	rm -f late.img
	# shellcheck disable=SC2086 # words
	"$GPCD" -d image:late.img --wait $command >out 2>err &
	waiting=$!
	children+=("$waiting")
	succeeds "--wait ${command%% *}: it waits" asleep "$waiting"
	still late.img
	ended "$waiting"
	is "--wait ${command%% *}: then goes on" $? 0
done
rm late.img

# Several: each named one must exist, and at least one file of a pattern. The last to come is first
# a match of the pattern, then the named one.
mkdir late
waits()
{
	local first=$1 last=$2

	shift 2
	rm -f late/*
	still "late/$first.img"
	"$GPCD" -d 'image:late/a*' -d image:late/b.img --wait "$@" >out 2>err &
	waiting=$!
	children+=("$waiting")
	succeeds "--wait $1: $last is waited for" asleep "$waiting"
	still "late/$last.img"
	ended "$waiting"
	is "--wait $1: $last has come" "$? $(cat out err | grep -oE 'late/(a2|b)[.]img' | sort -u | xargs)" \
		"0 late/a2.img late/b.img"
}
for command in 'info' 'read --json GM_0_0_TILE_PERFORMANCE_COUNTERS_0' 'list' \
	'sample -i 1ms -n 1 --long GM_0_0_TILE_PERFORMANCE_COUNTERS_0' \
	'top --batch -i 1ms -n 1' 'stat -m router_bytes -- true' 'links --torus 2x2x2 -i 10ms -n 1 --long'; do
	# shellcheck disable=SC2086 # words
	waits b a2 $command
	# shellcheck disable=SC2086
	waits a2 b $command
done
fails "--wait=TIME: a pattern that nothing matches in time" 3 'image:late/c\*: no file matches this pattern' \
	gpcd -d 'image:late/c*' --wait=50ms info
# Waiting ends with the first matches of a pattern.
rm late/*
still late/a1.img
is "--wait: a pattern is what matches first" \
	"$(gpcd -d 'image:late/a*' --wait list --csv | cut -d, -f1 | grep ^image:)" image:late/a1.img
fails "--wait=TIME ends" 3 'image:late.img: no such file' gpcd -d image:late.img --wait=50ms info
fails "--wait does not wait for what is no image" 3 'image:/etc/passwd: no register image' \
	timeout "$hang" "$GPCD" -d image:/etc/passwd --wait info
fails "--wait: a time that is none" 2 "--wait 'soon' is not a valid TIME: .* with a TIME, as 10s" gpcd --wait=soon info
"$GPCD" -d image:late.img --wait info >out 2>err &
waiting=$!
children+=("$waiting")
started "$waiting"
kill -TERM "$waiting"
ended "$waiting"
is "--wait ends at a signal" $? 143
