#include "native/memory/verbs/open.hpp"

#include <catch2/catch.hpp>
#include <cstring>

#include "native/select/vocabulary.hpp"

using namespace shunt;
using namespace shunt::memory;

namespace {

/// A group of one member, which gets back everything that it exchanges.
Setup alone() {
    Setup setup;
    setup.window_bytes = 4096;
    setup.all_gather = [](const void* mine, std::size_t bytes, void* all) {
        std::memcpy(all, mine, bytes);
        return Status::ok;
    };
    return setup;
}

}  // namespace

TEST_CASE("RDMA is declined without the library or a device, with a remedy", "[verbs]") {
    verbs::Settings settings;
    settings.options = default_engine_options().get<verbs::VerbsOptions>();
    std::unique_ptr<RemoteMemory> memory;
    settings.library = "libibverbs-that-is-not-there.so";
    const Outcome no_library = open_verbs(alone(), settings, memory);
    CHECK(no_library.status == Status::declined);
    CHECK(no_library.reason.find(has_verbs() ? "libibverbs1" : "libibverbs-dev") != std::string::npos);
    settings.library = "libibverbs.so.1";
    settings.options.device = "no_such_device";
    const Outcome no_device = open_verbs(alone(), settings, memory);
    CHECK(no_device.status == Status::declined);
    CHECK_FALSE(no_device.reason.empty());
    CHECK(memory == nullptr);
}

TEST_CASE("a library that is not libibverbs is declined with the name of a missing function", "[verbs]") {
    if (!has_verbs()) return;
    verbs::Settings settings;
    settings.options = default_engine_options().get<verbs::VerbsOptions>();
    settings.library = "libc.so.6";
    std::unique_ptr<RemoteMemory> memory;
    const Outcome outcome = open_verbs(alone(), settings, memory);
    CHECK(outcome.status == Status::declined);
    CHECK(outcome.reason.find("libc.so.6 has no ibv_get_device_list") != std::string::npos);
}
