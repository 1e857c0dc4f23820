#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-exporter: arguments and configuration, and pages in files.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"

phits=0x2001380 packets=0x2001390
still a.img
still b.img --chip aries --nic-addr 2

# --- counters, once ---

# read_register FILE NAME: its value
read_register()
{
	gpcd -d "image:$1" read --json "$2" | jq -r '.values[]'
}

exits 0 "once into a file" exporter -d image:a.img -d image:b.img --textfile page
flits=$(read_register a.img GM_ORB_PERF_VC0_FLITS) requests=$(read_register a.img GM_ORB_PERF_VC0_PKTS)
is "the registers are good for a test" "$((flits > requests && requests > 0))" 1
is "a total" "$(number 'gpcd_nic_out_bytes_total{device="image:a.img"}')" $((16 * (flits - requests)))
is "of a mean, what is above the line" "$(number 'gpcd_nic_request_size_bytes_sum{device="image:a.img"}')" \
	$((16 * (flits - requests)))
is "and below" "$(number 'gpcd_nic_request_size_bytes_count{device="image:a.img"}')" "$requests"
latency=$(read_register b.img AR_NIC_ORB_PRF_NET_RSP_TRACK_2)
is "microseconds become seconds" "$(number 'gpcd_nic_latency_seconds_sum{device="image:b.img"}')" \
	"$(jq -n "$latency / 1000000")"
is "the time of the chip" "$(number 'gpcd_chip_seconds_total{device="image:b.img"}')" 1
is "what a device is" "$(grep -c '^gpcd_device_info{device="image:b.img",chip="image:b.img",type="aries",nic="0",nic_addr="2",coordinate="0,0,0"} 1$' page)" 1
is "which version it is" "$(grep '^gpcd_build_info' page)" \
	"gpcd_build_info{version=\"$(exporter --version | cut -d ' ' -f 2)\"} 1"
is "each help is a sentence" "$(grep '^# HELP' page | grep -vE '^# HELP gpcd_[a-z_]+ [A-Z][^:]* (is|has|says?|took|are|counts) .*[.]$')" ""
is "no tile unless it is asked for" "$(grep -c tile= page)" 0
is "a family is there once" "$(grep '^# TYPE' page | sort | uniq -d)" ""
is "a series is there once" "$(grep -v '^#' page | sed 's/ [^ ]*$//' | sort | uniq -d)" ""

word a.img $phits 1000
word a.img $packets 10
exporter -d image:a.img -m tile_packet_size --textfile page
is "a tile" "$(number 'gpcd_tile_packet_size_bytes_sum{chip="image:1:0",tile="0,0"}')" \
	$((3 * (1000 + $(read_register a.img GM_0_0_TILE_PERFORMANCE_COUNTERS_1))))
is "all tiles" "$(grep -c '_count{' page)" 48

