#!/bin/bash
# The whole comparison: builds MPICH's conformance test suite for each MPI that is installed here, runs it, reports.
#   all.sh SOURCE LIBRARY FOLDER [options of run.py]
# SOURCE: test/mpi of MPICH's unpacked source. LIBRARY: libshunt.so. FOLDER: gets the builds, a log and HOST.jsonl for each host, report.md
# and HOST.xml (JUnit). Started again with the same FOLDER it continues where it was interrupted, or prints its results again; results of
# another build of the library are first set aside.
# Exit status: 0 no difference, 1 differences, 2 there is more to run.
set -eu
here=$(realpath "$(dirname "$0")")
source=$(realpath "$1") library=$(realpath "$2") folder=$3
shift 3
mkdir -p "$folder"
cd "$folder"
if [ -e lib ] && ! diff -rq lib "$(dirname "$library")" >/dev/null; then
    rm -rf before
    mkdir before
    mv lib ./*.jsonl ./*.log report.md before 2>/dev/null || true
fi
[ -e lib ] || cp -a "$(dirname "$library")" lib    # so that a build of Shunt meanwhile has no effect
status=0
run_host() {
    local host=$1 modes=$2
    shift 2
    command -v "mpicc.$host" >/dev/null || { echo "$host: no mpicc.$host here, left out"; return; }
    [ -e "suite-$host/built" ] || { "$here/build.sh" "$host" "$source" "suite-$host" && touch "suite-$host/built"; }
    "$here/run.py" --suite "suite-$host" --source "$source" --host "$host" --library lib/libshunt.so --results "$host.jsonl" \
        --modes "$modes" --bare-late "$@" > >(tee -a "$host.log") || status=$?
    [ "$status" -lt 128 ] || exit "$status"    # interrupted
}
run_host openmpi record,engines "$@"
run_host mpich gentle,pipeline-gentle "$@"
for results in *.jsonl; do
    "$here/run.py" --results "$results" --report --junit "${results%.jsonl}.xml" || status=1
done >report.md
cat report.md
exit $status
