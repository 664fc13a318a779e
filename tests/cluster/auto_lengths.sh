#!/bin/bash
# auto_lengths.sh BUILD FLAVOUR: `shunt run --auto` among three hosts. A program makes broadcasts in which one rank passes another length;
# before and after that all ranks pass the same, among other collectives. Each such broadcast, which the host carries on all ranks, ends as
# it does without Shunt, and all other calls are right. `auto` leaves later calls to the host, with one line.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
gives_way=yes
compile_once "$scratch/mixture" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/../preload/auto_lengths/mixture.c" ||
    fail "mixture.c does not compile"
launches "$flavour"
name=$(own_name l)
up "$name" --hosts 3 --rate 100mbit
cd "$scratch" || exit 1
export UCX_TLS=self,tcp   # MPICH's: not through this machine's memory
export SHUNT_AUTO_KNOWLEDGE=off SHUNT_WAIT=host   # ranks that wait gently get other errors from the hosts

# run OUTPUT ARGUMENTS...: the output lines of the program, run with the variables in `before`.
run() {
    local output=$1 status=0
    shift
    limited 30 "$output" 1 '^0 calls are wrong' "${before[@]}" "$shunt" cluster run --name "$name" -- "${launcher[@]}" -np 3 \
        ./mixture "$@" || status=$?
    [ $status -eq 0 ] || may_hang_in_finalize $status || { tail -30 "$output" >&2; fail "$* ended with $status"; }
    grep -q '^0 calls are wrong' "$output" || { tail -30 "$output" >&2; fail "$*: wrong"; }
    grep -E '^round' "$output" >"$output.rounds" || true
}
for case in 'comm 3000,2000 0 30 31' 'dup 3000,2000 0 20'; do
    # shellcheck disable=SC2086
    before=() && run bare 60 $case
    # shellcheck disable=SC2086
    before=("$shunt" run --auto --profile run.shunt --) && run under 60 $case
    diff bare.rounds under.rounds >&2 || fail "$case: a broadcast of differing lengths ends otherwise than without Shunt"
    [ "$(grep -c 'make different calls' under)" = 1 ] ||
        { cat under >&2; fail "$case: auto does not say, once, that it leaves all to the host"; }
done
run under 60 comm 3000,3000 0
! grep -q 'make different calls' under || fail "auto gives up though all lengths are equal"
