# shellcheck shell=bash
# Sourced by the multicast tests after common.sh. Runs of $program are made in $name, under the rule that carries all by multicast.
multicast_rule='* -> multicast choose=always'
query=$here/../preload/profile_query.py

# compile_multicast: makes $program from multicast.c.
compile_multicast() {
    program=$scratch/multicast
    compile_once "$program" "mpicc.$flavour" -std=gnu11 -O1 -pthread -w "$here/multicast.c" || fail "multicast.c does not compile"
}

# carried RANKS COMMAND...: one run, which must exit with 0. Its profile is $scratch/profile, its output $scratch/output.
# It may take $run_limit seconds (default 40); $settings are more options of shunt run.
settings=()
carried() {
    local status=0 began=$SECONDS
    start_carried "$@"
    wait $run || status=$?
    [ $status -eq 0 ] || { tail -40 "$scratch/output" >&2; fail "${*:2} ended with $status"; }
    [ "$(grep -c '^OK [0-9]' "$scratch/output")" = 1 ] || { cat "$scratch/output" >&2; fail "${*:2}: its line OK is missing"; }
    export_profile
    echo "${*:2}: $((SECONDS - began)) s"
}

# start_carried RANKS COMMAND...: the same in the background, as process $run.
start_carried() {
    rm -rf "$scratch/profile" "$scratch/csv"
    SHUNT_WAIT=gentle timeout --kill-after=5 "${run_limit:-40}" "$shunt" run --profile "$scratch/profile" --rules "$multicast_rule" "${settings[@]}" -- \
        "$shunt" cluster run --name "$name" -- "mpirun.$flavour" -np "$1" "${@:2}" >"$scratch/output" 2>&1 </dev/null &
    run=$!
}

# lengths CASE...: broadcasts in which ranks pass different lengths (lengths.c), in one run. They end as on the bare host, and later calls
# work, all by multicast. All cases have the same number of ranks.
lengths() {
    local each status=0 commas=${1//[^,]/}
    local ranks=$((${#commas} + 1)) as_bare='(fits: class 0|too short: class 1[45]|too long: class (0|15))'
    [ -x "$scratch/lengths" ] || compile_once "$scratch/lengths" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/../preload/lengths/lengths.c" ||
        fail "lengths.c does not compile"
    run_limit=$((40 + 10 * $#)) start_carried $ranks "$scratch/lengths" "$@"
    wait $run || status=$?
    for each; do
        ! grep -E "^$each: .*(wrong|beyond|not all)" "$scratch/output" >&2 || fail "lengths $each: the communicator is harmed"
        [ "$(grep -Ec "^$each: rank [0-9]*, $as_bare$" "$scratch/output")" = $((2 * ranks)) ] || { tail -n 100 "$scratch/output" >&2; fail "lengths $each"; }
    done
    [ $status = 0 ] || { tail -n 30 "$scratch/output" >&2; fail "lengths $*: ended with $status"; }
    warned 0 .
    export_profile
    # Each case broadcasts 86 times. If one case were left to the host, these would be too few.
    [ "$(calls MPI_Bcast engine=multicast)" -ge $((80 * ranks * $#)) ] || fail "lengths $*: multicast carried too few broadcasts"
    echo "lengths $*"
}

# export_profile: $scratch/csv from $scratch/profile.
export_profile() { "$shunt" export "$scratch/profile" --csv "$scratch/csv" >/dev/null || fail "the profile cannot be exported"; }

# calls NAMES CONDITIONS...: the number of such calls in the profile.
calls() { /usr/bin/python3 "$query" "$scratch/csv" calls "$@"; }

# expect_carried NAMES: multicast carried all calls of these functions, and there were some.
expect_carried() {
    local all by_multicast
    all=$(calls "$1") by_multicast=$(calls "$1" engine=multicast)
    [ "$all" -gt 0 ] && [ "$all" = "$by_multicast" ] || { tail -20 "$scratch/output" >&2; fail "multicast carried $by_multicast of $all calls of $1"; }
}

# counted NAME: the sum of a counter over all ranks.
counted() { awk -F, -v name="$1" '$2 == name { sum += $3 } END { print sum + 0 }' "$scratch/csv/counters.csv"; }

# warned COUNT PATTERN: that many lines of warnings, all of which match PATTERN.
warned() {
    local lines
    lines=$(grep -E '^shunt\[[0-9]+\]: ' "$scratch/output" | grep -Ec -- "$2")
    [ "$lines" = "$1" ] || { cat "$scratch/output" >&2; fail "$lines warnings, not $1, say: $2"; }
}

# Classifiers of eth0's ingress. With tc's `da` the returned value is the action: 2 drops, -1 (4294967295) is "not matched".
# They match IPv4 datagrams to 239.0.0.0/8, all of UDP, and one UDP datagram in ten.
drop_multicast='6,40 0 0 12,21 0 3 2048,48 0 0 30,21 0 1 239,6 0 0 2,6 0 0 4294967295'
drop_udp='6,40 0 0 12,21 0 3 2048,48 0 0 23,21 0 1 17,6 0 0 2,6 0 0 4294967295'
lose_udp='8,40 0 0 12,21 0 5 2048,48 0 0 23,21 0 3 17,32 0 0 4294963256,53 1 0 429496729,6 0 0 2,6 0 0 4294967295'

# filter HOST PROGRAM: from now on the host's ingress drops the packets that PROGRAM matches.
filter() {
    ip netns exec "shunt-$name-$1" tc qdisc add dev eth0 clsact 2>/dev/null
    ip netns exec "shunt-$name-$1" tc filter add dev eth0 ingress protocol all pref 1 bpf da bytecode "$2" || fail "cannot filter at host $1"
}
no_filter() { ip netns exec "shunt-$name-$1" tc filter del dev eth0 ingress pref 1 || fail "cannot end the filter of host $1"; }
