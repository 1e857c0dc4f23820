/* SPDX-License-Identifier: GPL-2.0-only */
/* What an instruction of an x86-64 processor may write to memory. */
#ifndef INSN_H
#define INSN_H

#include <sys/user.h>

/* Bytes that an instruction has at most. */
#define INSN_BYTES	15

/* Effects of an instruction beyond general registers. */
enum insn_effect {
	INSN_NONE,
	INSN_STORE, /* it may write up to 8 bytes of memory */
	INSN_OTHER, /* it is unknown, asks the kernel or a clock, or uses other registers */
};

/*
 * Return the effect of the instruction with these bytes when registers are so, and set @address to
 * the first byte that it may write. Only instructions that loops around a load consist of are
 * known.
 */
enum insn_effect insn_effect(const unsigned char code[INSN_BYTES],
			     const struct user_regs_struct *regs, unsigned long long *address);

#endif /* INSN_H */
