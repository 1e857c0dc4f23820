#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A program that knows only PAPI, with libgpcd-papi, on a device: as root, as a member of the
# device's group, as a stranger. Its counts are tested in tests/cli and tests/unit/papi.
. "$(dirname "$0")/../lib.sh"

build=${GPCD%/*}
group=4202
nic=AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS
tile=AR_RTR_PT_5_0_INQ_PRF_INCOMING_FLIT_VC0
denied='Permission level does not permit operation'
cd "$(mktemp -d)" || exit
chmod 755 .

# Members and strangers may not be allowed into the build's folder.
cp "$build/tests/cli/papi_client" "$build/libgpcd-papi.so" "$build/libgpcd.so.1" .
export LD_LIBRARY_PATH=$PWD

# client ID EVENT...: run as user and group ID
client()
{
	setpriv --reuid="$1" --regid="$1" --clear-groups -- \
		env LD_PRELOAD="$PWD/libgpcd-papi.so" ./papi_client "${@:2}"
}

load chip=aries || exit 1
chgrp $group /dev/gpcd0
chmod 660 /dev/gpcd0
job=$("$GPCD" perms --json | jq -r '.perms[0].job')

like "root counts" "$(client 0 $nic cray_npu:::$tile)" "^$nic [1-9][0-9]*
cray_npu:::$tile [0-9]+\$"
like "a software-defined event counts" "$(client 0 sde:::gpcd::$nic)" "^sde:::gpcd::$nic [1-9]"
like "a member of the group counts" "$(client $group $nic $tile)" "^$nic [1-9]"
is "a stranger may not" "$(client 4203 $nic)" "$nic: $denied"

succeeds "the job may read NICs alone" "$GPCD" perms set "$job" --may nic
like "then NICs count" "$(client $group $nic)" "^$nic [1-9]"
is "and tiles do not" "$(client $group $nic $tile)" "$tile: $denied"
unload
done_testing
