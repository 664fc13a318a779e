#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace shunt {

/// Type of an option's value. A flag is a choice between on and off. `rules` is a text that config/ parses itself.
enum class OptionKind : std::uint8_t { flag, integer, duration, choice, text, rules };

/// Whether decisions agree only if all ranks have the same value. Such an option is part of the digest.
enum class OptionScope : std::uint8_t { equal_on_all_ranks, per_rank };

/// A type-erased struct of options, identified by its address.   Fails: std::bad_alloc.
struct OptionStruct {
    std::shared_ptr<void> (*make)();  ///< with every member zero or empty
    std::shared_ptr<void> (*copy)(const void* values);
};

template <class Struct>
std::shared_ptr<void> make_options() {
    return std::make_shared<Struct>();
}
template <class Struct>
std::shared_ptr<void> copy_options(const void* values) {
    return std::make_shared<Struct>(*static_cast<const Struct*>(values));
}

template <class Struct>
inline constexpr OptionStruct option_struct{make_options<Struct>, copy_options<Struct>};

/// Accesses one member of a struct of options: by the number functions if its kind is a number, otherwise by the text
/// functions. `values` points to a struct of `owner`'s type.
struct OptionMember {
    OptionKind kind;
    const OptionStruct* owner;
    std::int64_t (*number)(const void* values) = nullptr;
    void (*set_number)(void* values, std::int64_t number) = nullptr;
    const std::string& (*text)(const void* values) = nullptr;
    void (*set_text)(void* values, std::string text) = nullptr;
};

/// One option: a row of the table. The words of a choice are in the order of its enumerators.   Owner: static
/// storage.
struct Option {
    OptionMember member;
    std::string_view key;           ///< such as "multicast.groups"
    std::string_view default_text;  ///< the only place of a default
    std::string_view range_text;    ///< the allowed values; for texts, their meaning
    OptionScope scope;
    std::string_view doc;
};

/// The options of one struct, in the order of display. Their keys have a common prefix.
struct OptionGroup {
    std::span<const Option> rows;
};

/// Makes the members of rows, e.g. `option::integer<&MulticastOptions::groups>`. A member of a nested struct takes both
/// pointers.
namespace option {

template <class Struct, class Member>
Struct owner_of(Member Struct::*);  // for its type

template <auto first, auto... rest>
constexpr auto& follow(auto& values) {
    if constexpr (sizeof...(rest) == 0) {
        return values.*first;
    } else {
        return follow<rest...>(values.*first);
    }
}

template <OptionKind kind, auto first, auto... rest>
constexpr OptionMember number_member() {
    using Struct = decltype(owner_of(first));
    using Value = std::remove_cvref_t<decltype(follow<first, rest...>(std::declval<Struct&>()))>;
    return {.kind = kind,
            .owner = &option_struct<Struct>,
            .number =
                [](const void* values) {
                    return static_cast<std::int64_t>(follow<first, rest...>(*static_cast<const Struct*>(values)));
                },
            .set_number =
                [](void* values, std::int64_t number) {
                    follow<first, rest...>(*static_cast<Struct*>(values)) = static_cast<Value>(number);
                }};
}

template <OptionKind kind, auto first, auto... rest>
constexpr OptionMember text_member() {
    using Struct = decltype(owner_of(first));
    return {
        .kind = kind,
        .owner = &option_struct<Struct>,
        .text = [](const void* values) -> const std::string& {
            return follow<first, rest...>(*static_cast<const Struct*>(values));
        },
        .set_text = [](void* values,
                       std::string text) { follow<first, rest...>(*static_cast<Struct*>(values)) = std::move(text); }};
}

template <auto... path>
constexpr OptionMember flag = number_member<OptionKind::flag, path...>();
template <auto... path>
constexpr OptionMember integer = number_member<OptionKind::integer, path...>();
template <auto... path>
constexpr OptionMember duration = number_member<OptionKind::duration, path...>();  // ns
template <auto... path>
constexpr OptionMember choice = number_member<OptionKind::choice, path...>();
template <auto... path>
constexpr OptionMember text = text_member<OptionKind::text, path...>();
template <auto... path>
constexpr OptionMember rules = text_member<OptionKind::rules, path...>();

}  // namespace option

/// The values of groups of options: one struct for each group, found by its type.
/// Thread: any, while no thread edits.   Fails: std::bad_alloc when copied or edited.
class OptionValues {
public:
    OptionValues() = default;
    OptionValues(const OptionValues& other) : entries_(other.entries_) {
        for (Entry& entry : entries_) entry.values = entry.type->copy(entry.values.get());
    }
    OptionValues(OptionValues&& other) noexcept = default;
    OptionValues& operator=(OptionValues other) noexcept {
        entries_.swap(other.entries_);
        return *this;
    }
    ~OptionValues() = default;

    /// The values of one group. All are zero or empty if the group has none, for instance because memory ran out while
    /// they were read. Owner: this object.
    template <class Struct>
    const Struct& get() const {
        if (const void* found = find(option_struct<Struct>)) return *static_cast<const Struct*>(found);
        static const Struct none{};
        return none;
    }
    /// The same, for changing; made now if there are none.
    template <class Struct>
    Struct& edit() {
        return *static_cast<Struct*>(edit(option_struct<Struct>));
    }

    /// Null: there are none.
    const void* find(const OptionStruct& type) const {
        for (const Entry& entry : entries_)
            if (entry.type == &type) return entry.values.get();
        return nullptr;
    }
    void* edit(const OptionStruct& type) {
        for (const Entry& entry : entries_)
            if (entry.type == &type) return entry.values.get();
        return entries_.emplace_back(&type, type.make()).values.get();
    }

private:
    struct Entry {
        Entry(const OptionStruct* struct_type, std::shared_ptr<void> made)
            : type(struct_type), values(std::move(made)) {}
        const OptionStruct* type;
        std::shared_ptr<void> values;  ///< owned by this object alone
    };
    std::vector<Entry> entries_;
};

}  // namespace shunt
