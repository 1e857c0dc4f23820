# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests in the guest: the modules of $MODULES, come and gone.

# shellcheck source=tests/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/../lib.sh"

# load [PARAMETER=VALUE ...]: both modules, the parameters are the emulator's
load()
{
	insmod "$MODULES/gpcd.ko" && insmod "$MODULES/gpcd_emu.ko" "$@"
}

unload()
{
	rmmod gpcd_emu && rmmod gpcd
}
