"""Round trips for wan.sh: answer PORT | ask ADDRESS PORT COUNT [PAUSE_S]: prints median and 90 % of the round trip in microseconds."""
import socket
import sys
import time


def answer(port):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taker:
        taker.bind(("", int(port)))
        print("ready", flush=True)
        while True:
            data, sender = taker.recvfrom(2000)
            taker.sendto(data, sender)


def ask(address, port, count, pause_s="0.001"):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        asker.settimeout(5)
        asker.connect((address, int(port)))
        taken = []
        for number in range(int(count) + 5):   # the first packets cause address requests, and do not count
            time.sleep(float(pause_s))
            start = time.perf_counter()
            asker.send(number.to_bytes(4, "little"))
            if asker.recv(2000) != number.to_bytes(4, "little"):
                raise SystemExit("another answer than what was asked")
            taken.append((time.perf_counter() - start) * 1e6)
        taken = sorted(taken[5:])
        print(f"{taken[len(taken) // 2]:.1f} {taken[len(taken) * 9 // 10]:.1f}")


{"answer": answer, "ask": ask}[sys.argv[1]](*sys.argv[2:])
