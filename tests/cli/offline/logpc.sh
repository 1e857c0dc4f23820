# SPDX-License-Identifier: GPL-2.0-only
# What the tests of gpcd-study logpc share: the command, its verdicts, and roots by bisection.
# shellcheck shell=bash
# shellcheck source=tests/cli/lib.sh
. "${BASH_SOURCE[0]%/*}/../lib.sh"

logpc()
{
	study logpc "$@"
}

# verdict TABLES-AS-JSON QUANTITY: ours, and the verdict
verdict()
{
	jq -r --arg quantity "$2" '.verdicts[] | select(.quantity == $quantity) | "\(.ours): \(.verdict)"' "$1"
}

# halves K BYTE DELAYS PERIODS: the period with contention of each line "bytes period", where
# 1 / (T + delays C_n(m)) = m; a byte is on a channel for BYTE cycles
halves()
{
	awk -v k="$1" -v byte="$2" -v delays="$3" '{
		b = $1 * byte
		low = 0
		high = 2 / (b * k)
		for (i = 0; i < 200; i++) {
			m = (low + high) / 2
			wait = 3 * (k - 1) * b * b * m / 2 / (1 - m * b * k / 2)
			if (1 / ($2 + delays * wait) > m)
				low = m
			else
				high = m
		}
		printf "%.6g\n", 1 / m
	}'
}
