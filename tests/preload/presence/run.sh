#!/bin/bash
# run.sh openmpi|mpich: builds the probe with that MPI's own compiler wrapper and asserts every rank's verdict, the exit status and
# a silent host. BUILD=DIR keeps the programs; REPEATS=N sets how often the plain cases run (default 3). Needs no CMake.
set -u
host=${1:?usage: run.sh openmpi|mpich}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
build=${BUILD:-$(mktemp -d)}
repeats=${REPEATS:-3}
[ -n "${BUILD:-}" ] || trap 'rm -rf "$build"' EXIT
mkdir -p "$build"
flags=(-std=c++20 -O2 -g -Wall -Wextra -fPIC -I"$root" -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX)
sources=("$root"/shim/host/{presence,launcher_kvs_pmi,launcher_kvs_pmix,pmi_messages,pmi_relay}.cpp "$root/shim/preload/pmix_commit.cpp")
pmix_include=$(dirname "$(find /usr/lib /usr/include -name pmix_common.h -print -quit 2>/dev/null)" 2>/dev/null)
[ "$host" = openmpi ] && [ -n "$pmix_include" ] && [ "$pmix_include" != . ] && flags+=(-DSHUNT_CHECK_PMIX_ABI -I"$pmix_include")
"mpicxx.$host" "${flags[@]}" "${sources[@]}" "$here/presence_probe.cpp" -o "$build/probe.$host" -rdynamic -ldl || exit 1
probe=$build/probe.$host
passed=0 failed=0

case $host in
  openmpi) launch=(timeout 120 mpirun.openmpi --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1) ;;
  mpich) launch=(timeout 120 mpirun.mpich) ;;
  *) echo "unknown MPI: $host"; exit 2 ;;
esac

# judge NAME EXPECTED ACTUAL: one line of result, the difference when there is one
judge() {
  if [ "$2" = "$3" ]; then passed=$((passed + 1)); return; fi
  failed=$((failed + 1))
  echo "FAILED $host: $1"; diff <(echo "$2") <(echo "$3") | head -20
}

# counted: "N verdict first_rank" of each kind of ROLL line on stdin, sorted
counted() { awk '/^ROLL/ {n[$4 " " $5]++} END {for (k in n) print n[k], k}' | sort; }

# expect NAME 'N verdict first|N verdict first' ARGUMENTS-OF-THE-LAUNCHER...: also the exit status 0 and nothing on stderr
expect() {
  local name=$1 wanted=$2 status; shift 2
  "${launch[@]}" "$@" >"$build/out" 2>"$build/err"; status=$?
  judge "$name" "$(tr '|' '\n' <<<"$wanted" | sort)"$'\n'"status 0"$'\n' "$(counted <"$build/out")"$'\n'"status $status"$'\n'"$(cat "$build/err")"
}

only() { echo env "$1"; }

everywhere() {
  local n
  for ((n = 0; n < repeats; n++)); do
    for ranks in 1 2 3 4 8; do expect "$ranks ranks, all with the shim" "$ranks all_present -1" -np "$ranks" "$probe"; done
    expect "the last rank lacks the shim" "3 someone_missing 3|1 skipped -1" -np 4 $(only SHUNT_TEST_SKIP_ROLL=3) "$probe"
    expect "rank 0 lacks the shim" "3 someone_missing 0|1 skipped -1" -np 4 $(only SHUNT_TEST_SKIP_ROLL=0) "$probe"
    expect "one rank has another version" "4 someone_differs 2" -np 4 $(only SHUNT_TEST_OTHER_TOKEN=2) "$probe"
    expect "a late rank" "4 all_present -1" -np 4 $(only SHUNT_TEST_LATE=1) "$probe"
    expect "ranks that ask late" "3 someone_missing 1|1 skipped -1" -np 4 env SHUNT_TEST_LEAVE_LATE=1 SHUNT_TEST_SKIP_ROLL=1 "$probe"
  done
  expect "32 ranks" "32 all_present -1" -np 32 "$probe"
  expect "32 ranks, one missing" "31 someone_missing 17|1 skipped -1" -np 32 $(only SHUNT_TEST_SKIP_ROLL=17) "$probe"
  expect "nobody has the shim" "4 skipped -1" -np 4 $(only SHUNT_TEST_SKIP_ROLL=all) "$probe"
  ! starts_two_programs ||
    expect "another program on one rank" "3 someone_missing 2|1 skipped -1" \
    -np 2 "$probe" : -np 1 $(only SHUNT_TEST_SKIP_ROLL=2) "$probe" : -np 1 "$probe"
  expect "MPI_Init_thread" "3 all_present -1" -np 3 "$probe" thread
}

singleton() { judge "singleton" "ROLL 0 1 all_present -1" "$("$probe" 2>&1)"; }

# After the presence check the host must have the same open descriptors as without Shunt.
descriptors() {
  local with bare
  with=$("${launch[@]}" -np 2 "$probe" fds 2>&1 | grep FDS | sort)
  bare=$("${launch[@]}" -np 2 env SHUNT_TEST_SKIP_ROLL=all "$probe" fds 2>&1 | grep FDS | sort)
  judge "open descriptors" "$bare" "$with"
}

openmpi_only() {
  local not_collected="3 cannot_tell -1|1 skipped -1" missing="3 someone_missing 3|1 skipped -1"
  # By the environment, because prterun of version 5 takes pmix_* on its command line for PMIx's own parameters.
  expect "data not collected" "$not_collected" -x OMPI_MCA_pmix_base_collect_data=0 -np 4 $(only SHUNT_TEST_SKIP_ROLL=3) "$probe"
  if mpirun.openmpi --version | grep -q ' 5\.'; then missing=$not_collected; fi
  expect "data collected later" "$missing" -x OMPI_MCA_pmix_base_async_modex=1 -np 4 $(only SHUNT_TEST_SKIP_ROLL=3) "$probe"
  expect "no barrier at the end of MPI_Init" "4 all_present -1" --mca async_mpi_init 1 -np 4 $(only SHUNT_TEST_LATE=2) "$probe"
  expect "PMIx without shared memory" "3 someone_missing 3|1 skipped -1" -x PMIX_MCA_gds=hash -np 4 $(only SHUNT_TEST_SKIP_ROLL=3) "$probe"
  expect "spawned ranks call their own roll" "4 all_present -1" -np 2 "$probe" spawn 2
}

mpich_only() {
  expect "two proxies" "4 all_present -1" -launcher fork -hosts a,b -np 4 "$probe"
  expect "two proxies, one rank missing" "3 someone_missing 3|1 skipped -1" -launcher fork -hosts a,b -np 4 $(only SHUNT_TEST_SKIP_ROLL=3) "$probe"
}

singleton
everywhere
descriptors
"${host}_only"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
