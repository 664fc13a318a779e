#!/usr/bin/env bash
# Programs as users start them under Slurm: batch scripts that set only LD_PRELOAD, job arrays, several steps at once, `shunt run` in a
# script and in salloc. Each step has a profile of its own with all its ranks, whose name contains job, task and step. The records of a step
# that scancel has killed are recovered.
source "$(dirname "$0")/common.sh"
[ -z "$bare_only" ] || skip "these are profiles only"
compile "$preload_tests/programs/ring.c"
start_slurm
mkdir "$work/jobs"
cd "$work/jobs"
export SHUNT_SPOOL=$work/spools

# batch NAME OPTIONS...: runs the script on standard input to its end and sets $job to its number.
batch() {
    local name=$1
    { echo '#!/bin/bash'; cat; } >"$name.sh"
    job=$(timeout 60 sbatch --parsable --wait --output="$work/$name.%a.out" --error="$work/$name.%a.err" "${@:2}" "$name.sh") ||
        fail "$name: sbatch ended with $?"
}

# expect_profiles RANKS NAME...: exactly these profiles exist, each with RANKS ranks.
expect_profiles() {
    local ranks=$1 name
    shift
    for name in "$@"; do
        [ -s "$name" ] || fail "no $name but $(ls)"
        mv "$name" "$work/one.shunt"
        rm -rf "$work/one.tables"
        expect_images one "$ranks"
        expect_calls one $((5 * ranks)) MPI_Alltoall
    done
    ! ls ./*.shunt 2>/dev/null || fail "more profiles than $*"
    [ -z "$(ls "$SHUNT_SPOOL" 2>/dev/null)" ] || fail "records are left: $(ls "$SHUNT_SPOOL")"
}

# The lines of the README.
batch steps -n 2 <<END
export LD_PRELOAD=$library
srun $work/ring
srun $work/ring
END
expect_profiles 2 ring.job$job.step0.shunt ring.job$job.step1.shunt

batch array -n 2 --array=1,3 <<END
export LD_PRELOAD=$library
srun $work/ring
END
expect_profiles 2 ring.job${job}_1.step0.shunt ring.job${job}_3.step0.shunt

# Concurrent steps: plain ones, a `shunt run` with one step each, and a `shunt run` with several steps, whose profile name an earlier run
# has used.
echo old >all.shunt
batch at_once -n 8 --overcommit <<END
export SLURM_OVERLAP=1
for i in 1 2 3; do
    LD_PRELOAD=$library srun -n 2 $work/ring &
    $shunt run --no-summary -- srun -n 2 $work/ring &
done
$shunt run --no-summary --profile all.shunt -- sh -c 'for i in 1 2 3; do srun -n 2 $work/ring & done; wait' &
wait
END
expect_profiles 2 $(ls | grep -E "^ring\.job$job\.step[0-9]+\.shunt$" | head -n 3) ring.job$job{,.2,.3}.shunt all{,.2,.3}.shunt

timeout 60 salloc --quiet -n 2 "$shunt" run --no-summary -- srun "$work/ring" >salloc.out 2>&1 || fail "salloc: $(cat salloc.out)"
name=$(ls ./*.shunt)
[[ $name =~ ^\./ring\.job[0-9]+\.shunt$ ]] || fail "salloc: not one profile of a job but $name"
expect_profiles 2 "$name"

# A step is killed while its ranks run.
compile "$here/endless.c"
cat >killed.sh <<END
#!/bin/bash
export LD_PRELOAD=$library
srun $work/endless $work/jobs/ready
END
job=$(sbatch --parsable -n 2 killed.sh)
start=$SECONDS
until [ -e ready ]; do
    [ $((SECONDS - start)) -lt 60 ] || fail "the endless job does not begin"
    sleep 0.1
done
scancel "$job.0"
until [ -z "$(squeue -h -j "$job" 2>/dev/null)" ]; do
    [ $((SECONDS - start)) -lt 60 ] || fail "the job does not end after scancel"
    sleep 0.1
done
"$shunt" recover "$SHUNT_SPOOL" -o "$work/killed.shunt" >"$work/killed.out" 2>&1 || fail "recover: $(cat "$work/killed.out")"
grep -q "endless" "$work/killed.out" || fail "recover does not say what it has found: $(cat "$work/killed.out")"
expect_images killed 2
expect_calls killed 2000 MPI_Allreduce function=MPI_Allreduce bytes=4
