#!/bin/bash
# Runs one MPI test program: run_mpi.sh HOST NP MODE PROGRAM [ARGUMENTS ...]
#   HOST  openmpi | mpich, with the prefix abi_ if PROGRAM uses MPI's standard ABI
#   NP    number of ranks
#   MODE  bare     without Shunt; the host's choices (error classes ...) are kept for the other modes
#         record   Shunt with its defaults, recording
#         null     every operation is ruled to the engine that declines
#         phased   all-to-alls, gathers and scatters are carried by the phased engine
#         pipeline all operations that the pipeline engine supports are carried by it
#         messages messages are carried by remote write, and the pipeline engine's operations by it
#         apart    as messages, but the host carries those of most pairs of ranks, as nothing else connects them
#         progress as messages, and the progress thread always runs
#         script   all operations that the script engine supports are carried by programs of tools/scripts
#         model    all-to-alls by the phased engine, the rest by the pipeline engine where it expects to win
#         auto     Shunt measures which candidate is fastest and uses it; its results are kept for the test's next run
#         chosen   the host carries all, by algorithms of its own that rules choose
#         gentle   blocking calls wait gently
#         load     each rank takes its machine for busy or quiet, as a random generator of its own decides
# Environment: TEST_LAUNCHER mpirun of that host, TEST_LIBRARY libshunt.so, TEST_DIRECTORY where to leave files,
#   TEST_TIMEOUT seconds (default 60), TEST_HOST_VERSION 4, 5 ... (default 4). Exit: the program's, 77 skipped, 124 timeout, 1 wrong output.
set -u
host=${1#abi_} host_and_abi=$1 ranks=$2 mode=$3 program=$4
shift 4
name=$(basename "$program")
directory=${TEST_DIRECTORY:-$(mktemp -d)}
library=${TEST_LIBRARY:-}
stem=$directory/$name.$host_and_abi.$ranks
output=$stem.$mode.out errors=$stem.$mode.err
profile=$stem.$mode.shunt
mkdir -p "$directory"
rm -f "$output" "$errors" "$profile"

settings=() carried=
for operation in alltoall alltoallv alltoallw allgather allgatherv gather gatherv scatter scatterv; do
    carried+="${carried:+; }$operation -> phased choose=always"
done
choices=   # no algorithm that makes a rank wait which does not wait by default
case $host in
    openmpi) names="barrier:tree bcast:pipeline:segment=1K gather:binomial scatter:linear_nb allgather:ring alltoall:pairwise
        alltoallv:pairwise reduce:binomial:segment=1K allreduce:recursive_doubling reduce_scatter:ring
        reduce_scatter_block:recursive_doubling scan:linear exscan:linear" ;;
    *) names="barrier:dissemination bcast:binomial gather:binomial gatherv:nb scatter:binomial scatterv:nb allgather:ring
        allgatherv:brucks alltoall:scattered alltoallv:scattered alltoallw:nb reduce:binomial
        allreduce:reduce_scatter_allgather reduce_scatter:recursive_halving reduce_scatter_block:recursive_halving scan:nb exscan:nb" ;;
esac
for choice in $names; do
    IFS=: read -r operation algorithm segment <<<"$choice"
    choices+="${choices:+; }$operation -> host algorithm=$algorithm $segment"
done
case $mode in
    bare) ;;
    record) settings+=("SHUNT_WAIT=host") ;;
    null) settings+=("SHUNT_WAIT=host" "SHUNT_RULES=* -> null") ;;
    phased) settings+=("SHUNT_WAIT=host" "SHUNT_RULES=$carried; * -> host") ;;
    pipeline) settings+=("SHUNT_WAIT=host" "SHUNT_RULES=* -> pipeline choose=always") ;;
    messages) settings+=("SHUNT_WAIT=host" "SHUNT_RULES=p2p -> remote_write; * -> pipeline choose=always") ;;
    apart)
        settings+=("SHUNT_WAIT=host" "SHUNT_RULES=p2p -> remote_write; * -> host" "SHUNT_P2P_UNREACHABLE=host")
        settings+=("SHUNT_TEST_APART=0-1,2>0,1>2,2-3,4>0,2>4,4-3") ;;
    progress)
        settings+=("SHUNT_WAIT=host" "SHUNT_RULES=p2p -> remote_write; * -> pipeline choose=always" "SHUNT_PROGRESS_THREAD=on") ;;
    script)
        scripts=$(cd "$(dirname "$0")/../../tools/scripts" && pwd) names=
        for script in flat binomial chain bruck dissemination ring; do names+="${names:+,}$scripts/$script.lua"; done
        settings+=("SHUNT_WAIT=host" "SHUNT_RULES=* -> script" "SHUNT_SCRIPT=$names") ;;
    model) settings+=("SHUNT_WAIT=host" "SHUNT_RULES=alltoall -> phased choose=always; * -> pipeline") ;;
    auto) settings+=("SHUNT_WAIT=host" "SHUNT_RULES=* -> auto" "SHUNT_AUTO_KNOWLEDGE=$stem.knowledge") ;;
    chosen) settings+=("SHUNT_WAIT=host" "SHUNT_RULES=$choices") ;;
    gentle) settings+=("SHUNT_WAIT=gentle") ;;
    load) settings+=("SHUNT_WAIT=auto" "SHUNT_TEST_LOAD=1") ;;
    *) echo "run_mpi.sh: no such mode: $mode" >&2; exit 2 ;;
