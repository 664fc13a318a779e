#!/usr/bin/env bash
# Python: the interpreter is not linked to MPI; its module loads one RTLD_LOCAL. Open MPI by Debian's mpi4py. MPICH, to which Debian's
# mpi4py is not linked, by a module of our own.
source "$(dirname "$0")/../common.sh"
python=/usr/bin/python3
[ -x "$python" ] || skip "no $python"

if [ "$host" = mpich ]; then
    compile "$here/module.c" -shared -fPIC
    bare bare 2 "$python" "$here/with_module.py" "$work/module"
    expect_status bare 0
    for rules in '' 'p2p -> remote_write'; do
        name=under${rules:+_carried}
        SHUNT_RULES=$rules under $name 2 "$python" "$here/with_module.py" "$work/module"
        expect_same bare $name
        expect_clean $name 2
        expect_counts $name <<END
6 MPI_Allreduce
2 MPI_Sendrecv
END
    done
    exit 0
fi

"$python" -c 'import mpi4py' 2>/dev/null || skip "python3-mpi4py is not installed"
for threads in 1 0; do
    bare "bare$threads" 2 "$python" "$here/numbers.py" "$threads"
    expect_status "bare$threads" 0
    for rules in '' 'p2p -> remote_write'; do
        name=under$threads${rules:+_carried}
        SHUNT_RULES=$rules under $name 2 "$python" "$here/numbers.py" "$threads"
        expect_same "bare$threads" $name
        expect_clean $name 2
        # With MPI 4 the module calls the large-count forms.
        expect_counts $name <<END
6 MPI_Allreduce,MPI_Allreduce_c
2 MPI_Sendrecv,MPI_Sendrecv_c
2 MPI_Bcast,MPI_Bcast_c
1 MPI_Send,MPI_Send_c
1 MPI_Recv,MPI_Mrecv,MPI_Recv_c,MPI_Mrecv_c
END
    done
done
