#include "shim/offload/root_word.hpp"

#include <algorithm>

#include "shim/host/gentle.hpp"
#include "shim/host/own_errors.hpp"
#include "shim/observe/session.hpp"
#include "shim/offload/host_exchange.hpp"

namespace shunt {
namespace {

constexpr std::size_t kPieceBytes = 1024;  // the hosts send this much without waiting for receivers

/// A broadcast of ours over the program's communicator.
bool broadcast(const Session& s, const CommRecord& record, int root, void* data, std::size_t bytes) {
    const int count = static_cast<int>(bytes);
    const auto gently = [&](MPI_Request* request) {
        return host.MPI_Ibcast(data, count, MPI_BYTE, root, record.handle, request);
    };
    const int code = s.waits_gently(&record) ? run_gently(s.patience, gently)
                                             : host.MPI_Bcast(data, count, MPI_BYTE, root, record.handle);
    return code == MPI_SUCCESS;
}

struct Word {
    std::uint64_t is_over = 0;
    std::uint64_t bytes = 0;
};

}  // namespace

RootWord hear_word(const Session& s, const CommRecord& record, int root, bool is_over, std::vector<std::byte>& all) {
    const OwnErrors own_errors(record.handle, s.multithreaded);
    Word word{is_over, all.size()};
    if (!broadcast(s, record, root, &word, sizeof word)) return RootWord::unheard;
    if (!word.is_over) return RootWord::not_yet;
    all.resize(word.bytes);
    for (std::size_t at = 0; at < all.size(); at += kPieceBytes)
        if (!broadcast(s, record, root, all.data() + at, std::min(kPieceBytes, all.size() - at)))
            return RootWord::unheard;
    return RootWord::over;
}

}  // namespace shunt
