#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-exporter: SIGHUP makes it read its configuration again.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"

phits=0x2001380 # of tile 0,0, 3 bytes each
total='gpcd_tile_bytes_total{chip="image:1:0",tile="0,0"}'
mkdir jobs
still a.img
still b.img
still jobs/1.img
word a.img $phits 1000

# configure LINE...: write the configuration: these lines and the common ones
configure()
{
	printf '%s\n' 'fresh = 0s' 'interval = 1h' 'metrics = tile_bytes' "$@" >conf
}

# port_of LINE: the port in that line of the exporter's ports
port_of()
{
	sed -n 's|.*http://.*:\([0-9]*\)/metrics$|\1|p' serve.err | sed -n "$1p"
}

# reload WORDS: send SIGHUP, and wait until this message comes again
reload()
{
	local before

	before=$(grep -c "$1" serve.err)
	kill -HUP "$server"
	eventually said_more "$1" "$before"
}

said_more()
{
	[ "$(grep -c "$1" serve.err)" -gt "$2" ]
}

accepted()
{
	reload 'the configuration was read again'
}

refused()
{
	reload 'the configuration stays as it was$'
}

# devices: devices on a page, each with 1 (up) or 0
devices()
{
	scrape "" >page
	sed -n 's/^gpcd_up{device="\(.*\)"} /\1 /p' page | paste -sd ' '
}

configure 'listen = 127.0.0.1:0' 'device = image:a.img' 'device = image:jobs/*.img'
"$EXPORTER" -c conf 2>serve.err &
server=$!
children+=("$server")
eventually grep -q '/metrics$' serve.err
port=$(port_of 1)
is "as it begins" "$(devices)" "image:a.img 1 image:jobs/1.img 1"
word a.img $phits 1010
scrape "" >page
is "it counts" "$(number "$total")" 30

# --- a good one ---

configure 'listen = 127.0.0.1:0' 'device = image:b.img' 'device = image:a.img' 'device = image:jobs/*.img' \
	'client-timeout = 1s'
succeeds "another device: it is read" accepted
is "at the same address" "$(port_of 2)" ""
is "in its order, what patterns find comes last" "$(devices)" "image:b.img 1 image:a.img 1 image:jobs/1.img 1"
is "their totals go on" "$(number "$total")" 30
word a.img $phits 1020
scrape "" >page
is "to count" "$(number "$total")" 60
exec {idle}<>"/dev/tcp/127.0.0.1/$port"
succeeds "other keys are heeded" bounded cat <&"$idle"
exec {idle}>&-
configure 'listen = 127.0.0.1:0' 'device = image:a.img'
succeeds "less devices: it is read" accepted
is "and they are gone" "$(devices)" "image:a.img 1"
is "one that stays goes on" "$(number "$total")" 60

# --- a device is found in another way ---

has()
{
	[ "$(devices)" = "$1" ]
}

job='gpcd_tile_bytes_total{chip="image:jobs/1:0",tile="0,0"}'

# goes_on WHAT FROM TO LINE...: the job's counter goes on between two configurations, the second with
# these lines
goes_on()
{
	local what=$1 from=$2 to=$3

	shift 3
	word jobs/1.img $phits "$from"
	scrape "" >page
	configure 'listen = 127.0.0.1:0' 'device = image:a.img' "$@"
	word jobs/1.img $phits "$to"
	accepted
	scrape "" >page
	is "$what" "$(number "$job")" $((3 * (to - 1000)))
}

word jobs/1.img $phits 1000
configure 'listen = 127.0.0.1:0' 'device = image:a.img' 'device = image:jobs/1.img'
succeeds "a device that is named" accepted
goes_on "what was named is found by a pattern" 1010 1020 'device = image:jobs/*.img'
goes_on "what a pattern found another pattern finds" 1030 1040 'device = image:*/1.img'
goes_on "and is named" 1050 1060 'device = image:jobs/1.img'
goes_on "what was named is found by the second pattern" 1070 1080 'device = image:none/*' 'device = image:jobs/*'
rm jobs/1.img
is "it goes with its file, as that pattern says" "$(devices)" "image:a.img 1"
still jobs/1.img
succeeds "it is back" eventually has "image:a.img 1 image:jobs/1.img 1"
configure 'listen = 127.0.0.1:0' 'device = image:a.img' 'device = image:none/*'
succeeds "another pattern" accepted
is "what it does not find is gone" "$(devices)" "image:a.img 1"

# --- devices of the new configuration conflict with those found by the old one ---

cp a.img $'jobs/\xfe.img'
configure 'listen = 127.0.0.1:0' 'device = image:a.img' 'device = image:jobs/*.img'
succeeds "a pattern" accepted
like "finds one" "$(devices)" $'jobs/\xef\xbf\xbd.img 1'
cp a.img $'jobs/\xff.img'
configure 'listen = 127.0.0.1:0' 'device = image:a.img' 'device = image:jobs/*.img' $'device = image:jobs/\xff.img'
succeeds "a name that is one as a label with one that was found" accepted
is "is exported, and the other one is not" "$(devices)" \
	$'image:a.img 1 image:jobs/\xef\xbf\xbd.img 1 image:jobs/1.img 1 image:jobs/*.img 0'
