#include "shim/offload/messages/attached_buffer.hpp"

#include <catch2/catch.hpp>

using shunt::AttachedBuffer;

TEST_CASE("an attached buffer has room for its length, which ended sends give back", "[shim][attached_buffer]") {
    AttachedBuffer buffer;
    CHECK_FALSE(buffer.take(1));
    buffer.attach(100);
    CHECK(buffer.take(60));
    CHECK_FALSE(buffer.take(60));
    buffer.give_back(60);
    CHECK(buffer.take(100));
    buffer.attach(0);
    CHECK_FALSE(buffer.take(1));
}

TEST_CASE("an automatic buffer has room for any send, until it is detached", "[shim][attached_buffer]") {
    AttachedBuffer buffer;
    buffer.attach_automatic();
    for (int i = 0; i < 1000; ++i) CHECK(buffer.take(std::uint64_t{1} << 40));
    buffer.attach(0);
    CHECK_FALSE(buffer.take(1));
}

TEST_CASE("once a communicator has a buffer of its own, no send lacks room", "[shim][attached_buffer]") {
    AttachedBuffer buffer;
    buffer.attach_another();
    CHECK(buffer.take(1000));
    buffer.attach(10);
    CHECK(buffer.take(1000));
    buffer.give_back(1000);
    buffer.attach(0);
    CHECK(buffer.take(1000));
}
