// What a messenger touches where very many sends or receives are outstanding.
#include <catch2/catch.hpp>

#include <memory>
#include <new>

#include "message_bed.hpp"
#include "tests/unit/native/protected_pages.hpp"

using namespace message_bed;

namespace {

constexpr int kMany = 300;
constexpr int kFar = 200;  // more than a messenger may look at

/// `kMany` sends or receives; whether number kFar is touched can be found out.
template <class Item>
class ManyItems {
public:
    template <class Make>
    explicit ManyItems(Make make) {
        for (int i = 0; i < kMany; ++i) {
            if (i == kFar) far_ = make(page_.all().data());
            else others_.emplace_back(make(new std::byte[sizeof(Item)]));
        }
    }
    ~ManyItems() {
        far_->~Item();
        for (Item* const item : others_) {
            item->~Item();
            delete[] reinterpret_cast<std::byte*>(item);
        }
    }
    ManyItems(const ManyItems&) = delete;
    Item& at(int i) { return i == kFar ? *far_ : *others_[static_cast<std::size_t>(i < kFar ? i : i - 1)]; }
    void watch() {
        faults_before_ = protected_pages::faults;
        page_.protect();
    }
    bool was_touched() const { return protected_pages::faults != faults_before_; }

private:
    protected_pages::Pages page_{protected_pages::kPage};
    std::vector<Item*> others_;
    Item* far_ = nullptr;
    int faults_before_ = 0;
};

}  // namespace

TEST_CASE("a frame's receiver looks at few of the receives that are posted for its sender", "[messages]") {
    const bool is_blocked = GENERATE(false, true);
    Bed bed(2);
    bed.network.conditions.gates = 100;
    Received blocking(-1, 3, 20);  // from any source, and too short to post a request
    if (is_blocked) bed.at(1).start(blocking);
    ManyItems<Received> receives([](std::byte* place) { return new (place) Received(0, 3); });
    for (int i = 0; i < kMany; ++i) bed.at(1).start(receives.at(i));
    CHECK(bed.at(1).counters().requests_posted == (is_blocked ? 0 : 16));
    Sent unmatched(0, 1, 9, 20);
    bed.at(0).start(unmatched);
    bed.settle();  // the queue of posted receives is hashed
    receives.watch();
    for (int i = 0; i < 5; ++i) {
        Sent other(0, 1, 9, 20);
        bed.at(0).start(other);
        bed.settle();
    }
    CHECK_FALSE(receives.was_touched());
    CHECK(bed.at(1).counters().requests_posted == (is_blocked ? 0 : 16 * 7));
}

TEST_CASE("a poll looks at few of the sends that wait for a receiver that has stopped", "[messages]") {
    const bool are_synchronous = GENERATE(false, true);
    Bed bed(2);
    bed.network.conditions.mailbox_bytes = 300;
    ManyItems<Sent> sends([&](std::byte* place) {
        Sent* const made = new (place) Sent(0, 1, 3, 20);
        made->synchronous = are_synchronous;
        return made;
    });
    for (int i = 0; i < kMany; ++i) bed.at(0).start(sends.at(i));
    for (std::uint32_t look = 0; look < kLimits.looks_for_room + 2; ++look) bed.at(0).advance();
    int ended = 0;
    for (int i = 0; i < kMany; ++i) ended += sends.at(i).has_ended();
    CHECK((ended > 20) == !are_synchronous);  // copies of those for which there is memory
    CHECK(ended < kFar);
    sends.watch();
    for (int look = 0; look < 100; ++look) bed.at(0).advance();
    CHECK_FALSE(sends.was_touched());
    bed.at(0).cancel(sends.at(kMany - 1));
    CHECK(sends.at(kMany - 1).ending == Ending::cancelled);
    for (int i = 0; i < kMany - 1; ++i) {
        Received receive(0, 3);
        bed.at(1).start(receive);
        for (int round = 0; round < 20 && !receive.has_ended(); ++round) bed.settle();
        REQUIRE(receive.has(sends.at(i)));
    }
    bed.settle();
    CHECK_FALSE(bed.at(0).has_unsent());
}

TEST_CASE("a communicator is in use until its last send or receive has ended", "[messages]") {
    const std::string what = GENERATE("an offer", "a synchronous message", "a send without room", "a transfer",
                                      "a posted receive", "a receive that was claimed", "a message to oneself");
    CAPTURE(what);
    Bed bed(2);
    Sent long_send(0, 1, 3, 150), synchronous(0, 1, 3, 20), own(0, 0, 3, 150), matching(1, 0, 3, 150);
    synchronous.synchronous = true;
    Received receive(0, 3), posted(1, 3);
    CHECK_FALSE(bed.at(0).is_in_use(kContext));
    if (what == "an offer" || what == "a transfer") bed.at(0).start(long_send);
    if (what == "a synchronous message") bed.at(0).start(synchronous);
    if (what == "a send without room") {
        bed.network.conditions.mailbox_bytes = 1;
        bed.at(0).start(long_send);
    }
    if (what == "a posted receive" || what == "a receive that was claimed") bed.at(0).start(posted);
    if (what == "a message to oneself") bed.at(0).start(own);
    if (what == "a transfer") {
        bed.at(1).advance();
        bed.network.conditions.attach_in_1000 = 0;
        bed.at(1).start(receive);
        bed.at(0).advance();
    }
    if (what == "a receive that was claimed") {
        bed.at(1).advance();
        bed.at(1).start(matching);
    }
    CHECK(bed.at(0).is_in_use(kContext));
    CHECK_FALSE(bed.at(0).is_in_use(kContext + 1));
    bed.network.conditions.mailbox_bytes = 1 << 20;
    bed.network.conditions.attach_in_1000 = 1000;
    if (what == "a message to oneself") bed.at(0).start(receive);
    else if (what == "a posted receive") bed.at(1).start(matching);
    else if (!receive.has_ended() && what != "a transfer") bed.at(1).start(receive);
    bed.settle();
    CHECK_FALSE(bed.at(0).is_in_use(kContext));
    CHECK(bed.at(0).failure() == nullptr);
}

TEST_CASE("a message that its receiver has dropped keeps no communicator in use", "[messages]") {
    Bed bed(2);
    Sent send(0, 1, 3, 150);
    bed.at(0).start(send);
    bed.settle();
    bed.at(1).close_context(kContext);
    bed.settle();
    CHECK_FALSE(send.has_ended());
    CHECK_FALSE(bed.at(0).is_in_use(kContext));
    bed.at(0).cancel(send);
    CHECK(send.has_ended());
}
