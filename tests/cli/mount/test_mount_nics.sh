#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-mount and network interfaces: those that a folder stands for are shown, and what is shown is an
# interface that gpcd reads.
# shellcheck source=tests/cli/mount/lib.sh
. "${0%/*}/lib.sh"

still a.img --nic-addr 18

# through FOLDER COMMAND...: the folder stands for /
through()
{
	GPCD_NICS_ROOT=$PWD/$1 "${@:2}"
}

# values: "NAME VALUE" of gpcd's JSON, sorted
values()
{
	jq -r '.values | to_entries[] | "\(.key) \(.value)"' | sort
}

# --- there and back: gpcd reads an emulated chip as another driver's NIC ---

while read -r layout device; do
	mounting "$layout/sys" -d image:a.img -l "$layout"
	is "$layout: gpcd finds a device" "$(through "$layout" "$GPCD" list --json | jq -r '.devices[].device')" "$device"
	is "$layout: its link is up" "$(through "$layout" "$GPCD" -d "$device" info | awk '/^link / { print $NF }')" \
		"$([ "$layout" = cxi ] && echo up || echo ACTIVE)"
	through "$layout" "$GPCD" -d "$device" read --json 'GM_TARB*' 'GM_*TILE_PERF*' | values >got
	gpcd -d image:a.img read --json 'GM_TARB*' 'GM_*TILE_PERF*' | values >wanted
	is "$layout: it has the values of the chip" "$(diff wanted got | head -n 2 | xargs)" ""
	is "$layout: hundreds of them" "$(wc -l <got)" "$((48 * 6 + 15))"
	kill "$server"
	ended "$server"
done <<'END'
cxi cxi:cxi0
rdma rdma:gpcd0/1
END

# --- a NIC that a folder of plain files stands for ---

nic=fake/sys/devices/virtual/cxi/cxi0/device
mkdir -p $nic/telemetry $nic/properties fake/sys/class/cxi
ln -s ../../devices/virtual/cxi/cxi0 fake/sys/class/cxi/cxi0
echo 123@1700000000.000000001 >$nic/telemetry/hni_sts_tx_ok_octets
echo 9@1700000000.000000001 >$nic/telemetry/hni_pkts_sent_by_tc_0
echo 200000 >$nic/properties/speed
echo 1 >$nic/properties/link
echo 0x123 >$nic/properties/nid
echo 1.1 >$nic/properties/cassini_version
GPCD_NICS_ROOT=$PWD/fake mounting m -d cxi:cxi0
in=m/class/cxi/cxi0/device
is "a Slingshot NIC has its own layout" "$(entries m/class)" cxi
is "its counters" "$(entries $in/telemetry)" "hni_pkts_sent_by_tc_0 hni_sts_tx_ok_octets"
is "their values" "$(sed 's/@.*//' $in/telemetry/hni_sts_tx_ok_octets)" 123
is "a value that changed" "$(again $in/telemetry/hni_sts_tx_ok_octets cp $nic/telemetry/hni_pkts_sent_by_tc_0 \
	$nic/telemetry/hni_sts_tx_ok_octets | sed 's/@[0-9.]*//g')" "123 9"
is "its speed is its own" "$(cat $in/properties/speed)" 200000
is "its address too" "$(cat $in/properties/nid)" 0x123
echo 0 >$nic/properties/link
is "its link goes down" "$(cat $in/properties/link $in/port/link | xargs)" "0 down"
echo broken >$nic/telemetry/hni_pkts_sent_by_tc_0
is "what its driver refuses has no value" "$(trouble $in/telemetry/hni_pkts_sent_by_tc_0)" EIO
is "what else it has" "$(sed 's/@.*//' $in/telemetry/hni_sts_tx_ok_octets)" 9
rm -r fake/sys/devices
is "a NIC that goes" "$(trouble $in/telemetry/hni_sts_tx_ok_octets) $(trouble $in/properties/link)" "ENODEV ENODEV"
kill "$server"
ended "$server"
is "and the program ends well" $? 0

# --- an interface of this machine ---

if [ -e /sys/class/net/lo ]; then
	mounting lo -d net:lo
	is "any other NIC has the layout of RDMA" "$(entries lo/class/infiniband)" gpcd0
	bytes=$(cat lo/class/infiniband/gpcd0/ports/1/hw_counters/rx_bytes)
	is "its counters are live" "$(($(cat /sys/class/net/lo/statistics/rx_bytes) >= bytes))" 1
	kill "$server"
	ended "$server"
fi

# --- an RDMA port whose counters are files, where a setting is among them ---

port=wire/sys/class/infiniband/ib0/ports/1
mkdir -p $port/hw_counters
echo 12 >$port/hw_counters/lifespan
echo 7 >$port/hw_counters/duplicate_request
GPCD_NICS_ROOT=$PWD/wire mounting m2 -d rdma:ib0/1 -l rdma
in=m2/class/infiniband/gpcd0/ports/1/hw_counters
is "an RDMA port's counters" "$(entries $in)" "duplicate_request lifespan"
is "its setting is its own" "$(cat $in/lifespan)" 12
