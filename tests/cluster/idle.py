#!/usr/bin/env python3
"""Connections that say nothing; what is closed is made anew, until this is ended by SIGTERM.

  idle.py HOST PORT COUNT     says "COUNT idle" when they are made
  idle.py PROGRAM COUNT       from this very host, to every listener of Shunt's that processes called PROGRAM open here, as soon as they do; says so
                              of each"""
import glob
import os
import select
import signal
import socket
import struct
import sys

CHALLENGE = b"SCH1"   # native/transport/introduction.cpp


class Crowd:
    """So many connections to one listener."""

    def __init__(self, address, count):
        self.address, self.idle = address, [self.connect(address) for _ in range(count)]

    @staticmethod
    def connect(address):
        one = socket.create_connection(address, 10)
        one.setblocking(False)
        return one

    def renew(self):
        """Challenges are read, and not answered."""
        for at, one in enumerate(self.idle):
            try:
                if one.recv(4096) != b"":
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            one.close()
            self.idle[at] = self.connect(self.address)


def inodes_of(program):
    """Of the open sockets of all processes called so."""
    found = set()
    for comm in glob.glob("/proc/[0-9]*/comm"):
        try:
            if open(comm).read().strip() != program:
                continue
            for link in glob.glob(os.path.dirname(comm) + "/fd/*"):
                found.add(os.readlink(link))
        except OSError:
            pass   # it ended meanwhile, or the descriptor is closed
    return found


def listeners():
    for line in open("/proc/net/tcp").readlines()[1:]:
        words = line.split()
        if words[3] != "0A":
            continue
        address, port = words[1].split(":")
        yield (socket.inet_ntoa(struct.pack("=I", int(address, 16))), int(port, 16)), f"socket:[{words[9]}]"


def is_ours(address):
    try:
        with socket.create_connection(address, 1) as one:
            one.settimeout(0.2)
            return one.recv(4) == CHALLENGE
    except OSError:
        return False


def watch(program, count):
    known, crowds = set(), []
    while True:
        new = [each for each in listeners() if each not in known]
        inodes = inodes_of(program) if new else set()
        for address, inode in new:
            if inode not in inodes:
                continue
            known.add((address, inode))
            try:
                if is_ours(address):
                    crowds.append(Crowd(address, count))
                    print(f"{address[0]}:{address[1]}: {count} idle", flush=True)
            except OSError:
                pass   # closed again
        renew(crowds, 0.002)


def renew(crowds, seconds):
    select.select([], [], [], seconds)
    for crowd in list(crowds):
        try:
            crowd.renew()
        except OSError:
            crowds.remove(crowd)   # nobody listens there any more


def main(arguments):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if len(arguments) == 2:
        watch(arguments[0], int(arguments[1]))
    crowd = Crowd((socket.gethostbyname(arguments[0]), int(arguments[1])), int(arguments[2]))
    print(f"{len(crowd.idle)} idle", flush=True)
    while True:
        renew([crowd], 0.01)


main(sys.argv[1:])