"${GPCD%/*}/rtr" --interconnect 2x2x2 >map
exits 3 "a device without metrics" exporter -d image:a.img -m link_use --textfile page
is "links are not known" "$(number 'gpcd_down{device="image:a.img",reason="empty"}')" 1
is "nor is the device up" "$(number 'gpcd_up{device="image:a.img"}')" 0
echo "interconnect = map" >conf
exits 0 "links of a map" exporter -c conf -d image:a.img -m link_use --textfile page
is "each link" "$(grep -o 'link="[^"]*"' page | sort | paste -sd ' ')" \
	'link="HH" link="X+" link="X-" link="Y+" link="Y-" link="Z+" link="Z-"'
is "a host's link has no peak" "$(number 'gpcd_missing_series{device="image:a.img",reason="no-peak"}')" ""

# Chips whose links differ in speed; a third one is like the first, and its counters are others.
mkdir one other like
still one/a.img
still other/a.img --coord 0,1,0
still like/a.img --seed 2
"${GPCD%/*}/rtr" --interconnect 4x4x4 >map
for each in one other like; do
	exporter -c conf -d "image:$each/a.img" --textfile "$each/page"
done
exporter -c conf -d image:one/a.img -d image:other/a.img -d image:like/a.img --textfile page
is "each chip has its own links and counters" "$(grep -E '^gpcd_(link|router|nic)_' page | sort | md5sum)" \
	"$(grep -hE '^gpcd_(link|router|nic)_' {one,other,like}/page | sort | md5sum)"
is "the links of two chips differ" "$(number 'gpcd_link_use_seconds_total{chip="image:one/1:0",link="Y+"}' one/page)" \
	"$(jq -n "$(number 'gpcd_link_bytes_total{chip="image:one/1:0",link="Y+"}' one/page) / 9.375e9")"
is "by their speed" "$(number 'gpcd_link_use_seconds_total{chip="image:other/1:0",link="Y+"}' other/page)" \
	"$(jq -n "$(number 'gpcd_link_bytes_total{chip="image:other/1:0",link="Y+"}' other/page) / 4.6875e9")"

# --- metrics of one's own ---

mkdir -p sets/gemini sets/aries
cat >sets/gemini/own.metrics <<'END'
metric good per nic unit "B" help "good" = value(GM_ORB_PERF_VC0_FLITS);
metric odd per nic unit "" help "odd" = delta(GM_ORB_PERF_VC0_FLITS) * delta(GM_ORB_PERF_VC0_FLITS);
metric up per nic unit "" help "a name of ours" = value(GM_ORB_PERF_VC0_FLITS);
metric x_bytes per nic unit "B" help "x" = value(GM_ORB_PERF_VC0_FLITS);
metric x per nic unit "B" help "x" = delta(GM_ORB_PERF_VC0_FLITS);
END
echo 'metric good per nic unit "B" help "good" = value(AR_NIC_ORB_PRF_REQ_BYTES_SENT);' >sets/aries/own.metrics
GPCD_METRICS=$work/sets run exporter -d image:a.img --textfile page
is "a gauge" "$(number 'gpcd_good_bytes{device="image:a.img"}')" "$flits"
like "what has no total is named" "$(cat err)" 'odd: left out: its formula is no sum of counts'
like "so is what has a name of ours" "$(cat err)" 'up: left out: as gpcd_up it could be taken for gpcd_up'
like "and what has another's" "$(cat err)" 'x: left out: as gpcd_x_bytes it could be taken for gpcd_x_bytes'
is "these are left out" "$(grep -c '^gpcd_odd\|^gpcd_x_bytes_total' page)" 0

# One has all registers of another, and some of a third.
for sum in 'row GM_0_?' 'column GM_?_0' 'most GM_[0-2]_?' 'all GM_?_?'; do
	echo "metric ${sum% *} per chip unit \"\" help \"x\" = delta(${sum#* }_TILE_PERFORMANCE_COUNTERS_0);"
done >sets/gemini/own.metrics
GPCD_METRICS=$work/sets exporter -d image:a.img --textfile page 2>err
for sum in 'row GM_0_?' 'column GM_?_0' 'most GM_[0-2]_?' 'all GM_?_?'; do
	is "the sum of a $sum" "$(number "gpcd_${sum% *}_total{chip=\"image:1:0\"}")" \
		"$(gpcd -d image:a.img read --json "${sum#* }_TILE_PERFORMANCE_COUNTERS_0" | jq '.values | add')"
done

# --- limits ---

printf '%s\n' 'max-series = 40' 'device = image:a.img' 'device = image:b.img' >conf
exporter -c conf --textfile page 2>err
is "within the limit" "$(number 'gpcd_up{device="image:a.img"}')" 1
is "beyond it" "$(number 'gpcd_down{device="image:b.img",reason="limit"}')" 1
like "it is said" "$(cat err)" 'image:b.img: down: limit: its series are more than max-series has room for'

# --- configuration ---

cat >conf <<'END'
# comments, blanks and every key
; are all right

clients=3
client-timeout = 10s
device = image:a.img
device = image:b.img
metrics = nic
metrics = router_*
labels = labels
interval = 500ms
fresh = 0s
max-series = 1000
textfile = page.prom
every = 1s
END
like "a good configuration" "$(exporter -c conf --check)" '^2 of 2 devices up, [1-9][0-9]* series, [0-9]+ bytes$'
is "it writes nothing" "$(find . -name 'page.prom*')" ""
is "an option takes a key's place" "$(exporter -c conf -d image:a.img --check | cut -d ' ' -f 1-3)" "1 of 1"

# rejects WHAT LINE ERE: conf is rejected at this line
rejects()
{
	fails "$1" 2 "^gpcd-exporter: conf:$2: $3\$" exporter -c conf --check
}

printf '%s\n' 'clients = 3' '' 'lisen = 127.0.0.1:1' 'also wrong' >conf
rejects "a wrong key" 3 "no key 'lisen'; did you mean 'listen'[?]"
echo 'clients = 0' >conf
rejects "a wrong number" 1 "clients '0' is not valid: 1 to 1000"
echo 'max-series = 10000001' >conf
rejects "more series than there may be" 1 "max-series '10000001' is not valid: 1 to 10000000"
printf '%s\n' 'max-series = 10000000' 'device = image:a.img' >conf
like "the most series" "$(exporter -c conf --check)" '^1 of 1 devices up'
for address in localhost:1 127.0.0.1 127.0.0.1:65536 '[::1:1' '[]:1' ':1' "$(printf '1%.0s' {1..80}):1"; do
	echo "listen = $address" >conf
	rejects "no address: ${address:0:20}" 1 'listen .* is not valid: ADDRESS:PORT in numbers, .*'
done
echo 'every = 1ms' >conf
rejects "a wrong time" 1 "every '1ms' is not valid: a time, 100ms to 24h"
echo 'device =' >conf
rejects "no value" 1 "device '' is not valid: .*"
printf '%s\n' '# x' '[exporter]' 'clients = 3' >conf
rejects "a section" 2 "a section: there are none, keys stand by themselves"
printf '%s\n' 'clients = 3' '  [unknown]' >conf
rejects "a section without keys" 2 "a section: there are none, keys stand by themselves"
printf '%s\n' 'clients = 3' 'nothing here' 'lisen = 1' >conf
rejects "no key at all" 2 "neither KEY = VALUE nor a comment"
printf '#%.0s' {1..199} >conf
rejects "a long line" 1 "a line of more than 198 bytes"
printf 'clients = 3\nmet\0rics = x\n' >conf
rejects "a byte 0" 2 "a byte 0"
fails "no such file" 2 'none: No such file' exporter -c none --check
fails "an unknown metric" 2 "no chip has a set of metrics, or a metric 'nik'" exporter -m nik --check
fails "a wrong option" 2 "--listen 'here' is not valid" exporter -l here
fails "a file is missing" 2 'every: without textfile' exporter --every 1s
fails "a map that is missing" 2 'no-map: No such file' exporter -c <(echo interconnect = no-map) --check
fails "an address and a file" 2 'both listen and textfile: choose one' exporter -l 127.0.0.1:0 --textfile page -d image:a.img
printf '%s\n' 'listen = [::1]:0' 'textfile = page' >conf
fails "both in the configuration" 2 'both listen and textfile: choose one' exporter -c conf -d image:a.img
exits 0 "an option in place of one of them" exporter -c conf -d image:a.img --textfile page
echo 'listen = [::1]:9850' >conf
exits 0 "an address of the other family" exporter -c conf -d image:a.img --check
exits 3 "--check: a device that is absent" exporter -d image:a.img -d image:none.img --check
is "of which it says how many" "$(cut -d , -f 1 out)" "1 of 2 devices up"
# A device that is down says what helps, as gpcd does.
echo text >text.img
still short.img
truncate -s 1M short.img
living ended.img
kill -TERM "$driver"
ended "$driver"
for name in none:absent text:foreign short:foreign ended:gone; do
	exits 3 "--check: ${name%:*}" exporter -d image:a.img -d "image:${name%:*}.img" --check
	said=$(grep '^gpcd-exporter: image:' err)
	run gpcd -d "image:${name%:*}.img" info
	is "--check: ${name%:*}: why, in the words of gpcd" "$said" \
		"gpcd-exporter: image:${name%:*}.img: down: ${name#*:}: $(sed 's/^gpcd info: [^ ]* //' err)"
done
exits 3 "--check: a pattern that finds nothing" exporter -d image:a.img -d 'image:none*.img' --check
exits 2 "an argument too many" exporter word
like "--version" "$(exporter --version)" '^gpcd-exporter [0-9]'
like "--help" "$(exporter --help)" 'Export counters of devices to Prometheus'

# --- files that cannot be written ---

exporter -d image:a.img --textfile page.prom
cp page.prom old
(
	# There is no room for half of the page.
	ulimit -f 1
	"$EXPORTER" -d image:a.img --textfile page.prom
) 2>err
is "no room for a page" $? 5
like "it is said" "$(cat err)" 'page.prom: File too large'
is "the old page stays" "$(cmp page.prom old && ls page.prom*)" page.prom
( "$EXPORTER" -d image:a.img --textfile /dev/full ) 2>err
is "a full device" $? 5
like "that is said, too" "$(cat err)" '/dev/full: No space left on device'

# --- a page at an interval ---

living c.img
"$EXPORTER" -d image:c.img --textfile dir/page.prom --every 100ms 2>every.err &
child=$!
children+=("$child")
succeeds "a folder that is missing" eventually grep -q 'dir/page.prom: No such file' every.err
mkdir dir
# grows: the time on a later page is greater
grows()
{
	cp dir/page.prom page && [ "$(jq -n "$(number 'gpcd_chip_seconds_total{device="image:c.img"}') > ${1:-0}")" = true ]
}
succeeds "is tried again" eventually grows
succeeds "and said to be well" eventually grep -q 'dir/page.prom: written again' every.err
is "the trouble was said once" "$(grep -c 'No such file' every.err)" 1
succeeds "pages go on" eventually grows "$(number 'gpcd_chip_seconds_total{device="image:c.img"}')"
kill -TERM "$child"
ended "$child"
is "SIGTERM ends it well" $? 0
is "nothing is left beside the page" "$(ls dir)" page.prom
# The devices are read each two seconds, a page is written each four; the sixth reading comes 40 s late.
CLOCK_POLL=1 CLOCK_EVERY=6 CLOCK_LATE=40000000000 ticking "$EXPORTER" -d image:c.img --textfile dir/page.prom \
	--every 4s
pages=''
for _ in {1..11}; do
	before=$(stat -c %i dir/page.prom)
	tick
	[ "$(stat -c %i dir/page.prom)" = "$before" ]
	pages+=$?
done
is "pages that were missed are not made up for" "$pages" 01010101010
kill -TERM "$pid"
ended "$pid"
