#!/usr/bin/env bash
# A program that never calls MPI, linked to one or not: Shunt opens, writes and prints nothing. The only trace of the library is that the
# dynamic loader maps it.
source "$(dirname "$0")/../common.sh"
need strace
export UCX_VFS_ENABLE=n   # newer ones start a thread as soon as they are loaded
compile "$preload_tests/fork_exec/linked_only.c"
strace -o "$work/probe" true 2>/dev/null || skip "strace is not permitted here"

# system_calls NAME PRELOAD COMMAND...: the system calls of the command: files by name, the rest by kind.
system_calls() {
    local name=$1 preload=$2
    shift 2
    run_limited "$name" strace -f ${preload:+-E "LD_PRELOAD=$preload"} -o "$work/$name.trace" "$@"
    sed -E 's/^[0-9]+ +//' "$work/$name.trace" |
        grep -E '^(open|openat|creat|write|mkdir|unlink|rename|socket|connect|clone|clone3|fork|vfork|execve|rt_sigaction|kill|ftruncate)\(' |
        grep -vE '^(execve|write\(1)' | sed -E 's/ = .*//; s/0x[0-9a-f]+/ADDRESS/g' >"$work/$name.calls"
}

cd "$work"
for program in /bin/true "/bin/sh -c :" "$work/linked_only" "env LANG=C ls /"; do
    stem=$(echo "$program" | tr -c 'a-z\n' _)
    system_calls "bare$stem" "" $program
    own_files "under$stem"
    [ -z "$bare_only" ] || continue
    system_calls "under$stem" "$library" $program
    expect_same "bare$stem" "under$stem"
    expect_silence "under$stem"
    expect_no_files "under$stem"
    # The only calls beyond those of the bare run may be the loader's opens of the library and of its dependencies.
    sort -u "bare$stem.calls" >"bare$stem.sorted"
    sort -u "under$stem.calls" | comm -13 "bare$stem.sorted" - |
        grep -vE "^openat\(AT_FDCWD, \"($library|[^\"]*/lib(c|dl|pthread)\.so\.[0-9]*)\"" >"under$stem.more" || true
    [ ! -s "under$stem.more" ] || fail "$program: the library did: $(cat "under$stem.more")"
done
find "$work" -newer "$work/probe" -name '*.shunt' | grep . && fail "a profile was written" || true
