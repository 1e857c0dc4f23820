#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-mount with a command, which alone sees the files below /sys.
# shellcheck source=tests/cli/mount/lib.sh
. "${0%/*}/lib.sh"

still a.img
flits=GM_TARB_PERF_OUT_FLITS
in=/sys/class/cxi/cxi0/device
TMPDIR=$PWD
export TMPDIR

if ! gpcd_mount -d image:a.img -- true 2>err; then
	report "a command with files of its own # SKIP not on this machine: $(cat err)"
	exit 0
fi

# seen COMMAND: what a shell prints that sees the files
seen()
{
	gpcd_mount -d image:a.img -l cxi -- sh -c "$1"
}

is "a command reads what gpcd reads" "$(seen "sed 's/@.*//' $in/telemetry/$flits")" "$(value $flits a.img)"
is "nobody else sees it" "$(seen "ls $in/telemetry | wc -l; ls -d /proc/$$/root$in 2>/dev/null" | wc -l)" 1
is "other classes remain" "$(seen 'ls /sys/class')" "$(printf '%s\n' /sys/class/* | sed 's|.*/||' | cat - <(echo cxi) | sort -u)"
is "with what is in them" "$(seen 'ls /sys/class/net; cat /sys/class/net/lo/mtu')" "$(ls /sys/class/net; cat /sys/class/net/lo/mtu)"
is "so do virtual devices" "$(seen 'ls /sys/devices/virtual/mem')" "$(ls /sys/devices/virtual/mem)"
is "the user is the same" "$(seen 'id -u; id -g')" "$(id -u; id -g)"
is "a class has links that lead somewhere" "$(seen 'cd -P /sys/class/cxi/cxi0 && pwd')" /sys/devices/virtual/cxi/cxi0
is "its folder for mounting is removed" "$(ls -d gpcd-mount-* 2>/dev/null)" ""

gpcd_mount -d image:a.img -- sh -c 'exit 7'
is "its status is the command's" $? 7
gpcd_mount -d image:a.img -- sh -c 'kill -KILL $$' 2>/dev/null
is "or the signal that ended it" $? 137
exits 127 "or 127 for a command that is not there" gpcd_mount -d image:a.img -- ./none
like "which is said" "$(cat err)" '\./none: No such file'
exits 3 "without a device there is no command" gpcd_mount -d image:none.img -- touch made
is "it was not started" "$(ls made 2>/dev/null)" ""

# shellcheck disable=SC2016 # for the command's own shell
"$MOUNT" -d image:a.img -- sh -c 'trap "echo heard; exit 5" TERM; echo ready; while :; do sleep 0.05; done' >said &
server=$!
children+=("$server")
eventually grep -q ready said
kill "$server"
ended "$server"
is "a signal is passed on" "$?, $(tail -n 1 said)" "5, heard"
is "and the folder is removed" "$(ls -d gpcd-mount-* 2>/dev/null)" ""

# --- a user without privilege ---

if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null; then
	chmod 711 . && chmod 666 a.img
	mkdir -m 777 rooms
	# user COMMAND: like seen, as nobody; the command may lie where only root may look
	user()
	{
		TMPDIR=$PWD/rooms setpriv --reuid 65534 --regid 65534 --clear-groups \
			"$MOUNT" -d image:a.img -l cxi -- sh -c "$1"
	}
	if said=$(user true 2>&1); then
		is "a user may do it" "$(user "id -u; sed 's/@.*//' $in/telemetry/$flits" | xargs)" "65534 $(value $flits a.img)"
	else
		report "a user may do it # SKIP not on this machine: $said"
	fi
fi
