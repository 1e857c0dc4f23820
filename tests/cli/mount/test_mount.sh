#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-mount: the files of each layout, and their values, which are those that gpcd reads.
# shellcheck source=tests/cli/mount/lib.sh
. "${0%/*}/lib.sh"

still a.img --nic-addr 18 --nic-index 1
still b.img --chip aries --nic-addr 2
flits=GM_TARB_PERF_OUT_FLITS
"${GPCD%/*}/rtr" --interconnect 2x2x2 >map

# registers IMAGE <NAMES: "NAME VALUE" as gpcd reads them, sorted
registers()
{
	xargs "$GPCD" -d "image:$1" read --json | jq -r '.values | to_entries[] | "\(.key) \(.value)"' | sort
}

# counting CHIP: names of its counters and gauges
counting()
{
	gpcd counters --chip "$1" --json |
		jq -r '.counters[] | select(.kind | IN("counter", "gauge", "saturating")) | .name' | sort
}

# shown FOLDER: "NAME VALUE" of its files, without times, sorted
shown()
{
	(cd "$1" && grep -H . ./*) | sed -E 's|^\./||; s/:([0-9]+(@[0-9.]*)?)$/ \1/; s/@.*//' | grep -v '^lifespan ' | sort
}

# --- cxi ---

mounting cxi -d image:a.img -d image:b.img -l cxi
is "cxi: devices are numbered as they were named" "$(entries cxi/class/cxi)" "cxi0 cxi1"
is "cxi: a class has links" "$(readlink cxi/class/cxi/cxi0)" ../../devices/virtual/cxi/cxi0
in=cxi/class/cxi/cxi0/device
while read -r name chip device; do
	shown "cxi/class/cxi/$device/device/telemetry" >got
	is "cxi: values of a $chip are what gpcd reads" "$(cut -d ' ' -f 1 got | registers "$name" | diff - got | head -n 2 | xargs)" ""
	is "cxi: each counter and gauge has a file" "$(counting "$chip" | comm -23 - <(cut -d ' ' -f 1 got | sort))" ""
	is "cxi: there are hundreds" "$(($(wc -l <got) > 500))" 1
done <<'END'
a.img gemini cxi0
b.img aries cxi1
END
like "cxi: a value has its time" "$(cat $in/telemetry/$flits)" '^[0-9]+@[0-9]{10}\.[0-9]{9}$'
is "cxi: the time is the present" "$(($(date +%s) - $(sed 's/.*@//; s/\..*//' $in/telemetry/$flits) < 5))" 1
is "cxi: its address" "$(cat $in/properties/nid)" 0x12
is "cxi: which of the card's NICs" "$(cat $in/properties/uc_nic)" 1
is "cxi: speed" "$(cat $in/properties/speed)" 100000
is "cxi: the link is up" "$(cat $in/properties/link $in/port/link | xargs)" "1 up"
is "cxi: no link has restarted" "$(cat $in/link_restarts/time_{0..9} | sort -u)" 0
fails "files cannot be written" 1 'Read-only file system' cp a.img $in/telemetry/$flits
fails "nor made" 1 'Read-only file system' touch cxi/file
is "a name that is not there" "$(trouble $in/telemetry/none)" ENOENT
kill "$server"
ended "$server"
is "a signal ends it well" $? 0
is "and unmounts" "$(entries cxi)" ""

# --- RDMA ---

mounting rdma -d image:a.img -l rdma --speed 200
in=rdma/class/infiniband/gpcd0
is "rdma: what is said of the device" "$(cd $in && cat node_type hca_type node_guid | xargs)" "1: CA gemini 0000:0001:0000:0012"
is "rdma: and of its port" "$(cd $in/ports/1 && cat state phys_state link_layer lid rate | xargs)" \
	"4: ACTIVE 5: LinkUp InfiniBand 0x12 200 Gb/sec (4X)"
shown $in/ports/1/hw_counters >got
is "rdma: values are what gpcd reads" "$(cut -d ' ' -f 1 got | registers a.img | diff - got | head -n 2 | xargs)" ""
is "rdma: each counter and gauge has a file" "$(counting gemini | comm -23 - <(cut -d ' ' -f 1 got | sort))" ""
sent=$((16 * ($(value GM_ORB_PERF_VC0_FLITS a.img) - $(value GM_ORB_PERF_VC0_PKTS a.img))))
is "rdma: data in units of 4 bytes" "$(cat $in/ports/1/counters/port_xmit_data)" $((sent / 4))
received=$((16 * ($(value GM_RAT_PERF_DATA_FLITS_VC0 a.img) + $(value GM_RAT_PERF_DATA_FLITS_VC1 a.img))))
is "rdma: in both directions" "$(cat $in/ports/1/counters/port_rcv_data)" $((received / 4))
is "rdma: what is not known has no file" "$(entries $in/ports/1/counters)" "port_rcv_data port_xmit_data"
fusermount3 -u rdma
ended "$server"
is "unmounted from outside, it ends well" $? 0

# --- by the chip, and by patterns ---

mounting chip -d 'image:[ab].img' -f map
is "routers have gpcdr's layout" "$(entries chip/class)" gni
is "of all that a pattern matches" "$(entries chip/class/gni)" "gpcdr0 gpcdr1"
kill "$server"
ended "$server"
mounting alone -d image:a.img
is "without a map a Gemini has no links" "$(entries alone/class/gni/gpcdr0/metricsets)" nic
like "and the reason is said" "$(cat mount.err)" 'image:a\.img: no metrics links: no map says where its links lead: --interconnect'
kill "$server"
ended "$server"
