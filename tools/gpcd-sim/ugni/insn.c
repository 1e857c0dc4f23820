// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "insn.h"

/* The instruction that is decoded. */
struct insn {
	const unsigned char *at; /* the opcode's last byte; operands follow */
	unsigned int rex; /* prefix, or 0 */
	bool narrow; /* operands have 16 bits */
	bool repeated; /* it has prefix f2 or f3, which makes some opcodes other instructions */
	bool segment; /* its memory is relative to a segment */
	const struct user_regs_struct *regs;
};

static unsigned int field_of(const struct insn *insn)
{
	return insn->at[1] >> 3 & 7;
}

/* --- addresses --- */

static uint64_t reg(const struct insn *insn, unsigned int number)
{
	const struct user_regs_struct *regs = insn->regs;
	const uint64_t all[] = {
		regs->rax, regs->rcx, regs->rdx, regs->rbx, regs->rsp, regs->rbp, regs->rsi,
		regs->rdi, regs->r8, regs->r9, regs->r10, regs->r11, regs->r12, regs->r13,
		regs->r14, regs->r15,
	};

	return all[number];
}

static int64_t displacement(const unsigned char *at, unsigned int bytes)
{
	int32_t wide;

	if (bytes < 4)
		return bytes ? (int8_t)*at : 0;
	memcpy(&wide, at, sizeof(wide));
	return wide;
}

/* Add base and index of an address with a SIB byte, and advance *at past that byte. */
static uint64_t scaled(const struct insn *insn, const unsigned char **at, unsigned int *wide)
{
	unsigned int sib = *(*at)++, index = (sib >> 3 & 7) | (insn->rex & 2) << 2;
	uint64_t sum = index == 4 ? 0 : reg(insn, index) << (sib >> 6);

	if ((sib & 7) == 5 && !(insn->at[1] >> 6))
		*wide = 4;
	else
		sum += reg(insn, (sib & 7) | (insn->rex & 1) << 3);
	return sum;
}

/* Compute the operand's address in memory; @more bytes of the instruction follow the operand. */
static uint64_t operand(const struct insn *insn, const unsigned char *code, unsigned int more)
{
	static const unsigned int widths[] = { 0, 1, 4 };
	const unsigned char *at = insn->at + 2;
	unsigned int mode = insn->at[1] >> 6, base = insn->at[1] & 7, wide = widths[mode];

	if (base == 4) {
		uint64_t sum = scaled(insn, &at, &wide);

		return sum + displacement(at, wide);
	}
	if (base == 5 && !mode)
		return insn->regs->rip + (at - code) + 4 + more + displacement(at, 4);
	return reg(insn, base | (insn->rex & 1) << 3) + displacement(at, wide);
}

/* --- opcodes --- */

/* What an opcode does to memory. */
enum known {
	UNKNOWN,
	READS,		/* writes no memory */
	WRITES,		/* writes its first operand, which may be in memory */
	WRITES_BYTE,	/* likewise; one byte of the instruction follows the operand */
	WRITES_WORD,	/* likewise; a number of the operand's width, at most 4, follows */
	PUSHES,		/* writes below the stack pointer */
};

static enum known arithmetic(unsigned int opcode)
{
	if ((opcode & 7) > 5)
		return UNKNOWN;
	return (opcode & 7) < 2 && opcode >> 3 != 7 ? WRITES : READS;
}

/* Opcodes that are several instructions, by a field of the operand's byte. */
static enum known grouped(const struct insn *insn)
{
	unsigned int field = field_of(insn);

	switch (*insn->at) {
	case 0x80: case 0x83:
		return field == 7 ? READS : WRITES_BYTE;
	case 0x81:
		return field == 7 ? READS : WRITES_WORD;
	case 0xc6:
		return field ? UNKNOWN : WRITES_BYTE;
	case 0xc7:
		return field ? UNKNOWN : WRITES_WORD;
	case 0xf6: case 0xf7:
		return field == 2 || field == 3 ? WRITES : READS;
	case 0xfe:
		return field < 2 ? WRITES : UNKNOWN;
	case 0xff:
		if (field < 2)
			return WRITES;
		return field == 4 ? READS : field == 2 || field == 6 ? PUSHES : UNKNOWN;
	default:
		return UNKNOWN;
	}
}

