#!/usr/bin/env bash
# The exit status of tools/test also shows whether the tests passed, here for a project of three tests: test_command.sh SOURCE_DIR
set -euo pipefail
source_dir=$1
work=$(mktemp -d "${TMPDIR:-/tmp}/shunt-test-command.XXXXXX")
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work/tmp
fail() { echo "FAILED: $*" >&2; cat "$work/said" >&2; exit 1; }

mkdir -p "$work/project/tools" "$TMPDIR"
cp "$source_dir"/tools/{test,setup.sh,build_presets,test_summary.py} "$work/project/tools"
touch "$work/project/tools/packages"                    # nothing to install
cp "$source_dir/CMakePresets.json" "$work/project"
cat >"$work/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(three NONE)
enable_testing()
foreach(target unit_tests sim_tests sanitized)
  add_custom_target(${target} ALL COMMAND sh "${CMAKE_SOURCE_DIR}/build_step")
endforeach()
add_test(NAME one COMMAND sh "${CMAKE_SOURCE_DIR}/test_step")
END

# expect STATUS LAST_LINE BUILD TEST: BUILD and TEST are the shell commands that build the targets and run the one test of each preset.
expect() {
    local status=0
    rm -rf "$work"/project/build*
    echo "$3" >"$work/project/build_step"
    echo "$4" >"$work/project/test_step"
    "$work/project/tools/test" >"$work/said" 2>&1 || status=$?
    [ $status = "$1" ] || fail "tools/test ended with $status instead of $1"
    [ "$(tail -n 1 "$work/said")" = "$2" ] || fail "tools/test did not end with \"$2\""
    [ -z "$(ls -A "$TMPDIR")" ] || fail "tools/test left $(ls "$TMPDIR")"
}
expect 0 "3 passed, 0 failed, 0 skipped" true true
expect 1 "0 passed, 3 failed, 0 skipped" true false
expect 1 "1 passed, 2 failed, 0 skipped" 'case ${PWD##*/} in build-*) exit 1 ;; esac' true     # the sanitizers' presets do not build
echo "tools/test says what became of three tests: passed, failed, not built"
