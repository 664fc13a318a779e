#!/usr/bin/env bash
# Loops are found in the calls of a program: the number of iterations, their time, and the calls inside; also in the record of a run that
# was killed.
source "$(dirname "$0")/../common.sh"
compile "$here/steps.c"
bare bare 2 "$work/steps"
expect_status bare 0

# lines RUN: the report's section on loops.
lines() { "$shunt" report "$work/$1.shunt" --loops >"$work/$1.report" || fail "no report of $1"; }
# says RUN PATTERN: the report of `lines RUN` contains PATTERN.
says() { grep -Eq -- "$2" "$work/$1.report" || { cat "$work/$1.report" >&2; fail "$1: the report does not say $2"; }; }

for rules in '' '* -> pipeline choose=always' '* -> auto'; do
    SHUNT_RULES=$rules under under 2 "$work/steps"
    expect_same bare under
    [ -z "$bare_only" ] || exit 0
    expect_clean under 2
    lines under
    says under '^A +10 '                             # ten steps and an output
    says under '^ A\.1 +100 +10 .* 3[0-9][0-9] ms '  # the step that slept is the longest
    says under '^  A\.1\.1 +595 +3 to 9 '
    says under '^B +50 +[0-9.]+ ms '
    says under '^A: A\.1, MPI_Barrier$'
    says under '^A\.1: A\.1\.1, MPI_Bcast 40 B$'
    says under '^A\.1\.1: MPI_Iallreduce 4 B, MPI_Allreduce 800 B$'
    says under '^B: MPI_Exscan 4 B, MPI_Scan 4 B$'
    "$shunt" export "$work/under.shunt" --csv "$work/csv" >/dev/null
    [ "$(grep -c '^0,[0-9]*,[0-9]*,595,3,9,' "$work/csv/loops.csv")" = 1 ] || { cat "$work/csv/loops.csv" >&2; fail "not in the export"; }
    rm -r "$work/csv"
done

# Loops as phases: the calls of each loop are rows of their own, and no call is lost.
SHUNT_RECORD_PHASES=loops under phases 2 "$work/steps"
expect_same bare phases
expect_clean phases 2
expect_calls phases 100 MPI_Exscan
expect_calls phases 1190 MPI_Allreduce
lines phases
"$shunt" report "$work/phases.shunt" --phases >"$work/phases.report"
says phases '^[0-9]+ \(loop A(\.1)?\) +1 '
says phases '^[0-9]+ \(loop B\) +1 '
label=$(sed -nE 's/^([0-9]+) \(loop B\).*/\1/p' "$work/phases.report")
for function in MPI_Exscan MPI_Scan; do
    # All iterations but the first ones, which are needed to recognise the loop.
    [ "$(query phases calls "$function" "phase=$label")" -ge 80 ] || fail "too few calls of $function lie in its loop's phase"
done

# A rank is killed in its 61st step. The other ranks' spools have their calls up to then.
under killed 2 "$work/steps" die
"$shunt" recover "$work/killed.spool" -o "$work/killed.shunt" >/dev/null 2>&1 || fail "nothing was recovered"
lines killed
says killed '^ *A(\.1)? +(60|61) '
says killed '^ *A(\.1)+ +[23][0-9][0-9] '
