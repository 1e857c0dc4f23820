#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A sweep distinguishes programs that fail badly from good ones.
# shellcheck disable=SC2016 # the sweep runs commands in its own shell

# shellcheck source=tests/sweep/lib.sh
. "${0%/*}/lib.sh"

export SWEEP_AFTER='[ -z "$(ls)" ]'

# caught FAULT KIND ERE: that is what the sweep says of it
caught()
{
	like "$1: distinguished from a good program" "$(swept "$2" tests/sweep/faulty "$1" | head -n 1)" "$3"
}

like "a good program: allocations" "$(swept allocations tests/sweep/faulty)" '^1$'
like "a good program: system calls" "$(swept calls tests/sweep/faulty)" '^[1-9][0-9]*$'
allocations=$BUILD caught trusting allocations '^allocation 1: ended by a signal'
[ -z "${ASAN-}" ] || caught trusting allocations '^allocation 1: .*(sanitizer|runtime error)'
like "one that waits for an hour need not" "$(swept calls tests/sweep/faulty patient)" '^[1-9][0-9]*$'
like "a place that allocates again and again: first, second and last" \
	"$(swept allocations tests/sweep/faulty repetitive)" '^4$'
like "the same with SWEEP_ALL: all of them" \
	"$(SWEEP_ALL=1 swept allocations tests/sweep/faulty repetitive)" '^101$'
allocations=$BUILD caught careless allocations '^allocation 101: ended by a signal'
caught silent allocations '^allocation 1: failed without saying .*no stderr'
caught vague allocations '^allocation 1: failed without saying'
caught nameless calls '^call [0-9]+, .*: failed without saying'
caught cheerful allocations '^allocation 1: good, says its status, but'
caught hasty calls '^call [0-9]+, write: half.*: good, says its status, but its output differs'
like "other output that is as true" "$(SWEEP_PARTIAL="cat >/dev/null" SWEEP_OTHERWISE="cat >/dev/null" \
	swept calls tests/sweep/faulty hasty)" '^[1-9][0-9]*$'
caught impatient calls '^call [0-9]+, write: Interrupted.*: failed where it can go on'
caught messy calls '^call [0-9]+, write: half.* full disk: left a part of a record'
caught forgetful calls '^call [0-9]+, openat: .*: leaks memory'
SWEEP_PATIENCE=10 caught stubborn calls '^call [0-9]+, openat: .*: does not end'
caught wavering calls '^call [0-9]+, .*: makes other calls'
like "a program whose calls the kernel's time decides: again" \
	"$(SWEEP_AGAIN=1 swept calls tests/sweep/faulty wavering)" '^[1-9][0-9]*$'
caught drifting calls '^call [0-9]+, .*: makes other calls'
like "one that writes now to one, now to another descriptor" \
	"$(SWEEP_AGAIN=1 swept calls tests/sweep/faulty drifting)" '^[1-9][0-9]*$'
caught littering calls '^call [0-9]+, openat: .*: leaves behind'
caught fickle calls '^undisturbed: good, says its status, but its output differs'
done_testing
