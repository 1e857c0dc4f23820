// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that loads its MPI privately, so that its calls are not seen, and ends with status 6:
 *
 *	late LIBRARY
 */
#include <dlfcn.h>
#include <err.h>
#include <stddef.h>

int main(int argc, char **argv)
{
	void *mpi = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
	int (*init)(int *argc, char ***argv);
	int (*finalize)(void);

	if (!mpi)
		errx(1, "%s", dlerror());
	*(void **)&init = dlsym(mpi, "MPI_Init");
	*(void **)&finalize = dlsym(mpi, "MPI_Finalize");
	init(&argc, &argv);
	finalize();
	return 6;
}
