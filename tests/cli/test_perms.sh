#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# perms: images, whose only permissions are the file's mode, and arguments. The table itself is
# tested in the VM.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

still g.img
export GPCD_DEVICE=image:g.img
is "an image shows everything" "$(gpcd perms --json | jq -c '.perms[0].may')" '["nic","router","setup","others"]'
is "query is the default" "$(gpcd perms --csv)" "$(gpcd perms query --csv)"
like "text says what it means" "$(gpcd perms)" $'may_read +everything\n'
is "job numbers are strings" "$(gpcd perms --json | jq -r '.perms[0].job | type')" string
is "an image is own" "$(gpcd perms --json | jq '.perms[0].own')" true
fails "an image is nobody's own" 2 'an image has no permissions except the mode of its file' \
	gpcd perms set --may nic 5 image:g.img
fails "the table is no device's" 2 'list takes no -d' gpcd -d image:g.img perms list

# Never on this machine's own table.
without_module()
{
	local what=$1

	shift
	[ -e /dev/gpcdctl ] || fails "$what" 3 'modprobe gpcd' gpcd perms "$@"
}
without_module "no table to list" list
without_module "no entry to set" set . --may nic,router
without_module "no entry with devices to set" set --may nic . 17 1:18 4:4294967295
without_module "no entry to remove" remove 5
without_module "nothing to empty" remove all
without_module "nothing to ignore" policy --ignore on
without_module "no policy" policy
without_module "a permission in capitals" set . --may NIC
without_module "an action in capitals" SET . --may nic

for device in 0 0:17 1:0 1:2:3 '17,' -1 gpcd eth0 4294967296 ''; do
	fails "no device '$device'" 2 "no device '$device': gpcd0, /dev/gpcd0, a NIC address" \
		gpcd perms set --may nic -- 5 "$device"
done
fails "no such device" 3 'gpcd4000000000: no such device' gpcd perms set --may nic 5 gpcd4000000000
fails "a device that is none" 3 'not a device of gpcd' gpcd perms set --may nic 5 17 /dev/null
# shellcheck disable=SC2046 # words
fails "more devices than an entry names" 2 '1025 devices: an entry names 1024 at most' \
	gpcd perms set --may nic 5 $(seq 1025)

exits 2 "no such permission" gpcd perms set 5 --may nic,most
like "no such permission: those that are" "$(cat err)" 'nic, router, setup, others, none or all'
is "no such permission: no guess" "$(grep -c 'did you mean' err)" 0
fails "a permission nearly" 2 "did you mean 'router'" gpcd perms set 5 --may nic,rooter
exits 2 "an empty permission" gpcd perms set 5 --may nic,
exits 2 "no such job" gpcd perms set /no/such/cgroup --may nic
exits 2 "a directory that is no cgroup" gpcd perms remove .
exits 2 "a file that is no directory" gpcd perms set /dev/null --may nic
exits 2 "job 0" gpcd perms set 0 --may nic
exits 2 "an argument is missing" gpcd perms set --may nic
fails "what may it?" 2 'set needs --may' gpcd perms set 5
fails "--may of what is not set" 2 '--may is for set and policy' gpcd perms list --may nic
fails "--ignore of what is no policy" 2 '--ignore is for policy' gpcd perms set . --may nic --ignore on
exits 2 "an argument too many" gpcd perms query 5
fails "one argument" 2 'remove takes 1 argument, not 0' gpcd perms remove
fails "two arguments" 2 'set takes 1 argument or more, not 0' gpcd perms set --may nic
exits 2 "ignore what?" gpcd perms policy --ignore maybe
fails "ignore what nearly?" 2 "off or on; did you mean 'on'" gpcd perms policy --ignore onn
fails "no such action" 2 "no action 'grant': query, list, set, remove or policy" gpcd perms grant
fails "an action nearly" 2 "did you mean 'remove'" gpcd perms rmeove 5
