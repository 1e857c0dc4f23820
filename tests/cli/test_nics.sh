#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Network interfaces as devices: of this machine, in a network namespace that has loopback alone,
# and folders of counters. Without a privilege.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

loopback=$top/tests/cli/helpers/loopback.py
export GPCD

# Nothing else moves there: each command below is a world of its own.
succeeds "a namespace of one's own can be made" alone true

# --- what is there ---

is "loopback is listed" "$(alone "$GPCD" list --json | jq -c '.devices[] | [.device, .chip, .minor]')" \
	'["net:lo","net",true]'
is "a router's columns are not shown" "$(alone "$GPCD" list | head -n 1 | tr -s ' ')" \
	"device chip nic_addr nic_index state link"
fails "loopback is no default" 3 "no such device" alone "$GPCD" read rx_bytes
fails "nor are there others" 3 "nics: no network interface of this kind" alone "$GPCD" list -d nics
fails "an interface that is not there" 3 "net:none0: no such network interface: see \`gpcd list'" \
	gpcd info -d net:none0
fails "one that lacks its source" 3 "lo: no such device: a network interface is named -d net:lo" \
	alone "$GPCD" info -d lo
is "by a pattern" "$(alone "$GPCD" list -d 'net:l*' --csv | tail -n 1 | cut -d, -f 1)" net:lo

fails "its counters are not written" 1 "^gpcd write: net:lo: its counters can only be read$" \
	alone "$GPCD" write -d net:lo rx_bytes 1

# A dictionary has to be a file.
mkdir dictionary && mkfifo dictionary/x.counters
fails "a pipe among dictionaries" 1 "/x.counters: not a file$" \
	env GPCD_DICTIONARY="$PWD/dictionary" "$GPCD" info -d net:lo
rm -r dictionary

# Files of the folder where the command is run are no interfaces.
touch nics '*'
is "by a pattern, beside a file of that name" "$(alone "$GPCD" list -d 'net:*' --csv | tail -n 1 | cut -d, -f 1)" net:lo
fails "nics, beside a file of that name" 3 "nics: no network interface of this kind" alone "$GPCD" info -d nics
rm nics '*'
mkdir -p 'odd/sys/class/cxi/[x]/device/telemetry'
echo 5 >'odd/sys/class/cxi/[x]/device/telemetry/sent'
is "one that looks like a pattern" "$(GPCD_NICS_ROOT=odd gpcd read -d 'cxi:[x]' sent | tr -s ' ')" "sent 5"

# --- its counters ---

# One datagram of 100 bytes has 8 of UDP and 20 of IP.
# shellcheck disable=SC2016 # the inner shell's variables
is "what was sent is counted" \
	"$(alone sh -c '"$1" 10 100 && "$GPCD" read -d net:lo tx_packets rx_packets tx_bytes' sh "$loopback" |
		awk '{ print $1, $2, $3 }')" \
	$'tx_packets 10 packets\nrx_packets 10 packets\ntx_bytes 1280 bytes'
is "as a difference over a command" \
	"$(alone "$GPCD" stat -d net:lo -m nic_tx_packets --json -- "$loopback" 30 10 2>&1 |
		jq -r '.metrics[0] | .value * .seconds + 0.5 | floor')" 30
is "kind, width, unit and meaning" \
	"$(alone "$GPCD" counters -d net:lo rx_missed_errors --json | jq -c '.counters[0] | [.kind, .width, .unit]')" \
	'["counter",64,"packets"]'
is "by number" "$(alone "$GPCD" read -d net:lo '#1' | awk '{ print $1 }')" tx_packets

# --- a folder of counters ---

mkdir box
echo 5 >box/a
echo 7 >'box/[0]: odd, "name"'
echo x >box/bad
is "each file is a counter" "$(gpcd read -d counters:box a | tr -s ' ')" "a 5"
is "a name as it stands" "$(gpcd read -d counters:box --json '[0]: odd, "name"' | jq -r '.values[]')" 7
exits 1 "what is no number is refused" gpcd read -d counters:box bad
like "and says so" "$(cat err)" "bad: its driver does not give it now"
is "the others are read" "$(gpcd sample -d counters:box -n 1 --json a bad 2>/dev/null | jq -c '[.values, .exceptions]')" \
	'[{"a":"5","bad":null},{"bad":"refused"}]'
fails "no folder" 3 "counters:none: no such network interface" gpcd list -d counters:none

# --- what the dictionary knows of other machines ---

is "a name of a driver that is not here" "$(gpcd counters roce_adp_retrans --json | jq -r '.counters[0].chip')" mlx5_ib
like "by words" "$(gpcd counters -s retransmissions adaptive)" "roce_adp_retrans"
is "of one driver" "$(gpcd counters -c rxe --names | wc -l)" 15
