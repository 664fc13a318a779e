#!/usr/bin/env bash
# Rules name algorithms of the host's own. Each that the host offers gives right results, also where ranks describe the data by different
# types. The algorithm really takes effect. A choice made by the user or by the program is kept.
source "$(dirname "$0")/../common.sh"
gives_way=yes
limit=100
export SHUNT_WAIT=host
for source in every types tool settings; do compile "$here/$source.c"; done

# The algorithm names of each operation, found without Shunt: Open MPI's by its own tool, MPICH 4.0's from its manual.
case $host in
    openmpi)
        need ompi_info
        ompi_info --all --parsable | sed -nE 's/.*:coll_tuned_([a-z_]+)_algorithm:enumerator:value:[1-9][0-9]*:(.*)/\1 \2/p' |
            grep -vE '^allgatherv |two_proc|^alltoall modified_bruck|^allgather (sparbit|direct-messaging)' >"$work/words"
        ranks=4 long_segment=segment=4K one=pipeline two=binomial ;;
    mpich)
        [[ $(host_version) == 4.0.* ]] || skip "the words below are those of MPICH 4.0"
        sed 's/ /\n/2g' >"$work/listed" <<END
barrier nb smp dissemination
bcast binomial nb smp scatter_recursive_doubling_allgather scatter_ring_allgather
gather binomial nb
gatherv linear nb
scatter binomial nb
scatterv linear nb
allgather brucks nb recursive_doubling ring
allgatherv brucks nb recursive_doubling ring
alltoall brucks nb pairwise pairwise_sendrecv_replace scattered
alltoallv nb pairwise_sendrecv_replace scattered
alltoallw nb pairwise_sendrecv_replace scattered
reduce binomial nb smp reduce_scatter_gather
allreduce nb smp recursive_doubling reduce_scatter_allgather
reduce_scatter nb recursive_doubling recursive_halving
reduce_scatter_block recursive_doubling pairwise recursive_halving nb
scan nb smp recursive_doubling
exscan nb recursive_doubling
END
        awk 'NF == 2 {operation = $1; print; next} {print operation, $1}' "$work/listed" >"$work/words"
        ranks=2 long_segment= one=scatter_ring_allgather two=binomial ;;
esac
[ "$(wc -l <"$work/words")" -ge 30 ] || fail "the host names too few algorithms: $(cat "$work/words")"

# rules_of_all [SEGMENT]: duplicate N of the world gets the N-th algorithm of each operation.
rules_of_all() {
    awk -v segment="$1" '{
        split("bcast reduce allreduce reduce_scatter", have, " ")
        with = ""
        for (i in have) if (have[i] == $1 && segment != "") with = " " segment
        printf "%s comm world/dup#%d -> host algorithm=%s%s;", $1, count[$1]++, $2, with }' "$work/words"
}
dups=$(awk '{if (++count[$1] > most) most = count[$1]} END {print most}' "$work/words")

# tells NAME PATTERN: the profile has calls whose reason matches PATTERN.
tells() {
    [ -n "$bare_only" ] && return
    [ "$work/$1.tables/calls.csv" -nt "$work/$1.shunt" ] || query "$1" images >/dev/null
    grep -qE -- "$2" "$work/$1.tables/calls.csv" || fail "$1: no call of which the profile says '$2'"
}
says_nothing_of() {
    [ -n "$bare_only" ] && return
    query "$1" images >/dev/null
    ! grep -qE -- "$2" "$work/$1.tables/calls.csv" || fail "$1: the profile says '$2'"
}

# All algorithms; the host carries calls as usual where its algorithm is not set up yet.
bare bare "$ranks" "$work/every" 1
expect_status bare 0
for segment in "" $long_segment; do
    SHUNT_RULES=$(rules_of_all "$segment") under every "$ranks" "$work/every" "$dups" ${segment:+3 5000}
    expect_clean every "$ranks"
    expect_same bare every
    rule=0
    while read -r operation name; do
        tells every ",$((rule += 1)),\"?the host's algorithm $name(, segment 4K)?\"?[[:space:]]*\$"
    done <"$work/words"
done
if [ "$host" = openmpi ]; then  # not a power of two
    SHUNT_RULES=$(rules_of_all "") under odd 3 "$work/every" "$dups" 1 1000
    expect_clean odd 3
    expect_status odd 0
    tells odd "host's algorithm"
fi

# Types that differ between ranks.
for operation in bcast gather alltoall; do
    SHUNT_RULES=$(rules_of_all "$long_segment") under types "$ranks" "$work/types" $operation "$dups" 4 400 20000
    expect_status types 0
    expect_clean types "$ranks"
    tells types "host's algorithm"
done

# The program uses MPI_T itself, and in one case chooses an algorithm.
for way in before inside choose; do
    bare tool 2 "$work/tool" $way
    expect_status tool 0
    SHUNT_RULES="bcast -> host algorithm=$two" under own_tool 2 "$work/tool" $way
    expect_same tool own_tool
    expect_images own_tool 2
