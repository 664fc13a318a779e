#!/usr/bin/env bash
# Boots the guest and runs MPI programs in it: run.sh BUILD [CASE ...]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
for each in lib/libshunt.so lib/libshunt-openmpi.so bin/shunt tests/verbs/steady.openmpi; do
    [ -e "$1/$each" ] || { echo "SKIPPED: $each is not built"; exit 77; }
done
"$here/../guest/run" --timeout 1500 -- "$here/cases.sh" "$@"
