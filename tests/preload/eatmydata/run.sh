#!/usr/bin/env bash
# eatmydata beside the library, before and after it: fsync does nothing, and the profile is complete all the same.
source "$(dirname "$0")/../common.sh"
source "$(dirname "$0")/../beside.sh"
eatmydata=$(installed_library libeatmydata.so.1) || eatmydata=$(installed_library libeatmydata.so) || skip "libeatmydata.so is not installed"
beside_library "$eatmydata"
