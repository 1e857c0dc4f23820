# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of network interfaces in the guest: what we read, and what other programs print.

# ours WHERE FAMILY: our values, "NAME VALUE", sorted
ours()
{
	"$BIN/nic" "$1" | awk -F '\t' -v family="$2" '$1 == family && $4 == 0 { print $2, $3 }' | sort
}

# by_rdma DEVICE/PORT: what rdma(8) prints as statistics, "NAME VALUE", sorted
by_rdma()
{
	rdma statistic show link "$1" -j | jq -r '.[0] | to_entries[] |
		select(.key != "ifname" and .key != "port") | "\(.key) \(.value)"' | sort
}

# of NAME: its value among those on stdin
of()
{
	awk -v name="$1" '$1 == name { print $2 }'
}

# growth BEFORE AFTER: what counted between two files of values: "NAME DIFFERENCE", sorted
growth()
{
	join "$1" "$2" | awk '$3 != $2 { print $1, $3 - $2 }'
}

# listens: the server of ibv_rc_pingpong or ib_send_lat can be reached
listens()
{
	ss -Htln sport = :18515 | grep -q .
}

# virtio NUMBER: the interface of a virtio_net card, in the order of tests/vm/run: 0 is in a network of
# QEMU's, the others are ends of cables
virtio()
{
	local cards=(/sys/bus/virtio/drivers/virtio_net/virtio*/net/*)

	echo "${cards[$1]##*/}"
}

# silence: no interface sends what a test does not send
silence()
{
	echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6
	echo 1 >/proc/sys/net/ipv6/conf/default/disable_ipv6
}