esac
if [ "$mode" != bare ]; then
    if [ ! -e "$library" ]; then
        echo "SKIPPED: there is no libshunt.so at '$library': only the bare host can be tested" >&2
        exit 77
    fi
    settings+=("LD_PRELOAD=$library" "SHUNT_PROFILE=$profile")
fi

launch=("${TEST_LAUNCHER:-mpirun.$host}")
case $host in
    openmpi)
        # Open MPI 4's osc/rdma crashes in its atomics over shared memory; its other one-sided components do not. From version 5 on
        # there may be no other.
        one_sided=(--mca osc ^rdma)
        [ "${TEST_HOST_VERSION:-4}" -ge 5 ] && one_sided=()
        yields=1
        [ "$mode" = load ] && yields=0   # Shunt does not make a host wait gently that yields by itself
        launch+=(--oversubscribe --mca mpi_yield_when_idle $yields "${one_sided[@]}")
        [ "$(id -u)" = 0 ] && launch+=(--allow-run-as-root)
        for setting in "${settings[@]}"; do launch+=(-x "$setting"); done ;;
    mpich)
        for setting in "${settings[@]}"; do launch+=(-genv "${setting%%=*}" "${setting#*=}"); done ;;
    *) echo "run_mpi.sh: no such host: $host" >&2; exit 2 ;;
esac

chosen=$stem.$mode.chosen
rm -f "$chosen".*
export TEST_CHOSEN=$chosen

# timeout(1) ends the launcher that it started, and the launcher ends its ranks; no other process is affected.
timeout --kill-after=10 "${TEST_TIMEOUT:-60}" "${launch[@]}" -np "$ranks" "$program" "$@" </dev/null >"$output" 2>"$errors"
status=$?
# In two files, so that the host's complaints in one never run into a line of the other.
cat "$output"
cat "$errors" >&2
if [ $status -eq 124 ] || [ $status -eq 137 ]; then
    echo "TIMEOUT after ${TEST_TIMEOUT:-60} s: $name, $ranks ranks, $host, $mode" >&2
    exit 124
fi
[ $status -ne 0 ] && exit $status
if [ "$(grep -c '^OK [0-9]' "$output")" -ne 1 ]; then
    echo "$name ended well but its line 'OK <checks>' is missing" >&2
    exit 1
fi

# Where the host may choose, its choice must be the same under Shunt.
cat "$chosen".[0-9]* 2>/dev/null | LC_ALL=C sort >"$chosen"
rm -f "$chosen".[0-9]*
[ "$mode" = bare ] && exit 0
# Two answers of MPICH are particular to its nonblocking calls, which gentle waiting uses. Its Ialltoall(v) does not report a truncated
# block, and its Testall marks the sound requests beside a failed one as complete where Waitall reports "pending".
# When a block and its place differ in length, an engine reports it on both sides; a host reports it on one side, or not at all.
other='^$'
# Messages that Shunt carries are marked complete as soon as they are, even if another request of the same call has failed.
if [[ $mode =~ ^(messages|apart)$ ]]; then
    other='status beside a truncated one\|waitall with a truncated receive'
    # Where the program's own handler returns, MPICH 5's call returns success; Shunt's returns the error code, as MPI prescribes.
    [[ $host == mpich && ${TEST_HOST_VERSION:-4} -ge 5 ]] && other+='\|truncated, way [0-9], [0-9]* ints, own handler'
    other=": \\($other\\): "
fi
[ "$mode" = phased ] && other=': alltoallv\?, truncated: '
[[ "$host $mode" =~ ^mpich\ (gentle|load)$ ]] && other=': \(alltoallv\?, truncated\|status beside a truncated one\): '
if [ -e "$stem.bare.chosen" ] && ! diff <(grep -v "$other" "$stem.bare.chosen") <(grep -v "$other" "$chosen"); then
    echo "$name: the host answers otherwise under Shunt ($mode): < bare, > under Shunt" >&2
    exit 1
fi
if [ ! -s "$profile" ]; then
    echo "$name: no profile was written to $profile" >&2
    exit 1
fi

if [ "$mode" = apart ]; then
    "$(dirname "$library")/../bin/shunt" export "$profile" --csv "$stem.$mode.csv" >/dev/null || exit 1
    grep -q 'remote_write.by-host' "$stem.$mode.csv/counters.csv" && grep -q ',host,' "$stem.$mode.csv/messages.csv" || {
        echo "$name: no message of ours was carried by the host" >&2
        exit 1
    }
fi

# What must be carried, by carried.txt: a test in which the host carries everything tests nothing of ours.
here=$(cd "$(dirname "$0")" && pwd)
wanted=$(awk -v name="$name" -v mode="$mode" -v host="$host" '
    $1 == name && $2 == mode && ($3 == "*" || $3 == host) { print $4, $5 }' "$here/carried.txt")
if [ -n "$wanted" ]; then
    "$(dirname "$library")/../bin/shunt" export "$profile" --csv "$stem.$mode.csv" >/dev/null || exit 1
    while read -r engine functions; do
        calls=$(/usr/bin/python3 "$here/../preload/profile_query.py" "$stem.$mode.csv" calls "$functions" engine="$engine")
        [ "$calls" -gt 0 ] && continue
        echo "$name: $engine carried no call of $functions ($mode)" >&2
        exit 1
    done <<<"$wanted"
    rm -rf "$stem.$mode.csv"
fi
rm -f "$profile"
