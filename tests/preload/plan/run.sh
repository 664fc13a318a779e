#!/usr/bin/env bash
# A profile becomes a plan, and the plan decides in the next run: the results are the same, and the record names the plan's line. Ranks with
# different plans, and programs for which the plan was not made, run as without it.
source "$(dirname "$0")/../common.sh"
gives_way=yes
compile "$here/steps.c"
compile "$preload_tests/programs/ring.c"
ranks=3
bare bare $ranks "$work/steps"
expect_status bare 0
bare ring $ranks "$work/ring" 3
[ -z "$bare_only" ] || exit 0
export SHUNT_WAIT=host

# analyze NAME WORDS...: its output is in NAME.out, its status in $status.
analyze() {
    local name=$1
    shift
    status=0
    "$shunt" analyze "$@" >"$work/$name.out" 2>"$work/$name.err" || status=$?
}
# On a machine that is faster than any real one, each engine that carries such calls is expected to win.
printf 'ranks-per-node 64\nmessage 1ns\nlocal rate 900GB/s latency 1ns\ncombine 900GB/s\ncopy 900GB/s\n' >"$work/fast.net"

under before $ranks "$work/steps"
expect_same bare before
expect_clean before $ranks
analyze write "$work/before.shunt" --machine "$work/fast.net" -o "$work/app.plan"
[ $status = 0 ] || fail "shunt analyze: status $status"
plan=$(cat "$work/app.plan")
grep -qE '^allreduce 256K\.\..* ranks 3 nodes 1 comm world -> pipeline \| expect .* instead .*; saves' "$work/app.plan" ||
    fail "no Allreduce in the plan: $plan"
grep -q '^bcast 256K' "$work/app.plan" || fail "no Bcast in the plan: $plan"
grep -q '^program steps$' "$work/app.plan" || fail "no program in the plan: $plan"
line=$(grep -nE '^allreduce 256K' "$work/app.plan" | cut -d: -f1)

# The plan is in force: the engine carries whole numbers, and its promise is watched. Floating-point numbers are carried as without a plan.
export SHUNT_PLAN=$work/app.plan
under planned $ranks "$work/steps"
expect_same bare planned
expect_clean planned $ranks
[ "$(query planned calls MPI_Allreduce engine=pipeline)" -gt 0 ] || fail "the plan's engine has carried nothing"
[ "$(query planned calls MPI_Bcast engine=pipeline)" -gt 0 ] || fail "the plan's engine has carried no broadcast"
expect_calls planned $((80 * ranks)) MPI_Allreduce bytes=8 engine=host
"$shunt" report --engines "$work/planned.shunt" >"$work/report.out" 2>"$work/report.err"
grep -q "(plan line $line)" "$work/report.out" || fail "the report does not name line $line: $(cat "$work/report.out")"
"$shunt" diff "$work/before.shunt" "$work/planned.shunt" >"$work/diff.out"
grep -qE "^ *$line +allreduce" "$work/diff.out" || fail "no promise in: $(cat "$work/diff.out")"

# A line whose promise cannot be kept is measured, and the faster candidate carries the calls. The results stay the same.
sed -E 's/expect [0-9]+[nu]s/expect 1ns/' "$work/app.plan" >"$work/bold.plan"
SHUNT_PLAN=$work/bold.plan under bold $ranks "$work/steps"
expect_same bare bold
expect_clean bold $ranks

# By the phases of the profile: a line selects calls by ordinals, which are equal on all ranks.
{ grep -E '^(plan|program|ranks)' "$work/app.plan"; echo '[phase 1]'; echo 'allreduce 256K comm world -> pipeline choose=always | calls 1..20'; } \
    >"$work/part.plan"
SHUNT_PLAN=$work/part.plan under part $ranks "$work/steps"
expect_same bare part
expect_clean part $ranks
expect_calls part $((10 * ranks)) MPI_Allreduce bytes=262144 engine=pipeline

# Without times and without choose=always, such a line is measured beside the host, which may take many calls on a busy machine. The results
# stay the same.
bare long $ranks "$work/steps" 400
sed 's/ choose=always//; s/ | calls.*//' "$work/part.plan" >"$work/measured.plan"
SHUNT_PLAN=$work/measured.plan under measured $ranks "$work/steps" 400
expect_same long measured
expect_clean measured $ranks
"$shunt" report --auto "$work/measured.shunt" >"$work/measured.out" 2>&1
grep -q "the host" "$work/measured.out" || fail "the line was not measured: $(cat "$work/measured.out")"

