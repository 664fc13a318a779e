# shellcheck shell=bash disable=SC2154,SC2034
# Sourced by the cases, in the guest: build=FOLDER. Runs MPI programs whose nodes talk by RDMA, and looks at what was said and recorded.
set -u
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
export SHUNT_WAIT=host SHUNT_RULES='* -> pipeline choose=always' SHUNT_PIPELINE_WAY=verbs TMPDIR=$scratch
# The host's own transports do not use the devices: probing them takes the host half a minute here.
export UCX_TLS=self,posix,sysv,tcp UCX_NET_DEVICES=lo OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader,tcp OMPI_MCA_plm=isolated OMPI_MCA_osc=^rdma
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# These nodes share all their addresses; they repair failed queue pairs by TCP.
export SHUNT_PIPELINE_INTERFACE=lo
failures=0
failed() { echo "FAILED: $case: $*"; failures=$((failures + 1)); sed 's/^/    /' "$scratch/out" | tail -n 30; }
begin() { case=$*; begun=$(date +%s%N); }
end() { echo "$((($(date +%s%N) - begun) / 1000000)) ms: $case"; }

# run HOST RANKS RANKS_A_NODE PROGRAM [ARGUMENT ...]: sets `status`; the output is in $scratch/out, the profile in $scratch/profile.
run() {
    local host=$1 ranks=$2 each=$3 launch
    shift 3
    case $host in
        openmpi) launch=(mpirun.openmpi --oversubscribe --mca mpi_yield_when_idle 1 "${launcher_extra[@]}") ;;
        mpich) launch=(mpirun.mpich -launcher fork "${launcher_extra[@]}") ;;
    esac
    rm -f "$scratch/profile"
    LD_PRELOAD='' timeout --kill-after=5 "${limit:-200}" "${launch[@]}" -np "$ranks" "$here/on_node.sh" "$each" \
        env LD_PRELOAD="$build/lib/libshunt.so" SHUNT_PROFILE="$scratch/profile" "$@" </dev/null >"$scratch/out" 2>&1
    status=$?
}
launcher_extra=()
says() { grep -q -- "$1" "$scratch/out" || failed "it does not say '$1'"; }
says_not() { ! grep -q -- "$1" "$scratch/out" || failed "it says '$1'"; }
ended_well() {
    [ $status = 0 ] || failed "it ended with $status"
    says '^OK [0-9]'
}
did_not_hang() { case $status in 124 | 137) failed "it hung" ;; esac; }
# counter NAME: the sum of the counter over all ranks.
counter() {
    rm -rf "$scratch/tables"
    "$build/bin/shunt" export "$scratch/profile" --csv "$scratch/tables" >/dev/null 2>&1
    awk -F, -v name="$1" '$2 == name || $2 == "\"" name "\"" {sum += $3} END {printf "%d\n", sum}' "$scratch/tables/counters.csv"
}
carried_by_verbs() {
    local bytes
    bytes=$(counter pipeline.verbs-bytes)
    [ "$bytes" -ge "$1" ] || failed "only $bytes bytes of at least $1 went by RDMA"
}
