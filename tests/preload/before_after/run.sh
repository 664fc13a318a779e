#!/usr/bin/env bash
# The calls that MPI allows before MPI_Init and after MPI_Finalize, and a program that makes only those.
source "$(dirname "$0")/../common.sh"
compile "$here/allowed.c"
bare bare 2 "$work/allowed"
expect_status bare 0
under under 2 "$work/allowed"
expect_same bare under
expect_clean under 2

bare bare_never 1 "$work/allowed" never
expect_status bare_never 0
under never 1 "$work/allowed" never
expect_same bare_never never
expect_silence never
expect_no_files never
