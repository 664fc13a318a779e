#!/usr/bin/env bash
# A rank that waits gently for a long message copies it in its own calls. Sleeps of 100 ms between the pieces would turn a second into a
# minute.
source "$(dirname "$0")/../common.sh"
limit=120
compile "$here/long_message.c"
bare bare 2 "$work/long_message"
expect_line bare '^in time$'
SHUNT_WAIT=gentle SHUNT_WAIT_SLEEP_MAX=100ms under gently 2 "$work/long_message"
[ -n "$bare_only" ] || expect_same bare gently