done

# Choices that are refused, and the reasons.
chosen="bcast -> host algorithm=$one; allreduce -> host algorithm=recursive_doubling; * -> host"
bare settings 2 "$work/settings"
SHUNT_RULES=$chosen under chosen 2 "$work/settings"
expect_same settings chosen  # also for the environment
expect_clean chosen 2
tells chosen "MPI_Bcast.*host's algorithm $one"
tells chosen "MPI_Ibcast.*only blocking calls"
SHUNT_RULES=$chosen under threads 2 "$work/settings" multiple
expect_status threads 0
expect_warnings threads 1 "MPI_THREAD_MULTIPLE"
says_nothing_of threads "host's algorithm $one"
SHUNT_RULES='bcast -> host algorithm=pipelined; allreduce -> host algorithm=recursive_doubling' under unknown 2 "$work/settings"
expect_same settings unknown
expect_warnings unknown 1 "no algorithm pipelined for bcast, but .*$one"
tells unknown "MPI_Allreduce.*host's algorithm recursive_doubling"
SHUNT_WAIT=gentle SHUNT_RULES=$chosen under gentle 2 "$work/settings"
expect_same settings gentle
tells gentle "MPI_Bcast.*gentle waiting"
case $host in
    openmpi)
        OMPI_MCA_coll_tuned_bcast_algorithm=6 SHUNT_RULES=$chosen under own 2 "$work/settings"
        expect_warnings own 1 "OMPI_MCA_coll_tuned_bcast_algorithm is set" ;;
    mpich)
        MPIR_CVAR_BCAST_INTRA_ALGORITHM=nb SHUNT_RULES=$chosen under own 2 "$work/settings"
        expect_warnings own 1 "MPIR_CVAR_BCAST_INTRA_ALGORITHM is set"
        tells own "MPI_Allreduce.*host's algorithm recursive_doubling"
        # A call for which the chosen algorithm is not suited would fail.
        MPIR_CVAR_COLLECTIVE_FALLBACK=error SHUNT_RULES=$chosen under strict 2 "$work/settings"
        expect_warnings strict 1 "MPIR_CVAR_COLLECTIVE_FALLBACK is set"
        expect_status strict 0
        says_nothing_of strict "host's algorithm" ;;
esac
expect_status own 0
says_nothing_of own "host's algorithm $one"

# One rank's host has another setting: no algorithm is chosen on any rank.
case $host in
    openmpi) other="env OMPI_MCA_coll_base_verbose=0" ;;
    mpich) other="env MPIR_CVAR_SCAN_INTRA_ALGORITHM=nb" ;;
esac
if starts_two_programs; then
    own_files differ
    export SHUNT_RULES=$chosen
    launch differ -np 1 $(preload_option) "$work/settings" : -np 1 $(preload_option) $other "$work/settings"
    unset SHUNT_RULES
    expect_status differ 0
    expect_warnings differ 1 "host of rank 1 lets other algorithms be chosen"
    says_nothing_of differ "host's algorithm $one"
fi

[ "$host" = openmpi ] || exit 0
# Only one rank makes a communicator in the background, which would also keep the algorithm.
SHUNT_RULES=$chosen under behind 2 "$work/settings" behind
expect_same settings behind
says_nothing_of behind "host's algorithm $one"
# Open MPI's monitoring counts the messages within collectives. Dynamic rules without content do not change them.
messages() {  # NAME: from, to, bytes, messages
    cat "$work/$1".*.prof | awk '$1 == "I" {print $2, $3, $4, $6}' | sort
}
watched() {  # NAME; the launcher's options follow
    launcher_options=(--mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 --mca pml_monitoring_filename "$work/$1")
}
watched fixed
bare fixed 4 "$work/every" 1
ls "$work"/fixed.*.prof >/dev/null 2>&1 || exit 0
watched dynamic
OMPI_MCA_coll_tuned_use_dynamic_rules=1 bare dynamic 4 "$work/every" 1
diff <(messages fixed) <(messages dynamic) >&2 || fail "dynamic rules alone change what is sent"
[ -z "$bare_only" ] || exit 0
# ... and a named algorithm takes effect: 20 broadcasts of 80000 B, in pieces of 1 KB and whole.
for choice in "pipeline segment=1K" basic_linear; do
    watched "${choice%% *}"
    SHUNT_RULES="bcast -> host algorithm=$choice" under acts 2 "$work/settings"
    expect_status acts 0
done
pieces=$(messages pipeline | awk '{count += $4} END {print count}') whole=$(messages basic_linear | awk '{count += $4} END {print count}')
[ $((pieces - whole)) -ge 1400 ] || fail "the pipeline sent $pieces messages, basic_linear $whole"
