#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# perms, on an image: a file's mode is all the permission it knows. The table
# itself is tested in the VM.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

still g.img
export GPCD_DEVICE=image:g.img
is "an image shows everything" "$(gpcd perms --json | jq -r '.perms[0].level')" all
is "query is the default" "$(gpcd perms --csv)" "$(gpcd perms query --csv)"
like "text says what it means" "$(gpcd perms)" $'may_read +everything\n'
is "job numbers are strings" "$(gpcd perms --json | jq -r '.perms[0].job | type')" string
exits 1 "no table to list" gpcd perms list
like "said why" "$(cat err)" 'image has no permissions'
exits 1 "no entry to set" gpcd perms set 5 local
exits 1 "no entry to remove" gpcd perms remove 5
exits 1 "nothing to ignore" gpcd perms ignore on

exits 2 "no such level" gpcd perms set 5 most
like "no such level: those that are" "$(cat err)" 'none, nic, local or all'
like "no such level: no guess" "$(cat err)" 'or all$'
fails "a level nearly" 2 "did you mean 'local'" gpcd perms set 5 lokal
exits 1 "a level in capitals" gpcd perms set 5 LOCAL
exits 2 "no such job" gpcd perms set /no/such/cgroup local
exits 2 "a directory that is no cgroup" gpcd perms set . local
exits 2 "job 0" gpcd perms set 0 local
exits 2 "an argument is missing" gpcd perms set 5
exits 2 "an argument too many" gpcd perms query 5
fails "one argument" 2 'ignore takes 1 argument, not 0' gpcd perms ignore
fails "two arguments" 2 'set takes 2 arguments, not 1' gpcd perms set 5
exits 2 "ignore what?" gpcd perms ignore maybe
fails "ignore what nearly?" 2 "no setting 'onn': off or on; did you mean 'on'" gpcd perms ignore onn
fails "no such action" 2 "no action 'grant': query, list, set, remove or ignore" gpcd perms grant
fails "an action nearly" 2 "did you mean 'remove'" gpcd perms rmeove 5
exits 1 "an action in capitals" gpcd perms SET 5 local
