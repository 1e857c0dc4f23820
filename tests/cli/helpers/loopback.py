#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
# Switch the loopback interface of this network namespace on, and send datagrams over it.
#
#   loopback.py COUNT BYTES
import fcntl
import socket
import struct
import sys

SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1

count, size = int(sys.argv[1]), int(sys.argv[2])
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as to, \
     socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
    request = struct.pack('16sh14x', b'lo', 0)
    _, flags = struct.unpack('16sh14x', fcntl.ioctl(own, SIOCGIFFLAGS, request))
    fcntl.ioctl(own, SIOCSIFFLAGS, struct.pack('16sh14x', b'lo', flags | IFF_UP))
    to.bind(('127.0.0.1', 0))
    for _ in range(count):
        own.sendto(bytes(size), to.getsockname())
        to.recv(size)
