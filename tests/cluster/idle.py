#!/usr/bin/env python3
"""Connections that say nothing: idle.py HOST PORT COUNT. Says "COUNT idle" when they are made, then keeps them, and makes those anew that were closed,
until it is ended."""
import select
import socket
import sys
import time


def connect(address, idle):
    one = socket.create_connection(address, 10)
    one.settimeout(None)
    idle.append(one)


def main(host, port, count):
    address, idle = (socket.gethostbyname(host), port), []
    for _ in range(count):
        connect(address, idle)
    print(f"{count} idle", flush=True)
    while True:
        for one in select.select(idle, [], [], 1)[0]:
            if closed(one):
                idle.remove(one)
                one.close()
                connect(address, idle)
        time.sleep(0.01)


def closed(one):
    try:
        return one.recv(4096) == b""   # a challenge is read, and not answered
    except OSError:
        return True


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
