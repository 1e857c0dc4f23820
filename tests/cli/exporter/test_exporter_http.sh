#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-exporter: pages by HTTP, and clients and devices of all kinds.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"

phits=0x2001380 # of tile 0,0, 48 bits
total='gpcd_tile_bytes_total{chip="image:1:0",tile="0,0"}'
up='gpcd_up{device="image:%s.img"}'
still a.img
word a.img $phits 1000
printf '%s\n' 'fresh = 0s' 'metrics = tile_bytes' 'device = image:a.img' >conf

# --- pages that are kept ---

printf '%s\n' 'fresh = 1h' 'interval = 1h' 'metrics = tile_bytes' 'device = image:a.img' >kept
serving -c kept
for accept in text/plain application/openmetrics-text text/plain; do
	scrape $accept >page
	is "$accept of a reading that is fresh" "$(number "$total") $(grep -c '^# EOF' page)" \
		"0 $(grep -c open <<<$accept)"
	word a.img $phits 5000
done
word a.img $phits 1000
kill "$server"
wait "$server"

# --- answers ---

serving -c conf
is "it says nothing else" "$(cat serve.out; wc -l <serve.err)" 1
scrape "" >page
is "counts begin with the exporter" "$(number "$total")" 0
word a.img $phits 1010
succeeds "a scrape reads anew" shows "$total" 30
answer=$(ask GET /metrics | tr -d '\r')
like "the older format" "$answer" $'^HTTP/1.1 200 OK\n.*Content-Type: text/plain; version=0.0.4; charset=utf-8\n'
answer=$(ask GET /metrics 'Accept: text/html, Application/OpenMetrics-text;version=1.0.0;q=0.5,*/*;q=0.1' | tr -d '\r')
like "OpenMetrics" "$answer" $'Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8\n'
is "which ends with its end" "${answer##*$'\n'}" "# EOF"
like "a client that likes it less" "$(ask GET /metrics 'Accept: application/openmetrics-text;q=0.4,text/plain;q=0.5' | tr -d '\r')" \
	$'Content-Type: text/plain; version=0.0.4'
like "and has units" "$answer" $'\n# UNIT gpcd_tile_bytes bytes\n'
answer=$(ask HEAD /metrics | tr -d '\r')
like "HEAD: the length" "$answer" $'\nContent-Length: [1-9][0-9]{3}'
is "HEAD: nothing more" "$(ask HEAD /metrics | sed '1,/^\r$/d')" ""
like "a query is not looked at" "$(ask GET '/metrics?x=%00&y')" '^HTTP/1.1 200'
like "/" "$(ask GET /)" '^HTTP/1.1 200.*/metrics$'
like "what is not there" "$(ask GET /metrics/x)" '^HTTP/1.1 404 '
like "a proxy's request" "$(ask GET http://here:1/metrics)" '^HTTP/1.1 200 .*gpcd_up'
like "without a path" "$(ask GET HTTP://here)" '^HTTP/1.1 200.*/metrics$'
like "with a path that is not there" "$(ask GET http://metrics/x)" '^HTTP/1.1 404 '
is "/healthz" "$(ask GET /healthz | tr -d '\r' | sed -n '1p;$p')" $'HTTP/1.1 200 OK\nok'
answer=$(ask POST /metrics 'Content-Length: 0' | tr -d '\r')
like "another method" "$answer" $'^HTTP/1.1 405 .*\nAllow: GET, HEAD\n'
like "one that nobody knows" "$(ask FROB /metrics)" '^HTTP/1.1 405 '
exec {web}<>"/dev/tcp/127.0.0.1/$port"
printf 'garbage\r\n\r\n' >&"$web"
bounded cat <&"$web" >/dev/null
exec {web}>&-
succeeds "garbage harms nobody" shows "$total" 30

# Pages of both formats are cached while their reading is fresh: here never.
for phits_now in 1020 1030; do
	word a.img $phits $phits_now
	for accept in text/plain application/openmetrics-text text/plain; do
		scrape $accept >page
		is "$accept after a change" "$(number "$total") $(grep -c '^# EOF' page)" \
			"$((3 * (phits_now - 1000))) $(grep -c open <<<$accept)"
	done
done

# --- counters ---

