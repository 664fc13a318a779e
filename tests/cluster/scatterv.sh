#!/bin/bash
# scatterv.sh BUILD FLAVOUR: MPI_Scatterv by multicast, in the communicator's group, in groups made for each call and in groups opened by
# the program, gives the host's results. Hosts without data do not receive the data of others.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
gives_way=yes
for program in scatterv scatterv_wrong; do
    compile_once "$scratch/$program" "mpicc.$flavour" -std=c99 -Wall -Wextra -I"$here/../.." "$here/$program.c" || fail "$program.c does not compile"
done
name=$(own_name v)
up "$name" --hosts 6 --rate 100mbit
cd "$scratch" || exit 1
profile=$scratch/run.shunt

# run RULES PROGRAM ARGUMENTS...: on six hosts; under Shunt unless RULES is "-". The profile is $profile.
run() {
    local rules=$1
    shift
    local line=("$shunt" cluster run --name "$name" -- "mpirun.$flavour" -np 6 "$@")
    [ "$rules" = - ] || line=(env SHUNT_RULES="$rules" "$shunt" run --profile "$profile" -- "${line[@]}")
    rm -f "$profile"
    expect 0 "${line[@]}"
}

# counted COUNTER: its sum over all ranks.
counted() {
    rm -rf "$scratch/tables"
    "$shunt" export "$profile" --csv "$scratch/tables" >/dev/null || fail "no profile"
    awk -F, -v name="$1" '$2 == name { sum += $3 } END { print sum + 0 }' "$scratch/tables/counters.csv"
}
carried() { [ "$(counted multicast.operations)" -ge 600 ] || fail "multicast has not carried $*"; }

received() { "$shunt" cluster run --name "$name" --on "$1" -- cat /sys/class/net/eth0/statistics/rx_bytes; }

run - ./scatterv plain
grep -o '6 ranks have .*' output >expected || fail "the program said nothing"
same() { grep -o '6 ranks have .*' output | cmp -s - expected || { cat output expected; fail "$* gives something else"; }; }
run - ./scatterv opened; same "the header without Shunt"
run "scatterv -> host" ./scatterv opened; same "groups that nothing carries"
run "scatterv -> multicast groups=static" ./scatterv plain; same static; carried static
[ "$(counted multicast.groups-made)" = 0 ] || fail "groups were made with groups=static"
run "scatterv -> multicast groups=dynamic" ./scatterv plain; same dynamic; carried dynamic
[ "$(counted multicast.groups-made)" -ge 100 ] || fail "no groups were made with groups=dynamic"
run "scatterv -> multicast" ./scatterv opened; same "opened, few bytes left to the host"
few=$(counted multicast.operations)
export SHUNT_MULTICAST_OPENED_LEAST=0
run "scatterv -> multicast" ./scatterv opened; same opened; carried opened
[ "$(counted multicast.groups-made)" -ge 24 ] || fail "no groups were opened"
[ "$few" -gt 0 ] && [ "$few" -lt "$(counted multicast.operations)" ] || fail "multicast has carried $few operations where few bytes are left to the host"
export SHUNT_MULTICAST_GROUPS=2   # fewer than are opened: the opened groups use them in turn
run "scatterv -> multicast" ./scatterv opened; same "opened, two at a time"; carried "opened, two at a time"
run "scatterv -> multicast groups=dynamic" ./scatterv plain; same "dynamic, two at a time"
unset SHUNT_MULTICAST_GROUPS SHUNT_MULTICAST_OPENED_LEAST

# 3 MB are sent to hosts 2 and 3. Host 6 receives them if they use the communicator's group; with any other group it receives little more
# than the program's start.
for way in "static bulk" "dynamic bulk" "auto bulk" "auto bulk-opened"; do
    before=$(received 6)
    run "scatterv -> multicast groups=${way% *}" ./scatterv "${way#* }"
    got=$(($(received 6) - before))
    echo "groups=$way: host 6 has received $got bytes"
    if [ "$way" = "static bulk" ]; then [ $got -gt 2500000 ] || fail "the check cannot fail: host 6 gets nothing either way"
    else [ $got -lt 1500000 ] || fail "host 6 gets data that is not for it"; fi
done

run "scatterv -> multicast" ./scatterv_wrong
says "^changed: success arg arg success arg success"
says "^again: success success success success success success"
says "^short: success success success success truncate success"
exit 0
