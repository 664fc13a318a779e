#pragma once
// PMIx_Commit stands in front of libpmix's. Open MPI 5 calls it in MPI_Init, right before the fence that exchanges what
// each process has put: the one moment at which a token of ours can be put there. (Open MPI 5 fails in MPI_Init where
// PMIx has been initialised before, so it cannot be put earlier.)

extern "C" {

/// Called once, by the next PMIx_Commit, before it does its work, in the thread that calls it; null: nobody.
/// Owner: who has set it clears it.   Thread: any; set and cleared atomically.
__attribute__((visibility("default"))) extern void (*shunt_before_pmix_commit)();

/// Libpmix's own. In every other respect as if it were not here.
__attribute__((visibility("default"))) int PMIx_Commit();
}
