#!/usr/bin/env bash
# MPI called from the initialisers of C++ statics, before main and perhaps before the library's own initialisation.
source "$(dirname "$0")/../common.sh"
compile "$here/statics.cpp"
bare bare 2 "$work/statics"
expect_status bare 0
under under 2 "$work/statics"
expect_same bare under
expect_clean under 2
expect_calls under 2 MPI_Barrier
