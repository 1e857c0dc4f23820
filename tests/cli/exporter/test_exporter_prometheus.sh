#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-exporter and Prometheus itself: Prometheus gets every value, to the last digit.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"

if ! tools=$("${top:?}/tools/setup/prometheus"); then
	report "prometheus" "it cannot be downloaded"
	exit 1
fi

still a.img
still b.img --chip aries --nic-addr 2
cp a.img g.img
"${GPCD%/*}/rtr" --interconnect 2x2x2 >map
cat >conf <<'END'
fresh = 0s
interconnect = map
metrics = *
labels = labels
END
mkdir labels
printf '%s\n' job=7 user=ann >labels/node@7
serving -c conf -d image:a.img -d image:b.img -d image:g.img

# --- promtool ---

checks()
{
	scrape "$1" | "$tools/promtool" check metrics
}
is "promtool has nothing to say of the older format" "$(checks text/plain 2>&1)" ""
# It reads only the older format, in which the help of a total has the total's whole name.
is "nor of OpenMetrics" "$(checks application/openmetrics-text 2>&1 | grep -v '^gpcd_[a-z_]*_total no help text$')" ""

# --- Prometheus ---

cat >prometheus.yml <<END
scrape_configs:
- job_name: gpcd
  honor_labels: true
  scrape_interval: 100ms
  scrape_timeout: 100ms
  static_configs:
  - targets: ['127.0.0.1:$port']
END
"$tools/prometheus" --config.file=prometheus.yml --storage.tsdb.path=data --web.listen-address=127.0.0.1:0 \
	>prometheus.log 2>&1 &
prometheus=$!
children+=("$prometheus")

# listening PID: the TCP port at which it listens
listening()
{
	local inodes

	inodes=$(find "/proc/$1/fd" -lname 'socket:*' -printf '%l\n' | tr -dc '0-9\n')
	awk -v inodes="$inodes" '
		BEGIN { split(inodes, list, "\n"); for (i in list) own[list[i]] = 1 }
		$4 == "0A" && $10 in own { sub(/.*:/, "", $2); print $2; found = 1 }
		END { exit !found }' /proc/net/tcp
}
if ! eventually listening "$prometheus"; then
	report "Prometheus" "it does not listen: $(tail -n 1 prometheus.log)"
	exit 1
fi
exporter_port=$port
api_port=$((16#$(listening "$prometheus")))

# api PATH: what Prometheus answers
api()
{
	port=$api_port ask GET "/api/v1/$1" | sed '1,/^\r$/d' | sed -n '/^{/,/}$/p'
}

# known QUERY: a sorted list of "SERIES NUMBER" that Prometheus knows; the query is encoded for a URL
known()
{
	api "query?query=$1" | jq -r '.data.result[] |
		(.metric | .__name__ + "{" + (del(.__name__, .instance) | to_entries |
			map(select(.key != "job" or .value != "gpcd")) | map(.key + "=" + .value) | sort | join(",")) + "} ") + (.value[1] | tonumber | tostring)' | sort
}

# page_series: the same for a page, without the time of a reading, which differs from scrape to
# scrape
page_series()
{
	port=$exporter_port scrape "" | grep -v '^#\|^gpcd_sweep_seconds' |
		jq -Rr 'capture("^(?<name>[a-z_]+)[{](?<labels>.*)\"[}] (?<number>.*)$") |
			.name + "{" + (.labels | split("\",") | map(sub("\""; "")) | sort | join(",")) + "} " +
			(.number | tonumber | tostring)' | sort
}

# Everything that begins with gpcd_, except that time.
all='%7B__name__%3D~%22gpcd_.%2B%22%2C__name__%21%3D%22gpcd_sweep_seconds%22%7D'
agree()
{
	page_series >ours
	known "$all" >theirs
	[ -s ours ] && cmp -s ours theirs
}

succeeds "Prometheus knows each series, and nothing else" eventually agree
is "all tiles of three chips are among them" "$(grep -c '^gpcd_tile_bytes_total' ours)" $((48 + 40 + 48))
word a.img 0x2001380 $((1 << 40))
phits=$(gpcd -d image:g.img read --json GM_0_0_TILE_PERFORMANCE_COUNTERS_0 | jq '.values[]')
wanted=$((3 * ((1 << 40) - phits)))
tile='gpcd_tile_bytes_total%7Btile%3D%220%2C0%22%2Cchip%3D%22image%3A1%3A0%22%7D'
tile_is()
{
	[ "$(known "$tile")" = "gpcd_tile_bytes_total{chip=image:1:0,tile=0,0} $1" ]
}
succeeds "what a tile counted" eventually tile_is "$wanted"
succeeds "and all the rest" eventually agree

# The query of docs/exporter.md, with gpcd_up in place of a rate, which needs time.
joined=$(sed -n 's/^sum by (job, user) (rate([a-z_]*\[1m\])/sum by (job, user) (gpcd_up/p' "$top/docs/exporter.md")
is "the devices of a job" "$(known "$(jq -rn --arg query "$joined" '$query | @uri')")" "{job=7,user=ann} 3"

like "it knows the unit" "$(api 'targets/metadata?metric=gpcd_nic_out_bytes' | jq -r '.data[0] | .type + " " + .unit')" \
	'^counter bytes$'

# names: names of a page's families
names()
{
	port=$exporter_port scrape "" | awk '/^# TYPE/ { print $3 }' | sort
}
is "docs/exporter.md has each name" "$(names | comm -23 - <(grep -o 'gpcd_[a-z_]*' "$top/docs/exporter.md" | sort -u))" ""

# --- a device that goes ---

# An image that says that its chip is gone.
word g.img $((0x7fff000 + 32)) $((2 << 32))
succeeds "a device that goes" eventually agree
is "it is down" "$(known 'gpcd_up%7Bdevice%3D%22image%3Ag.img%22%7D')" "gpcd_up{device=image:g.img} 0"
is "two series say so" "$(grep -c '=image:g.img' theirs)" 2

kill "$prometheus"
ended "$prometheus"
is "Prometheus ends" $? 0
