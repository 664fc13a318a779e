#pragma once
// PMIx_Commit here precedes libpmix's in symbol lookup. Open MPI 5 calls it in MPI_Init, right before the fence that
// exchanges the keys of each process: only then can a token of ours be put. (Open MPI 5 fails in MPI_Init if PMIx has
// been initialised before, so the token cannot be put earlier.)

extern "C" {

/// Called once, by the next PMIx_Commit, before it does its work, in the thread that calls it; null: not called.
/// Owner: the code that has set it clears it.   Thread: any; set and cleared atomically.
__attribute__((visibility("default"))) extern void (*shunt_before_pmix_commit)();

/// Calls libpmix's own. In every other respect as if this function did not exist.
__attribute__((visibility("default"))) int PMIx_Commit();
}
