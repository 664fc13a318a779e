#!/usr/bin/env python3
"""Connections that say nothing; what is closed is made anew, until this is ended by SIGTERM.

  idle.py HOST PORT COUNT     says "COUNT idle" when they are made
  idle.py PROGRAM COUNT       from this very host, to every listener of Shunt's that processes called PROGRAM open here, as soon as they do; says so
                              of each"""
import glob
import itertools
import os
import select
import signal
import socket
import struct
import sys

CHALLENGE = b"SCH1"   # native/net/tcp/handshake.cpp


class Crowd:
    """So many connections to one listener."""

    def __init__(self, address, count):
        self.address, self.count, self.is_shunts = address, count, False
        self.idle, self.events = {}, select.epoll()
        for _ in range(count):
            self.connect()

    def connect(self):
        one = socket.create_connection(self.address, 10)
        one.setblocking(False)
        self.idle[one.fileno()] = one
        self.events.register(one, select.EPOLLIN)

    def renew(self):
        """Challenges are read, and not answered."""
        for descriptor, _ in self.events.poll(0):
            one = self.idle[descriptor]
            try:
                said = one.recv(4096)
                if said.startswith(CHALLENGE) and not self.is_shunts:
                    self.is_shunts = True
                    print(f"{self.address[0]}:{self.address[1]}: {self.count} idle", flush=True)
                if said:
                    continue
            except BlockingIOError:
                continue
            except OSError:
                pass
            del self.idle[descriptor]
            one.close()
            self.connect()


def processes():
    """[(name, folder in /proc)]"""
    all_of_them = []
    for comm in glob.glob("/proc/[0-9]*/comm"):
        try:
            all_of_them.append((open(comm).read().strip(), os.path.dirname(comm)))
        except OSError:
            pass   # the process has ended
    return all_of_them


def inodes_of(folders):
    """Of the open sockets of these processes."""
    found = set()
    for link in itertools.chain.from_iterable(glob.glob(folder + "/fd/*") for folder in folders):
        try:
            found.add(os.readlink(link))
        except OSError:
            pass   # closed meanwhile
    return found


def only_of(program, inodes):
    """Those of `inodes` that only processes called so have: ranks inherit their launcher's, which takes no strangers. Most of the time no
    process has one, so the other processes, which may be hundreds, are not searched."""
    all_of_them = processes()
    own = inodes & inodes_of(folder for name, folder in all_of_them if name == program)
    return own and own - inodes_of(folder for name, folder in all_of_them if name != program)


def listeners():
    """They come first there, before all connections."""
    for line in itertools.islice(open("/proc/net/tcp"), 1, None):
        words = line.split()
        if words[3] != "0A":
            break
        address, port = words[1].split(":")
        yield (socket.inet_ntoa(struct.pack("=I", int(address, 16))), int(port, 16)), f"socket:[{words[9]}]"


def watch(program, count):
    """Listeners at one address of this host alone: an MPI's own are mostly at all of them. Whose they are shows when they are served."""
    known, crowds = set(), []
    while True:
        new = [each for each in listeners() if each not in known and each[0][0] != "0.0.0.0"]
        theirs = only_of(program, {inode for _, inode in new}) if new else set()
        for address, inode in new:
            if inode not in theirs:
                continue
            known.add((address, inode))
            try:
                crowds.append(Crowd(address, count))
            except OSError:
                pass   # closed again
        renew(crowds, 0.002)


def renew(crowds, seconds):
    select.select([], [], [], seconds)
    for crowd in list(crowds):
        try:
            crowd.renew()
        except OSError:
            crowds.remove(crowd)   # the listener is gone


def main(arguments):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if len(arguments) == 2:
        watch(arguments[0], int(arguments[1]))
    crowd = Crowd((socket.gethostbyname(arguments[0]), int(arguments[1])), int(arguments[2]))
    print(f"{crowd.count} idle", flush=True)
    while True:
        renew([crowd], 0.01)


main(sys.argv[1:])
