#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# Read the counters of NICs as samplers do: the files are found and opened once, and read again and
# again from their begin. Print "DEVICE NAME VALUE" of the last time; end at the first text that is
# no counter, and at a counter that falls.
#
#   sampler.py SYS TIMES
import os
import re
import sys
import time

FOLDERS = {'cxi': ['device/telemetry'], 'infiniband': ['ports/1/hw_counters', 'ports/1/counters']}
NO_COUNTERS = ['lifespan', 'ALL-in-binary', 'reset_counters']


def find(top):
    for kind, folders in FOLDERS.items():
        entries = sorted(os.scandir(os.path.join(top, 'class', kind)), key=lambda entry: entry.name) \
            if os.path.isdir(os.path.join(top, 'class', kind)) else []
        for entry in filter(os.DirEntry.is_symlink, entries):
            for folder in (os.path.join(entry.path, name) for name in folders):
                for name in sorted(os.listdir(folder) if os.path.isdir(folder) else []):
                    if name not in NO_COUNTERS:
                        yield entry.name, name, os.open(os.path.join(folder, name), os.O_RDONLY)


def read(file):
    text = os.pread(file, 4096, 0).decode()
    parts = re.fullmatch('([0-9]+)(?:@([0-9]+[.][0-9]{9}))?\n', text)
    if not parts:
        sys.exit('no counter: %r' % text)
    if parts[2] and abs(float(parts[2]) - time.time()) > 60:
        sys.exit('another time: %r' % text)
    return int(parts[1])


counters = list(find(sys.argv[1]))
values = [0] * len(counters)
for _ in range(int(sys.argv[2])):
    before, values = values, [read(file) for _, _, file in counters]
    for (device, name, _), one, other in zip(counters, before, values):
        if other < one:
            sys.exit('%s %s falls from %d to %d' % (device, name, one, other))
for (device, name, _), value in zip(counters, values):
    print(device, name, value)
