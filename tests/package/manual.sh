#!/usr/bin/env bash
# Manual pages and completion agree with --help: manual.sh BUILD_DIR
# Every command has a page; every option of its --help is in the page and is offered by the completion. mandoc and man find no fault in the
# pages. Rules, values and files are completed in an interactive shell (typing.py).
set -euo pipefail
build=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
pages=$build/manual
shunt=$build/bin/shunt
work=$(mktemp -d "${TMPDIR:-/tmp}/shunt-manual.XXXXXX")
trap 'rm -rf "$work"' EXIT
failures=0
complain() { echo "FAILED: $*" >&2; failures=$((failures + 1)); }

# page NAME.SECTION: its text, with the characters that roff writes in another form.
page() { zcat "$pages/man${1##*.}/$1.gz" | sed 's/\\-/-/g; s/\\f[BIR]//g; s/\\(aq/'"'"'/g'; }

# options_of COMMAND...: the options that --help shows, one a line.
options_of() { "$shunt" "$@" --help | sed -nE '/^OPTIONS/,/^EXIT STATUS/s/^  (-. \[ )?(--[a-z0-9.-]+).*/\2/p'; }

# commands_of COMMAND...: its subcommands, from --help: for shunt itself from the list of commands, else from the synopsis.
commands_of() {
    if [ $# = 0 ]; then "$shunt" --help | sed -nE '/^COMMANDS/,/^EXAMPLE/s/^    ([a-z]+) .*/\1/p'
    else "$shunt" "$@" --help | sed -nE "/^SYNOPSIS/,/^DESCRIPTION/s/^ +shunt $* ([a-z]+) .*/\1/p"; fi
}

# offered WORD...: the words that the completion offers for the last of these words.
offered() {
    (
        source "$pages/completion"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _shunt
        printf '%s\n' "${COMPREPLY[@]}"
    )
}
expect_offered() {
    local wanted=$1 all
    shift
    all=$(offered "$@")
    grep -qxF -- "$wanted" <<<"$all" || complain "the completion of '$*' does not offer $wanted: ${all//$'\n'/ }"
}

check_command() {
    local name=shunt$(printf -- '-%s' "$@") option subcommand
    [ $# != 0 ] || name=shunt
    [ -s "$pages/man1/$name.1.gz" ] || { complain "no page $name(1)"; return; }
    page "$name.1" >"$work/$name"
    for option in $(options_of "$@"); do
        grep -qE -- "(^|, )$option( |\$)" "$work/$name" || complain "$name(1) does not have $option"
        expect_offered "$option" shunt "$@" "$option"
    done
    for subcommand in $(commands_of "$@"); do
        grep -qxF -- "$subcommand" "$work/$name" || complain "$name(1) does not list $subcommand"
        expect_offered "$subcommand" shunt "$@" ''
        check_command "$@" "$subcommand"
        checked=$((${checked:-0} + 1))
    done
}
check_command
[ "${checked:-0}" -ge 18 ] || complain "only ${checked:-0} commands were found in --help"
[ "$(find "$pages/man1" -name '*.gz' | wc -l)" = $((checked + 1)) ] || complain "there are pages of commands that --help does not have"

# The formats: every option of the table, and every operation and engine that rules may name.
page shunt.conf.5 >"$work/page"
for key in $("$shunt" options | sed -nE 's/^([a-z][a-z0-9.-]*) = .*/\1/p'); do
    grep -qxF -- "$key" "$work/page" || complain "shunt.conf(5) does not have $key"
    expect_offered "--$key" shunt run "--$key"
    expect_offered "$key=" shunt run --set "$key"
done
page shunt-rules.5 >"$work/page"
grep -q 'does not come with Shunt' "$work/page" && complain "shunt-rules(5) has an engine without a word about it"
source "$pages/completion"
read -ra words <<<"$_shunt_operations $_shunt_engines"
for word in "${words[@]}"; do
    [ "$word" = '*' ] || grep -qxF -- "$word" "$work/page" || complain "shunt-rules(5) does not have $word"
done

# Values that the completion offers.
expect_offered gentle shunt run --wait g
expect_offered gentle shunt run --wait = g
expect_offered 'alltoall' shunt run --rules "'allto"
expect_offered 'bcast 64K.. -> pipeline' shunt run --rules "'bcast 64K.. -> pip"
expect_offered 'bcast,reduce_scatter' shunt run --rules "'bcast,reduce_s"
expect_offered '* -> host; alltoall -> phased schedule=' shunt run --rules "'* -> host; alltoall -> phased sch"
expect_offered 'alltoall ranks' shunt run --rules "'alltoall ra"

for program in man mandoc python3; do
    command -v "$program" >/dev/null || missing="${missing:-}${missing:+, }$program"
done
if command -v mandoc >/dev/null; then
    for file in "$pages"/man?/*.gz; do
        zcat "$file" | mandoc -T lint -W warning >"$work/lint" || complain "${file##*/}: $(cat "$work/lint")"
    done
fi
if command -v man >/dev/null; then
    for file in "$pages"/man?/*.gz; do
        MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings=all -E UTF-8 -l "$file" >"$work/shown" 2>"$work/said" || complain "man cannot show $file"
        [ ! -s "$work/said" ] || complain "${file##*/}: $(cat "$work/said")"
        [ -s "$work/shown" ] || complain "${file##*/} is empty"
    done
fi
if command -v python3 >/dev/null; then
    (cd "$work" && touch app.shunt app.html && python3 "$here/typing.py" "$pages/completion") || complain "typing.py"
fi
[ "$failures" = 0 ] || exit 1
[ -z "${missing:-}" ] || { echo "SKIPPED: not installed: $missing; what needs none of these has passed"; exit 77; }
