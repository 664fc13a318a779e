#!/usr/bin/env bash
# Open MPI's own monitoring component as a witness: its matrix of point-to-point messages and bytes equals that of the profile.
source "$(dirname "$0")/../common.sh"
only_host openmpi "MPICH has no monitoring component"
compile "$here/traffic.c"
# The witness watches a bare run: the program always sends the same messages, and Shunt's merge at the end is point-to-point traffic too.
launcher_options=(--mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3
                  --mca pml_monitoring_filename "$work/monitored")
bare bare 4 "$work/traffic"
needs_bare bare "this Open MPI ends at once with its own monitoring"
# Lines of a rank's file: "E  FROM  TO  BYTES bytes  MESSAGES msgs sent ...". E stands for messages of the program itself.
ls "$work"/monitored.*.prof >/dev/null 2>&1 || skip "this Open MPI has no pml monitoring"
cat "$work"/monitored.*.prof | awk '$1 == "E" {print $2, $3, $4, $6}' | sort >"$work/witness"
[ "$(wc -l <"$work/witness")" = 12 ] || fail "the witness saw $(cat "$work/witness")"

launcher_options=()
under run 4 "$work/traffic"
expect_same bare run
expect_clean run 4
[ -z "$bare_only" ] || exit 0
query run matrix | sort >"$work/ours"
diff "$work/witness" "$work/ours" >&2 || fail "monitoring (<) and the profile (>) differ: from, to, bytes, messages"
