#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Many network interfaces at once, and such as are renamed, unplugged, moved to other namespaces and
# found again, while they are read. And programs in namespaces of their own.
. "$(dirname "$0")/../lib.sh"
# shellcheck source=tests/vm/nics/lib.sh
. "$(dirname "$0")/lib.sh"
cd "$(mktemp -d)" || exit
chmod 755 .

# Each open() of a file of the host takes long, and some users must not read it.
build=${GPCD%/*}
cp -r "$build"/{gpcd,gpcd-exporter,gpcd-mount,libgpcd.so.1} "$BIN/nic" "$build"/../lib/metrics/sets \
	"$build/../tests/cli/helpers/sampler.py" .
mkdir dictionary
cp "$build"/../lib/dictionary/files/{net,rxe,veth}.counters dictionary
export GPCD_DICTIONARY=$PWD/dictionary GPCD_METRICS=$PWD/sets LD_LIBRARY_PATH=$PWD
GPCD=$PWD/gpcd

# send NETWORK=COUNT...: this many datagrams to 10.7.NETWORK.2, a packet each
send()
{
	local argument i

	for argument; do
		for ((i = 0; i < ${argument#*=}; i++)); do
			echo >"/dev/udp/10.7.${argument%=*}.2/9"
		done
	done
}

# sent PATTERN...: "NAME PACKETS" that interfaces have sent, as gpcd reads it, on a line
sent()
{
	"$GPCD" read "${@/#/-d}" tx_packets --json |
		jq -r '"\(.device | sub("net:"; "")) \(.values.tx_packets)"' | paste -sd ' '
}

# exporting DEVICE...: start an exporter that reads at each scrape; its pid is $server
exporting()
{
	rm -f serve.err
	printf '%s\n' 'fresh = 0s' 'interval = 1h' "${@/#/device = }" >conf
	./gpcd-exporter -l 127.0.0.1:0 -c conf >serve.out 2>serve.err &
	server=$!
	eventually grep -q '/metrics$' serve.err
	port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\)/metrics$|\1|p' serve.err)
}

# scrape: a new page, in ./page
scrape()
{
	exec {web}<>"/dev/tcp/127.0.0.1/$port"
	printf 'GET /metrics HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n' >&"$web"
	cat <&"$web" >page
	exec {web}>&-
}

# exported NAME...: what the page has of packets that they sent, on a line
exported()
{
	local name

	for name; do
		awk -v series="gpcd_nic_tx_packets_total{device=\"net:$name\"}" '$1 == series { print $2 }' page
	done | paste -sd ' '
}

# up NAME: 1 or 0 as the page has it, or nothing
up()
{
	awk -v series="gpcd_up{device=\"$1\"}" '$1 == series { print $2 }' page
}

# watching DEVICE: read it until that fails; its pid is $watcher
watching()
{
	./nic --watch "$1" >watched &
	watcher=$!
	eventually grep -q open watched
}

# why: what ended the watch
why()
{
	ended "$watcher"
	tail -n 1 watched
}

modprobe -a veth dummy rdma_rxe virtio_net e1000e fuse || exit
card=$(basename /sys/bus/pci/drivers/e1000e/*/net/*)
bus=$(basename "$(realpath "/sys/class/net/$card/device")")
silence
ip link set lo up

# --- 64 at once: 56 ends of virtual cables, 4 that lose everything, 4 of RDMA ---

for i in {1..28}; do
	printf 'link add %s type veth peer name %s\nlink set %s up\n' "a$i" "b$i" "b$i"
done >links
printf 'link add %s type dummy\n' d{29..32} >>links
names=(a{1..28} d{29..32})
for i in "${!names[@]}"; do
	printf 'link set %s up\n' "${names[i]}"
	printf 'address add 10.7.%d.1/24 dev %s\n' $((i + 1)) "${names[i]}"
	printf 'neighbour add 10.7.%d.2 lladdr 02:00:00:00:00:01 dev %s nud permanent\n' $((i + 1)) "${names[i]}"
done >>links
ip -batch links
for i in {1..4}; do
	rdma link add "rxe$i" type rxe netdev "a$i"
done
mapfile -t counts < <(seq 32 | sed 's/.*/&=&/')
send "${counts[@]}"
is "each is found, and a port of RDMA once" "$("$GPCD" list | grep -cE '^(net:[abd][0-9]|rdma:)')" 60
is "each has its own values" "$(sent 'net:a*' 'net:d*')" \
	"$(printf '%s\n' "${names[@]}" | awk '{ print $1, NR }' | paste -sd ' ')"
like "top has a row for each" "$("$GPCD" top --batch -n 1 -i 10ms -d 'net:[abd]*' -d 'rdma:*' | head -n 1)" ' 64 NICs '
exporting 'net:[abd]*' 'rdma:*'
scrape
is "an exporter has them all" "$(grep -c '^gpcd_up{.*} 1$' page)" 64
send "${counts[@]}"
scrape
is "and what each has sent since" "$(exported "${names[@]}")" "$(seq -s ' ' 32)"
files=$(ls "/proc/$server/fd")
for _ in {1..5}; do scrape; done
memory=$(awk '/^VmRSS:/ { print $2 }' "/proc/$server/status")
for _ in {1..15}; do scrape; done
is "20 scrapes later: no file more" "$(ls "/proc/$server/fd")" "$files"
is "no memory more, but for 256 KiB" "$(($(awk '/^VmRSS:/ { print $2 }' "/proc/$server/status") - memory < 256))" 1

# --- samplers beside them ---

./nic rdma:rxe1/1 | awk -F '\t' '{ print $2, $3 }' | sort >ours
is "a sampler reads the kernel's own files" "$(python3 -IS sampler.py /sys 3 | sed -n 's/^rxe1 //p' | sort)" "$(<ours)"
mkdir m
./gpcd-mount -d rdma:rxe1/1 -l rdma m 2>mount.err &
mount=$!
eventually mountpoint -q m
is "and the same of gpcd-mount" "$(python3 -IS sampler.py m 3 | sed -n 's/^gpcd0 //p' | grep -v '^port_' | sort)" "$(<ours)"
kill $mount
ended $mount

# --- renamed ---

watching net:d29
ip link set d29 name e29
is "a reader of one that is renamed" "$(why)" ENODEV
is "which goes on by its new name" "$(sent net:e29)" "e29 58"
ip -batch - <<'END'
link set d30 name swap
link set d31 name d30
link set swap name d31
END
scrape
scrape
is "names that were exchanged: both are up" "$(up net:d30)$(up net:d31)" 11
send 31=5
scrape
is "each total is of what has the name now" "$(exported d30 d31)" "35 31"
watching rdma:rxe4/1
rdma dev set rxe4 name soft4
is "so is a reader of a renamed RDMA device" "$(why)" ENODEV

# --- moved to another namespace, and back ---

"$GPCD" top --batch -i 50ms -d net:a5 -d net:a6 >top.out 2>top.err &
top=$!
watching net:a5
eventually grep -q a6 top.out
ip netns add far
ip link set a5 netns far
is "a reader of one that leaves its namespace" "$(why)" ENODEV
scrape
is "it is no longer exported" "$(up net:a5)$(up net:a6)" 1
is "it is found where it is" "$(ip netns exec far env "GPCD_DICTIONARY=$GPCD_DICTIONARY" "$GPCD" list | grep -o 'net:a[0-9]*')" net:a5
eventually grep -q gone top.err
ip -n far link set a5 netns 1
ip link set a5 up
scrape
is "back: it is exported" "$(up net:a5)" 1
eventually grep -q back top.err
is "top has said both" "$(<top.err)" $'gpcd top: net:a5: it is gone\ngpcd top: net:a5: it is back'
kill -INT $top
ended $top

# --- unplugged ---

kill "$server"
ended "$server"
exporting "net:$card" net:a6
scrape
watching "net:$card"
echo 1 >"/sys/bus/pci/devices/$bus/remove"
is "a reader of a card that is unplugged" "$(why)" ENODEV
scrape
is "it is down, and no other" "$(up "net:$card")$(up net:a6)" 01
echo 1 >/sys/bus/pci/rescan
eventually test -e "/sys/bus/pci/devices/$bus/net/$card"
scrape
is "plugged in again: it is up" "$(up "net:$card")$(up net:a6)" 11
is "what was said" "$(sed 1d serve.err)" "gpcd-exporter: net:$card: down: gone: No such device
gpcd-exporter: net:$card: up"
kill "$server"
ended "$server"

# --- programs in namespaces of their own ---

is "no privilege: an exporter reads the namespace that it made" \
	"$(setpriv --reuid=65534 --regid=65534 --clear-groups unshare -Urn ./gpcd-exporter --check -d 'net:*' | sed 's/ up.*//')" \
	"1 of 1 devices"
fails "a card's name in another namespace does not make a card" 3 'no network interface of this kind' \
	unshare -n sh -c "ip link add $card type dummy && ./gpcd list -d nics"
is "without /sys: network interfaces" "$(unshare -m sh -c 'umount -l /sys && ./gpcd list' | grep -cE '^(net:[abde][0-9]|rdma:)')" 60
is "read-only: all" "$(unshare -m sh -c 'mount -o remount,bind,ro /sys && ./gpcd list' | grep -cE '^(net:[abde][0-9]|rdma:)')" 60

ip netns delete far
modprobe -r rdma_rxe veth dummy virtio_net e1000e
done_testing
