# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of network interfaces, on a tree of files that stands for this machine's.

# shellcheck source=tests/cli/lib.sh
. "${BASH_SOURCE[0]%/*}/../lib.sh"
# shellcheck source=tests/cli/nics/tree.sh
. "${top:?}/tests/cli/nics/tree.sh"
