#!/usr/bin/env python3
"""A stranger on a host's wire: strangers.py SEED COUNT. Listens until it has heard enough datagrams of the run under way, then
sends COUNT datagrams of each kind at the groups and ports it saw, and says what it sent. It forges no datagram that would be
right: who reads the token off the wire and makes up data of the operation under way, with a member's address, is not told apart.
"""
import random
import select
import socket
import struct
import sys
import time

TOKEN, HEADER = 8, 20   # bytes: the token, and the whole header (native/engines/multicast/packet.hpp)
ENOUGH = 60


def listen(limit):
    """What passes on eth0: (source, destination, payload), source and destination being (address, port)."""
    wire = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
    wire.bind(("eth0", 0))
    heard, end = [], time.monotonic() + limit
    while len(heard) < ENOUGH and time.monotonic() < end:
        if not select.select([wire], [], [], 0.1)[0]:
            continue
        frame = wire.recv(65536)
        if frame[12:14] != b"\x08\x00" or frame[23] != 17:
            continue
        start = 14 + 4 * (frame[14] & 15)
        source_port, port, length = struct.unpack("!HHH", frame[start:start + 6])
        payload = frame[start + 8:start + length]
        if len(payload) >= HEADER:
            heard.append(((socket.inet_ntoa(frame[26:30]), source_port), (socket.inet_ntoa(frame[30:34]), port), payload))
    return heard


def random_bytes(chance, heard):
    return chance.randbytes(chance.choice([0, 1, 7, 8, 12, 19, 20, 21, 100, 1472]))


def random_body(chance, heard):
    return heard[:TOKEN] + chance.randbytes(chance.choice([0, 4, 11, 12, 13, 200, 1464]))


def truncated(chance, heard):
    return heard[:chance.randrange(len(heard))]


def replayed(chance, heard):
    return heard


def longer(chance, heard):
    return heard + chance.randbytes(1472)[:max(0, 1472 - len(heard))]


def with_header(heard, operation=None, sequence=None, kind=None, flags=None, sender=None):
    old = struct.unpack("<IIBBH", heard[TOKEN:HEADER])
    new = [change if change is not None else value for change, value in zip((operation, sequence, kind, flags, sender), old)]
    return heard[:TOKEN] + struct.pack("<IIBBH", *new) + heard[HEADER:]


def far_operation(chance, heard):
    return with_header(heard, operation=(struct.unpack("<I", heard[8:12])[0] + chance.choice([1 << 20, 1 << 30, 1 << 31, 3 << 30])) & 0xffffffff)


def far_sequence(chance, heard):
    return with_header(heard, sequence=chance.choice([1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1]))


def no_kind(chance, heard):
    return with_header(heard, kind=chance.choice([0, 9, 100, 255]))


def no_sender(chance, heard):
    return with_header(heard, sender=chance.choice([64, 1000, 65535]))


# From a port of the stranger's own it sends anything. With a member's address and port it sends only datagrams that cannot be right, or
# that were sent before.
ANYTHING = [random_bytes, random_body, truncated, replayed, longer, far_operation, far_sequence, no_kind, no_sender]
SPOOFED = [random_bytes, replayed, far_operation, far_sequence, no_kind, no_sender]


def spoof(raw, source, destination, payload):
    header = struct.pack("!HHHH", source[1], destination[1], 8 + len(payload), 0)
    ip = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 0, 0, 0, 1, 17, 0, socket.inet_aton(source[0]), socket.inet_aton(destination[0]))
    raw.sendto(ip + header + payload, (destination[0], 0))


def main(seed, count):
    chance = random.Random(seed)
    heard = listen(10)
    if len(heard) < ENOUGH:
        sys.exit(f"only {len(heard)} datagrams passed in 10 s")
    udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
    for kind in ANYTHING:
        for _ in range(count):
            _, destination, payload = chance.choice(heard)
            try:
                udp.sendto(kind(chance, payload)[:1472], destination)
            except OSError:
                pass   # a full queue, or no socket at that port
            time.sleep(0.0002)
    for kind in SPOOFED:
        for _ in range(count):
            source, destination, payload = chance.choice(heard)
            try:
                spoof(raw, source, destination, kind(chance, payload)[:1400])
            except OSError:
                pass
            time.sleep(0.0002)
    print(f"sent {count} of {len(ANYTHING)} kinds from here and of {len(SPOOFED)} kinds as others, seed {seed}")


main(int(sys.argv[1]), int(sys.argv[2]))
