#include "tests/unit/native/outside_engine/options.hpp"

namespace shunt::outside {
namespace {

constexpr Option kRows[] = {
    {option::integer<&OutsideOptions::least_bytes>, "outside.least", "4K", "1..1G", OptionScope::equal_on_all_ranks,
     "Blocks are taken to go faster outside from this many bytes on."},
    {option::choice<&OutsideOptions::order>, "outside.order", "far", "near|far", OptionScope::per_rank,
     "Which peers are served first."},
};

}  // namespace

constinit const OptionGroup kOptions{kRows};

}  // namespace shunt::outside
