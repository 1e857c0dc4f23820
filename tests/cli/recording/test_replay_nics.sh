#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A recording of a network interface: it is its own catalogue, with any names of counters.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

# Three readings of "[0]: rx", recorded twice, "level,%" and "pauses", which saturates at 255.
file=$top/tests/fuzz/corpus/replay/nic
decode()
{
	python3 "$top/tests/cli/helpers/recording.py" "$@"
}

# --- each format ---

is "text" "$(gpcd replay "$file" | sed -n '/sample 3/,$ p' | tail -n +2)" \
	"[0]: rx               refused
level,%                     4  (stale)
pauses                    255  events  (saturated)
[0]: rx               refused"
is "a header of CSV" "$(gpcd replay --csv "$file" | head -n 1 | cut -d, -f9-)" '[0]: rx,"level,%",pauses,[0]: rx'
is "CSV" "$(gpcd replay --csv "$file" | cut -d, -f7,9- | tail -n +2 | xargs)" \
	"ok,10,5,7,10 ok,30,4,255,30 part,,4,255,"
is "long CSV" "$(gpcd replay --long "$file" | tail -n 3 | cut -d, -f7- | xargs)" \
	"level,%,4,,stale,1 pauses,255,events,saturated,1 [0]: rx,,packets,refused,1"
is "JSON" "$(gpcd replay --json "$file" | tail -n 1 | jq -c '[.values, .exceptions]')" \
	'[{"[0]: rx":null,"level,%":"4","pauses":255},{"[0]: rx":"refused"}]'
fails "a level has no difference" 2 "level,% is no counter and has no delta" gpcd replay --delta "$file"

# --- what it can be used for ---

is "two of them, compared" "$(gpcd diff --csv "$file" "$file" pauses '[0]: rx' 2>/dev/null | cut -d, -f4,5,6,8 | tail -n +2 | xargs)" \
	"pauses,events/s,0,3 [0]: rx,packets/s,1,2"
is "a pattern" "$(gpcd diff --csv "$file" "$file" '\[*' 2>/dev/null | cut -d, -f4 | tail -n +2)" '[0]: rx'
is "a number" "$(gpcd diff --csv "$file" "$file" '#2' 2>/dev/null | cut -d, -f4 | tail -n +2)" 'pauses'
fails "an unknown name" 2 "no register 'rx' on a chip of type mynic" gpcd diff "$file" "$file" rx
fails "no metrics" 1 "no metrics of mynic in " gpcd diff "$file" "$file"

mkdir -p sets/mynic
cat >sets/mynic/a.metrics <<"EOT"
metric received per nic unit "/s" help "packets of all queues" = rate("\[*]: rx") ;
metric paused per nic unit "" help "pauses" = delta(pauses) ;
metric sent per nic unit "/s" help "it has no such counter" = rate("[0]: tx") ;
EOT
export GPCD_METRICS=$PWD/sets
is "metrics, but those that it lacks" "$(gpcd diff --csv "$file" "$file" -m a -m '*' 2>/dev/null | cut -d, -f4,6 | tail -n +2 | xargs)" \
	"received,1 paused,0"
gpcd replay "$file" -m received --svg picture.svg
is "a picture" "$(grep -c 'packets of all queues' picture.svg)" 1
fails "no chip counts like it" 2 "chips of type mynic have no image" gpcd replay "$file" --into image:new.img
is "no image was made" "$(ls new.img 2>&1)" "ls: cannot access 'new.img': No such file or directory"

# --- what is wrong ---

while read -r member value wanted; do
	decode change "$file" changed <<<"$member $value"
	fails "$member is $value" 2 "$wanted" gpcd replay --csv changed.1
done <<"EOT"
version 4 a recording of a later version
version 2 a recording whose description is damaged
groups.0.described - 'mynic' are no registers of chips
groups.0.described 1 'mynic' are no registers of chips
groups.0.name "" '' are no registers of chips
groups.0.columns.8.name "" 'mynic' are no registers of chips
groups.0.columns.8.kind "torn" 'mynic' are no registers of chips
groups.0.columns.10.bits 7 a reading that cannot be
EOT
decode change "$file" changed <<<'groups.0.name "../mynic"'
fails "a name that is no folder's" 1 "no metrics of ../mynic" gpcd diff changed.1 changed.1
