#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# More devices than the usual limit of open files: each is an open file.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

devices=1501
register=GM_TARB_PERF_OUT_PKTS
mkdir -p own/gemini
echo "metric now per chip unit \"packets\" help \"\" = value($register);" >own/gemini/mine.metrics
shipped=$GPCD_METRICS
export GPCD_METRICS=$PWD/own

# One image under many names takes no space.
still one.img --coord 0,0,1
mkdir -p all/0
for ((i = 0; i < 100; i++)); do
	ln one.img "all/0/$i.img"
done
for ((i = 1; i < devices / 100; i++)); do
	cp -rl all/0 "all/$i"
done
ln one.img all/0/last.img
is "images of the test" "$(find all -type f | wc -l)" $devices

# limited ARGUMENT...: run gpcd with a limit of 256 open files, which it may raise
limited()
(
	ulimit -Sn 256
	exec "$GPCD" -d 'image:all/*/*' "$@"
)

exits 0 "read" limited read --long $register
is "read: all of them" "$(tail -n +2 out | cut -d, -f2 | sort -u | wc -l)" $devices
exits 0 "sample" limited sample -n 1 -i 10ms --long $register
is "sample: all of them" "$(tail -n +2 out | cut -d, -f2 | sort -u | wc -l)" $devices
exits 0 "links" limited links --torus 2x2x2 -n 1 --csv
is "links: all of them" "$(tail -n +2 out | cut -d, -f1 | sort -u | wc -l) $(grep -vc samples err)" "$devices 0"
exits 0 "stat" limited stat -m now --long -o table true
is "stat: all of them" "$(tail -n +2 table | cut -d, -f2 | sort -u | wc -l)" $devices
GPCD_METRICS=$shipped exits 0 "stat: all metrics" limited stat --torus 2x2x2 --csv -o table true
is "stat: all metrics of all of them" "$(tail -n +2 table | cut -d, -f2 | sort -u | wc -l)" $devices
exits 0 "record" limited record -n 2 -o r.gpr $register
is "record: all of them" "$(gpcd replay r.gpr --long | tail -n +2 | cut -d, -f2 | sort -u | wc -l)" $devices
GPCD_METRICS=$shipped exits 0 "top" limited top --batch -n 1 --torus 2x2x2
like "top: all of them" "$(head -n 1 out)" "$devices chips"

# --- the exporter, whose devices are files of their own ---

mkdir -p each/0 own/aries
for i in {0..99}; do
	cp --sparse=always one.img "each/0/$i.img"
done
for ((i = 1; i < devices / 100; i++)); do
	cp -r --sparse=always each/0 "each/$i"
done
cp --sparse=always one.img each/0/last.img
echo 'metric now per chip unit "packets" help "" = value(AR_NL_PRF_PTILE_0_REQ_TO_NIC_0);' >own/aries/mine.metrics

# exporter LIMIT OPTION...: run it with this limit of open files: -n 1024, or -Sn 256, which it may
# raise
exporter()
(
	# shellcheck disable=SC2086 # an option and a number
	ulimit $1
	exec "${GPCD%/*}/gpcd-exporter" -d 'image:each/*/*' "${@:2}"
)
like "the exporter" "$(exporter "-Sn 256" --check)" "^$devices of $devices devices up"
exits 3 "the exporter, where only 1024 may be open" exporter "-n 1024" --textfile page
like "the exporter, where only 1024 may be open: devices are down" "$(tail -n 1 err)" \
	'others: down: limit: Too many open files: ulimit -n, LimitNOFILE='
like "the exporter, where only 1024 may be open: its page is written" \
	"$(grep -c '^gpcd_up{.*} 1$' page) $(grep -c '^gpcd_up{' page)" "^8[0-9][0-9] $devices\$"
rm -r each

# --- as many -d as devices ---

mapfile -t named < <(find all -type f -printf '-d\nimage:%p\n')
exits 0 "each by a -d of its own" "$GPCD" "${named[@]}" read --long $register
is "each by a -d of its own: all of them" "$(tail -n +2 out | cut -d, -f2 | sort -u | wc -l)" $devices

# --- a command that gpcd starts gets gpcd's original limit ---

is "stat: the limit of its command" "$(limited stat -m now -o table sh -c 'ulimit -n')" 256

# --- the hard limit is too low ---

for command in "read $register" "sample -n 1 -i 10ms $register" "links --torus 2x2x2" "stat -m now true" \
	"record -o no.gpr $register" "top --batch -n 1 --torus 2x2x2"; do
	# shellcheck disable=SC2086 # words
	fails "${command%% *}: a hard limit of 1024" 1 \
		"1501 devices need 1565 open files; 1024 may be open: ulimit -n, LimitNOFILE=" \
		eval "ulimit -n 1024; exec '$GPCD' -d 'image:all/*/*' $command"
done
# least NUMBER: run gpcd with this hard limit of open files
least()
(
	ulimit -n "$1"
	exec "$GPCD" -d 'image:all/*/*' read --long $register
)
exits 0 "a hard limit that is just enough" least 1565
is "a hard limit that is just enough: all of them" "$(tail -n +2 out | cut -d, -f2 | sort -u | wc -l)" $devices
fails "one file less" 1 '1501 devices need 1565 open files; 1564 may be open' least 1564
is "record: a hard limit of 1024: there is no file" "$(ls no.gpr 2>&1)" \
	"ls: cannot access 'no.gpr': No such file or directory"