static enum known one_byte(const struct insn *insn)
{
	unsigned int opcode = *insn->at;

	if (opcode < 0x40)
		return arithmetic(opcode);
	switch (opcode) {
	case 0x50 ... 0x57: case 0x68: case 0x6a: case 0xe8:
		return PUSHES;
	case 0x58 ... 0x5f: case 0x63: case 0x69: case 0x6b: case 0x70 ... 0x7f: case 0x84:
	case 0x85: case 0x8a: case 0x8b: case 0x8d: case 0x90 ... 0x99: case 0xa8: case 0xa9:
	case 0xb0 ... 0xbf: case 0xc2: case 0xc3: case 0xc9: case 0xe0 ... 0xe3: case 0xe9:
	case 0xeb:
		return READS;
	case 0x86 ... 0x89: case 0xd0 ... 0xd3:
		return WRITES;
	case 0xc0: case 0xc1:
		return WRITES_BYTE;
	default:
		return grouped(insn);
	}
}

static enum known two_bytes(const struct insn *insn)
{
	bool fence = field_of(insn) >= 5 && insn->at[1] >= 0xc0;

	switch (*insn->at) {
	case 0xb8: case 0x1e:
		return insn->repeated ? READS : UNKNOWN;
	case 0xbc: case 0xbd:
		return READS;
	default:
		break;
	}
	if (insn->repeated)
		return UNKNOWN;
	switch (*insn->at) {
	case 0x0d: case 0x18: case 0x1f: case 0x40 ... 0x4f: case 0x80 ... 0x8f: case 0xa3:
	case 0xaf: case 0xb6: case 0xb7: case 0xbe: case 0xbf: case 0xc8 ... 0xcf:
		return READS;
	case 0x90 ... 0x9f: case 0xb0: case 0xb1: case 0xc0: case 0xc1:
		return WRITES;
	case 0xae:
		return fence ? READS : UNKNOWN;
	default:
		return UNKNOWN;
	}
}

/* Skip prefixes; return false for one that is not known. */
static bool skip_prefixes(struct insn *insn)
{
	for (;; insn->at++) {
		if (*insn->at == 0x66)
			insn->narrow = true;
		else if (*insn->at == 0xf2 || *insn->at == 0xf3)
			insn->repeated = true;
		else if (*insn->at == 0x64 || *insn->at == 0x65)
			insn->segment = true;
		else if (*insn->at != 0xf0 && *insn->at != 0x2e && *insn->at != 0x3e)
			break;
	}
	if (*insn->at >> 4 == 4)
		insn->rex = *insn->at++;
	return *insn->at != 0x67;
}

enum insn_effect insn_effect(const unsigned char code[INSN_BYTES],
			     const struct user_regs_struct *regs, unsigned long long *address)
{
	/* Operands may be looked at beyond an instruction that has none, or too many prefixes. */
	unsigned char padded[2 * INSN_BYTES] = { 0 };
	struct insn insn = { .at = padded, .regs = regs };
	unsigned int more = 0;
	enum known known;

	memcpy(padded, code, INSN_BYTES);
	if (!skip_prefixes(&insn))
		return INSN_OTHER;
	if (*insn.at == 0x0f) {
		insn.at++;
		known = two_bytes(&insn);
	} else {
		known = one_byte(&insn);
	}
	if (known == UNKNOWN)
		return INSN_OTHER;
	if (known == PUSHES)
		*address = regs->rsp - 8;
	if (known == READS || known == PUSHES)
		return known == PUSHES ? INSN_STORE : INSN_NONE;
	if (insn.at[1] >= 0xc0)
		return INSN_NONE;
	if (known != WRITES)
		more = known == WRITES_BYTE ? 1 : insn.narrow ? 2 : 4;
	*address = operand(&insn, padded, more);
	return insn.segment ? INSN_OTHER : INSN_STORE;
}
