// SPDX-License-Identifier: GPL-2.0-only
/*
 * Processes that poll their own memory: which instructions may belong to their loops, and when and
 * where they go on.
 */
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpcd-sim/ugni/insn.h"
#include "suite.h"
#include "ugni/script.h"

/* --- instructions --- */

static const struct user_regs_struct regs = {
	.rax = 0xa0, .rcx = 0x10, .rdx = 0xd0, .rbx = 0xb0, .rsp = 0x7000, .rbp = 0x7f00,
	.rip = 0x400000, .r8 = 0x800, .r12 = 0xc00, .r13 = 0xd00,
};

/* An instruction, its effect, and the address to which it may write. */
struct example {
	const char *code;
	enum insn_effect effect;
	unsigned long long address;
};

static void judge_all(const struct example *examples, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		unsigned char code[INSN_BYTES] = { 0 };
		unsigned long long address = 0;

		strncpy((char *)code, examples[i].code, INSN_BYTES);
		ck_assert_msg(insn_effect(code, &regs, &address) == examples[i].effect,
			      "example %u has another effect", i);
		ck_assert_msg(examples[i].effect != INSN_STORE || address == examples[i].address,
			      "example %u writes at %#llx", i, address);
	}
}

START_TEST(what_writes_nothing)
{
	static const struct example examples[] = {
		{ "\x48\x8b\x08", INSN_NONE, 0 },	/* mov (%rax),%rcx */
		{ "\x48\x3b\x08", INSN_NONE, 0 },	/* cmp (%rax),%rcx */
		{ "\x48\x39\x08", INSN_NONE, 0 },	/* cmp %rcx,(%rax) */
		{ "\x83\x38\x07", INSN_NONE, 0 },	/* cmpl $7,(%rax) */
		{ "\x48\x85\xc0", INSN_NONE, 0 },	/* test %rax,%rax */
		{ "\xf6\x45\xf8\x01", INSN_NONE, 0 },	/* testb $1,-8(%rbp) */
		{ "\x74\xfe", INSN_NONE, 0 },		/* je */
		{ "\x0f\x85\xf0\xff\xff\xff", INSN_NONE, 0 },	/* jne */
		{ "\xeb\xf0", INSN_NONE, 0 },		/* jmp */
		{ "\xf3\x90", INSN_NONE, 0 },		/* pause */
		{ "\xf3\x0f\x1e\xfa", INSN_NONE, 0 },	/* endbr64 */
		{ "\x0f\xae\xf0", INSN_NONE, 0 },	/* mfence */
		{ "\x0f\xb6\x00", INSN_NONE, 0 },	/* movzbl (%rax),%eax */
		{ "\x64\x48\x8b\x04\x25", INSN_NONE, 0 },	/* mov %fs:...,%rax */
		{ "\x48\x01\xc8", INSN_NONE, 0 },	/* add %rcx,%rax */
		{ "\x48\x83\xc0\x01", INSN_NONE, 0 },	/* add $1,%rax */
		{ "\x48\xc1\xe8\x03", INSN_NONE, 0 },	/* shr $3,%rax */
		{ "\xc3", INSN_NONE, 0 },		/* ret */
	};

	judge_all(examples, sizeof(examples) / sizeof(*examples));
}
END_TEST

START_TEST(what_writes_and_where)
{
	static const struct example examples[] = {
		{ "\x89\x45\xfc", INSN_STORE, 0x7efc },	/* mov %eax,-4(%rbp) */
		{ "\x48\x89\x08", INSN_STORE, 0xa0 },	/* mov %rcx,(%rax) */
		{ "\x49\x89\x00", INSN_STORE, 0x800 },	/* mov %rax,(%r8) */
		{ "\x89\x44\x24\x08", INSN_STORE, 0x7008 },	/* mov %eax,8(%rsp) */
		{ "\x41\x89\x04\x24", INSN_STORE, 0xc00 },	/* mov %eax,(%r12) */
		{ "\x41\x89\x45\x10", INSN_STORE, 0xd10 },	/* mov %eax,16(%r13) */
		{ "\x89\x04\x8b", INSN_STORE, 0xf0 },	/* mov %eax,(%rbx,%rcx,4) */
		{ "\x89\x04\x25\x34\x12\x01\x01", INSN_STORE, 0x1011234 },	/* mov %eax,... */
		{ "\x89\x05\x04\x03\x02\x01", INSN_STORE, 0x142030a },	/* ...(%rip) */
		{ "\x83\x05\x04\x03\x02\x01\x01", INSN_STORE, 0x142030b },	/* addl $1,... */
		{ "\xc7\x05\x04\x03\x02\x01\x01\x01\x01\x01", INSN_STORE, 0x142030e },
		{ "\x66\xc7\x05\x04\x03\x02\x01\x01\x01", INSN_STORE, 0x142030d },
		{ "\xff\x45\xf8", INSN_STORE, 0x7ef8 },	/* incl -8(%rbp) */
		{ "\xf0\x48\x0f\xc1\x08", INSN_STORE, 0xa0 },	/* lock xadd %rcx,(%rax) */
		{ "\x55", INSN_STORE, 0x6ff8 },		/* push %rbp */
		{ "\xe8\x01\x01\x01\x01", INSN_STORE, 0x6ff8 },	/* call */
		{ "\xff\xd0", INSN_STORE, 0x6ff8 },	/* call *%rax */
		{ "\x0f\x94\x45\xff", INSN_STORE, 0x7eff },	/* sete -1(%rbp) */
	};

	judge_all(examples, sizeof(examples) / sizeof(*examples));
}
END_TEST

