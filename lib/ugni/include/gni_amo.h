/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Atomic memory operations of uGNI, with the numbers of the public header: Gemini's, which begin
 * with GNI_FMA_ATOMIC_, and those that only Aries has, GNI_FMA_ATOMIC2_.
 */
#ifndef GNI_AMO_H
#define GNI_AMO_H

/**
 * enum gni_fma_cmd_type - what an atomic memory operation does to the word at its target
 * @GNI_FMA_ATOMIC_FADD: fetch, then add
 * @GNI_FMA_ATOMIC_FADD_C: likewise, cached
 * @GNI_FMA_ATOMIC_FAND: fetch, then and
 * @GNI_FMA_ATOMIC_FAND_C: likewise, cached
 * @GNI_FMA_ATOMIC_FOR: fetch, then or
 * @GNI_FMA_ATOMIC_FOR_C: likewise, cached
 * @GNI_FMA_ATOMIC_FXOR: fetch, then exclusive or
 * @GNI_FMA_ATOMIC_FXOR_C: likewise, cached
 * @GNI_FMA_ATOMIC_FAX: fetch, then mask with the first operand, exclusive or with the second
 * @GNI_FMA_ATOMIC_FAX_C: likewise, cached
 * @GNI_FMA_ATOMIC_CSWAP: fetch, then store the second operand if the first is what is there
 * @GNI_FMA_ATOMIC_CSWAP_C: likewise, cached
 * @GNI_FMA_ATOMIC_ADD: add
 * @GNI_FMA_ATOMIC_ADD_C: likewise, cached
 * @GNI_FMA_ATOMIC_AND: and
 * @GNI_FMA_ATOMIC_AND_C: likewise, cached
 * @GNI_FMA_ATOMIC_OR: or
 * @GNI_FMA_ATOMIC_OR_C: likewise, cached
 * @GNI_FMA_ATOMIC_XOR: exclusive or
 * @GNI_FMA_ATOMIC_XOR_C: likewise, cached
 * @GNI_FMA_ATOMIC_AX: mask with the first operand, exclusive or with the second
 * @GNI_FMA_ATOMIC_AX_C: likewise, cached
 * @GNI_FMA_ATOMIC2_FAND_S: fetch, then and, 32 bits
 * @GNI_FMA_ATOMIC2_FAND: fetch, then and
 * @GNI_FMA_ATOMIC2_FAND_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FAND_C: cached
 * @GNI_FMA_ATOMIC2_FOR_S: fetch, then or, 32 bits
 * @GNI_FMA_ATOMIC2_FOR: fetch, then or
 * @GNI_FMA_ATOMIC2_FOR_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FOR_C: cached
 * @GNI_FMA_ATOMIC2_FXOR_S: fetch, then exclusive or, 32 bits
 * @GNI_FMA_ATOMIC2_FXOR: fetch, then exclusive or
 * @GNI_FMA_ATOMIC2_FXOR_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FXOR_C: cached
 * @GNI_FMA_ATOMIC2_FSWAP_S: fetch, then store, 32 bits
 * @GNI_FMA_ATOMIC2_FSWAP: fetch, then store
 * @GNI_FMA_ATOMIC2_FSWAP_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FSWAP_C: cached
 * @GNI_FMA_ATOMIC2_FAX_S: fetch, then mask with the first operand, exclusive or with the second, 32
 *	bits
 * @GNI_FMA_ATOMIC2_FAX: fetch, then mask with the first operand, exclusive or with the second
 * @GNI_FMA_ATOMIC2_FAX_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FAX_C: cached
 * @GNI_FMA_ATOMIC2_FCSWAP_S: fetch, then store the second operand if the first is what is there,
 *	32 bits
 * @GNI_FMA_ATOMIC2_FCSWAP: fetch, then store the second operand if the first is what is there
 * @GNI_FMA_ATOMIC2_FCSWAP_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FCSWAP_C: cached
 * @GNI_FMA_ATOMIC2_FIMIN_S: fetch, then the smaller, signed, 32 bits
 * @GNI_FMA_ATOMIC2_FIMIN: fetch, then the smaller, signed
 * @GNI_FMA_ATOMIC2_FIMIN_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FIMIN_C: cached
 * @GNI_FMA_ATOMIC2_FIMAX_S: fetch, then the larger, signed, 32 bits
 * @GNI_FMA_ATOMIC2_FIMAX: fetch, then the larger, signed
 * @GNI_FMA_ATOMIC2_FIMAX_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FIMAX_C: cached
 * @GNI_FMA_ATOMIC2_FIADD_S: fetch, then add, 32 bits
 * @GNI_FMA_ATOMIC2_FIADD: fetch, then add
 * @GNI_FMA_ATOMIC2_FIADD_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FIADD_C: cached
 * @GNI_FMA_ATOMIC2_FFPMIN_S: fetch, then the smaller, floating point, 32 bits
 * @GNI_FMA_ATOMIC2_FFPMIN: fetch, then the smaller, floating point
 * @GNI_FMA_ATOMIC2_FFPMIN_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FFPMIN_C: cached
 * @GNI_FMA_ATOMIC2_FFPMAX_S: fetch, then the larger, floating point, 32 bits
 * @GNI_FMA_ATOMIC2_FFPMAX: fetch, then the larger, floating point
 * @GNI_FMA_ATOMIC2_FFPMAX_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FFPMAX_C: cached
 * @GNI_FMA_ATOMIC2_FFPADD_S: fetch, then add, floating point, 32 bits
 * @GNI_FMA_ATOMIC2_FFPADD: fetch, then add, floating point
 * @GNI_FMA_ATOMIC2_FFPADD_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FFPADD_C: cached
 * @GNI_FMA_ATOMIC2_AND_S: and, 32 bits
 * @GNI_FMA_ATOMIC2_AND: and
 * @GNI_FMA_ATOMIC2_AND_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_AND_C: cached
 * @GNI_FMA_ATOMIC2_OR_S: or, 32 bits
 * @GNI_FMA_ATOMIC2_OR: or
 * @GNI_FMA_ATOMIC2_OR_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_OR_C: cached
 * @GNI_FMA_ATOMIC2_XOR_S: exclusive or, 32 bits
 * @GNI_FMA_ATOMIC2_XOR: exclusive or
 * @GNI_FMA_ATOMIC2_XOR_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_XOR_C: cached
 * @GNI_FMA_ATOMIC2_SWAP_S: store, 32 bits
 * @GNI_FMA_ATOMIC2_SWAP: store
 * @GNI_FMA_ATOMIC2_SWAP_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_SWAP_C: cached
 * @GNI_FMA_ATOMIC2_AX_S: mask with the first operand, exclusive or with the second, 32 bits
 * @GNI_FMA_ATOMIC2_AX: mask with the first operand, exclusive or with the second
 * @GNI_FMA_ATOMIC2_AX_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_AX_C: cached
 * @GNI_FMA_ATOMIC2_CSWAP_S: store the second operand if the first is what is there, 32 bits
 * @GNI_FMA_ATOMIC2_CSWAP: store the second operand if the first is what is there
 * @GNI_FMA_ATOMIC2_CSWAP_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_CSWAP_C: cached
 * @GNI_FMA_ATOMIC2_IMIN_S: the smaller, signed, 32 bits
 * @GNI_FMA_ATOMIC2_IMIN: the smaller, signed
 * @GNI_FMA_ATOMIC2_IMIN_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_IMIN_C: cached
 * @GNI_FMA_ATOMIC2_IMAX_S: the larger, signed, 32 bits
 * @GNI_FMA_ATOMIC2_IMAX: the larger, signed
 * @GNI_FMA_ATOMIC2_IMAX_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_IMAX_C: cached
 * @GNI_FMA_ATOMIC2_IADD_S: add, 32 bits
 * @GNI_FMA_ATOMIC2_IADD: add
 * @GNI_FMA_ATOMIC2_IADD_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_IADD_C: cached
 * @GNI_FMA_ATOMIC2_FPMIN_S: the smaller, floating point, 32 bits
 * @GNI_FMA_ATOMIC2_FPMIN: the smaller, floating point
 * @GNI_FMA_ATOMIC2_FPMIN_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FPMIN_C: cached
 * @GNI_FMA_ATOMIC2_FPMAX_S: the larger, floating point, 32 bits
 * @GNI_FMA_ATOMIC2_FPMAX: the larger, floating point
 * @GNI_FMA_ATOMIC2_FPMAX_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FPMAX_C: cached
 * @GNI_FMA_ATOMIC2_FPADD_S: add, floating point, 32 bits
 * @GNI_FMA_ATOMIC2_FPADD: add, floating point
 * @GNI_FMA_ATOMIC2_FPADD_SC: 32 bits, cached
 * @GNI_FMA_ATOMIC2_FPADD_C: cached
 */
