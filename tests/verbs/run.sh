#!/usr/bin/env bash
# Runs a test program in the guest: run.sh PROGRAM [ARGUMENT...]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ -x "$1" ] || { echo "SKIPPED: ${1##*/} is not built (target verbs_tests)"; exit 77; }
"$here/guest/run" --timeout 850 -- "$@" --durations yes