/* Clocks, random numbers, the kernel, other registers, strings: more than memory can change. */
START_TEST(what_ends_a_proof)
{
	static const struct example examples[] = {
		{ "\x0f\x05", INSN_OTHER, 0 },		/* syscall */
		{ "\xcd\x80", INSN_OTHER, 0 },		/* int $0x80 */
		{ "\x0f\x34", INSN_OTHER, 0 },		/* sysenter */
		{ "\x0f\x31", INSN_OTHER, 0 },		/* rdtsc */
		{ "\x0f\x01\xf9", INSN_OTHER, 0 },	/* rdtscp */
		{ "\xf3\x0f\xc7\xf8", INSN_OTHER, 0 },	/* rdpid */
		{ "\x0f\xc7\xf0", INSN_OTHER, 0 },	/* rdrand */
		{ "\x0f\xa2", INSN_OTHER, 0 },		/* cpuid */
		{ "\xf3\x48\xa5", INSN_OTHER, 0 },	/* rep movsq */
		{ "\xaa", INSN_OTHER, 0 },		/* stosb */
		{ "\xf2\x0f\x58\xc1", INSN_OTHER, 0 },	/* addsd */
		{ "\x0f\x28\x00", INSN_OTHER, 0 },	/* movaps */
		{ "\xd9\xe8", INSN_OTHER, 0 },		/* fld1 */
		{ "\xc5\xf8\x58\xc1", INSN_OTHER, 0 },	/* vaddps */
		{ "\x64\x89\x08", INSN_OTHER, 0 },	/* mov %ecx,%fs:(%rax) */
		{ "\x67\x89\x08", INSN_OTHER, 0 },	/* mov %ecx,(%eax) */
		{ "\xf4", INSN_OTHER, 0 },		/* hlt */
	};

	judge_all(examples, sizeof(examples) / sizeof(*examples));
}
END_TEST

/* --- the process and the network --- */

static void put(unsigned int from, unsigned int to)
{
	struct ugni_request *request = script_line(from, UGNI_POST);

	request->post = (struct ugni_post){
		.type = GNI_POST_FMA_PUT, .queue = UGNI_NONE, .tid = UGNI_NONE,
		.local = STAGE_BASE, .remote = STAGE_BASE + 64, .length = 64,
		.remote_handle = { script_handle(to), STAGE_BASE },
	};
}

/* Rank 0 writes to rank 1, which polls; return the cycle in which the latter goes on. */
static uint64_t goes_on(unsigned int others)
{
	uint64_t clock;

	script_begin();
	script_register(1, UGNI_NONE);
	script_line(1, STAGE_SPIN);
	script_compute(1, 0);
	script_compute(0, 1000);
	put(0, 1);
	for (unsigned int i = 2; i < 2 + others; i++) {
		for (unsigned int j = 0; j < 8; j++)
			script_compute(i, 50 + 150 * i);
	}
	ck_assert_int_eq(script_run(2 + others, 0), 0);
	clock = script_answer(1, 1)->clock;
	stage_close();
	return clock;
}

/*
 * A PUT of 64 bytes that begins at 1,200 ns arrives some hundred ns later. What other processes do
 * is no matter.
 */
START_TEST(it_goes_on_when_its_memory_is_written)
{
	uint64_t alone = goes_on(0);

	ck_assert_uint_gt(alone, 1300);
	ck_assert_uint_lt(alone, 2000);
	for (unsigned int others = 1; others < 4; others++)
		ck_assert_uint_eq(goes_on(others), alone);
}
END_TEST