typedef enum gni_fma_cmd_type {
	GNI_FMA_ATOMIC_FADD = 0x008,
	GNI_FMA_ATOMIC_FADD_C = 0x018,
	GNI_FMA_ATOMIC_FAND = 0x009,
	GNI_FMA_ATOMIC_FAND_C = 0x019,
	GNI_FMA_ATOMIC_FOR = 0x00a,
	GNI_FMA_ATOMIC_FOR_C = 0x01a,
	GNI_FMA_ATOMIC_FXOR = 0x00b,
	GNI_FMA_ATOMIC_FXOR_C = 0x01b,
	GNI_FMA_ATOMIC_FAX = 0x00c,
	GNI_FMA_ATOMIC_FAX_C = 0x01c,
	GNI_FMA_ATOMIC_CSWAP = 0x00d,
	GNI_FMA_ATOMIC_CSWAP_C = 0x01d,
	GNI_FMA_ATOMIC_ADD = 0x108,
	GNI_FMA_ATOMIC_ADD_C = 0x118,
	GNI_FMA_ATOMIC_AND = 0x109,
	GNI_FMA_ATOMIC_AND_C = 0x119,
	GNI_FMA_ATOMIC_OR = 0x10a,
	GNI_FMA_ATOMIC_OR_C = 0x11a,
	GNI_FMA_ATOMIC_XOR = 0x10b,
	GNI_FMA_ATOMIC_XOR_C = 0x11b,
	GNI_FMA_ATOMIC_AX = 0x10c,
	GNI_FMA_ATOMIC_AX_C = 0x11c,
	GNI_FMA_ATOMIC2_FAND_S = 0x240,
	GNI_FMA_ATOMIC2_FAND = 0x041,
	GNI_FMA_ATOMIC2_FAND_SC = 0x260,
	GNI_FMA_ATOMIC2_FAND_C = 0x061,
	GNI_FMA_ATOMIC2_FOR_S = 0x242,
	GNI_FMA_ATOMIC2_FOR = 0x043,
	GNI_FMA_ATOMIC2_FOR_SC = 0x262,
	GNI_FMA_ATOMIC2_FOR_C = 0x063,
	GNI_FMA_ATOMIC2_FXOR_S = 0x244,
	GNI_FMA_ATOMIC2_FXOR = 0x045,
	GNI_FMA_ATOMIC2_FXOR_SC = 0x264,
	GNI_FMA_ATOMIC2_FXOR_C = 0x065,
	GNI_FMA_ATOMIC2_FSWAP_S = 0x246,
	GNI_FMA_ATOMIC2_FSWAP = 0x047,
	GNI_FMA_ATOMIC2_FSWAP_SC = 0x266,
	GNI_FMA_ATOMIC2_FSWAP_C = 0x067,
	GNI_FMA_ATOMIC2_FAX_S = 0x248,
	GNI_FMA_ATOMIC2_FAX = 0x049,
	GNI_FMA_ATOMIC2_FAX_SC = 0x268,
	GNI_FMA_ATOMIC2_FAX_C = 0x069,
	GNI_FMA_ATOMIC2_FCSWAP_S = 0x24a,
	GNI_FMA_ATOMIC2_FCSWAP = 0x04b,
	GNI_FMA_ATOMIC2_FCSWAP_SC = 0x26a,
	GNI_FMA_ATOMIC2_FCSWAP_C = 0x06b,
	GNI_FMA_ATOMIC2_FIMIN_S = 0x250,
	GNI_FMA_ATOMIC2_FIMIN = 0x051,
	GNI_FMA_ATOMIC2_FIMIN_SC = 0x270,
	GNI_FMA_ATOMIC2_FIMIN_C = 0x071,
	GNI_FMA_ATOMIC2_FIMAX_S = 0x252,
	GNI_FMA_ATOMIC2_FIMAX = 0x053,
	GNI_FMA_ATOMIC2_FIMAX_SC = 0x272,
	GNI_FMA_ATOMIC2_FIMAX_C = 0x073,
	GNI_FMA_ATOMIC2_FIADD_S = 0x254,
	GNI_FMA_ATOMIC2_FIADD = 0x055,
	GNI_FMA_ATOMIC2_FIADD_SC = 0x274,
	GNI_FMA_ATOMIC2_FIADD_C = 0x075,
	GNI_FMA_ATOMIC2_FFPMIN_S = 0x258,
	GNI_FMA_ATOMIC2_FFPMIN = 0x059,
	GNI_FMA_ATOMIC2_FFPMIN_SC = 0x278,
	GNI_FMA_ATOMIC2_FFPMIN_C = 0x079,
	GNI_FMA_ATOMIC2_FFPMAX_S = 0x25a,
	GNI_FMA_ATOMIC2_FFPMAX = 0x05b,
	GNI_FMA_ATOMIC2_FFPMAX_SC = 0x27a,
	GNI_FMA_ATOMIC2_FFPMAX_C = 0x07b,
	GNI_FMA_ATOMIC2_FFPADD_S = 0x25c,
	GNI_FMA_ATOMIC2_FFPADD = 0x05d,
	GNI_FMA_ATOMIC2_FFPADD_SC = 0x27c,
	GNI_FMA_ATOMIC2_FFPADD_C = 0x07d,
	GNI_FMA_ATOMIC2_AND_S = 0x340,
	GNI_FMA_ATOMIC2_AND = 0x141,
	GNI_FMA_ATOMIC2_AND_SC = 0x360,
	GNI_FMA_ATOMIC2_AND_C = 0x161,
	GNI_FMA_ATOMIC2_OR_S = 0x342,
	GNI_FMA_ATOMIC2_OR = 0x143,
	GNI_FMA_ATOMIC2_OR_SC = 0x362,
	GNI_FMA_ATOMIC2_OR_C = 0x163,
	GNI_FMA_ATOMIC2_XOR_S = 0x344,
	GNI_FMA_ATOMIC2_XOR = 0x145,
	GNI_FMA_ATOMIC2_XOR_SC = 0x364,
	GNI_FMA_ATOMIC2_XOR_C = 0x165,
	GNI_FMA_ATOMIC2_SWAP_S = 0x346,
	GNI_FMA_ATOMIC2_SWAP = 0x147,
	GNI_FMA_ATOMIC2_SWAP_SC = 0x366,
	GNI_FMA_ATOMIC2_SWAP_C = 0x167,
	GNI_FMA_ATOMIC2_AX_S = 0x348,
	GNI_FMA_ATOMIC2_AX = 0x149,
	GNI_FMA_ATOMIC2_AX_SC = 0x368,
	GNI_FMA_ATOMIC2_AX_C = 0x169,
	GNI_FMA_ATOMIC2_CSWAP_S = 0x34a,
	GNI_FMA_ATOMIC2_CSWAP = 0x14b,
	GNI_FMA_ATOMIC2_CSWAP_SC = 0x36a,
	GNI_FMA_ATOMIC2_CSWAP_C = 0x16b,
	GNI_FMA_ATOMIC2_IMIN_S = 0x350,
	GNI_FMA_ATOMIC2_IMIN = 0x151,
	GNI_FMA_ATOMIC2_IMIN_SC = 0x370,
	GNI_FMA_ATOMIC2_IMIN_C = 0x171,
	GNI_FMA_ATOMIC2_IMAX_S = 0x352,
	GNI_FMA_ATOMIC2_IMAX = 0x153,
	GNI_FMA_ATOMIC2_IMAX_SC = 0x372,
	GNI_FMA_ATOMIC2_IMAX_C = 0x173,
	GNI_FMA_ATOMIC2_IADD_S = 0x354,
	GNI_FMA_ATOMIC2_IADD = 0x155,
	GNI_FMA_ATOMIC2_IADD_SC = 0x374,
	GNI_FMA_ATOMIC2_IADD_C = 0x175,
	GNI_FMA_ATOMIC2_FPMIN_S = 0x358,
	GNI_FMA_ATOMIC2_FPMIN = 0x159,
	GNI_FMA_ATOMIC2_FPMIN_SC = 0x378,
	GNI_FMA_ATOMIC2_FPMIN_C = 0x179,
	GNI_FMA_ATOMIC2_FPMAX_S = 0x35a,
	GNI_FMA_ATOMIC2_FPMAX = 0x15b,
	GNI_FMA_ATOMIC2_FPMAX_SC = 0x37a,
	GNI_FMA_ATOMIC2_FPMAX_C = 0x17b,
	GNI_FMA_ATOMIC2_FPADD_S = 0x35c,
	GNI_FMA_ATOMIC2_FPADD = 0x15d,
	GNI_FMA_ATOMIC2_FPADD_SC = 0x37c,
	GNI_FMA_ATOMIC2_FPADD_C = 0x17d,
} gni_fma_cmd_type_t;

#endif /* GNI_AMO_H */
