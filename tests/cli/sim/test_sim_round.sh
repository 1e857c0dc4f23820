#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim job: a round that has as many entries as a round may have.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

needs "${GPCD%/*}/tests/cli/told"
PATH=${GPCD%/*}:${GPCD%/*}/tests/cli:$PATH
unset GM_DEVICE

bounded gpcd-sim job told 0 4 puts:2:1100000 >out 2>err
like "a million entries are a round" "$(cat err)" 'PUTs: 1100000, .*rounds: 2, '
