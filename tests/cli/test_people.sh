#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What people get on a terminal: three digits and prefixes, local times, headings. A pipe gets what
# it always got, and --raw gives that to a terminal.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"
export TZ=EST5

# screen ARGUMENT...: run gpcd on a terminal of 80 x 24; what is shown goes to ./out, without blanks at
# the ends of lines
screen()
{
	script -qec "stty cols 80 rows 24; $(printf '%q ' "$GPCD" "$@")" /dev/null </dev/null |
		tr -d '\r' | sed 's/ *$//' >out
}

still a.img
export GPCD_DEVICE=image:a.img
tile=GM_0_0_TILE_PERFORMANCE_COUNTERS_0

# value NUMBER: what a terminal shows of the counter if it has this number
value()
{
	word a.img "$(gpcd counters --csv $tile | awk -F, 'NR == 2 { print $3 }')" "$1"
	screen read $tile
	tr -s ' ' <out
}
is "a large count" "$(value 35712345678)" "$tile 35.7 G phits"
is "a small count" "$(value 712)" "$tile 712 phits"
is "one" "$(value 1)" "$tile 1 phit"
is "none" "$(value 0)" "$tile 0 phits"
value 35712345678 >/dev/null
gpcd read $tile >piped
is "a pipe gets all digits" "$(tr -s ' ' <piped)" "$tile 35712345678 phits"
screen read --raw $tile
is "--raw: the same on a terminal" "$(cmp out piped && echo same)" same
gpcd read --raw $tile | cmp -s - piped
is "--raw is nothing new to a pipe" $? 0
screen read --csv $tile
gpcd read --csv $tile >piped
is "CSV on a terminal is CSV" "$(cut -d , -f 4- out)" "$(cut -d , -f 4- piped)"

# Values that are no quantities, and metrics that have none.
screen read 'GM_NL_*CNTRL'
like "a bit pattern stays one" "$(<out)" ' 0x[0-9a-f]+$'
screen stat -m tile_bytes true
like "why there is no number" "$(<out)" ' tile_bytes +- +B/s +no-time$'

# A live chip: rates, shares, times.
living b.img
export GPCD_DEVICE=image:b.img
screen stat -m nic_stalls -m router_bytes sleep 0.2
like "stat: a heading" "$(head -n 1 out | tr -s ' ')" '^ seconds device per object metric value unit status$'
like "stat: a share" "$(<out)" ' nic_stalls +[0-9.]{1,4}  % +ok'
like "stat: a rate of bytes" "$(<out)" ' router_bytes +[0-9.]{3,4}  [kMG]?B/s +ok'
like "stat to a pipe: all digits" "$(gpcd stat -m nic_stalls sleep 0.1 2>&1)" ' nic_stalls +0\.[0-9]+  share  ok'
gpcd stat -m nic_stalls -o file sleep 0.1
screen stat -m nic_stalls -o file sleep 0.1
like "stat to a file, from a terminal: all digits" "$(<file)" ' nic_stalls +0\.[0-9]+  share  ok'
screen sample -i 50ms -n 1 --rate $tile
# On a busy machine a note that the chip was updating may come first.
like "sample: local time" "$(grep -m 1 '^#' out)" \
	"^# $(date +%Y-%m-%d) $(date +%H):[0-9]{2}:[0-9]{2}\.[0-9]{3}  sample 1(  after [0-9]+ missed periods?)?$|^# $(date -d '1 minute ago' '+%Y-%m-%d %H')"
like "sample: a rate" "$(<out)" "^gpcd|$tile +[0-9.]{1,4} [kMG]? ?phits?/s"
like "one sample is no samples" "$(<out)" 'gpcd sample: 1 sample, [0-9]+ periods? missed, [0-9] torn$'
screen sample -i 50ms -n 2 --delta --raw $tile
is "--raw goes with --delta" "$(grep -cE "^$tile +[0-9]+  phits$" out)" 2
like "--raw: the heading, too" "$(grep -m 1 '^#' out)" '^# [-0-9]{10}T[:.0-9]{18}Z  sample 1  epoch [0-9]+  missed [0-9]+$'

# Tables whose columns have a unit in their names.
screen info
is "upright: shorter names" "$(grep -c '^ring_period_max ' out) $(grep -c '_ns ' out)" "1 0"
