#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-study logpc fig9: equations (7) and (15), verdicts and the picture. It simulates for long.
# shellcheck source=tests/cli/offline/logpc.sh
. "${0%/*}/logpc.sh"

# m_c = 1 / (v + 2 C_n), v = 25 + (B - 1) / 2 + 51200 + (B - 1) / 2; 157 times C_n on the critical path
logpc fig9 --tables fig9 --svg fig9.svg --json >fig9.json
sed 1d fig9/fig9.csv | awk -F, '{ print $1, 51224 + $1 }' >periods
is "(7), with two messages a period, and the critical path of (15)" \
	"$(sed 1d fig9/fig9.csv | awk -F, '{ printf "%.0f\n", ($3 - $2) / 1000 }')" \
	"$(paste periods <(halves 2 1 2 <periods) | awk '{ printf "%.0f\n", 157 * ($3 - $2) / 2 / 1000 }')"
# (51200 + 8) + 30 * (51200 + 8 + 499.5) + 63 * 52224 + 499.5 + 51200, of 1,000 bytes
is "(15), by hand" "$(sed -n 2p fig9/fig9.csv | cut -d, -f2)" 4944244

is "Fig. 9: its ratio" "$(verdict fig9.json 'Fig. 9: communication to computation, 32,000 bytes')" "0.625: same"
like "Fig. 9: dM/db = 0 is no maximum" "$(verdict fig9.json '(15): dM/db = 0')" \
	"a minimum at b = [0-9]+: does not follow"
like "Fig. 9: locality is worth less than a factor of two" "$(verdict fig9.json '1: locality, long messages')" \
	"a factor of 1\.[0-9]+: same"
succeeds "--svg: a picture of five curves, and their names" test "$(grep -c '<path' fig9.svg)" = 10
succeeds "--svg: names and numbers that a reader reads" grep -q '>320,000<' fig9.svg
