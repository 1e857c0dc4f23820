#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-exporter: one device under many names, and one chip of many NICs, are counted once.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"

phits=0x2001380 # of tile 0,0, 3 bytes each
epoch_word=$((0x7fff000 + 48))
state_word=$((0x7fff000 + 32)) # with coordinate z, which is 0
chip_word=$((0x7fff000 + 40))
live=$((1 << 32)) gone=$((2 << 32))
total='gpcd_tile_bytes_total{chip="image:1:0",tile="0,0"}'
router='gpcd_router_bytes_total'

# devices: devices on a page, each with 1 (up) or 0
devices()
{
	sed -n 's/^gpcd_up{device="\(.*\)"} /\1 /p' page | paste -sd ' '
}

# shown SERIES: its present value
shown()
{
	scrape "" >page
	number "$1"
}

# --- one device, many names ---

mkdir links
still links/a.img
ln -s a.img links/soft.img
ln links/a.img links/hard.img
printf '%s\n' 'fresh = 0s' 'interval = 1h' 'metrics = nic' 'metrics = tile_bytes' >conf
names=(links/a.img ./links/a.img "$work/links/a.img" links/../links/a.img links/soft.img links/hard.img)
serving -c conf "${names[@]/#/-dimage:}"
scrape "" >page
is "six names, one device" "$(devices)" "image:links/a.img 1"
is "its bytes are there once" "$(grep -c '^gpcd_nic_out_bytes_total' page)" 1
is "the others are named" "$(grep -c ': the same device as image:links/a.img, as which it is exported$' serve.err)" 5
kill "$server"
ended "$server"
is "--check counts it once" "$(exporter "${names[@]/#/-dimage:}" --check 2>err | cut -d , -f 1)" "1 of 1 devices up"
exits 0 "once into a file" exporter "${names[@]/#/-dimage:}" --textfile page
is "where it is once" "$(devices)" "image:links/a.img 1"

serving -c conf -d 'image:links/*.img'
scrape "" >page
is "in a pattern: the first name" "$(devices)" "image:links/a.img 1"
rm links/soft.img
scrape "" >page
is "a link that goes changes nothing" "$(devices)" "image:links/a.img 1"
rm links/a.img
scrape "" >page
is "a name that goes has a successor" "$(devices)" "image:links/hard.img 1"
ln links/hard.img links/a.img
scrape "" >page
is "which stays" "$(devices)" "image:links/hard.img 1"
still links/new.img
mv links/new.img links/a.img
scrape "" >page
is "a name that is another file is another device" "$(devices | tr ' ' '\n' | sort | paste -sd ' ')" \
	"1 1 image:links/a.img image:links/hard.img"
kill "$server"
ended "$server"

# --- a file that another one replaces ---

still r.img
serving -c conf -d image:r.img
scrape "" >page
still new.img --advance 2s
mv new.img r.img
is "it is read, in its epoch" "$(shown 'gpcd_epoch_changes_total{device="image:r.img"}')" 1
kill "$server"
ended "$server"

# --- a chip that goes and returns ---

still e.img
serving -c conf -d image:e.img
epochs='gpcd_epoch_changes_total{device="image:e.img"}'
is "an epoch" "$(shown "$epochs")" 0
word e.img $state_word $gone
is "it goes" "$(shown "$epochs")" ""
word e.img $state_word $live
is "it returns as it was" "$(shown "$epochs")" 0
word e.img $state_word $gone
shown "$epochs" >/dev/null
word e.img $epoch_word 12345
word e.img $state_word $live
is "it returns in another epoch" "$(shown "$epochs")" 1
word e.img $state_word $gone
shown "$epochs" >/dev/null
word e.img $chip_word 77
word e.img $state_word $live
is "it returns as another chip" "$(shown "$epochs")" 2
is "which has its own label" "$(grep -c '^gpcd_tile_bytes_total{chip="image:1:77",' page)" 48
kill "$server"
ended "$server"

# --- two NICs of one chip ---

still n0.img --nic-addr 1 --nic-index 0
still n1.img --nic-addr 2 --nic-index 1
cp n0.img copy.img
word n1.img $epoch_word 1
for image in n0.img n1.img; do
	word $image $phits 1000
done
serving -c conf -d image:n0.img -d image:n1.img -d image:none.img -m nic -m tile_bytes -m router_bytes
scrape "" >page
is "two NICs" "$(grep -c '^gpcd_nic_out_bytes_total{device="image:n[01].img"} 0$' page)" 2
is "one chip" "$(grep -c "^$router" page)" 1
is "of 48 tiles" "$(grep -c '^gpcd_tile_bytes_total' page)" 48
is "which is described once" "$(grep '^gpcd_chip_info' page)" \
	'gpcd_chip_info{chip="image:1:0",type="gemini",coordinate="0,0,0"} 1'
is "both are of it" "$(grep -c '^gpcd_device_info{.*,chip="image:1:0",' page)" 2

# count TO: set tile 0,0 in both views
count()
{
	word n0.img $phits "$1"
	word n1.img $phits "$1"
}

count 1010
is "what both NICs see is counted once" "$(shown "$total")" 30
count 1030
word n0.img $state_word $gone
is "the first NIC goes, and no count with it" "$(shown "$total")" 90
is "it is down" "$(number 'gpcd_up{device="image:n0.img"}')" 0
is "without series of its own" "$(grep -c '^gpcd_nic_out_bytes_total' page)" 1
count 1040
is "the second goes on" "$(shown "$total")" 120
is "the whole chip, too" "$(number "$router{chip=\"image:1:0\"}")" 120
word n0.img $state_word $live
count 1050
is "the first comes back" "$(shown "$total")" 150
word n1.img $state_word $gone
count 1060
scrape "" >page
is "the second goes" "$(number "$total")" 180
word n0.img $state_word $gone
is "both are gone" "$(shown "$total")" ""
word n1.img $state_word $live
count 1070
is "one comes back: what was counted meanwhile is lost" "$(shown "$total")" 180
count 1080
is "and it goes on" "$(shown "$total")" 210
kill "$server"
ended "$server"

# chips: chips on a page
chips()
{
	sed -n 's/^gpcd_chip_info{chip="\([^"]*\)".*/\1/p' page | sort | paste -sd ' '
}

# --- the file of the NIC that is read for both is replaced by another chip's ---

cp n0.img first.img
cp n0.img another.img
word another.img $chip_word 77
word first.img $state_word $live
word another.img $state_word $live
serving -c conf -d image:first.img -d image:n1.img -m tile_bytes
word n1.img $phits 1090
scrape "" >page
mv another.img first.img
word n1.img $phits 1100
is "the other NIC goes on for the chip" "$(shown "$total")" 30
is "there are two chips" "$(chips)" "image:1:0 image:1:77"
kill "$server"
ended "$server"

# --- a NIC's device goes, and another device becomes this NIC ---

cp n0.img first.img
word first.img $state_word $live
word first.img $phits 2000
cp first.img second.img
word second.img $state_word $gone
serving -c conf -d image:first.img -d image:second.img -d image:n1.img -m tile_bytes
scrape "" >page
word first.img $state_word $gone
word second.img $state_word $live
scrape "" >page
is "a successor is of the same chip" "$(chips)" "image:1:0"
is "both that are up are" "$(grep -c '^gpcd_device_info{.*,chip="image:1:0",' page)" 2
word first.img $state_word $live
scrape "" >page
is "the one that comes back is a copy now" "$(chips)" "image:1:0 image:first.img"
kill "$server"
ended "$server"

# --- one folder under two names ---

mkdir machine
ln -s machine alias
cp n1.img machine/b.img
cp n0.img machine/a.img
word machine/a.img $state_word $live
serving -c conf -d image:machine/a.img -d image:alias/b.img -m tile_bytes
scrape "" >page
is "one folder under two names has each chip once" "$(chips)" "image:machine/1:0"
mv machine old
mkdir machine
mv old/a.img old/b.img machine
ln -sfn machine alias
scrape "" >page
is "another folder in its place, too" "$(chips)" "image:machine/1:0"
kill "$server"
ended "$server"

# --- folders with equal labels ---

mkdir $'\xfe' $'\xff'
cp machine/a.img $'\xfe/a.img'
cp machine/a.img $'\xff/b.img'
serving -c conf -d $'image:\xfe/a.img' -d $'image:\xff/b.img' -m tile_bytes
scrape "" >page
is "of two chips that would be one as labels the second is down" "$(devices)" \
	$'image:\xef\xbf\xbd/a.img 1 image:\xef\xbf\xbd/b.img 0'
is "no series is there twice" "$(sed 's/ [^ ]*$//' page | grep -v '^#' | sort | uniq -d | wc -l)" 0
like "the reason is said" "$(cat serve.err)" 'b.img: down: error: its chip would have the label of another one: names that are no UTF-8'
kill "$server"
ended "$server"

# --- NICs that only look like one chip ---

word n0.img $state_word $live
mkdir other
cp n0.img other
serving -c conf -d image:n0.img -d image:copy.img -d image:other/n0.img
scrape "" >page
is "a copy, and another folder's, are other chips" "$(chips)" "image:1:0 image:copy.img image:other/1:0"
