#!/bin/bash
# Multicast, or all of UDP, is filtered: from the start, or in mid-run. In every case the program gets its data and ends.
source "$(dirname "$0")/common.sh"
source "$(dirname "$0")/multicast_common.sh"
needs_cluster
needs_flavour openmpi
seed=${2:-$RANDOM}
echo "seed $seed (multicast_filter.sh BUILD SEED repeats it)"
compile_multicast
cd "$scratch" || exit 1
# filtered_in_mid_run ROUNDS PROGRAM HOSTS...: the filter is set when the run has begun and works.
filtered_in_mid_run() {
    local rounds=$1 program_of_filter=$2 host status=0 began=$SECONDS
    shift 2
    rm -rf "$scratch/marks"; mkdir "$scratch/marks"
    start_carried 4 ./multicast "$seed" until "$scratch/marks" "$rounds"
    for _ in $(seq 2000); do [ -e "$scratch/marks/started" ] && break; kill -0 $run 2>/dev/null || break; sleep 0.05; done
    [ -e "$scratch/marks/started" ] || { cat "$scratch/output"; fail "the run did not begin"; }
    for host in "$@"; do filter "$host" "$program_of_filter"; done
    touch "$scratch/marks/go"
    wait $run || status=$?
    for host in "$@"; do no_filter "$host"; done
    [ $status -eq 0 ] || { tail -40 "$scratch/output" >&2; fail "filtered at $*: ended with $status"; }
    echo "filtered at $*: $((SECONDS - began)) s"
    grep -q '^OK [0-9]' "$scratch/output" || { cat "$scratch/output" >&2; fail "filtered at $*: no line OK"; }
    export_profile
}

name=$(own_name f)
up "$name" --hosts 4 --rate 1gbit

# From the start, at one host: the host's MPI carries everything, and one warning names the remedy.
filter 3 "$drop_multicast"
carried 4 ./multicast "$seed" bcasts 40 8192
[ "$(calls MPI_Bcast engine=host)" = 160 ] || fail "the host carried $(calls MPI_Bcast engine=host) of 160 calls"
warned 1 .
warned 1 'no multicast for .*shunt doctor'
# ... and only one, however many communicators there are.
carried 4 ./multicast "$seed" communicators 6 2
warned 1 'no multicast for .*shunt doctor'
no_filter 3

# Unicast repairs still reach a host that multicast does not reach.
filtered_in_mid_run 40 "$drop_multicast" 2
warned 1 'multicast no longer gets through'
filtered_in_mid_run 20 "$drop_multicast" 1 2 3 4
# ... which costs more than it gains, so that all members soon leave broadcasts to the host.
warned 1 .
warned 1 'multicast no longer gets through'
[ "$(calls MPI_Bcast engine=host)" -gt 60 ] || fail "the host carried $(calls MPI_Bcast engine=host) broadcasts"

# UDP is blocked: missing data are fetched by TCP, also from or to one host alone ...
filtered_in_mid_run 15 "$drop_udp" 3
[ "$(counted multicast.rescues)" -gt 0 ] || fail "nothing was fetched by TCP"
# ... and within a few calls all ranks agree to leave calls to the host, with one warning; whether arrivals at barriers are sent to the root
# or up a tree.
filtered_in_mid_run 10 "$drop_udp" 1 2 3 4
[ "$(counted multicast.rescues)" -gt 0 ] || fail "nothing was fetched by TCP"
warned 1 .
warned 1 'multicast no longer gets through'
[ "$(calls MPI_Bcast engine=host)" -gt 0 ] || fail "the host carried nothing"
[ "$(calls MPI_Bcast engine=multicast)" -gt 0 ] || fail "multicast carried nothing"
