"""Traffic for wire.sh: receive GROUP SECONDS | send GROUP PACKETS | take PORT | give ADDRESS PORT BYTES."""
import socket
import sys
import time

PORT = 5005


def receive(group, seconds):
    """Prints how many datagrams came to the group until none has come for half a second."""
    taker = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    taker.bind((group, PORT))
    taker.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, socket.inet_aton(group) + socket.inet_aton("0.0.0.0"))
    print("ready", flush=True)
    taker.settimeout(float(seconds))
    count = 0
    try:
        while True:
            taker.recv(2000)
            count += 1
            taker.settimeout(0.5)
    except TimeoutError:
        print(count)


def send(group, packets):
    giver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for _ in range(int(packets)):
        giver.sendto(b"x" * 500, (group, PORT))
        time.sleep(0.0005)


def take(port):
    """Prints bits per second of one TCP connection, from its first to its last byte."""
    with socket.create_server(("", int(port))) as server:
        print("ready", flush=True)
        connection, _ = server.accept()
        start, count = None, 0
        while data := connection.recv(65536):
            start = start or time.monotonic()
            count += len(data)
        print(int(count * 8 / (time.monotonic() - start)))


def give(address, port, count):
    with socket.create_connection((address, int(port))) as connection:
        connection.sendall(b"x" * int(count))


{"receive": receive, "send": send, "take": take, "give": give}[sys.argv[1]](*sys.argv[2:])
