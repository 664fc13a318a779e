# shellcheck shell=bash disable=SC2154
# Sourced by run: fetches a kernel and a static busybox, unpacks them once, and keeps them in $cache. Sets kernel, release, busybox.
# $cache/PACKAGE_VERSION/{vmlinux, lib/modules/RELEASE, release}; $cache/current names the one in use.

# Parts of Debian's kernel package that no run needs.
unwanted="sound drivers/gpu drivers/media drivers/staging drivers/net/wireless drivers/net/ethernet drivers/usb drivers/scsi
          drivers/iio drivers/hwmon"

# fetch PACKAGE: into $scratch; apt-get requests only that package from the network.
fetch() {
    command -v apt-get >/dev/null || skip "no RDMA guest: no apt-get to fetch $1 with"
    (cd "$scratch" && timeout 300 apt-get -qq download "$1") >"$scratch/apt" 2>&1 ||
        skip "no RDMA guest: apt-get download $1 failed ($(tail -n 1 "$scratch/apt")); apt-get update as root may help"
}

find_busybox() {   # a static program names no dynamic loader
    for busybox in "$(command -v busybox || true)" "$cache/busybox"; do
        [ -z "$busybox" ] || [ ! -x "$busybox" ] || grep -aq '/ld-linux-x86-64' "$busybox" || return 0
    done
    fetch busybox-static
    dpkg-deb -x "$scratch"/busybox-static_*.deb "$scratch/busybox-static"
    cp "$(find "$scratch/busybox-static" -type f -name busybox -perm -u+x | head -n 1)" "$cache/busybox"
    busybox=$cache/busybox
}

# unpack_vmlinux VMLINUZ INTO: the kernel as an ELF file, which QEMU starts without unpacking; an emulated processor takes seconds to unpack
# it. The setup header gives its offset (Documentation/arch/x86/boot.rst: payload_offset, payload_length).
unpack_vmlinux() {
    local setup at length unpack
    setup=$(od -An -tu1 -j 497 -N 1 "$1")
    read -r at length < <(od -An -tu4 -j 584 -N 8 "$1")
    at=$(((setup + 1) * 512 + at))
    case $(od -An -tx1 -j $at -N 4 "$1" | tr -d ' \n') in
        fd377a58) unpack="xz -dc --single-stream" ;;
        28b52ffd) unpack="zstd -qdc" ;;
        1f8b*) unpack="gzip -dc" ;;
        *) return 1 ;;
    esac
    # The last 4 bytes are the size of the unpacked data and not part of the stream.
    dd if="$1" bs=1M iflag=skip_bytes,count_bytes skip=$at count=$((length - 4)) status=none | $unpack >"$2" 2>/dev/null || return 1
    [ "$(stat -c %s "$2")" = "$(od -An -tu4 -j $((at + length - 4)) -N 4 "$1" | tr -d ' ')" ]
}

unpack_package() {
    local deb=$1 name into=$scratch/kernel found folder
    local skipped=()
    # shellcheck disable=SC2016   # dpkg's own variables
    name=$(dpkg-deb -W --showformat='${Package}_${Version}' "$deb") || die "$deb is no Debian package"
    name=${name//[^A-Za-z0-9._+~-]/-}
    if [ ! -s "$cache/$name/release" ]; then
        say "unpacking $name"
        for folder in $unwanted; do skipped+=(--exclude="./lib/modules/*/kernel/$folder" --exclude="./usr/lib/modules/*/kernel/$folder"); done
        mkdir "$into"
        dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$into" --no-same-owner --wildcards "${skipped[@]}" || die "cannot unpack $deb"
        [ -d "$into/lib" ] || mv "$into/usr/lib" "$into/lib"
        found=$(ls "$into/lib/modules")
        [ -n "$(find "$into/lib/modules" -name 'rdma_rxe.ko*')" ] || die "$name has no rdma_rxe; take a kernel that is not for clouds"
        unpack_vmlinux "$into/boot/vmlinuz-$found" "$into/vmlinux" || mv "$into/boot/vmlinuz-$found" "$into/vmlinux"
        depmod -b "$into" "$found"
        rm -rf "${into:?}/boot" "${into:?}/usr"
        echo "$found" >"$into/release"
        mv "$into" "$cache/$name"
    fi
    echo "$name" >"$cache/current"
}

prepare_kernel() {
    local package
    find_busybox
    if [ -n "${SHUNT_GUEST_KERNEL:-}" ]; then
        unpack_package "$SHUNT_GUEST_KERNEL"
    elif [ ! -s "$cache/$(cat "$cache/current" 2>/dev/null || echo none)/release" ]; then
        # linux-image-amd64 contains no kernel but depends on the newest one.
        package=$(apt-cache depends linux-image-amd64 2>/dev/null |
                  awk '$1 == "Depends:" && $2 ~ /^linux-image-[0-9].*-amd64$/ {print $2; exit}') || true
        [ -n "$package" ] || skip "no RDMA guest: apt knows no linux-image-amd64; apt-get update as root may help"
        say "fetching $package (about 70 MB, once)"
        fetch "$package"
        unpack_package "$(find "$scratch" -maxdepth 1 -name "${package}_*.deb")"
    fi
}

mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ] || skip "no RDMA guest: no place for its kernel in $cache; set SHUNT_GUEST_CACHE"
exec 9>"$cache/lock"
flock 9
prepare_kernel
flock -u 9
exec 9>&-
kernel=$cache/$(cat "$cache/current")
release=$(cat "$kernel/release")
