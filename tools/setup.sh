# shellcheck shell=bash
# Sourced by quickstart and test: steps that show their progress, and the installation of packages (tools/packages).
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$(mktemp -d "${TMPDIR:-/tmp}/shunt-logs.XXXXXX")
running=                    # the process of the current step
meanwhile=                  # the group of the processes that run beside the steps
beside=                     # the group of the tests that run beside the steps
# A failure in a trap would be the script's exit status, so a process that has ended already does not count as one.
end_step() {
    [ -z "$running" ] || kill "$running" 2>/dev/null || true
    [ -z "$meanwhile" ] || kill -- "-$meanwhile" 2>/dev/null || true
    [ -z "$beside" ] || kill -- "-$beside" 2>/dev/null || true
    rm -rf "$logs"
}
trap end_step EXIT
trap 'exit 130' INT TERM

fail() { echo "${0##*/}: $*" >&2; exit 1; }
tell() { [ ! -t 1 ] || printf '\r\033[K'; printf '%s\n' "$*"; }

# show_progress TITLE SECONDS LOG: on a terminal one line that is rewritten, elsewhere one plain line.
show_progress() {
    local last
    last=$(tail -n 1 "$3" | tr -d '\r' | cut -c1-$((${COLUMNS:-80} > ${#1} + 30 ? ${COLUMNS:-80} - ${#1} - 14 : 16)))
    if [ -t 1 ]; then
        printf '\r\033[K%s ... %d s  %s' "$1" "$2" "$last"
    else
        echo "$1 ... $2 s  $last"
    fi
}

# step TITLE COMMAND...: runs COMMAND without output; if it fails, shows its output, and fails too.
step() {
    local title=$1 log=$logs/log.$BASHPID start=$SECONDS next=2 pause=30 status=0
    shift
    [ ! -t 1 ] || pause=1
    "$@" >"$log" 2>&1 </dev/null &
    running=$!
    while kill -0 "$running" 2>/dev/null; do
        sleep 0.2
        [ $((SECONDS - start)) -ge $next ] || continue
        next=$((SECONDS - start + pause))
        show_progress "$title" $((SECONDS - start)) "$log"
    done
    wait "$running" || status=$?
    running=
    if [ $status -ne 0 ]; then
        tell "$title: FAILED"
        tail -n "${failure_lines:-40}" "$log" >&2
        return $status
    fi
    tell "$title: done in $((SECONDS - start)) s"
}

packages_of() { awk -v groups=" $* " '/^[a-z]/ && index(groups, " " $1 " ") {print $2}' "$root/tools/packages"; }

missing_packages() {
    local package
    for package in $(packages_of "$@"); do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
}

apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 "$@"; }

# install_packages GROUP...: installs the missing packages of these groups, with apt-get only.
install_packages() {
    local missing as_root=
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || fail "this needs Debian 12 (dpkg and apt-get)"
    missing=$(missing_packages "$@" | tr '\n' ' ')
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" != 0 ]; then
        as_root=sudo
        sudo -n true 2>/dev/null || { [ -t 0 ] && command -v sudo >/dev/null && sudo -v; } ||
            fail "these packages are missing and only root can install them: $missing
Run it as root or with sudo once, or: apt-get install $missing"
    fi
    tell "Debian packages to install: $missing"
    step "Reading the lists of packages" apt update -q ||
        fail "apt-get update failed, see above: is there a network, and are the sources in /etc/apt right?"
    step "Installing packages" apt install -y -q --no-install-recommends $missing ||
        fail "apt-get could not install these, see above: $missing"
}

# configure_release OPTION...: configures build/, new or existing; an existing folder keeps its generator.
configure_release() {
    local generator=()
    [ -e "$root/build/CMakeCache.txt" ] || generator=(-G Ninja)
    step "Configuring build/" cmake -S "$root" -B "$root/build" "${generator[@]}" -DCMAKE_BUILD_TYPE=Release "$@"
}

# build_targets FOLDER [TARGET...]: builds with all cores; every target when none is named.
build_targets() {
    local folder=$1
    shift
    step "Building ${folder##*/}/" cmake --build "$folder" --parallel "$(nproc)" ${1:+--target "$@"}
}
