# Sourced by every run.sh here, with the arguments HOST (openmpi|mpich) and BUILD_DIR.
# A test compiles its program ("compile"), runs it bare ("bare"), runs it again under the library ("under"), and compares.
# Every run has a NAME. Its output is in $work/NAME.{out,err,status}, its spools are in NAME.spool, its profile is NAME.shunt.
# SHUNT_TEST_BARE=1 runs everything without the library and skips the checks that need a profile: it checks the test itself.

set -euo pipefail
host=$1
build=$(realpath -m "$2")
here=$(cd "$(dirname "$0")" && pwd)
preload_tests=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$preload_tests/../compile_once.sh"
library=$build/lib/libshunt.so
shunt=$build/bin/shunt
bare_only=${SHUNT_TEST_BARE:-}
limit=${limit:-60}          # seconds a run may take before it counts as hung
launcher_options=()         # appended to the launcher's own options
rank_wrapper=()             # put before the program on every rank

work=$(mktemp -d "${TMPDIR:-/tmp}/shunt-preload.XXXXXX")
launched_pid=
finish() {
    [ -z "$launched_pid" ] || kill "$launched_pid" 2>/dev/null || true
    # Ranks of a run that hung may outlive their launcher. They are the processes whose program is in our folder.
    local link
    for link in /proc/[0-9]*/exe; do
        [[ $(readlink "$link" 2>/dev/null) != "$work"/* ]] || { link=${link#/proc/}; kill -9 "${link%/exe}" 2>/dev/null || true; }
    done
    [ -n "${SHUNT_TEST_KEEP:-}" ] || rm -rf "$work"
}
trap finish EXIT

fail() {
    echo "FAILED: $*" >&2
    local file
    for file in "$work"/*.err "$work"/*.out; do
        [ ! -s "$file" ] || { echo "--- ${file##*/}" >&2; head -n 40 "$file" >&2; }
    done
    exit 1
}
skip() { echo "SKIPPED: $*"; exit 77; }
need() { command -v "$1" >/dev/null || skip "$1 is not installed"; }
only_host() { [ "$host" = "$1" ] || skip "$2"; }

case $host in
    openmpi | mpich) ;;
    *) echo "usage: run.sh openmpi|mpich BUILD_DIR" >&2; exit 2 ;;
esac
need "mpirun.$host"
need "mpicc.$host"
if [ -z "$bare_only" ]; then
    [ -e "$library" ] || fail "$library is not built"
    [ -e "$build/lib/libshunt-$host.so" ] || fail "the build has no backend for $host"
fi

# host_version: of the MPI, such as 4.1.4.
host_version() {
    case $host in
        openmpi) mpirun.openmpi --version ;;
        mpich) mpichversion ;;
    esac | sed -nE '1s/^[^0-9]*([0-9.]+).*/\1/p'
}
# is_newer_than VERSION: than VERSION, and than all versions that begin with it.
is_newer_than() { [[ $(host_version) != "$1".* && $(printf '%s\n' "$1" "$(host_version)" | sort -V | head -n 1) == "$1" ]]; }

# starts_two_programs: the launcher of Open MPI 5.0 crashes by itself when it starts two programs with --oversubscribe.
starts_two_programs() { [[ "$host $(host_version)" != "openmpi 5.0."* ]]; }

# ended_badly NAME: the launcher reports that a rank was killed. MPICH 4.2's does so in half of the runs, with and without the library.
ended_badly() { [ "$(cat "$work/$1.status")" != 0 ] || [[ "$host $(host_version)" == "mpich 4.2."* ]]; }

# needs_bare NAME REASON: skips a test that newer hosts fail bare. On the hosts of Debian 12 that is a failure.
needs_bare() {
    [ "$(cat "$work/$1.status")" != 0 ] || return 0
    is_newer_than 4.1 || expect_status "$1" 0
    skip "$2, without the library"
}

# has_component FRAMEWORK NAME: whether this Open MPI has that component; versions differ.
has_component() { grep -q "^mca:$1:$2:version:" <(ompi_info --parsable 2>/dev/null); }

# compile SOURCE [FLAGS...]: builds $work/STEM with the host's compiler for the language of SOURCE.
compile() {
    local source=$1 stem=${1##*/} compiler
    shift
    case $source in
        *.c) compiler=mpicc ;;
        *.cpp) compiler=mpicxx ;;
        *.f | *.f90) compiler=mpif90 ;;
    esac
    # MPICH makes stdout unbuffered. Then only printf writes a line in one piece, not the puts into which the compiler would change it.
    compile_once "$work/${stem%.*}" "$compiler.$host" -O1 -g -fno-builtin-printf "$source" "$@" >"$work/compile.log" 2>&1 ||
        { cat "$work/compile.log" >&2; fail "cannot compile $source"; }
}

# launch NAME ARGUMENTS...: the host's launcher with exactly these arguments; sets $status. A hang is a failure.
launch() {
    local name=$1 command
    shift
    case $host in
        openmpi) command=(mpirun.openmpi --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle "${yields:-1}"
                          --mca btl "${btl:-self,vader}" --mca plm isolated) ;;
        mpich) command=(mpirun.mpich) ;;
    esac
    run_limited "$name" "${launcher_prefix[@]}" "${command[@]}" "${launcher_options[@]}" "$@"
}
launcher_prefix=()          # put before the launcher: sh -c or strace, for example

