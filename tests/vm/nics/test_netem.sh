#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# explain of an Ethernet link that loses or delays packets: what netem(8) and tbf(8) do is before the
# interface, which does not count it; a queue of the driver that is too short is the interface's own.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/vm/nics/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$(mktemp -d)" || exit

# sample DEVICE...: into the recording
sample()
{
	"$GPCD" record -n 1 -i 10ms -o during.gpr --append "${@/#/-d}" 2>err
}

# explained DEVICE COMMAND...: kind, root and sign of what is wrong with it while a command runs
explained()
{
	rm -f during.gpr
	sample "$1"
	"${@:2}" >said 2>&1
	sample "$1"
	"$GPCD" explain --json during.gpr 2>>err |
		jq -r '[.kind, .root, .sign] | map(. // "-") | join(" ")'
}

# pings COUNT: echoes from the other end; each is waited for a second
pings()
{
	busybox ping -c "$1" -W 1 10.9.4.2
}

# datagrams COUNT ADDRESS: that nobody takes
datagrams()
{
	for ((i = 0; i < $1; i++)); do
		echo x >"/dev/udp/$2/9"
	done
}

# dropped: packets that the discipline of the cable has dropped
dropped()
{
	tc -s -j qdisc show dev near | jq '[.[].drops] | add'
}

modprobe -a veth tun sch_netem sch_tbf || exit
silence
ip netns add far
ip link add near type veth peer name end netns far
ip address add 10.9.4.1/24 dev near
ip -n far address add 10.9.4.2/24 dev end
ip link set near up
ip -n far link set end up
ip neighbour replace 10.9.4.2 lladdr "$(ip -n far -j link show end | jq -r '.[0].address')" nud permanent dev near

# --- disciplines of the queue: before the interface ---
is "nothing is lost: nothing is wrong" "$(explained net:near pings 3)" "calm - -"
like "echoes came back" "$(<said)" '3 packets received'
succeeds "netem delays" tc qdisc replace dev near root netem delay 20ms
is "a delay is no sign" "$(explained net:near pings 3)" "calm - -"
like "echoes were late" "$(<said)" '3 packets received.* min/avg/max = [2-9][0-9]'
succeeds "netem loses all" tc qdisc replace dev near root netem loss 100%
before=$(ours net:near link | of tx_packets)
is "what netem loses is no sign" "$(explained net:near datagrams 10 10.9.4.2)" "calm - -"
is "tc(8) counts it" "$(dropped)" 10
is "the interface has not had it" "$(ours net:near link | of tx_packets)" "$before"
succeeds "a queue of one packet" tc qdisc replace dev near root tbf rate 8kbit burst 1540 limit 1540
is "what it drops is no sign" "$(explained net:near datagrams 100 10.9.4.2)" "calm - -"
report "tc(8) counts that, too" "$([ "$(dropped)" -gt 0 ] || echo "nothing was dropped")"

# --- the queue of a driver: nobody reads this tap's packets ---
ip tuntap add tap mode tap
ip link set tap txqueuelen 2
python3 -c '
import fcntl, struct, sys
tap = open("/dev/net/tun", "r+b", buffering=0)
fcntl.ioctl(tap, 0x400454ca, struct.pack("16sH22x", b"tap", 0x1002))
print("open", flush=True)
sys.stdin.read()' < <(cat <&"$never") >opened &
reader=$!
eventually grep -q open opened
ip address add 10.9.5.1/24 dev tap
ip link set tap up
ip neighbour replace 10.9.5.2 lladdr 02:00:00:00:00:09 nud permanent dev tap
is "what the driver drops is a sign" "$(explained net:tap datagrams 10 10.9.5.2)" "slow-host net:tap nic_drops"
is "as many as did not fit" "$(ours net:tap link | of tx_dropped)" 8
like "in words" "$("$GPCD" explain during.gpr)" 'net:tap.*nic_drops is .*: packets were dropped'

kill "$reader"
ended "$reader"
ip link delete tap
ip netns delete far
modprobe -r tun sch_netem sch_tbf veth
done_testing
