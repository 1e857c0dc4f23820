#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# An image that is shortened while it is recorded loses its own rows, and no other device's.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"
# shellcheck source=tests/cli/shorter.sh
. "${top:?}/tests/cli/shorter.sh"

counter=GM_0_0_TILE_PERFORMANCE_COUNTERS_0
still a.img
still whole.img

# rows DEVICE: number of records with its counter
rows()
{
	gpcd replay --long r.gpr 2>/dev/null | grep -c "^[^,]*,image:$1,.*,$counter,[0-9]"
}

more_rows()
{
	[ "$(rows a.img)" -gt "$1" ]
}

# The recorder's message for a device that has failed; the other ways leave it readable. Between the
# two steps of `hollow' there may or may not be a reading.
cut="the image file was made shorter, or cannot be read"
gone="($cut|its chip is gone)"
declare -A said=([nothing]=$cut [page]=$cut [amid]=$cut [last]=$cut [anew]=$cut [over]=$cut
	[hollow]=$gone [hollow_last]=$gone)

for way in $shorter_ways; do
	rm -f r.gpr b.img
	cp --sparse=always whole.img b.img
	"$GPCD" -d image:b.img -d image:a.img record -o r.gpr -i 5ms --flush 5ms $counter 2>err &
	recorder=$!
	children+=("$recorder")
	eventually more_rows 0
	shorten "$way" b.img
	[ -z "${said[$way]:-}" ] || eventually grep -q image:b.img err
	before=$(rows a.img)
	succeeds "$way: the other device is recorded" eventually more_rows $((before + 1))
	kill -INT "$recorder"
	ended "$recorder"
	is "$way: the exit code" $? "$([ -z "${said[$way]:-}" ] && echo 0 || echo 3)"
	like "$way: it is said once" "$(grep -v samples err)" \
		"^${said[$way]:+gpcd record: image:b.img: ${said[$way]}}\$"
done

# --- a table for each interval, while a command runs ---

# tables DEVICE: number of tables with its phits
tables()
{
	grep -c "^[^,]*,image:$1," stat.csv
}

more_tables()
{
	[ "$(tables a.img)" -gt "$1" ]
}

for way in nothing last amid; do
	rm -f b.img
	cp --sparse=always whole.img b.img
	"$GPCD" -d image:b.img -d image:a.img stat -I 10ms -o stat.csv --long sleep infinity 2>err &
	stat=$!
	children+=("$stat")
	eventually more_tables 0
	shorten "$way" b.img
	eventually grep -q image:b.img err
	before=$(tables a.img)
	succeeds "stat, $way: the other device is printed" eventually more_tables $((before + 1))
	pkill -TERM -P "$stat" sleep
	ended "$stat"
	is "stat, $way: the exit code is the command's" $? 143
done

# --- commands that query a device without reading registers ---

for way in nothing last hollow; do
	rm -f b.img
	cp --sparse=always whole.img b.img
	shorten "$way" b.img
	for command in info list perms "read $counter" "sample -n 1 -i 10ms $counter" \
		"links --torus 2x2x2 -n 1" "stat true" "top --batch -n 1" "write $counter 1" \
		"record -o none.gpr -n 1 $counter"; do
		# shellcheck disable=SC2086 # words
		exits 3 "$way: ${command%% *}" "$GPCD" -d image:b.img $command
	done
done
