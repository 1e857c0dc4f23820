# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests in the guest: load and unload the modules of $MODULES.

# shellcheck source=tests/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# Emulated processors are slower: to start 16 ranks alone takes tens of seconds.
hang=$((4 * hang))

# pause SECONDS: wait for a pipe that nobody writes to, because starting sleep(1) takes longer
exec {never}<> <(:)
pause()
{
	read -rt "$1" -u "$never" || :
}

# load [PARAMETER=VALUE ...]: both modules, the parameters are the emulator's
load()
{
	insmod "$MODULES/gpcd.ko" && insmod "$MODULES/gpcd_emu.ko" "$@"
}

unload()
{
	rmmod gpcd_emu && rmmod gpcd
}

# mark: here, in the kernel's log; marked: what it has said since
mark()
{
	echo "mark $$ $((marks += 1))" >/dev/kmsg
}

marked()
{
	dmesg -t | sed "1,/^mark $$ $marks\$/d"
}

# begun: the reader of ways has opened all of them, or has failed
begun()
{
	[ -e ready ] || ! kill -0 "$reader"
}

# ways_begin DEVICE ...: read it in each way (by the program $way_reader) until there is a file go, or no
# way works any more
ways_begin()
{
	rm -rf ready go
	"$way_reader" ways "$@" "$PWD" >seen &
	reader=$!
	eventually begun && [ -e ready ]
}

# ways_ended: the ways, and what each of them said last, in one line
ways_ended()
{
	ended "$reader"
	paste -sd ' ' seen
}

# ways DEVICE ...: what each way says now
ways()
{
	: >go
	bounded "$way_reader" ways "$@" "$PWD" | paste -sd ' '
	rm go
}

# answered FOLDER: the call in it has been made, or it will not be, because the second guest has ended
answered()
{
	[ ! -e "$1/call" ] || [ -e "$1/ended" ]
}

# ask FOLDER COMMAND...: of whoever serves it (tests/vm/peer/serve) and knows the functions of this test;
# its output, and its exit code
ask()
{
	local folder=$1

	{ declare -f; declare -p BIN GPCD; printf '%q ' "${@:2}"; } >"$folder/next"
	mv "$folder/next" "$folder/call"
	eventually answered "$folder" || return
	[ ! -e "$folder/call" ] || { tail -n 1 "$folder/log"; return 125; }
	cat "$folder/output"
	return "$(<"$folder/code")"
}

# there COMMAND...: in the second guest (tests/vm/peer/boot), which boots for the first of these calls
there()
{
	ask /job/peer "$@"
}

# on_host COMMAND...: on the host, in the folder that is /job/pci here
on_host()
{
	ask /job/host "$@"
}

# there_ends: the second guest ends, in good order and with a clean kernel log
there_ends()
{
	: >/job/peer/end
	eventually test -e /job/peer/ended && is "the other guest was well" "$(</job/peer/ended)" 0
}

# kernel_memory: KiB of the kernel itself: not free, not process data, not cache. Memory in KASAN's
# quarantine counts as free, and so do the per-CPU free lists, megabytes that MemFree leaves out
kernel_memory()
{
	local cache

	sync
	echo 3 >/proc/sys/vm/drop_caches
	for cache in /sys/kernel/slab/kmalloc-*/shrink; do
		echo 1 >"$cache"
	done
	sleep 1
	awk '/^MemTotal:/ { own += $2 }
	     /^(MemFree|Buffers|Cached|AnonPages|SReclaimable):/ { own -= $2 }
	     /^ +count:/ { own -= 4 * $2 }
	     END { print own }' /proc/meminfo /proc/zoneinfo
}

# grown_less KIB: the kernel has grown by less than this since $before; sets $grown to the growth.
# Memory whose freeing is deferred counts until then.
grown_less()
{
	grown=$(($(kernel_memory) - before))
	[ "$grown" -lt "$1" ]
}

# nothing_stays: the modules leave nothing once they are unloaded
nothing_stays()
{
	is "no device node stays" "$(compgen -G '/dev/gpcd*')" ""
	is "no device class stays" "$(compgen -G '/sys/class/gpcd*')" ""
	is "no directory of configfs stays" "$(compgen -G '/sys/kernel/config/gpcd*')" ""
	is "no device number stays" "$(grep gpcd /proc/devices)" ""
	is "no module stays" "$(grep ^gpcd /proc/modules)" ""
}
