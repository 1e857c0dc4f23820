#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd alarm on network interfaces: loopback, in a namespace that has nothing else, and folders of
# counters. A tick is a second by the test's clock, and a look.
# shellcheck source=tests/lib.sh
. "${0%/*}/../../lib.sh"
[ "${IN_NAMESPACE-}" ] || { IN_NAMESPACE=1 alone "$0"; exit; }
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

# changes: state, rate and number of each change
changes()
{
	tail -n +2 out | cut -d, -f 3-5 | paste -sd ' '
}

# stop: end it by a signal; its exit code
stop()
{
	kill -TERM "$pid"
	ended "$pid"
}

# --- loopback ---

# Each datagram is sent and received.
datagrams()
{
	"$top/tests/cli/helpers/loopback.py" "$1" 10
}

datagrams 1
ticking "$GPCD" -d net:lo alarm --csv --above 10 --name lo rx_packets tx_packets >out 2>err
datagrams 5
tick
is "as much as the threshold" "$(changes)" ""
datagrams 6
tick
is "more than it" "$(changes)" "raised,12,1"
datagrams 4
tick
tick
stop
is "exit code" $? 0
is "less than it" "$(changes)" "raised,12,1 clear,8,2"
is "an interface has no time of its own" "$(tail -n 1 out | cut -d, -f 2,6-)" "0,lo,net:lo,2"

# --- folders of counters ---

mkdir -p own box/drv
export GPCD_DICTIONARY=$PWD/own
cat >own/drv.counters <<END
driver = drv
source = counters
sent counter 64 packets What went out
narrow counter 16 packets What wraps at once
stays saturating 8 errors What stays at its maximum
queue gauge 16 packets What waits
END
printf '1\n' | tee box/drv/sent box/drv/narrow box/drv/stays >box/drv/queue

fails "a gauge has no rate" 2 'queue is no counter \(kind gauge\)' \
	gpcd -d counters:box/drv alarm --above 1 --for 50ms sent queue
fails "a counter that wraps before the next look" 2 \
	'narrow has only 16 bits: it may wrap twice between two looks' \
	gpcd -d counters:box/drv alarm --above 1 --for 50ms sent narrow stays

ticking "$GPCD" -d counters:box/drv alarm --csv --above 9 sent stays >out 2>err
echo 6 >box/drv/sent
echo 6 >box/drv/stays
tick
is "the sum" "$(changes)" "raised,10,1"
echo 255 >box/drv/stays
tick
is "a counter at its maximum: nothing changes" "$(changes)" "raised,10,1"
echo x >box/drv/sent
echo 7 >box/drv/stays
tick
is "a counter that cannot be read: nothing changes" "$(changes)" "raised,10,1"
rm -r box
tick
ended "$pid"
is "the folder goes: exit code" $? 3
is "the folder goes: a change" "$(changes)" "raised,10,1 gone,,2"
like "looks without a rate" "$(tail -n 1 err)" 'raised 1 times, 2 changes, 2 looks without a rate'

# --- a link that becomes faster ---

# shellcheck source=tests/cli/nics/tree.sh
. "${top:?}/tests/cli/nics/tree.sh"
cxi cxi0 speed=1000
export GPCD_DICTIONARY=$PWD/own
cat >own/cxi.counters <<END
driver = cxi
source = cxi
hni_sts_tx_ok_octets counter 32 bytes What went out
END
ticking "$GPCD" -d cxi:cxi0 alarm --csv --above 9 hni_sts_tx_ok_octets >out 2>err
counts cxi0 hni_sts_tx_ok_octets=10
tick
is "it wraps in 34 s" "$(changes)" "raised,10,1"
property cxi0 speed=200000
tick
is "in 172 ms: nothing changes" "$(changes)" "raised,10,1"
stop
like "a look without a rate" "$(tail -n 1 err)" 'raised 1 times, 1 changes, 1 looks without a rate'
