/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Folders of the data that commands read: metrics, machine files.
 */
#ifndef CLI_DATAFOLDER_H
#define CLI_DATAFOLDER_H

/**
 * data_folder() - find a folder of data that belongs to this command
 * @name: name of the folder: "metrics", "machines"
 * @installed: path of the folder where `make install' puts it
 *
 * A command that lies where it was built finds the data of its build, in share/gpcd beside it.
 * Any other finds those that are installed.
 *
 * Return: the path, in memory that the next call with another name may use again.
 */
const char *data_folder(const char *name, const char *installed);

#endif /* CLI_DATAFOLDER_H */
