#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-exporter: patterns of devices, whose images come and go.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"

total='gpcd_nic_out_bytes_total{device="image:jobs/%s.img"}'
mkdir jobs
still first.img

# devices: devices on a page, each with 1 (up) or 0
devices()
{
	scrape "" | sed -n 's/^gpcd_up{device="\(.*\)"} /\1 /p' | paste -sd ' '
}

# has DEVICES: a new page has these devices
has()
{
	[ "$(devices)" = "$1" ]
}

# down: devices that are down, and why
down()
{
	scrape "" | sed -n 's/^gpcd_down{device="\(.*\)",reason="\(.*\)"} 1/\1 \2/p' | paste -sd ' '
}

# --- images that come and go ---

printf '%s\n' 'fresh = 0s' 'interval = 1h' 'metrics = nic' 'device = image:first.img' 'device = image:jobs/*.img' >conf
serving -c conf
like "that nothing is there yet is said" "$(cat serve.err)" 'image:jobs/\*.img: no file matches this pattern yet'
is "and what was named is exported" "$(devices)" "image:first.img 1"
still jobs/10.img
still jobs/9.img
mkdir jobs/folder.img
is "images that come, in the order of their numbers" "$(devices)" \
	"image:first.img 1 image:jobs/9.img 1 image:jobs/10.img 1"
scrape >page
# shellcheck disable=SC2059 # the format is ours
is "their totals begin with 0" "$(number "$(printf "$total" 9)")" 0
rm jobs/9.img
is "an image that goes" "$(devices)" "image:first.img 1 image:jobs/10.img 1"
like "which is said" "$(cat serve.err)" 'image:jobs/9.img: its file is gone'
rm first.img jobs/10.img
is "one that was named keeps its place" "$(devices)" "image:first.img 1"
echo "no image" >jobs/11.img
is "a file that is no image is down" "$(down)" "image:jobs/11.img foreign"
rm jobs/11.img
# While it is made, it is not an image yet; the next reading has it.
living jobs/12.img
succeeds "an image that is driven" eventually has "image:first.img 1 image:jobs/12.img 1"
kill -TERM "$driver"
ended "$driver"
is "whose driver ends" "$(down)" "image:jobs/12.img gone"
rm -r jobs
is "a folder that goes takes its images along" "$(devices)" "image:first.img 1"
is "which harms no one" "$(down)" ""
mkdir jobs
still jobs/12.img
is "both come again" "$(devices)" "image:first.img 1 image:jobs/12.img 1"

# --- names that spoil no page ---

cp jobs/12.img $'jobs/\xfe.img'
cp jobs/12.img $'jobs/\xff.img'
is "names of which labels would be one: the second is left out" "$(devices)" \
	$'image:first.img 1 image:jobs/12.img 1 image:jobs/\xef\xbf\xbd.img 1 image:jobs/*.img 0'
is "and its pattern is down" "$(down)" "image:jobs/*.img error"
like "for this reason" "$(cat serve.err)" 'image:jobs/\*.img: down: error: two names that are one as labels'
rm $'jobs/\xfe.img' $'jobs/\xff.img'
succeeds "until they are gone" eventually has "image:first.img 1 image:jobs/12.img 1"
like "which is said" "$(cat serve.err)" 'image:jobs/\*.img: up'
kill "$server"
ended "$server"

# --- folders and files that may not be read ---

as_nobody=(env)
[ "$(id -u)" -ne 0 ] || as_nobody=(setpriv "--bounding-set=-dac_override,-dac_read_search")
mkdir closed
cp jobs/12.img closed
chmod 0 closed
mkfifo -m 444 jobs/pipe.img
exits 3 "a folder that may not be read, and a pipe" bounded "${as_nobody[@]}" "$EXPORTER" -m nic -d 'image:[jc]*/*.img' \
	--textfile page
is "the others are exported" "$(number 'gpcd_up{device="image:jobs/12.img"}')" 1
is "the pattern is denied" "$(number 'gpcd_down{device="image:[jc]*/*.img",reason="denied"}')" 1
is "a pipe is no image, and nobody waits for it" "$(number 'gpcd_down{device="image:jobs/pipe.img",reason="foreign"}')" 1
chmod 755 closed
rm jobs/pipe.img

# --- patterns that are wrong ---

is "--check: a pattern without a file" "$(exporter -d 'image:none/*' --check 2>err | cut -d , -f 1)" "0 of 0 devices up"
is "it is said" "$(cat err)" "gpcd-exporter: image:none/*: no file matches this pattern yet"
exits 3 "once into a file: nothing is there" exporter -d 'image:none/*' --textfile page
printf '%s\n' '# ours' 'device = image:jobs/[0-9.img' >conf
fails "a pattern that does not end" 2 "^gpcd-exporter: conf:2: device 'image:jobs/\[0-9.img' is not valid: a \[ without its \]\$" \
	exporter -c conf --check
fails "as an option" 2 "^gpcd-exporter: --device 'image:\[\]' is not valid: a \[ without its \]\$" exporter -d 'image:[]' --check
fails "no file at all" 2 "device 'image:' is not valid: " exporter -d image: --check
cp jobs/12.img 'a*.img'
is "a file of that very name" "$(exporter -d 'image:a*.img' --check | cut -d , -f 1)" "1 of 1 devices up"

# --- bounds ---

mkdir many
for ((i = 0; i < 32770; i++)); do
	: >many/$i
done
exits 3 "more files than devices may be" exporter -d image:jobs/12.img -d 'image:many/*' --textfile page
is "so many are there" "$(grep -c '^gpcd_up{device="image:\(jobs\|many\)/[0-9.img]*"}' page)" 32768
is "one of them is an image" "$(number 'gpcd_up{device="image:jobs/12.img"}')" 1
is "the pattern is down: limit" "$(number 'gpcd_down{device="image:many/*",reason="limit"}')" 1
like "and says it once" "$(grep -F 'many/*' err)" '^gpcd-exporter: image:many/\*: down: limit: more devices than may be exported$'
is "of all that are down two are named" "$(grep -cE '^gpcd-exporter: image:many/[0-9]+: down: ' err)" 2
like "and the others counted" "$(tail -n 1 err)" '^gpcd-exporter: 32765 others: down: foreign: '