/* The first write comes from rank 0, the second only after rank 1 has gone on. */
START_TEST(two_can_poll_in_turns)
{
	script_begin();
	for (unsigned int i = 0; i < 2; i++)
		script_register(i, UGNI_NONE);
	put(0, 1);
	script_line(0, STAGE_SPIN);
	script_compute(0, 0);
	script_line(1, STAGE_SPIN);
	put(1, 0);
	ck_assert_int_eq(script_run(2, 0), 0);
	ck_assert_uint_gt(script_answer(1, 1)->clock, script_answer(0, 1)->clock);
	ck_assert_uint_gt(script_answer(0, 2)->clock, script_answer(1, 1)->clock);
	stage_close();
}
END_TEST

START_TEST(memory_that_nobody_writes_ends_the_job)
{
	script_begin();
	script_compute(0, 1000);
	script_line(0, STAGE_SPIN);
	script_queue(1);
	script_wait(1, 0, UINT64_MAX);
	ck_assert_int_eq(script_run(2, 0), 1);
	ck_assert_uint_eq(script.answers, 2);
	stage_close();
}
END_TEST

/* Rank 1 asks again and again for an event that does not come. */
START_TEST(so_does_asking_in_vain_beside_it)
{
	script_begin();
	script_line(0, STAGE_SPIN);
	script_queue(1);
	script_wait(1, 0, 0);
	script.again[1] = UINT64_MAX;
	ck_assert_int_eq(script_run(2, 20), 1);
	stage_close();
}
END_TEST

/* --- where a process goes on --- */

extern const char poll_first[];

/* A loop of 64 instructions, none of which changes anything. */
__asm__(".pushsection .text\n"
	"poll_first:\n\t.rept 63\n\tpause\n\t.endr\n\tjmp poll_first\n"
	".popsection");

/* Start a process that does nothing but this loop. */
static pid_t poller_start(void)
{
	pid_t pid = fork();

	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		((void (*)(void))poll_first)();
	}
	return pid;
}

/* It is stopped anywhere, and found to repeat itself 127 instructions further. */
START_TEST(it_goes_on_at_the_first_instruction_of_its_loop)
{
	struct user_regs_struct there;
	pid_t pid = poller_start();

	ck_assert_int_gt(pid, 0);
	while (!spin_begin(pid, true))
		; /* it has not come to its loop yet */
	for (unsigned int i = 0; i < 8; i++) {
		ck_assert_int_eq(ptrace(PTRACE_GETREGS, pid, NULL, &there), 0);
		ck_assert_uint_eq(there.rip, (uintptr_t)poll_first);
		spin_end(pid, true);
		ck_assert(spin_begin(pid, true));
	}
	ck_assert_int_eq(kill(pid, SIGKILL), 0);
	ck_assert_int_eq(waitpid(pid, NULL, __WALL), pid);
}
END_TEST

static int wait_forever(void *unused)
{
	for (;;)
		pause();
	return !!unused;
}

/* The other thread may write what this one polls. */
START_TEST(one_of_two_threads_is_let_go)
{
	static char stack[65536];
	int fd[2];
	char byte;
	pid_t pid;

	ck_assert_int_eq(pipe(fd), 0);
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (clone(wait_forever, stack + sizeof(stack), CLONE_VM | CLONE_SIGHAND |
			  CLONE_THREAD, NULL) < 0 || write(fd[1], "", 1) < 0)
			_exit(1);
		((void (*)(void))poll_first)();
	}
	ck_assert_int_gt(pid, 0);
	ck_assert_int_eq(read(fd[0], &byte, 1), 1);
	for (unsigned int i = 0; i < 100; i++) {
		ck_assert(!spin_begin(pid, true));
		usleep(1000);
	}
	ck_assert_int_eq(kill(pid, SIGKILL), 0);
	ck_assert_int_eq(waitpid(pid, NULL, __WALL), pid);
	close(fd[0]);
	close(fd[1]);
}
END_TEST

/* --- a process that ends while it is looked at --- */

/* A process, and its parent: another one than the test, which waits for it and ends as well. */
struct family {
	pid_t parent;
	pid_t child;
};

static void family_begin(struct family *family)
{
	int fd[2];

	ck_assert_int_eq(pipe(fd), 0);
	family->parent = fork();
	if (!family->parent) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		family->child = poller_start();
		if (write(fd[1], &family->child, sizeof(family->child)) < 0)
			_exit(1);
		_exit(waitpid(family->child, NULL, 0) != family->child);
	}
	ck_assert_int_gt(family->parent, 0);
	ck_assert_int_eq(read(fd[0], &family->child, sizeof(family->child)),
			 sizeof(family->child));
	close(fd[0]);
	close(fd[1]);
}

