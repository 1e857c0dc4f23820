#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Files of gpcd-mount on devices of the kernel: registers that may not be read, and a chip that goes.
. "$(dirname "$0")/../lib.sh"

build=${GPCD%/*}
group=4202
tile=GM_1_2_TILE_PERFORMANCE_COUNTERS_3
flits=GM_TARB_PERF_OUT_FLITS
registers=/sys/class/infiniband/gpcd0/ports/1/hw_counters
cd "$(mktemp -d)" || exit
chmod 755 .

# A member may not be allowed into the build's folder.
cp "$build/gpcd-mount" "$build/libgpcd.so.1" .
cp -r "$build/../tools/gpcd-mount/gpcdr" "$build/../lib/metrics/sets" .
export GPCD_GPCDR=$PWD/gpcdr GPCD_METRICS=$PWD/sets
modprobe fuse
chmod 666 /dev/fuse

# trouble FILE: why it cannot be read
trouble()
{
	cat <"$1" 2>&1 >/dev/null | sed 's/.*: //'
}

# member COMMAND: what a member's shell prints, for which the device is an RDMA device
member()
{
	TMPDIR=/tmp setpriv --reuid=4201 --regid=$group --clear-groups -- ./gpcd-mount -d gpcd0 -l rdma -- sh -c "$1"
}

load traffic=0
chgrp $group /dev/gpcd0
"$GPCD" write $tile 123456789 && "$GPCD" write $flits 987654321

# --- permissions ---

is "a member reads tile and NIC" "$(member "cat $registers/$tile $registers/$flits" | xargs)" "123456789 987654321"
job=$("$GPCD" perms --json | jq -r '.perms[0].job')
"$GPCD" perms set "$job" --may nic
is "with permission for NICs it reads its NIC" "$(member "cat $registers/$flits")" 987654321
is "and no tile, which is no 0" "$(member "cat $registers/$tile 2>&1" | sed 's/.*: //')" "Permission denied"
"$GPCD" perms set "$job" --may none
is "with none nothing" "$(member "cat $registers/$flits 2>&1" | sed 's/.*: //')" "Permission denied"
is "not by a metric either" "$(member "cat ${registers%/*}/counters/port_xmit_data 2>&1" | sed 's/.*: //')" "Permission denied"
"$GPCD" perms remove "$job"

# --- a chip that goes ---

mkdir m
./gpcd-mount -d gpcd0 -l rdma m 2>/dev/null &
server=$!
eventually mountpoint -q m
in=m/${registers#/sys/}
is "root reads" "$(cat "$in/$tile")" 123456789
"$GPCD" write $tile 42
is "what is now" "$(cat "$in/$tile")" 42
echo unplug >/sys/class/gpcd_emu/gpcd_emu0/fault
is "a chip that went: a register" "$(trouble "$in/$tile")" "No such device"
is "a metric" "$(trouble "${in%/*}/counters/port_xmit_data")" "No such device"
is "its state" "$(trouble "${in%/*}/state")" "No such device"
kill $server
ended $server
is "the program ends well" $? 0
unload
rmmod fuse 2>/dev/null
done_testing