word a.img $phits $(((1 << 48) - 5))
succeeds "far" shows "$total" $((3 * ((1 << 48) - 5 - 1000)))
word a.img $phits 15
succeeds "across a wrap" shows "$total" $((3 * ((1 << 48) + 15 - 1000)))
gpcd -d image:a.img write GM_0_0_TILE_PERFORMANCE_COUNTERS_0 123456789
succeeds "a counter that was written is no jump" shows "$total" $((3 * ((1 << 48) + 15 - 1000)))
is "the epoch is counted" "$(number 'gpcd_epoch_changes_total{device="image:a.img"}')" 1
word a.img $phits 123456799
succeeds "and counts go on" shows "$total" $((3 * ((1 << 48) + 25 - 1000)))

# --- clients ---

# Half a request, and a request whose answer is not read.
exec {half}<>"/dev/tcp/127.0.0.1/$port" {deaf}<>"/dev/tcp/127.0.0.1/$port"
printf 'GET /metrics HT' >&"$half"
for _ in {1..200}; do
	printf 'GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n'
done >&"$deaf"
succeeds "a slow client and a deaf one keep nobody waiting" shows "$total" $((3 * ((1 << 48) + 25 - 1000)))
printf 'TP/1.0\r\n\r\n' >&"$half"
like "the slow one has its page, too" "$(bounded cat <&"$half" | tail -n 1)" '^gpcd_'
exec {half}>&- {deaf}>&-

# Twice the maximum of connections.
asking=()
for i in {1..128}; do
	scrape "" >"page.$i" &
	asking+=($!)
done
wait "${asking[@]}"
is "many at once: each has a whole page" "$(cat page.{1..128} | grep -cF "$total $((3 * ((1 << 48) + 25 - 1000)))")" 128
rm page.*

# --- clients that try to block others ---

# connected NUMBER [TEXT]: open so many connections, in $connections, and send TEXT on each
connected()
{
	local i web

	connections=()
	for ((i = 0; i < $1; i++)); do
		exec {web}<>"/dev/tcp/127.0.0.1/$port" || return
		connections+=("$web")
		printf '%b' "${2-}" >&"$web"
	done
}

disconnect()
{
	local web

	for web in "${connections[@]}"; do
		exec {web}>&-
	done
}

# drip: send byte after byte on all of them, until none accepts any
drip()
{
	local web taken=1

	trap '' PIPE

	while [ $taken -gt 0 ]; do
		taken=0
		for web in "${connections[@]}"; do
			{ printf x >&"$web"; } 2>/dev/null && taken=1
		done
		pause 0.05
	done
}

# scraped: a page arrives
scraped()
{
	scrape "" | grep -q ^gpcd_up
}

# A client's headers, of which 16384 bytes have room, leave less and less of it for a page of many families.
server_before=$server port_before=$port
serving -d image:a.img
whole=0 torn=0
for ((length = 15360; length <= 16384; length += 16)); do
	answer=$(ask GET /metrics "X: $(printf "%0${length}d" 0)" 2>/dev/null | tr -d '\r')
	[[ $answer == 'HTTP/1.1 200 '* ]] || continue
	size=$(sed '1,/^$/d' <<<"$answer" | wc -c)
	if [ "$size" = "$(sed -n 's/^Content-Length: //p' <<<"$answer")" ]; then
		whole=$((whole + 1))
	else
		torn=$((torn + 1))
	fi
done
is "a page is sent whole or not at all" "$((whole > 5)) $torn" "1 0"
succeeds "and a client with large headers harms nobody" scraped
kill "$server"
ended "$server"
server=$server_before port=$port_before

trickle='GET /metrics HTTP/1.1\r\nX: '
server_before=$server port_before=$port
serving -c <(cat conf; echo client-timeout = 1h)
# Twice the maximum of connections, and the two spare ones: half of them must be closed.
connected 130
succeeds "twice as many as may be connected, and idle: a scrape" scraped
disconnect
connected 130 'GET / HTTP/1.1\r\nHost: here\r\n\r\n'
succeeds "as many, whose connections stay after an answer" scraped
disconnect
connected 130 "$trickle"
drip &
dripping=$!
children+=("$dripping")
succeeds "as many that drip" scraped
kill "$dripping"
disconnect
ended "$dripping"

# Each of 16 clients asks again and again, which makes a new page each time, until its connection accepts
# no more: there are too many pages, and a response is dropped.
python3 -c '
import select, socket, sys
deaf = []
poll = select.poll()
for _ in range(16):
	deaf.append(socket.socket())
	deaf[-1].setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
	deaf[-1].connect(("127.0.0.1", int(sys.argv[1])))
	deaf[-1].setblocking(False)
	deaf[-1].send(b"GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n" * 1000)
	poll.register(deaf[-1], select.POLLRDHUP)
