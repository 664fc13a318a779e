#!/bin/bash
# Scripts that are wrong in every way, files that differ between ranks, and programs that were not checked. The program's results are right,
# one warning reports the fault and its position, and the report has the reason.
# usage: wrong_scripts.sh HOST PROGRAM SHUNT      Environment: as run_mpi.sh. Exit: 0, 1; 77 skipped.
set -u
host=$1 program=$2 shunt=$3
library=${TEST_LIBRARY:?}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0
launch=("${TEST_LAUNCHER:-mpirun.$host}")
if [ "$host" = openmpi ]; then
    launch+=(--oversubscribe --mca mpi_yield_when_idle 1)
    [ "$(id -u)" = 0 ] && launch+=(--allow-run-as-root)
fi
set_for() { [ "$host" = openmpi ] && printf '%s\n' -x "$1" || printf '%s\n' -genv "${1%%=*}" "${1#*=}"; }

# run NAME RULES [VARIABLE=VALUE ...] [-- COMMAND ...]: runs the program on two ranks; its results must be right.
run() {
    local name=$1 settings=("LD_PRELOAD=$library" "SHUNT_RULES=$2" "SHUNT_PROFILE=$folder/$1.shunt" "SHUNT_WAIT=host") all=()
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do settings+=("$1"); shift; done
    [ $# -gt 0 ] && shift
    for setting in "${settings[@]}"; do mapfile -t -O "${#all[@]}" all < <(set_for "$setting"); done
    timeout --kill-after=5 60 "${launch[@]}" "${all[@]}" -np 2 "$@" "$program" 1 </dev/null >"$name.out" 2>"$name.err"
    local status=$?
    if [ $status -ne 0 ] || ! grep -q '^OK ' "$name.out"; then
        echo "$name: the program has failed ($status)"; cat "$name.err"; failed=1
    fi
}
# warned NAME PATTERN: there was exactly one warning of scripts, and it contains PATTERN.
warned() {
    if [ "$(grep -c 'shunt.*script: ' "$1.err")" -ne 1 ] || ! grep -q "$2" "$1.err"; then
        echo "$1: not one warning with '$2':"; cat "$1.err"; failed=1
    fi
}
# told NAME PATTERN: the report has a reason with PATTERN.
told() {
    if ! "$shunt" report "$1.shunt" 2>&1 | grep -q "$2"; then
        echo "$1: the report does not say '$2':"; "$shunt" report "$1.shunt" | sed -n '/Carriers of collectives/,$p'; failed=1
    fi
}
wrong() {  # NAME PATTERN, the script on standard input
    cat >"$1.lua"
    run "$1" "allreduce -> script file=$1.lua"
    warned "$1" "$2"
}

wrong syntax 'syntax.lua:2: ' <<'END'
creator("allreduce", function(call)
  return return
end)
END
wrong type 'type.lua:1: ' <<'END'
creator("allreduce", function(call) return 17 end)
END
wrong range 'range.lua:3: ' <<'END'
creator("allreduce", function(call)
  return function(me)
    me:copy(me.input, me.output:slice(1, call.count))
  end
end)
END
wrong deadlock 'deadlock.lua:4: .*it waits forever' <<'END'
creator("allreduce", function(call)
  return function(me)
    local other = me:scratch(call.count)
    me:receive(1 - me.rank, other)
    me:send(1 - me.rank, me.input)
    me:copy(me.input, me.output)
    me:combine(other, me.output)
  end
end)
END
wrong result 'must be element 0 of ranks 0-1 at the end' <<'END'
creator("allreduce", function(call)
  return function(me)
    local other = me:scratch(call.count)
    me:exchange(1 - me.rank, me.input, 1 - me.rank, other)
    me:copy(other, me.output)
  end
end)
END
wrong endless 'endless.lua:2: the script takes too long' <<'END'
creator("allreduce", function(call)
  return function(me) while true do end end
end)
END
wrong steps 'steps.lua:2: more than' <<'END'
creator("allreduce", function(call)
  return function(me) for i = 1, 1000000 do me:copy(me.input, me.output) end end
end)
END
run missing 'allreduce -> script file=missing.lua'
warned missing 'missing.lua: No such file or directory'
run none 'allreduce -> script'
warned none 'no script is named'
told endless 'endless.lua:'

# A file of the same name in each rank's own folder.
cat >right.lua <<'END'
creator("allreduce", function(call)
  return function(me)
    local other = me:scratch(call.count)
    me:exchange(1 - me.rank, me.input, 1 - me.rank, other)
    me:copy(me.input, me.output)
    if me.rank == 0 then me:combine(other, me.output) else me:combine_left(other, me.output) end
  end
end)
END
mkdir -p 0 1
cp right.lua 0/own.lua
{ cat right.lua; echo '-- another'; } >1/own.lua
cat >own.sh <<'END'
#!/bin/sh
cd "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" && exec "$@"
END
chmod +x own.sh
run differ 'allreduce -> script file=own.lua' -- "$folder/own.sh"
warned differ 'own.lua on rank 1 differs from that on rank 0'

# The places of the ranks and the measured figures of the links are the same on both ranks.
cat >measured.lua <<'END'
topology.measure()
creator("allreduce", function(call)
  assert(topology.latency(0, 1) > 0 and topology.latency(0, 1) < 1 and topology.rate(1, 0) > 1000)
  assert(topology.switch_of(1) == "here")
  return function(me)
    local other = me:scratch(call.count + topology.latency(0, 1) * 1e9 // 1 % 1000)
    other = other:slice(0, call.count)
    me:exchange(1 - me.rank, me.input, 1 - me.rank, other)
    me:copy(me.input, me.output)
    if me.rank == 0 then me:combine(other, me.output) else me:combine_left(other, me.output) end
  end
end)
END
run measured 'allreduce -> script file=measured.lua' 'SHUNT_SCRIPT_SWITCHES=there=x.* here=*'
told measured 'by measured.lua:2'

run right 'allreduce -> script file=right.lua'
told right 'by right.lua:1'
told right 'MPI_Iallreduce .* script '
told right 'Allreduce_init .* script '
# The script runs once for each length, however many calls there are: on both ranks less often than it carries calls.
"$shunt" export right.shunt --csv right.csv >/dev/null
counted() { awk -F, -v name="$1" '$2 == name { sum += $3 } END { print sum + 0 }' right.csv/counters.csv; }
runs=$(counted script.runs) programs=$(counted script.programs) operations=$(counted script.operations)
if [ "$runs" -eq 0 ] || [ "$runs" -gt "$programs" ] || [ "$operations" -le "$((2 * runs))" ]; then
    echo "right: the script ran $runs times for $programs programs and $operations calls"; failed=1
fi
run unchecked 'allreduce -> script file=right.lua' SHUNT_SCRIPT_CHECK=off
told unchecked 'by right.lua:1, not checked'
if "$shunt" run --rules 'allreduce -> script file=missing.lua' -- true 2>refused.err; then
    echo "shunt run starts although a script is missing"; failed=1
fi
grep -q 'missing.lua: No such file or directory' refused.err || { echo "shunt run does not say why"; cat refused.err; failed=1; }
exit $failed
