// SPDX-License-Identifier: GPL-2.0-only
/* Arguments of ioctls: made member by member, and judged after the call. */
#include <gpcd_pub.h>
#include <linux/gpcd_perms.h>
#include <inttypes.h>
#include <string.h>
#include <sys/syscall.h>

#include "catalogue/catalogue.h"
#include "grammar.h"

uint64_t number_junk(uint8_t decision, uint64_t number)
{
	const uint64_t junk[16] = {
		0, 1, number - 1, number + 1, ~0ULL, 1ULL << 31, (1ULL << 31) - 1, 1ULL << 32,
		(1ULL << 29) + 1, 1ULL << 63, number + 8, 4096, 4097, 65535, 65537, 0x0101010101,
	};

	return junk[decision % 16];
}

/* --- numbers --------------------------------------------------------------- */

static uint64_t count_of(uint8_t decision, uint64_t most)
{
	static const uint16_t many[] = { 288, 512, 1024, 1552, 1553, 2686 };

	if (!decision)
		return 3;
	if (decision < 0xc0)
		return decision % 24;
	if (decision < 0xe0)
		return decision;
	if (decision < 0xef)
		return many[decision % ARRAY_SIZE(many)];
	return most;
}

static uint64_t nic_of(uint8_t decision)
{
	static const uint32_t nics[] = { 0, 1, 2, 10, 11, 20, 21, 22 };

	return decision < 0x80 ? 0 : nics[decision % 8];
}

/* Return the lower flag, the higher one, or none. */
static uint64_t flag_of(uint8_t decision, uint64_t flags)
{
	uint64_t lower = flags & -flags;

	return decision & 1 ? lower : decision & 2 ? flags & ~lower : 0;
}

static uint64_t number_of(struct turn *turn, const struct member_desc *member, uint8_t decision)
{
	switch (member->kind) {
	case MEMBER_SIZE:
	case MEMBER_EXACT:
		return member->number;
	case MEMBER_FLAGS:
		return decision & 1 ? member->number : 0;
	case MEMBER_FLAG:
		return flag_of(decision, member->number);
	case MEMBER_FLAGGED:
		return turn->flags & member->number & 0xff ?
		       decision % ((member->number >> 8) + 1) : 0;
	case MEMBER_COUNT:
		return count_of(decision, member->number);
	case MEMBER_GROUP_COUNT:
		return turn->handle ? turn->handle->count : 1;
	case MEMBER_NUMBER:
		return decision % member->number;
	case MEMBER_NIC:
		return nic_of(decision);
	case MEMBER_DOMAIN:
		return decision < 0x80 ? 0 : NIC_DOMAIN;
	case MEMBER_NICS:
		return decision % (member->number + 1);
	case MEMBER_JOB:
		return model_job_id(decision % JOBS);
	case MEMBER_CGROUP:
		return model_job_fd(decision % JOBS);
	default:
		return 0;
	}
}

/* --- what it points to ----------------------------------------------------- */

static uint64_t address_junk(uint8_t decision)
{
	static const uint64_t junk[] = {
		0, 0x10, 0x2001384, 0x2001381, ~0ULL, ~7ULL, 0x7fff000, 0x8000000, 0x8b0, 0x8b7,
		0x9803026, 0x11005000,
		0x5e01000, 0x5e02000, 0x100002001380, 0x4c02020, 0x4c02024, 0x4c02028,
		1ULL << 63, 0x4c02021,
	};

	return junk[decision % ARRAY_SIZE(junk)];
}

static uint32_t address_at(unsigned int chip, uint64_t index)
{
	struct gpcd_reg reg;

	gpcd_catalogue_at(chip, index % gpcd_catalogue_count(chip), &reg);
	return reg.addr;
}

/* Fill in a stretch of the catalogue, invalid in some places. */
static void addrs_make(struct turn *turn, uint64_t *addrs, uint32_t count)
{
	unsigned int chip = turn->handle && turn->handle->chip ? turn->handle->chip :
			    GPCD_CHIP_GEMINI;
	unsigned int first = bytes_take(&turn->bytes) * 11;
	unsigned int stride = 1 + bytes_take(&turn->bytes);
	uint8_t spoilt = bytes_take(&turn->bytes);

	for (uint32_t i = 0; i < count; i++)
		addrs[i] = address_at(chip, first + (uint64_t)i * stride);
	if (count && spoilt >= 0xc0)
		addrs[spoilt % count] = address_junk(bytes_take(&turn->bytes));
}

static void values_make(struct turn *turn, uint64_t *values, uint32_t count)
{
	uint8_t decision = bytes_take(&turn->bytes);

	for (uint32_t i = 0; i < count; i++)
		values[i] = decision < 0x40 ? i :
			    decision < 0x80 ? ~0ULL :
			    decision * 0x0101010101ULL * (i + 1);
}

/* Devices that exist. */
static void nics_make(struct turn *turn, struct gpcd_nic *nics, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		nics[i].domain = NIC_DOMAIN;
		nics[i].nic_addr = nic_of(bytes_take(&turn->bytes) | 0x80) ?: 1;
	}
}

static size_t element_size(const struct member_desc *member)
{
	switch (member->kind) {
	case MEMBER_STATUSES:
		return 1;
	case MEMBER_ENTRIES:
		return member->number;
	default:
		return sizeof(uint64_t);
	}
}

