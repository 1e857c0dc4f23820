# SPDX-License-Identifier: GPL-2.0-only
# The project with a third chip: for the host under sanitizers, for a guest without.

chip3		:= $(BUILD)/chip3
.PHONY: check-chip3 chip3-host chip3-guest
chip3-host: setup
	@+tests/chip3/build $(chip3) asan '$(asan_flags)'
chip3-guest: setup
	@+tests/chip3/build $(chip3) plain

check-chip3: chip3-host	## that a third chip takes its folder and its row, and nothing crashes
	@TREE=$(abspath $(chip3)) GPCD=$(abspath $(chip3))/asan/gpcd THIRD=$(abspath $(chip3))/asan/third \
		$(suite) chip3 tests/chip3/test_chip3.sh
