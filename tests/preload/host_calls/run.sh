#!/usr/bin/env bash
# A rank that has exchanged carried messages only, in whatever form, looks seldom at the host while it waits for another one: the host has no work.
source "$(dirname "$0")/../common.sh"
compile "$here/count.c" -shared -fPIC
compile "$here/exchange.c" -ldl
rank_wrapper=(env "LD_PRELOAD=$work/count")
bare bare 2 "$work/exchange"
expect_line bare '^the host is left alone$'
rank_wrapper=()
[ -z "$bare_only" ] || exit 0
SHUNT_WAIT=host SHUNT_RULES='p2p -> remote_write' preload="$library:$work/count" under carried 2 "$work/exchange"
expect_same bare carried
expect_clean carried 2
