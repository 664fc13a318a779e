#!/usr/bin/env bash
# Runs a program of tests/mpi, which is not sanitized, over the sanitized libraries: run.sh HOST MODE RUNTIME LIBRARY PROGRAM
#   HOST openmpi|mpich   MODE record|phased|gentle   RUNTIME libasan.so or libtsan.so, which must be loaded first
# A report of the sanitizer ends the rank with a failure. Exit status: 0 passed, else failed.
set -euo pipefail
host=$1 mode=$2 runtime=$3 library=$4 program=$5
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/shunt-sanitized.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Leaks: only the hosts leave memory allocated at the end, and Shunt its Session, which calls after MPI_Finalize may still use.
settings=(LD_PRELOAD="$runtime $library" SHUNT_SPOOL="$work" SHUNT_PROFILE="$work/profile.shunt"
          ASAN_OPTIONS=detect_leaks=0:exitcode=66 UBSAN_OPTIONS=print_stacktrace=1
          TSAN_OPTIONS=exitcode=66:suppressions="$here/hosts.supp")
case $mode in
    record) settings+=(SHUNT_WAIT=host SHUNT_RECORD_CALLSITES=on) ;;
    phased) settings+=(SHUNT_WAIT=host SHUNT_RULES='alltoall,alltoallv -> phased choose=always; * -> host') ;;
    gentle) settings+=(SHUNT_WAIT=gentle) ;;
esac
case $host in
    openmpi)
        launch=(mpirun.openmpi --oversubscribe --mca mpi_yield_when_idle 1 --mca plm isolated)
        [ "$(id -u)" != 0 ] || launch+=(--allow-run-as-root)
        for setting in "${settings[@]}"; do launch+=(-x "$setting"); done ;;
    mpich)
        launch=(mpirun.mpich)
        for setting in "${settings[@]}"; do launch+=(-genv "${setting%%=*}" "${setting#*=}"); done ;;
esac
timeout --kill-after=5 120 "${launch[@]}" -np 2 "$program" 1 </dev/null 2>&1 | tee "$work/output"
# Checks that the library was loaded, because otherwise the sanitizer finds nothing.
[ -s "$work/profile.shunt" ] || { echo "no profile was written" >&2; exit 1; }
! grep -E 'ERROR: AddressSanitizer|WARNING: ThreadSanitizer|runtime error:|^shunt.*(bug|cannot)' "$work/output" >&2
