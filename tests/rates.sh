# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Does a series of samples, in JSON, show more than a chip can do? A torn sample proves nothing, nor
# does the next difference, which `links' calls torn as well.

# tiles_above_rate FILE: where a tile took more phits than a cable carries by the chip's time
tiles_above_rate()
{
	jq -r '[(if .status == "torn" then 1 else 0 end), .chip_ns, .values[]] | @tsv' "$1" | awk '
		NR > 1 && !$1 && !torn {
			for (i = 3; i <= NF; i++)
				if (($i - was[i]) * 1e6 > ($2 - ns) * 390625)
					print $i - was[i], "phits in", $2 - ns, "ns"
		}
		{ torn = $1; ns = $2; for (i = 3; i <= NF; i++) was[i] = $i }'
}

# links_above_rate FILE: where a link was used, or stalled, beyond 100 %
links_above_rate()
{
	jq -r '.links[] | select(.status != "torn") | .utilisation, .inq_stall_share, .outq_stall_share |
		select(. != null and . > 1)' "$1"
}

# times FILE: the machine's and the chip's ns from each sample to the next
times()
{
	jq -r '[.monotonic_ns, .chip_ns] | @tsv' "$1" |
		awk 'NR > 1 { print $1 - real, $2 - ns } { real = $1; ns = $2 }'
}
