#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include "native/base/random.hpp"
#include "native/engines/remote_write/core.hpp"

using namespace shunt;
using namespace shunt::remote_write;

namespace {

struct Item {
    Item *next = nullptr, *previous = nullptr;
    bool is_in = false;
};

std::vector<Item*> forwards(const InOrder<Item>& list) {
    std::vector<Item*> found;
    for (Item* item = list.first; item; item = item->next) found.push_back(item);
    return found;
}

std::vector<Item*> backwards(const InOrder<Item>& list) {
    std::vector<Item*> found;
    for (Item* item = list.last; item; item = item->previous) found.push_back(item);
    std::ranges::reverse(found);
    return found;
}

}  // namespace

TEST_CASE("linked items keep their order, wherever some leave", "[remote_write]") {
    std::array<Item, 8> items;
    std::vector<Item*> model;
    InOrder<Item> list;
    Random random(3);
    for (int step = 0; step < 20'000; ++step) {
        Item& item = items[random.below(items.size())];
        const auto place = std::ranges::find(model, &item);
        if (!item.is_in) {
            if (!model.empty() && random.chance(1, 4)) {
                Item*& old = model[random.below(model.size())];
                list.replace(*old, item);
                old->is_in = false;
                old = &item;
            } else {
                list.append(item);
                model.push_back(&item);
            }
            item.is_in = true;
        } else if (list.first == &item && random.chance(1, 2)) {
            list.remove_first(item.next);
            model.erase(place);
            item.is_in = false;
        } else {
            list.remove(item);
            model.erase(place);
            item.is_in = false;
        }
        REQUIRE(forwards(list) == model);
        REQUIRE(backwards(list) == model);
    }
}
