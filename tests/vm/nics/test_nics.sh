#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Counters of real network interfaces: RDMA in software over a virtual cable, and two emulated
# Ethernet cards that are joined. Other programs read the same values, which are what was sent.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/vm/nics/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$(mktemp -d)" || exit

# files DIR: the values that files of a folder have, "NAME VALUE", sorted
files()
{
	(cd "$1" && grep -H . ./* | sed 's|^\./||; s/:/ /' | sort)
}

# driver INTERFACE: what ethtool prints as statistics, "NAME VALUE", sorted
driver()
{
	ethtool -S "$1" | sed -nE 's/^ +([^:]+): ([0-9]+)$/\1 \2/p' | sort
}

# agree DESCRIPTION OURS THEIRS: two commands print the same, while nothing counts
agree()
{
	local before=moving theirs after

	until after=$(eval "$2"); [ "$after" = "$before" ]; do
		before=$after
		theirs=$(eval "$3")
	done
	is "$1" "$after" "$theirs"
}

# link INTERFACE: our values of what its files have too
link()
{
	ours "net:$1" link | grep -v ^rx_otherhost
}

# inside COMMAND...: in the network namespace of the second card
inside()
{
	ip netns exec far bash -c '"$@"' - "$@"
}
export -f ours files driver link

modprobe -a veth rdma_rxe virtio_net e1000e || exit
near=$(virtio 0)
far=$(basename /sys/bus/pci/drivers/e1000e/*/net/*)
silence

# --- RDMA ---
ip link add v0 type veth peer name v1
ip address add 10.9.0.1/24 dev v0
ip link set v0 up
ip link set v1 up
succeeds "an RDMA device in software" rdma link add rxe0 type rxe netdev v0
like "it is found" "$("$GPCD" list)" 'rdma:rxe0/1 '
is "its port may be left out" "$(ours rdma:rxe0 hw_counters)" "$(ours rdma:rxe0/1 hw_counters)"
counters=/sys/class/infiniband/rxe0/ports/1/hw_counters
is "they are the files' counters" "$(ours rdma:rxe0/1 hw_counters)" "$(files $counters | grep -v ^lifespan)"
ours rdma:rxe0/1 hw_counters >before
ours net:v0 link >cable
ibv_rc_pingpong -d rxe0 -g 1 -n 100 >server 2>&1 &
eventually listens
succeeds "100 messages each way" ibv_rc_pingpong -d rxe0 -g 1 -n 100 localhost
wait $!	# it may fail after the last message, because the other end has gone
ours rdma:rxe0/1 hw_counters >after
growth before after >moved
is "each was sent" "$(of rdma_sends <moved)" 200
is "and received" "$(of rdma_recvs <moved)" 200
is "packets arrived that were sent" "$(of rcvd_pkts <moved)" "$(of sent_pkts <moved)"
pause 0.1	# files keep values for some milliseconds
is "the files say the same" "$(files $counters | grep -v ^lifespan)" "$(<after)"
is "and the command rdma" "$(by_rdma rxe0/1)" "$(<after)"
is "what a device sends to itself does not use the cable" "$(ours net:v0 link)" "$(<cable)"
"$BIN/nic" --watch rdma:rxe0/1 >watched &
watcher=$!
eventually grep -q open watched
rdma link delete rxe0
wait $watcher
is "a device that goes while it is read" "$(tail -n 1 watched)" ENODEV
fails "and is gone" 1 'No such device' "$BIN/nic" rdma:rxe0/1

# --- a virtual cable ---
is "a virtual cable has the files' counters" "$(link v0)" "$(files /sys/class/net/v0/statistics)"
is "and those of its driver" "$(ours net:v0 ethtool)" "$(driver v0)"
like "it is listed" "$("$GPCD" list)" 'net:v0 +veth '
"$BIN/nic" --watch net:v0 >watched &
watcher=$!
eventually grep -q open watched
ip link delete v0
wait $watcher
is "a cable that goes while it is read" "$(tail -n 1 watched)" ENODEV

# --- two cards, the second in a network namespace of its own ---
ip netns add far
ip link set "$far" netns far
ip address add 10.9.1.15/24 dev "$near"
ip -n far address add 10.9.2.15/24 dev "$far"
ip link set "$near" up
ip -n far link set "$far" up
eventually inside grep -q up "/sys/class/net/$far/operstate"

# packets DIRECTION: what the first card has sent or received
packets()
{
	ours "net:$near" link | of "$1_packets"
}
succeeds "somebody answers" busybox ping -c 1 10.9.1.2
address=$(ip -j neighbour show 10.9.1.2 dev "$near" | jq -r '.[0].lladdr')
ip neighbour replace 10.9.1.2 lladdr "$address" nud permanent dev "$near" # it is not asked for again
sent=$(packets tx)
received=$(packets rx)
for _ in {1..3}; do
	busybox ping -c 1 10.9.1.2 >/dev/null
done
is "and sent packets" $(($(packets tx) - sent)) 3
is "and received them" $(($(packets rx) - received)) 3
succeeds "so does the second" inside busybox ping -c 1 10.9.2.2
is "an interface in another namespace is not found" "$("$GPCD" list | grep -c ":$far ")" 0
fails "nor read" 1 'No such device' "$BIN/nic" "net:$far"
like "there it is found" "$(inside "$GPCD" list)" "net:$far +e1000e "
agree "virtio_net: the files' counters" "link $near" "files /sys/class/net/$near/statistics"
agree "virtio_net: those of its driver" "ours net:$near ethtool" "driver $near"
agree "e1000e: the files' counters" "inside link $far" "inside files /sys/class/net/$far/statistics"
agree "e1000e: those of its driver" "inside ours net:$far ethtool" "inside driver $far"
like "and there are many" "$(inside ours "net:$far" ethtool | wc -l)" '^[4-9][0-9]$'

ip netns delete far
modprobe -r rdma_rxe veth virtio_net e1000e
done_testing
