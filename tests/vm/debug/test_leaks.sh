#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Memory that is unreachable after all tests, by kmemleak, which reports objects older than five
# seconds that two scans, of a minute each, find unchanged.
. "$(dirname "$0")/../../lib.sh"
leaks=/sys/kernel/debug/kmemleak

# Reports of our leaks, without this: this kernel's class_register() leaks the name that it made if
# it then runs out of memory.
ours()
{
	awk '
	/^unreferenced object/	{ if (record !~ known) printf "%s", record; record = "" }
				{ record = record $0 "\n" }
	END			{ if (record !~ known) printf "%s", record }
	' known='kobject_set_name.*__class_register|^$' $leaks
}

# Caches of files that nobody has open are objects, too, a lock and a search each: nothing of ours.
echo 3 >/proc/sys/vm/drop_caches
sleep 5
succeeds "all memory is searched" eval "echo scan >$leaks && echo scan >$leaks"
found=$(ours)
[ -z "$found" ] || echo "$found"
is "nothing has leaked" "$(grep -c 'unreferenced object' <<<"$found")" 0
done_testing
