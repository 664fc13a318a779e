#!/usr/bin/env bash
# jemalloc beside the library, before and after it.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
jemalloc=$(installed_library libjemalloc.so.2) || skip "libjemalloc.so.2 (libjemalloc2) is not installed"
beside_library "$jemalloc"