static void array_learn(struct turn *turn, const struct member_desc *member)
{
	struct buffer *buffer = &turn->buffer[turn->buffers++];
	uint32_t count = buffer->size / element_size(member);

	switch (member->kind) {
	case MEMBER_ADDRS:
		addrs_make(turn, (uint64_t *)buffer->at, count);
		turn->addrs = buffer->known ? (uint64_t *)buffer->at : NULL;
		break;
	case MEMBER_INPUT:
		values_make(turn, (uint64_t *)buffer->at, count);
		break;
	case MEMBER_VALUES:
		turn->values = buffer->known ? (uint64_t *)buffer->at : NULL;
		break;
	case MEMBER_STATUSES:
		turn->statuses = buffer->known ? buffer->at : NULL;
		break;
	case MEMBER_NAMED:
		nics_make(turn, (struct gpcd_nic *)buffer->at, count);
		turn->named = buffer->known ? (struct gpcd_nic *)buffer->at : NULL;
		break;
	case MEMBER_LISTED:
		break;
	default:
		turn->entries = buffer->known && turn->step == element_size(member) ?
				buffer->at : NULL;
		turn->room = buffer->size;
	}
}

/* Statuses are optional. Entries have the stride that the caller claims. */
static uint64_t array_make(struct turn *turn, const struct member_desc *member)
{
	size_t size = element_size(member);
	bool nics = member->kind == MEMBER_NAMED || member->kind == MEMBER_LISTED;
	uint64_t pointer;

	if (member->kind == MEMBER_STATUSES && bytes_pick(&turn->bytes, 4) == 3)
		return 0;
	if (member->kind == MEMBER_ENTRIES && turn->step > size)
		size = turn->step;
	pointer = buffer_place(turn, turn->buffers, (nics ? turn->nics : turn->count) * size);
	array_learn(turn, member);
	return pointer;
}

/* --- the argument ---------------------------------------------------------- */

static bool is_array(const struct member_desc *member)
{
	return member->kind >= MEMBER_ADDRS && member->kind <= MEMBER_LISTED;
}

static void member_make(struct turn *turn, const struct member_desc *member)
{
	uint64_t value;
	uint8_t decision;

	if (is_array(member)) {
		value = array_make(turn, member);
	} else {
		decision = bytes_take(&turn->bytes);
		value = decision < JUNK ? number_of(turn, member, decision) :
					  number_junk(decision, member->number);
	}
	if (member->kind == MEMBER_FLAG)
		turn->flags = value;
	if (member->kind == MEMBER_COUNT || member->kind == MEMBER_GROUP_COUNT)
		turn->count = value;
	if (member->kind == MEMBER_NICS)
		turn->nics = value;
	if (member->kind == MEMBER_EXACT)
		turn->step = value;
	memcpy(turn->argument + member->at, &value, member->size);
}

static uint64_t member_value(const struct turn *turn, const struct member_desc *member)
{
	uint64_t value = 0;

	memcpy(&value, turn->argument + member->at, member->size);
	return value;
}

/* A longer structure, like a newer caller's: zero beyond what we know, or not. */
static size_t argument_length(struct turn *turn, const struct argument *argument)
{
	uint32_t size = argument->size;

	if (argument->member->kind == MEMBER_SIZE)
		size = member_value(turn, argument->member);
	if (size <= argument->size)
		return argument->size;
	if (size > sizeof(turn->argument))
		size = sizeof(turn->argument);
	turn->argument[size - 1] = bytes_pick(&turn->bytes, 2);
	return size;
}

uint64_t argument_make(struct turn *turn, const struct argument *argument)
{
	struct buffer *buffer = &turn->buffer[0];
	uint64_t pointer;

	memset(turn->argument, 0, sizeof(turn->argument));
	turn->buffers = 1;
	for (const struct member_desc *member = argument->member; member->name; member++)
		member_make(turn, member);
	turn->length = argument_length(turn, argument);
	pointer = buffer_place(turn, 0, turn->length);
	memcpy(buffer->at, turn->argument, turn->length);
	if (turn->overlaps) {
		buffer->known = false;
		buffer->before = 0;
		buffer->after = 0;
	}
	return pointer;
}

static bool replied(const struct argument *argument, size_t at)
{
	for (const struct member_desc *member = argument->member; member->name; member++) {
		if (member->replied && at >= member->at && at < member->at + member->size)
			return true;
	}
	return false;
}

/* From here on turn->argument holds the kernel's reply. */
void argument_judge(struct turn *turn, const struct argument *argument)
{
	const struct buffer *buffer = &turn->buffer[0];
	bool success = turn->ret >= 0 || turn->call->tells;

	if (!buffer->known)
		return;
	for (size_t i = 0; i < turn->length; i++) {
		if (buffer->at[i] == turn->argument[i] || (success && replied(argument, i)))
			continue;
		finding(turn, "byte %zu of the argument was %#x and is %#x", i, turn->argument[i],
			buffer->at[i]);
		return;
	}
	memcpy(turn->argument, buffer->at, turn->length);
}

void argument_print(const struct turn *turn, const struct argument *argument, FILE *to)
{
	const char *separator = "";

	fputc('{', to);
	for (const struct member_desc *member = argument->member; member->name; member++) {
		fprintf(to, "%s%s=%#" PRIx64, separator, member->name,
			member_value(turn, member));
		separator = ", ";
	}
	fputc('}', to);
}

const struct argument *call_argument(const struct turn *turn)
{
	if (turn->narrow && turn->call->narrow.member)
		return &turn->call->narrow;
	return &turn->call->argument;
}

void ioctl_make(struct turn *turn)
{
	const struct argument *argument = call_argument(turn);

	handle_choose(turn, turn->call->on);
	turn->nr = turn->narrow ? NR32_IOCTL : SYS_ioctl;
	turn->arg[0] = turn->fd;
	turn->arg[1] = turn->call->command;
	turn->arg[2] = argument->member ? argument_make(turn, argument) :
					   number_junk(bytes_take(&turn->bytes), 0);
}