poll.poll()
' "$port" &
deaf=$!
children+=("$deaf")
ended "$deaf"
is "of many that take no page one is given up" $? 0
succeeds "and a scrape has a page" scraped
kill "$server"
ended "$server"

serving -c <(cat conf; echo client-timeout = 1s)
connected 1 "$trickle"
drip 2>/dev/null &
dripping=$!
children+=("$dripping")
succeeds "a request that drips has its deadline" bounded cat <&"${connections[0]}"
ended "$dripping"
disconnect
kill "$server"
ended "$server"
server=$server_before port=$port_before

# --- addresses ---

fails "a port in use" 1 "^gpcd-exporter: 127.0.0.1:$port: Address already in use: see the key listen$" \
	exporter -d image:a.img -l "127.0.0.1:$port"
fails "an address of others" 1 '192.0.2.1:0: Cannot assign requested address: see the key listen' \
	exporter -d image:a.img -l 192.0.2.1:0
kill -TERM "$server"
ended "$server"
is "SIGTERM ends it well" $? 0
"$EXPORTER" -d image:a.img -l 0.0.0.0:0 2>open.err &
child=$!
children+=("$child")
eventually grep -q open open.err
like "beyond this machine" "$(cat open.err)" '0.0.0.0:[0-9]+ is open to other machines: TLS and passwords are for a proxy'
kill "$child"

# --- devices that come and go ---

# is_up NAME NUMBER: according to the last page
is_up()
{
	# shellcheck disable=SC2059 # the format is ours
	[ "$(number "$(printf "$up" "$1")")" = "$2" ]
}

# state NAME NUMBER [REASON]: according to a new page
state()
{
	scrape "" >page && is_up "$1" "$2" &&
		[ "$(number "gpcd_down{device=\"image:$1.img\",reason=\"${3-}\"}")" = "${3:+1}" ]
}

living g.img --interval 10ms
serving -c conf -d image:a.img -d image:g.img -d image:none.img
succeeds "a device that is driven" state g 1
succeeds "a device that is not there" state none 0 absent
# counted: a page has its bytes, whose number goes to $before
counted()
{
	scrape "" >page
	before=$(number 'gpcd_tile_bytes_total{chip="image:g.img",tile="0,0"}')
	[ "${before:-0}" -gt 0 ]
}
eventually counted
kill -TERM "$driver"
ended "$driver"
succeeds "a device that goes" state g 0 gone
is "its series go with it" "$(grep -c 'image:g.img' page)" 2
succeeds "the others stay" is_up a 1
living g.img --interval 10ms
succeeds "it comes back" state g 1
after=$(number 'gpcd_tile_bytes_total{chip="image:g.img",tile="0,0"}')
is "and its totals do not fall" "$((before > 0 && after >= before))" 1
like "each change is said" "$(cat serve.err)" 'image:g.img: down: gone: .*image:g.img: up$'
kill -KILL "$driver"
ended "$driver"
# Its time stands still from the second reading on.
succeeds "a device whose driver was killed" eventually state g 0 abandoned
still none.img
succeeds "a device that comes" state none 1
kill "$server"
ended "$server"

serving -c <(cat conf; echo client-timeout = 1s)
exec {web}<>"/dev/tcp/127.0.0.1/$port"
succeeds "a client that says nothing is sent away" bounded cat <&"$web"
exec {web}>&-
kill "$server"
ended "$server"

echo text >text.img
cp a.img denied.img
chmod 0 denied.img
# Root may read everything unless it gives that up.
as_nobody=()
[ "$(id -u)" -ne 0 ] || as_nobody=(setpriv "--bounding-set=-dac_override,-dac_read_search")
"${as_nobody[@]}" "$EXPORTER" -c conf -l 127.0.0.1:0 -d image:a.img -d image:denied.img -d image:text.img \
	2>denied.err &
child=$!
children+=("$child")
eventually grep -q '/metrics$' denied.err
port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\)/metrics$|\1|p' denied.err)
succeeds "a device that may not be opened" state denied 0 denied
succeeds "a file that is no image" state text 0 foreign
succeeds "neither costs more than itself" state a 1