# run_limited NAME COMMAND...: one command with the time limit, its output and its status kept under NAME.
run_limited() {
    local name=$1 start=$SECONDS
    shift
    timeout --kill-after=5 "$limit" "$@" >"$work/$name.out" 2>"$work/$name.err" </dev/null &
    launched_pid=$!
    status=0
    wait "$launched_pid" || status=$?
    launched_pid=
    echo "$status" >"$work/$name.status"
    [ $((SECONDS - start)) -lt "$limit" ] || fail "$name: no end after $limit s"
}

# bare NAME RANKS PROGRAM...: the program without the library.
bare() {
    local name=$1 ranks=$2
    shift 2
    launch "$name" -np "$ranks" "${rank_wrapper[@]}" "$@"
}

# under NAME RANKS PROGRAM...: the program with the library on every rank, an own spool directory and an own profile.
under() {
    local name=$1 ranks=$2
    shift 2
    own_files "$name"
    launch "$name" -np "$ranks" $(preload_option) "${rank_wrapper[@]}" "$@"
}

# own_files NAME: gives the next run its own spool directory and profile unless the test chose others.
own_files() {
    mkdir -p "$work/$1.spool"
    export SHUNT_SPOOL=${spool:-$work/$1.spool} SHUNT_PROFILE=${profile:-$work/$1.shunt}
}

# preload_option: the launcher's arguments that set LD_PRELOAD on the ranks only.
preload_option() {
    [ -z "$bare_only" ] || return 0
    case $host in
        openmpi) echo "-x LD_PRELOAD=${preload:-$library}" ;;
        mpich) echo "-genv LD_PRELOAD ${preload:-$library}" ;;
    esac
}

# with_library: the words that put the library under one program of an MPMD line; empty in a bare run.
with_library() { [ -n "$bare_only" ] || echo "env LD_PRELOAD=$library"; }

expect_status() {
    local got
    got=$(cat "$work/$1.status")
    [ "$got" = "$2" ] || fail "$1: exit status $got, not $2"
}

# expect_same NAME NAME: two runs printed the same lines, in any order of ranks, and had the same exit status.
expect_same() {
    expect_status "$2" "$(cat "$work/$1.status")"
    diff <(sort "$work/$1.out") <(sort "$work/$2.out") >&2 || fail "$2 printed something else than $1"
}

expect_line() { grep -qE -- "$2" "$work/$1.out" || fail "$1: no line like '$2'"; }

messages() { grep -E '^shunt(\[|:)' "$work/$1.err" || true; }

# expect_warnings NAME COUNT [PATTERN]: the messages of the library on stderr, in the whole run.
expect_warnings() {
    [ -z "$bare_only" ] || return 0
    local count
    count=$(messages "$1" | wc -l)
    [ "$count" = "$2" ] || fail "$1: $count messages of the library, not $2"
    [ -z "${3:-}" ] || messages "$1" | grep -iE -- "$3" >/dev/null || fail "$1: no message like '$3'"
}

expect_silence() { expect_warnings "$1" 0; }

expect_no_files() {
    [ -z "$bare_only" ] || return 0
    local left
    left=$(find "$work/$1.spool" "$work/$1.shunt" -mindepth 0 ! -path "$work/$1.spool" 2>/dev/null || true)
    [ -z "$left" ] || fail "$1: left behind: $left"
}

# expect_clean NAME IMAGES: one profile with that many ranks, no spool left, no message.
expect_clean() {
    [ -z "$bare_only" ] || return 0
    expect_silence "$1"
    expect_images "$1" "$2"
    [ -z "$(ls -A "$work/$1.spool")" ] || fail "$1: spools left: $(ls "$work/$1.spool")"
}

# recover NAME: merges the spools of a run that did not end properly.
recover() {
    [ -z "$bare_only" ] || return 0
    "$shunt" recover "$work/$1.spool" -o "$work/$1.shunt" >"$work/$1.recover.out" 2>"$work/$1.recover.err" ||
        fail "$1: shunt recover said: $(cat "$work/$1.recover.err")"
}

# query NAME WORDS...: queries the profile of that run; see profile_query.py.
query() {
    local name=$1 tables=$work/$1.tables
    shift
    if [ "$work/$name.shunt" -nt "$tables/calls.csv" ]; then
        rm -rf "$tables"
        "$shunt" export "$work/$name.shunt" --csv "$tables" </dev/null >"$work/$name.export.out" 2>"$work/$name.export.err" ||
            fail "$name: shunt export said: $(cat "$work/$name.export.err")"
    fi
    /usr/bin/python3 "$preload_tests/profile_query.py" "$tables" "$@"
}

expect_images() {
    [ -z "$bare_only" ] || return 0
    [ -s "$work/$1.shunt" ] || fail "$1: no profile"
    local images
    images=$(query "$1" images)
    [ "$images" = "$2" ] || fail "$1: the profile has $images ranks, not $2"
}

# expect_calls NAME COUNT FUNCTION [COLUMN=VALUE...]: calls of one function, over all ranks or the selected ones.
expect_calls() {
    [ -z "$bare_only" ] || return 0
    local name=$1 expected=$2 count
    shift 2
    count=$(query "$name" calls "$@")
    [ "$count" = "$expected" ] || fail "$name: $count calls of $*, not $expected"
}

# expect_counts NAME: the same for each line "COUNT FUNCTION [COLUMN=VALUE...]" of standard input, in one query.
expect_counts() {
    [ -z "$bare_only" ] || return 0
    local wrong
    wrong=$(query "$1" wrong_counts) || fail "$1: its profile cannot be asked"
    [ -z "$wrong" ] || fail "$1: $wrong"
}