# A plan from a run with another MPI, or on other nodes: its times are not used, and one line says so.
for other in 'mpi Some MPI 1.0' 'nodes 7'; do
    { grep -vE '^(mpi|nodes) ' "$work/app.plan" | sed "s/^ranks .*/&\n$other/"; } >"$work/elsewhere.plan"
    SHUNT_PLAN=$work/elsewhere.plan under elsewhere $ranks "$work/steps"
    expect_same bare elsewhere
    expect_warnings elsewhere 1 "its times are not used"
done

# A plan that sets how ranks wait leaves floating-point sums to the host's blocking calls.
{ grep -E '^(plan|program|ranks)' "$work/app.plan"; echo 'set wait = gentle'; } >"$work/gentle.plan"
SHUNT_WAIT='' SHUNT_PLAN=$work/gentle.plan under gentle $ranks "$work/steps"
expect_same bare gentle
expect_clean gentle $ranks
"$shunt" report --used-options "$work/gentle.shunt" >"$work/gentle.out" 2>&1
grep -q "wait.reductions = host.*gentle.plan:" "$work/gentle.out" || fail "sums do not stay with the host: $(cat "$work/gentle.out")"

# Lengths that do not occur in the profile are left to auto.
{ grep -E '^(plan|program|ranks)' "$work/app.plan"; echo '[other lengths]'; echo 'bcast comm world -> auto'; } >"$work/open.plan"
SHUNT_PLAN=$work/open.plan under open $ranks "$work/steps"
expect_same bare open
expect_clean open $ranks
"$shunt" report --engines "$work/open.shunt" >"$work/open.out" 2>&1
grep -qE "auto.*\(plan line 5\)|auto.*plan line 5" "$work/open.out" || fail "auto has not decided by the plan: $(cat "$work/open.out")"

# One rank has another plan, or an unreadable one: no rank uses a plan, one line.
mixed() {
    own_files "$1"
    launch "$1" -np 2 env "LD_PRELOAD=$library" "SHUNT_PLAN=$work/part.plan" "$work/steps" : \
        -np 1 env "LD_PRELOAD=$library" "SHUNT_PLAN=$2" "$work/steps"
    expect_same bare "$1"
    expect_calls "$1" 0 MPI_Allreduce engine=pipeline
}
if starts_two_programs; then
    sed 's/1\.\.20/1..40/' "$work/part.plan" >"$work/other.plan"
    mixed other "$work/other.plan"
    expect_warnings other 1 "rank 2 has other settings"
    mixed unread "$work/no.plan"
    expect_warnings unread 2 "no.plan: the plan cannot be read"
fi

# A plan for another program, or for another number of ranks, is not used; one line tells it.
SHUNT_PLAN=$work/part.plan under foreign $ranks "$work/ring" 3
expect_same ring foreign
expect_warnings foreign 1 "is for the program steps, not for ring"
SHUNT_PLAN=$work/part.plan under more 2 "$work/steps"
expect_status more 0
expect_warnings more 1 "is for 3 ranks, not for 2"
"$shunt" run --plan "$work/part.plan" -- "mpirun.$host" -np 3 "$work/ring" 3 >"$work/refused.out" 2>"$work/refused.err" &&
    fail "shunt run has started another program"
grep -q "is for the program steps, not for ring" "$work/refused.err" || fail "shunt run does not say why"
unset SHUNT_PLAN

# Profiles that do not fit together, and a profile that gives no plan.
under ringed $ranks "$work/ring" 3
analyze two "$work/before.shunt" "$work/ringed.shunt"
[ $status = 1 ] && grep -q "a plan is for one program" "$work/two.err" || fail "profiles of two programs: status $status"
under small 2 "$work/steps"
analyze sizes "$work/before.shunt" "$work/small.shunt"
[ $status = 1 ] && grep -q -- "--ranks N" "$work/sizes.err" || fail "profiles of two sizes: status $status"
analyze larger "$work/before.shunt" --machine "$work/fast.net" --ranks 8 -o "$work/larger.plan"
grep -q '^ranks 8$' "$work/larger.plan" || fail "no plan for 8 ranks"
analyze none "$work/before.shunt" --least 100
grep -q "There is nothing to win" "$work/none.out" || fail "not told that there is nothing to win"
"$shunt" report "$work/before.shunt" --html "$work/report.html" >/dev/null
