// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ioctls of an open device, of both word sizes.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "command.h"
#include "module.h"

union argument arg, asked;
uint64_t addrs[MANY], values[MANY], changes[FEW];
uint8_t statuses[MANY];
struct gpcd_catalogue_entry registers[ENTRIES];
struct gpcd_perms_entry jobs[ENTRIES];
int fd = -1;

uint64_t value_of(int i)
{
	return 0x123456780000 + i % FEW;
}

static void registers_fill(void)
{
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = FEW,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)values,
	};

	for (int i = 0; i < MANY; i++) {
		addrs[i] = register_of(i % FEW);
		values[i] = value_of(i);
	}
	for (int i = 0; i < FEW; i++)
		changes[i] = value_of(i) << 1;
	fd = device_open(0);
	must(fd >= 0 && !ioctl(fd, GPCD_IOC_WRITE, &req), "gpcd0 to write");
	close(fd);
}

void devices_load(void)
{
	must(!module_load("gpcd", ""), "gpcd to load");
	must(!module_load("gpcd_emu", "clock=virtual traffic=0 views=2"), "gpcd_emu to load");
	registers_fill();
}

void devices_unload(void)
{
	must(!module_unload("gpcd_emu"), "gpcd_emu to unload");
	must(!module_unload("gpcd"), "gpcd to unload");
}

static void argument_ready(const union argument *argument)
{
	memset(values, UNTOUCHED, sizeof(values));
	memset(statuses, UNTOUCHED, sizeof(statuses));
	memset(registers, UNTOUCHED, sizeof(registers));
	memset(jobs, UNTOUCHED, sizeof(jobs));
	arg = *argument;
	asked = arg;
}

void command_ready(const union argument *argument)
{
	argument_ready(argument);
	fd = device_open(0);
	must(fd >= 0, "gpcd0");
}

void control_ready(const union argument *argument)
{
	argument_ready(argument);
	fd = open(CONTROL, O_RDWR | O_CLOEXEC);
	must(fd >= 0, CONTROL);
}

void control(unsigned long command, void *argument, const char *what)
{
	int ctl = open(CONTROL, O_RDWR | O_CLOEXEC);

	must(ctl >= 0, CONTROL);
	must(!ioctl(ctl, command, argument), what);
	close(ctl);
}

void group_open(void)
{
	int group;

	command_ready(&(union argument){ .group = {
		.size = sizeof(struct gpcd_group_req), .count = FEW, .addrs = (uintptr_t)addrs,
	} });
	group = ioctl(fd, GPCD_IOC_GROUP, &arg.group);
	must(group >= 0, "a group");
	close(fd);
	fd = group;
}

void device_close(const struct entry *entry, long result)
{
	(void)entry;
	(void)result;
	close(fd);
}

long command(const struct entry *entry)
{
	return result(ioctl(fd, entry->command, &arg));
}

/* This program is linked low enough for it. */
long command32(const struct entry *entry)
{
	long ret;

	asm volatile("int $0x80" : "=a"(ret)
		     : "a"(54L), "b"((long)fd), "c"(entry->command), "d"(&arg)
		     : "memory", "r8", "r9", "r10", "r11");
	return ret;
}

void arg_untouched(const struct entry *entry)
{
	(void)entry;
	if (memcmp(&arg, &asked, sizeof(arg)))
		complain("the argument has changed");
}

void values_untouched(const struct entry *entry)
{
	arg_untouched(entry);
	if (!untouched(values, sizeof(values)))
		complain("values were written");
}

void values_are(int count, uint64_t (*wanted)(int i))
{
	for (int i = 0; i < count; i++) {
		if (values[i] != wanted(i)) {
			complain("value %d is %#lx, wanted %#lx", i, values[i], wanted(i));
			return;
		}
	}
	if (!untouched(values + count, (MANY - count) * sizeof(*values)))
		complain("values behind the last were written");
}

void returned(const struct entry *entry, long result)
{
	(void)entry;
	if (result)
		complain("it returns %ld", result);
}

void args_ready(const struct entry *entry)
{
	(void)entry;
	command_ready(&(union argument){
		.args = { .num_mmrs = FEW, .mmr_addrs = addrs, .mmr_data = values },
	});
}

void args32_ready(const struct entry *entry)
{
	(void)entry;
	command_ready(&(union argument){ .args32 = {
		.num_mmrs = FEW, .mmr_addrs = (uintptr_t)addrs, .mmr_data = (uintptr_t)values,
	} });
}
