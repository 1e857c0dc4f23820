#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What comes out of the modules, and who may put something in: replies of commands (security.c,
# security_reads.c, security_ways.c), texts of files, modes of writable files, the kernel log; and
# callers who stall (stall.c, stall_others.c). Memory is poisoned, so that unwritten bytes would
# show.
. "$(dirname "$0")/../lib.sh"

config=/sys/kernel/config/gpcd_emu/a
number='[0-9]+'

# Every file of the modules, and its allowed contents
formats="
gpcd/ignore_perms [01]
gpcd/gpcd0/chip (gemini|aries)
gpcd/gpcd0/chip_id $number
gpcd/gpcd0/domain $number
gpcd/gpcd0/nic_addr $number
gpcd/gpcd0/nic_index [0-3]
gpcd/gpcd0/nics [24]
gpcd/gpcd0/coordinate $number,$number,$number
gpcd/gpcd0/registers (1552|2686)
gpcd/gpcd0/epoch $number
gpcd/gpcd0/catalogue_hash [0-9a-f]{16}
gpcd/gpcd0/dev $number:$number
gpcd_emu/gpcd_emu0/fault (none|ones|stuck|slow:$number|unplug)
gpcd_emu/gpcd_emu0/gpcd (gpcd$number)?
gpcd_emu/gpcd_emu0/seed $number
gpcd_emu/gpcd_emu0/dev $number:$number
$config/chip (gemini|aries)
$config/domain $number
$config/nic_addrs $number(,$number){0,3}
$config/coord $number,$number,$number
$config/seed $number
$config/clock (real|virtual)
$config/traffic [01]
$config/live [01]
$config/devices (gpcd$number)?
/sys/module/gpcd/parameters/default_perms (none|(nic|router|setup|others)(,(router|setup|others))*)
/sys/module/gpcd/parameters/ring_period_min_ns $number
/sys/module/gpcd/parameters/ring_share $number
/sys/module/gpcd_emu/parameters/chips $number
/sys/module/gpcd_emu/parameters/chip (gemini|aries)
/sys/module/gpcd_emu/parameters/views [1-4]
/sys/module/gpcd_emu/parameters/seed $number
/sys/module/gpcd_emu/parameters/clock (real|virtual)
/sys/module/gpcd_emu/parameters/traffic [YN01]
"

# ours: every file that somebody may read or write
ours()
{
	find /sys/class/gpcd/ /sys/class/gpcd/gpcd0/ /sys/class/gpcd_emu/gpcd_emu0/ $config/ \
		/sys/module/gpcd/parameters/ /sys/module/gpcd_emu/parameters/ \
		-maxdepth 1 -type f ! -name uevent "$@" | sed 's|//|/|; s|^/sys/class/||' | sort
}

# of_other_forms: files whose text does not match $formats
of_other_forms()
(
	local path format parts text

	cd /sys/class || return
	while read -r path format; do
		[ -n "$path" ] || continue
		parts=()
		mapfile -d '' parts <"$path"
		text=${parts[0]-}
		[[ ${text%$'\n'} =~ ^$format$ && ${text:--} = *[$'\n'-] && ${#parts[@]} -le 1 ]] ||
			echo "$path: ${parts[*]}"
	done <<<"$formats"
)

status=0
# They load the modules themselves.
for program in stall stall_others; do
	"$BIN/$program" || status=1
done

load clock=virtual traffic=0 || exit 1
is "slab memory is poisoned" "$(cat /sys/kernel/slab/kmalloc-{64,256,1k}/poison | tr -d '\n')" 111

for program in security security_reads security_ways; do
	"$BIN/$program" || status=1
done

# --- files ---

mkdir $config
echo 11,12 >$config/nic_addrs
echo 4294967295,4294967295,4294967295 >$config/coord
echo 18446744073709551615 >$config/seed
is "every file is accounted for" \
	"$(ours -perm /444 | diff - <(awk 'NF { print $1 }' <<<"$formats" | sort))" ""
is "every file says what it may" "$(of_other_forms)" ""
echo 7 >$config/nic_addrs
echo 1,2,3 >$config/coord
echo 1 >$config/seed
is "nothing stays of longer texts" "$(cat $config/{nic_addrs,coord,seed} | tr '\n' ' ')" "7 1,2,3 1 "
echo 1 >$config/live
echo slow:1000000 >/sys/class/gpcd_emu/gpcd_emu0/fault
is "nor while it lives" "$(of_other_forms)" ""
echo unplug >/sys/class/gpcd_emu/gpcd_emu0/fault
is "nor what is left of a dead chip" "$(of_other_forms 2>/dev/null | grep -v '^gpcd/gpcd0/.*: $')" ""
echo none >/sys/class/gpcd_emu/gpcd_emu0/fault
is "only root keeps the chip busy" "$(stat -c %a:%U /sys/class/gpcd/gpcd0/epoch)" 400:root
is "only root has the control node" "$(stat -c %a:%U /dev/gpcdctl)" 600:root
is "whoever is not root changes nothing" "$(ours -perm /022)" ""
is "all that is ours is root's" "$(ours ! -user root)" ""
rmdir $config

# --- the kernel log ---

is "no address of the kernel's in the log" \
	"$(dmesg | grep gpcd | grep -iE '\bf{4}[0-9a-f]{12}\b|\b0{8}[0-9a-f]{8}\b')" ""

succeeds "the modules unload" unload
done_testing && exit $status
