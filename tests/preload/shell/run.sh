#!/usr/bin/env bash
# Each rank is a shell, or env, that starts the program: the library is in the shell too, which never calls MPI.
source "$(dirname "$0")/../common.sh"
compile "$preload_tests/programs/ring.c"
cat >"$work/script" <<'END'
#!/bin/sh
# As batch scripts do: a few small programs, then the real one.
date >/dev/null; ls / | grep -q tmp; here=$(pwd)
"$@"
status=$?
echo "script ends with $status"
exit $status
END
chmod +x "$work/script"

bare bare 2 "$work/script" "$work/ring"
under script 2 "$work/script" "$work/ring"
expect_same bare script
expect_clean script 2
expect_calls script 10 MPI_Alltoall

bare bare_exec 2 sh -c 'exec "$@"' sh "$work/ring" 5
under exec 2 sh -c 'exec "$@"' sh "$work/ring" 5
expect_same bare_exec exec
expect_clean exec 2

under env 2 env SOME=thing "$work/ring" 5
expect_same bare_exec env
expect_clean env 2
expect_calls env 10 MPI_Alltoall
