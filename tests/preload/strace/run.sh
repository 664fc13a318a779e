#!/usr/bin/env bash
# The whole run under strace -f, which stops every process and thread at each system call.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
need strace
strace -o "$work/try" true 2>/dev/null || skip "strace may not trace here (ptrace)"
bare bare 2 "$work/beside"
expect_status bare 0
[ -z "$bare_only" ] || exit 0
launcher_prefix=(strace -f -qq -e trace=openat,memfd_create,process_vm_readv,process_vm_writev,futex -o "$work/launched.trace")
recorded_and_carried launched
grep -q 'shunt-node' "$work/launched.trace" || fail "strace saw no shared memory of Shunt's: $(tail -n 3 "$work/launched.trace")"
launcher_prefix=()
rank_wrapper=(strace -f -qq -e trace=openat,memfd_create,process_vm_readv,process_vm_writev,futex -o "$work/rank.trace")
recorded_and_carried rank
