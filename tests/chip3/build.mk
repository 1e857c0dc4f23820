# SPDX-License-Identifier: GPL-2.0-only
# The project with a third chip, for the host and for a guest.

chip3		:= $(BUILD)/chip3
.PHONY: check-chip3 chip3
chip3: setup
	@+tests/chip3/build $(chip3) plain

check-chip3: chip3	## that a third chip takes its folder and its row, and nothing crashes
	@TREE=$(abspath $(chip3)) GPCD=$(abspath $(chip3))/plain/gpcd THIRD=$(abspath $(chip3))/plain/third \
		$(suite) chip3 tests/chip3/test_chip3.sh
