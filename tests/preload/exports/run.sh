#!/usr/bin/env bash
# The symbols that the three libraries export, and the libraries that they need.
source "$(dirname "$0")/../common.sh"
[ -z "$bare_only" ] || exit 0
backend=$build/lib/libshunt-$host.so

exported() { nm -D --defined-only "$1" | awk '{print $3}' | sed 's/@.*//' | sort -u; }
needed() { readelf -d "$1" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p'; }

exported "$library" | grep -vE '^(P?MPI_|P?MPIX_|shunt_)[A-Za-z0-9_]+$|^PMIx_Commit$' && fail "libshunt.so exports these" || true
exported "$backend" | grep -vE '^shunt_[a-z0-9_]+$' && fail "${backend##*/} exports these" || true
for name in MPI_Send PMPI_Send MPI_Alltoallv PMPI_Alltoallv MPI_Pcontrol MPI_Send_c PMPI_Session_init PMPIX_Bcast_init \
            PMIx_Commit shunt_Scatterv_open_group shunt_Scatterv_data_movement shunt_Scatterv_close_group; do
    exported "$library" | grep -x "$name" >/dev/null || fail "libshunt.so does not export $name"
done

needed "$library" | grep -vE '^(libc|libdl|libpthread)\.so|^ld-linux' && fail "libshunt.so needs these" || true
# Open MPI's handles are addresses in its libraries, which are loaded before the backend; the backend may load no other library.
needed "$backend" | grep -vxE "$([ "$host" = openmpi ] && echo 'lib(open_)?mpi\.so\.40' || echo -)" | grep -E 'mpi|boost|sqlite|stdc' && fail "${backend##*/} needs these" || true

# Every name that the host exports is there: the trampolines are complete.
case $host in openmpi) mpi=libmpi.so.40 ;; mpich) mpi=libmpich.so.12 ;; esac
mpi=$(gcc -print-file-name=$mpi)
[ -e "$mpi" ] || mpi=$(ldconfig -p | sed -nE "s/.*$(basename "$mpi").* => //p" | head -1)
exported "$mpi" | grep -E '^P?MPIX?_[A-Z]' | grep -vE '_(f08|f)$|^P?MPI_(DUP|NULL)_[A-Z_]*$|^MPIX?_[A-Z_0-9]+$|^MPI_UNWEIGHTED|^MPI_WEIGHTS' |
    comm -23 - <(exported "$library") >"$work/lacking"
[ ! -s "$work/lacking" ] || fail "names of ${mpi##*/} that libshunt.so lacks: $(tr '\n' ' ' <"$work/lacking")"

# No work at load time: no constructor but the compiler's own.
size=$(readelf -SW "$library" | awk '$2 == ".init_array" || $3 == ".init_array" {for (i = 1; i < NF; ++i) if ($i ~ /INIT_ARRAY/) print $(i + 3)}')
[ $((16#${size:-0})) -le 8 ] || fail "libshunt.so has constructors (init_array of 0x$size bytes)"