configure 'listen = 127.0.0.1:0' 'device = image:a.img' $'device = image:jobs/\xff.img' $'device = image:jobs/\xfe.img'
succeeds "two names that are one as labels" refused
like "are named" "$(cat serve.err)" $'jobs/.*.img: two names that are one as labels'
rm $'jobs/\xfe.img' $'jobs/\xff.img'
configure 'listen = 127.0.0.1:0' 'device = image:a.img'
succeeds "the first device alone" accepted
is "is left" "$(devices)" "image:a.img 1"

# --- bad ones ---

configure 'device = image:b.img' 'lisen = 127.0.0.1:1'
succeeds "a wrong key: it is refused" refused
is "by name" "$(grep conf: serve.err)" "gpcd-exporter: conf:5: no key 'lisen'; did you mean 'listen'?"
is "and the old one is in force" "$(devices)" "image:a.img 1"
configure 'device = image:b.img' 'metrics = nothing'
succeeds "an unknown metric" refused
like "is named" "$(cat serve.err)" "a metric 'nothing': see"
configure 'device = image:b.img' 'interconnect = no-map'
succeeds "a map that is missing" refused
like "is named, too" "$(cat serve.err)" 'no-map: No such file'
rm conf
succeeds "no file" refused
like "is said" "$(cat serve.err)" 'conf: No such file or directory'
first=$server first_port=$port
mv serve.err first.err
serving -d image:b.img
configure "listen = 127.0.0.1:$port"
other=$server
mv first.err serve.err
server=$first
# The first one writes a message to its file's new place.
succeeds "a port in use" refused
like "is said, too" "$(cat serve.err)" "127.0.0.1:$port: Address already in use: see the key listen"
kill "$other"
ended "$other"
port=$first_port
is "nothing of all that was in force" "$(devices)" "image:a.img 1"
is "and totals have gone on" "$(number "$total")" 60

# --- other addresses, other metrics, a file ---

configure 'listen = 127.0.0.2:0' 'device = image:a.img'
succeeds "another address" accepted
port=$(port_of 2)
# ask() would connect to 127.0.0.1, where nothing listens.
exec {web}<>"/dev/tcp/127.0.0.2/$port"
printf 'GET /metrics HTTP/1.0\r\n\r\n' >&"$web"
is "is answered at" "$(bounded cat <&"$web" | grep -c '^gpcd_up')" 1
exec {web}>&-
fails "and the first is not" 1 'Connection refused' ask GET /metrics
configure 'device = image:a.img' 'textfile = page.prom' 'every = 100ms'
succeeds "a file" accepted
succeeds "is written" eventually test -s page.prom
cp page.prom page
is "with totals that go on" "$(number "$total")" 60
fails "and nobody listens" 1 'Connection refused' ask GET /metrics
configure 'listen = 127.0.0.1:0' 'device = image:a.img' 'metrics = nic'
succeeds "other metrics" reload 'the configuration was read again: other metrics, totals from 0'
port=$(port_of 3)
is "are there" "$(devices; grep -c '^gpcd_nic_out_bytes_total' page)" $'image:a.img 1\n1'
is "and count anew" "$(number "$total")" 0
word a.img $phits 1030
scrape "" >page
is "from there on" "$(number "$total")" 30

# --- changes that restart totals ---

# shown SERIES: its present value
shown()
{
	scrape "" >page
	number "$1"
}

# A user's metrics, whose file may change.
kill -TERM "$server"
ended "$server"
cp -r "$GPCD_METRICS" own
rm own/gemini/*
# formula TEXT: set the metric's formula
formula()
{
	echo "metric mine per chip unit \"B/s\" help \"ours\" = $1;" >own/gemini/mine.metrics
}
formula 'rate(GM_0_0_TILE_PERFORMANCE_COUNTERS_0) * 3'
export GPCD_METRICS=$PWD/own
mine='gpcd_mine_bytes_total{chip="image:1:0"}'
"${GPCD%/*}/rtr" --interconnect 2x2x2 >map
word a.img $phits 1000
configure_mine()
{
	printf '%s\n' 'fresh = 0s' 'interval = 1h' 'listen = 127.0.0.1:0' 'device = image:a.img' 'interconnect = map' "$@" >conf
}
configure_mine
rm -f serve.err
"$EXPORTER" -c conf 2>serve.err &
server=$!
children+=("$server")
eventually grep -q '/metrics$' serve.err
port=$(port_of 1)
word a.img $phits 1010
is "a metric of one's own" "$(shown "$mine")" 30
succeeds "nothing has changed" accepted
is "its total goes on" "$(shown "$mine")" 30
formula 'rate(GM_0_0_TILE_PERFORMANCE_COUNTERS_0) * 5'
succeeds "another formula" reload 'the configuration was read again: other metrics, totals from 0'
word a.img $phits 1020
is "counts anew, by that" "$(shown "$mine")" 50
cp map next
mv next map
succeeds "another map" reload 'the configuration was read again: other metrics, totals from 0'
word a.img $phits 1030
is "counts anew, too" "$(shown "$mine")" 50
configure_mine 'max-series = 3'
succeeds "a lower bound of series" accepted
cp a.img next.img
mv next.img a.img
is "holds for what is opened after it" "$(shown 'gpcd_down{device="image:a.img",reason="limit"}')" 1
kill -TERM "$server"
ended "$server"
is "SIGTERM ends it well" $? 0
