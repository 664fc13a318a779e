#!/usr/bin/env bash
# Ranks that call MPI_Finalize at different times all leave it, whatever the transport of the host's messages. MPICH 4.0 over UCX's TCP by
# itself does not: a rank that has left waits for the launcher and no longer answers ranks that still close connections.
source "$(dirname "$0")/../common.sh"
gives_way=yes
export UCX_NET_DEVICES=lo
limit=20
compile "$here/late.c"
for record in on off; do
    for way in tcp self,posix,sysv,tcp; do
        for n in 1 2; do
            name=$record.${way%%,*}.$n
            UCX_TLS=$way SHUNT_RECORD=$record under "$name" 2 "$work/late"
            expect_status "$name" 0
            [ $record = off ] || expect_clean "$name" 2
        done
    done
done

# Ranks that have given up waiting, and the rank that arrives after that, leave together, too. Nothing is merged then.
SHUNT_RECORD_FINALIZE_TIMEOUT=1s under given_up 2 "$work/late" 2.5
expect_status given_up 0
[ -n "$bare_only" ] || grep -q "is late to call it" "$work/given_up.err" || fail "given_up: nobody gave up"