/* Wait until a process has ended, also if nobody has taken note of it. */
static bool has_ended(pid_t pid)
{
	struct pollfd end = { .fd = pidfd_open(pid, 0), .events = POLLIN };
	int ready;

	ck_assert_int_ge(end.fd, 0);
	ready = poll(&end, 1, HANG_SECONDS * 1000 / 2);
	close(end.fd);
	return ready == 1;
}

static void family_end(struct family *family)
{
	int status;

	ck_assert_msg(has_ended(family->parent), "the parent has not learnt of its child's end");
	ck_assert_int_eq(waitpid(family->parent, &status, 0), family->parent);
	ck_assert_int_eq(status, 0);
}

/* The first call of this kind kills the process that it is for; -1: none does. */
static int deadly = -1;

/* In the place of the C library's: what happens between two calls cannot be timed. */
long ptrace_deadly(enum __ptrace_request request, pid_t pid, void *address,
		   void *data) __asm__("ptrace");

long ptrace_deadly(enum __ptrace_request request, pid_t pid, void *address, void *data)
{
	if ((int)request == deadly) {
		deadly = -1;
		kill(pid, SIGKILL);
		has_ended(pid);
	}
	return syscall(SYS_ptrace, request, pid, address, data);
}

/* The process is killed after so many further calls of waitid() have seen it; 0: it is not. */
static int deadly_waits;

int waitid_deadly(idtype_t type, id_t id, siginfo_t *info, int options) __asm__("waitid");

int waitid_deadly(idtype_t type, id_t id, siginfo_t *info, int options)
{
	int err = syscall(SYS_waitid, type, id, info, options, NULL);

	if (deadly_waits && !--deadly_waits) {
		kill(id, SIGKILL);
		has_ended(id);
	}
	return err;
}

START_TEST(the_end_of_a_process_reaches_its_parent)
{
	static const int requests[] = { PTRACE_SEIZE, PTRACE_INTERRUPT, PTRACE_GETREGS,
					PTRACE_SINGLESTEP };
	struct family family;

	family_begin(&family);
	deadly = requests[_i];
	while (deadly >= 0) /* where it is not in its loop yet, it is not followed */
		ck_assert(!spin_begin(family.child, false));
	family_end(&family);
}
END_TEST

START_TEST(so_does_the_end_of_one_that_is_stopped)
{
	struct family family;

	family_begin(&family);
	while (!spin_begin(family.child, false))
		; /* it has not come to its loop yet */
	deadly = PTRACE_DETACH;
	spin_end(family.child, false);
	family_end(&family);
}
END_TEST

START_TEST(the_end_of_a_child_is_left_for_its_parent)
{
	pid_t pid = poller_start();
	int status;

	ck_assert_int_gt(pid, 0);
	deadly = PTRACE_INTERRUPT;
	ck_assert(!spin_begin(pid, true));
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status));
}
END_TEST

/* It has stopped, and ends before that is taken note of. */
START_TEST(so_is_one_that_follows_a_stop)
{
	pid_t pid = poller_start();
	int status;

	ck_assert_int_gt(pid, 0);
	deadly_waits = 1;
	ck_assert(!spin_begin(pid, true));
	ck_assert_int_eq(deadly_waits, 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ugni spin");
	TCase *tcase = tcase_create("spin");

	tcase_add_test(tcase, what_writes_nothing);
	tcase_add_test(tcase, what_writes_and_where);
	tcase_add_test(tcase, what_ends_a_proof);
	tcase_add_test(tcase, it_goes_on_when_its_memory_is_written);
	tcase_add_test(tcase, two_can_poll_in_turns);
	tcase_add_test(tcase, memory_that_nobody_writes_ends_the_job);
	tcase_add_test(tcase, so_does_asking_in_vain_beside_it);
	tcase_add_test(tcase, it_goes_on_at_the_first_instruction_of_its_loop);
	tcase_add_test(tcase, one_of_two_threads_is_let_go);
	tcase_add_loop_test(tcase, the_end_of_a_process_reaches_its_parent, 0, 4);
	tcase_add_test(tcase, so_does_the_end_of_one_that_is_stopped);
	tcase_add_test(tcase, the_end_of_a_child_is_left_for_its_parent);
	tcase_add_test(tcase, so_is_one_that_follows_a_stop);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}
