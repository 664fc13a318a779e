#!/bin/bash
# knowledge.sh BUILD FLAVOUR: the results of `shunt run --auto` are kept, and the next run of a short program starts with them: its first
# broadcast is already carried by the candidate that the run before found fastest, an engine or an algorithm of the host's. Times that are
# no longer right are noticed, and all candidates are tried anew. A file that other users may write to is not used; a path that cannot be
# written to does no harm. Floating sums have the same bits with and without knowledge, and on a busy machine.
source "$(dirname "$0")/common.sh"
needs_cluster
needs_flavour "$2"
compile_once "$scratch/auto" "mpicc.$flavour" -std=gnu11 -O1 -w "$here/auto.c" || fail "auto.c does not compile"
launches "$flavour"
name=$(own_name k)
up "$name" --hosts 4 --rate 40mbit
cd "$scratch" || exit 1
export UCX_TLS=self,tcp   # MPICH's: not through this machine's memory
export XDG_CACHE_HOME=$scratch/cache
file=$XDG_CACHE_HOME/shunt/knowledge

wait=gentle ranks=4
# may_hang STATUS OUTPUT: the program has by then done all that this test checks.
may_hang() { may_hang_in_finalize "$1" && grep -q '^OK' "$2" && grep -q '^profile ' "$2"; }
# run OUTPUT ARGUMENTS...: all results are right.
run() {
    local output=$1
    shift
    rm -f run.shunt
    limited $((40 + $2 / 3)) "$output" 1 '^OK' env SHUNT_WAIT=$wait "$shunt" run --auto --log info --profile run.shunt -- \
        "$shunt" cluster run --name "$name" -- "${launcher[@]}" -np $ranks ./auto "$@" ||
        may_hang $? "$output" || { tail -30 "$output" >&2; fail "$*"; }
    grep -q '^OK' "$output" || { tail -30 "$output" >&2; fail "$*: wrong"; }
    "$shunt" report run.shunt | tr -s ' \n' ' ' >report   # on one line
}
# calls FUNCTION [engine=NAME]: the number of such calls in the profile.
calls() { "$shunt" export run.shunt --csv csv >/dev/null && /usr/bin/python3 "$here/../preload/profile_query.py" csv calls "$@"; }
reports() { grep -Eq -- "$1" report || { cat report "$file" | cut -c1-3000 >&2; fail "the report does not say: $1"; }; }
known='^bcast 256K ranks 4 nodes 4 -> '

run first broadcasts 80 262144
[ "$(calls MPI_Bcast engine=host)" -gt 0 ] || reports 'about what the ports need \([0-9]+ us\): the host was not tried'
grep -Eq "$known(multicast|pipeline) [0-9.]+us.* on 20" "$file" || { cat report "$file" >&2; fail "what the first run found out is not kept"; }
[ "$(stat -c %a "$file")" = 600 ] && [ "$(stat -c %a "$XDG_CACHE_HOME/shunt")" = 700 ] || fail "others may read or write $file"
# The file has no time of the host if the host was not tried: this line adds a slow one.
grep -Eq "$known.*host " "$file" || sed -i -E "s/($known.*) on 20/\1, host 990000us on 20/" "$file"
winner=$(sed -nE "s/$known([a-z]+) .*/\1/p" "$file")

# With so few calls and no knowledge, the host would carry all of them.
run second broadcasts 16 262144
[ "$(calls MPI_Bcast engine="$winner")" = 64 ] || { cat report >&2; fail "the second run did not start where the first ended"; }
reports "auto remembers $winner [0-9.]+ x faster than the host .*; it held at call"
grep -Eq "^  auto +gained about|remembered\)" second && tr -s ' \n' ' ' <second | grep -q ' x, remembered)' ||
    { cat second >&2; fail "the summary does not say that it was remembered"; }
grep -q 'auto starts with the results of earlier runs for 1 kinds of calls' second || fail "nobody says that there was something"
"$shunt" doctor | grep -Fq "knowledge of auto: $file, 1 kinds of calls, in 1 setting" || { "$shunt" doctor >&2; fail "the doctor does not see it"; }

cp "$file" right
sed -E 's/([0-9]+)us/\10us/g' right >"$file"   # ten times as long
run third broadcasts 60 262144
reports "auto measure(s anew: it remembers|d .* remembered did not hold)"
grep -q 'calls for which auto remembers .* take .* now' third || { cat third >&2; fail "nobody says that other times were remembered"; }
[ "$(calls MPI_Bcast engine=host)" -gt 0 ] || fail "the host was not tried again"
! grep -q "$(grep -E "$known" right | sed -E 's/([0-9]+)us/\10us/g')" "$file" || { cat "$file" >&2; fail "wrong times were kept"; }

case $flavour in openmpi) algorithm=pipeline/8K us=70000 ;; mpich) algorithm=binomial us=110000 ;; esac
wait=host   # who waits gently has no algorithms of the host's; another setting, so what is right is not known in it
rm "$file"
run other_setting broadcasts 60 262144
# The setting's heading stays; the run may have ended before the trial did (`unfinished`).
sed -i -E "s|^bcast 256K .*|bcast 256K ranks 4 nodes 4 -> host:$algorithm ${us}us, host 220000us on 2026-11-25|" "$file"
run fourth broadcasts 16 262144
reports "(auto remembers|anew: it remembers [0-9.e+]+ us for) the host's $algorithm"
wait=gentle

# The program runs as usual, whatever is wrong with the file.
cp right "$file"
echo 'bcast 256K ranks 4 nodes 4 -> pipeline soon' >>"$file"
run fifth broadcasts 4 262144
grep -q "auto's knowledge in $file: line [0-9]* is left out, " fifth || { cat fifth >&2; fail "a wrong line is not named"; }
reports 'auto remembers'   # by the other lines
chmod g+w "$file"
run sixth broadcasts 4 262144
grep -q "auto's knowledge in $file is not used: it may be written to by others" sixth || fail "a file that others may write to was used"
! grep -q 'auto remembers' report || fail "a file that others may write to was used"
rm -r "$XDG_CACHE_HOME" && touch "$XDG_CACHE_HOME"   # so the folder cannot be made
run seventh broadcasts 60 262144
grep -q "the results of auto are not kept: $file cannot be written" seventh || { cat seventh >&2; fail "nobody says that nothing is kept"; }
rm "$XDG_CACHE_HOME"
SHUNT_AUTO_KNOWLEDGE=off run eighth broadcasts 60 262144
[ ! -e "$file" ] || fail "off is not off"

for kind in sums sums_on_dup; do
    rm -rf "$XDG_CACHE_HOME"
    run unknowing $kind 60
    [ -s "$file" ] || fail "nothing was found out: equal bits prove nothing"
    busy=()   # a machine that also runs other programs
    for ((i = 0; i < 2; ++i)); do
        timeout 60 bash -c 'while :; do for ((k = 0; k < 200000; ++k)); do :; done; sleep 0.0$((RANDOM % 90 + 10)); done' &
        busy+=($!)
    done
    run knowing $kind 60
    kill "${busy[@]}" 2>/dev/null
    wait "${busy[@]}" 2>/dev/null
    grep -q 'auto starts with' knowing || fail "nothing was known: equal bits prove nothing"
    [ "$(grep -c ^digest knowing)" = 4 ] && diff <(grep ^digest unknowing) <(grep ^digest knowing) || fail "$kind: other bits with knowledge"
    [ "$(calls MPI_Reduce engine=pipeline)" -gt 0 ] || fail "no sum was carried: equal bits prove nothing"
done
