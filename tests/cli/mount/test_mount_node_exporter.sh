#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# node_exporter on gpcd-mount's files: it takes emulated chips for InfiniBand devices, and gets the
# values that gpcd reads.
# shellcheck source=tests/cli/mount/lib.sh
. "${0%/*}/lib.sh"

if ! exporter=$("${top:?}/tools/setup/node-exporter"); then
	report "node_exporter" "it cannot be downloaded"
	exit 1
fi
still a.img
still b.img --chip aries --nic-addr 2
mounting m -d image:a.img -d image:b.img -l rdma --speed 200

"$exporter" --path.sysfs="$PWD/m" --collector.disable-defaults --collector.infiniband \
	--web.listen-address=127.0.0.1:0 2>exporter.log &
pid=$!
children+=("$pid")

# listening: the port of node_exporter, in hexadecimal
listening()
{
	local inodes

	inodes=$(find "/proc/$pid/fd" -lname 'socket:*' -printf '%l\n' | tr -dc '0-9\n')
	awk -v inodes="$inodes" '
		BEGIN { split(inodes, list, "\n"); for (i in list) own[list[i]] = 1 }
		$4 == "0A" && $10 in own { sub(/.*:/, "", $2); print $2; found = 1 }
		END { exit !found }' /proc/net/tcp
}

if ! in_life "$pid" listening; then
	report "node_exporter" "it does not listen: $(tail -n 1 exporter.log)"
	exit 1
fi
port=$((16#$(listening)))

# scrape: the page
scrape()
{
	local web

	exec {web}<>"/dev/tcp/127.0.0.1/$port" || return
	printf 'GET /metrics HTTP/1.0\r\n\r\n' >&"$web"
	bounded cat <&"$web"
	exec {web}>&-
}

# number METRIC DEVICE: its value
number()
{
	awk -v metric="node_infiniband_$1{" -v device="device=\"$2\"" \
		'index($1, metric) == 1 && index($1, device) { printf "%.0f", $2 }' page
}

scrape >page
is "it finds devices and their ports" "$(awk '/^node_scrape_collector_success.*infiniband/ { print $2 }' page)" 1
is "a port is active" "$(number state_id gpcd0)" 4
is "and linked" "$(number physical_state_id gpcd1)" 5
is "its speed, bytes/s" "$(number rate_bytes_per_second gpcd0)" 25000000000
# It multiplies by 4, as the kernel's unit asks.
sent=$((16 * ($(value GM_ORB_PERF_VC0_FLITS a.img) - $(value GM_ORB_PERF_VC0_PKTS a.img))))
is "bytes that a Gemini's NIC sent" "$(number port_data_transmitted_bytes_total gpcd0)" "$sent"
is "bytes that an Aries's NIC sent" "$(number port_data_transmitted_bytes_total gpcd1)" \
	"$(gpcd -d image:b.img read --json AR_NIC_ORB_PRF_REQ_BYTES_SENT | jq '.values[] | tonumber')"
like "it knows the chip" "$(grep ^node_infiniband_info page)" 'device="gpcd0".*hca_type="gemini"'
is "it has nothing to report" "$(grep -c 'level=error' exporter.log)" 0
kill "$pid"
ended "$pid"
kill "$server"
ended "$server"
