#include "native/script/creators.hpp"

#include <algorithm>
#include <compare>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include "native/program/goal.hpp"
#include "native/script/bindings.hpp"
#include "native/script/interpreter.hpp"
#include "native/script/prelude.hpp"
#include "native/script/scaled.hpp"

namespace shunt::script {
namespace {

constexpr const char* kEntries = "shunt.entries";  ///< in the registry: the functions that the prelude returned

/// The cache key of a program. `place`: of the creator, if the program is made once for a unit of elements.
struct Key {
    Operation operation = Operation::barrier;
    int root = 0;
    std::uint64_t count = 0;
    bool commutative = false;
    std::uint64_t element_bytes = 0;  ///< 0: it has no influence
    std::size_t place = 0;            ///< counted from 1
    std::vector<std::uint64_t> counts;
    auto operator<=>(const Key&) const = default;
};

/// A cache of programs, which evicts the least recently used one.
class Cache {
public:
    explicit Cache(const Limits& limits)
        : most_(std::max<std::size_t>(limits.cached, 1)), most_steps_(limits.cached_steps) {}

    const Made* find(const Key& key) {
        const auto found = kept_.find(key);
        if (found == kept_.end()) return nullptr;
        found->second.used = ++clock_;
        return &found->second.made;
    }
    void keep(Key key, const Made& made) {
        const std::uint64_t steps = steps_of(made);
        while (!kept_.empty() && (kept_.size() >= most_ || steps_ + steps > most_steps_)) drop_oldest();
        kept_.insert_or_assign(std::move(key), Kept{made, ++clock_, steps});
        steps_ += steps;
    }
    void clear() {
        kept_.clear();
        steps_ = 0;
    }

private:
    struct Kept {
        Made made;
        std::uint64_t used = 0, steps = 0;
    };

    static std::uint64_t steps_of(const Made& made) {
        std::uint64_t steps = 0;
        if (made.program != nullptr)
            for (const auto& rank : made.program->ranks) steps += rank.steps.size();
        return steps;
    }
    void drop_oldest() {
        const auto oldest = std::ranges::min_element(kept_, {}, [](const auto& entry) { return entry.second.used; });
        steps_ -= oldest->second.steps;
        kept_.erase(oldest);
    }

    std::map<Key, Kept> kept_;
    std::size_t most_;
    std::uint64_t most_steps_, steps_ = 0, clock_ = 0;
};

/// A loaded script.
struct Source {
    std::string_view text;
    std::string chunk_name;  ///< "@FILE"
};

/// A call of a creator.
struct Attempt {
    Operation operation;
    std::size_t place;  ///< counted from 1, oldest first
    bool has_made = false;
    char maker[200] = {};
};

void push_entry(lua_State* state, const char* name) {
    lua().getfield(state, kLuaRegistry, kEntries);
    lua().getfield(state, -1, name);
}

void push_text(lua_State* state, std::string_view text) { lua().pushlstring(state, text.data(), text.size()); }

/// Opens Lua's libraries and runs the prelude. Scripts cannot access either.
int open_all(lua_State* state) {
    const Lua& l = lua();
    l.requiref(state, "_G", l.open_base, 1);
    l.requiref(state, "string", l.open_string, 1);
    l.requiref(state, "math", l.open_math, 1);
    l.requiref(state, "table", l.open_table, 1);
    if (l.loadbufferx(state, kPrelude.data(), kPrelude.size(), "=shunt", "t") != kLuaOk) return l.error(state);
    push_functions(state);
    l.callk(state, 1, 1, 0, nullptr);
    l.setfield(state, kLuaRegistry, kEntries);
    return 0;
}

/// Runs a script, as text, in an environment of its own.
int load_source(lua_State* state) {
    const Lua& l = lua();
    const Source& source = *static_cast<const Source*>(l.touserdata(state, 1));
    const char* const name = source.chunk_name.c_str();
    if (l.loadbufferx(state, source.text.data(), source.text.size(), name, "t") != kLuaOk) return l.error(state);
    const int chunk = l.gettop(state);
    push_entry(state, "environment");
    push_text(state, std::string_view(source.chunk_name).substr(1));
    l.callk(state, 1, 1, 0, nullptr);
    l.setupvalue(state, chunk, 1);
    l.settop(state, chunk);
    l.callk(state, 0, 0, 0, nullptr);
    return 0;
}

int ask_creator(lua_State* state) {
    const Lua& l = lua();
    Attempt& attempt = *static_cast<Attempt*>(l.touserdata(state, 1));
    push_entry(state, "make");
    push_text(state, name_of(attempt.operation));
    l.pushinteger(state, static_cast<long long>(attempt.place));
    push_call(state);
    l.callk(state, 3, 1, 0, nullptr);
    attempt.has_made = l.type(state, -1) == kLuaString;
    if (attempt.has_made) std::strncpy(attempt.maker, l.tolstring(state, -1, nullptr), sizeof attempt.maker - 1);
    return 0;
}

int forget_creators(lua_State* state) {
    const Lua& l = lua();
    const Attempt& first = *static_cast<const Attempt*>(l.touserdata(state, 1));
    push_entry(state, "keep");
    push_text(state, name_of(first.operation));
    l.pushinteger(state, static_cast<long long>(first.place));
    l.callk(state, 2, 0, 0, nullptr);
    return 0;
}

}  // namespace

class Creators::Interpreter {
public:
    Interpreter(Topology topology, Limits limits, std::function<void(std::string_view)> print)
        : lua_(limits, &shop_), cache_(limits) {
        shop_.topology = std::move(topology);
        shop_.limits = limits;
        shop_.print = std::move(print);
        broken_ = lua_.error();
        if (broken_.empty() && !lua_.run(&open_all, nullptr, ranks(), "shunt")) broken_ = lua_.error();
    }

    std::string add(std::string_view text, std::string_view source);
    bool has(Operation operation) const { return !shop_.units[static_cast<std::size_t>(operation)].empty(); }
    bool wants_links() const { return shop_.wants_links; }
    void set_links(std::vector<Link> links) {
        shop_.topology.links = std::move(links);
        cache_.clear();
    }
    Made make(const Call& call);
    std::uint64_t times_run() const { return times_run_; }

private:
    struct Tried {
        bool has_passed = false;
        Made made;
    };

    int ranks() const { return shop_.topology.ranks(); }
    void take_back(const decltype(Workshop::units)& before);
    Made make_new(const Call& call, bool& depends_on_bytes);
    Tried ask(const Call& call, std::size_t place, bool is_scaled);
    Tried ask_for_unit(const Call& call, std::size_t place, std::uint64_t unit);
    Made finished(Builder& builder, const char* maker);

    Workshop shop_;
    script::Interpreter lua_;
    Cache cache_;
    std::string broken_;         ///< why no script runs
    std::string newest_source_;  ///< file name for messages without a line
    std::uint64_t times_run_ = 0;
};

std::string Creators::Interpreter::add(std::string_view text, std::string_view source) {
    if (!broken_.empty()) return broken_;
    const std::string name(source);
    if (text.size() > shop_.limits.text)
        return name + ": longer than " + std::to_string(shop_.limits.text) + " bytes, which no script may be";
    const auto before = shop_.units;
    const bool wanted = shop_.wants_links;
    Source loaded{text, "@" + name};
    cache_.clear();
    newest_source_ = name;
    if (lua_.run(&load_source, &loaded, ranks(), name)) return {};
    const std::string error = lua_.error();
    shop_.wants_links = wanted;
    take_back(before);
    return error;
}

void Creators::Interpreter::take_back(const decltype(Workshop::units)& before) {
    for (std::size_t i = 0; i < kOperationCount; ++i) {
        Attempt first{static_cast<Operation>(i), before[i].size()};
        if (shop_.units[i].size() > before[i].size() && !lua_.run(&forget_creators, &first, ranks(), newest_source_))
            broken_ = lua_.error();
    }
    shop_.units = before;
}

Made Creators::Interpreter::make(const Call& asked) {
    Made made;
    made.error = broken_;
    if (!broken_.empty()) return made;
    Call call = asked;
    call.commutative = call.commutative || !combines(call.operation);
    Key key{call.operation, call.root, call.count, call.commutative, 0, 0, call.counts};
    const Made* kept = cache_.find(key);
    if (kept == nullptr) {
        key.element_bytes = call.element_bytes;
        kept = cache_.find(key);
    }
    if (kept != nullptr) {
        made = *kept;
        made.was_cached = true;
        return made;
    }
    bool depends_on_bytes = false;
    made = make_new(call, depends_on_bytes);
    if (!depends_on_bytes) key.element_bytes = 0;
    cache_.keep(std::move(key), made);
    return made;
}

Made Creators::Interpreter::make_new(const Call& call, bool& depends_on_bytes) {
    Made made;
    program::Program asked;
    asked.operation = call.operation;
    asked.root = call.root;
    asked.count = call.count;
    asked.counts = call.counts;
    asked.ranks.resize(static_cast<std::size_t>(ranks()));
    made.error = program::flaw_of_call(asked);
    const auto units =
        made.error.empty() ? shop_.units[static_cast<std::size_t>(call.operation)] : std::vector<std::uint64_t>();
    for (std::size_t place = units.size(); place > 0; --place) {
        const std::uint64_t unit = units[place - 1];
        const bool in_units = unit > 0 && call.counts.empty() && call.count % unit == 0 && call.count > unit;
        Tried tried = in_units ? ask_for_unit(call, place, unit) : ask(call, place, false);
        depends_on_bytes = depends_on_bytes || shop_.looked_at_bytes;
        if (!tried.has_passed) return tried.made;
    }
    return made;
}

Creators::Interpreter::Tried Creators::Interpreter::ask(const Call& call, std::size_t place, bool is_scaled) {
    ++times_run_;
    ++shop_.number;
    Builder builder(call, ranks(), shop_.limits);
    shop_.builder = &builder;
    shop_.call = &call;
    shop_.is_scaled = is_scaled;
    shop_.looked_at_bytes = false;
    shop_.timed.clear();
    shop_.source.clear();
    Attempt attempt{call.operation, place};
    Tried tried;
    const bool went_well = lua_.run(&ask_creator, &attempt, ranks(), newest_source_);
    shop_.builder = nullptr;
    shop_.call = nullptr;
    if (!went_well) tried.made.error = lua_.error();
    else if (attempt.has_made) tried.made = finished(builder, attempt.maker);
    tried.has_passed = went_well && !attempt.has_made;
    return tried;
}

Made Creators::Interpreter::finished(Builder& builder, const char* maker) {
    Made made;
    builder.program().source = shop_.source.empty() ? newest_source_ : shop_.source;
    made.program = std::make_shared<const program::Program>(std::move(builder.program()));
    made.to_prove = made.program;
    made.creator = maker;
    made.timed = shop_.timed;
    return made;
}

Creators::Interpreter::Tried Creators::Interpreter::ask_for_unit(const Call& call, std::size_t place,
                                                                 std::uint64_t unit) {
    shop_.looked_at_bytes = false;
    const Key key{call.operation, call.root, unit, call.commutative, 0, place, {}};
    Tried tried;
    if (const Made* const kept = cache_.find(key)) {
        tried.made = *kept;
    } else {
        Call one = call;
        one.count = unit;
        tried = ask(one, place, true);
        if (tried.has_passed) return tried;
        cache_.keep(key, tried.made);
    }
    if (tried.made.program == nullptr) return tried;
    tried.made.scale = call.count / unit;
    tried.made.program = std::make_shared<const program::Program>(scaled(*tried.made.to_prove, tried.made.scale));
    return tried;
}

Creators::Creators(Topology topology, Limits limits, std::function<void(std::string_view)> print)
    : interpreter_(std::make_unique<Interpreter>(std::move(topology), limits, std::move(print))) {}
Creators::~Creators() = default;
std::string Creators::add(std::string_view text, std::string_view source) { return interpreter_->add(text, source); }
bool Creators::has(Operation operation) const { return interpreter_->has(operation); }
bool Creators::wants_links() const { return interpreter_->wants_links(); }
void Creators::set_links(std::vector<Link> links) { interpreter_->set_links(std::move(links)); }
Made Creators::make(const Call& call) { return interpreter_->make(call); }
std::uint64_t Creators::times_run() const { return interpreter_->times_run(); }

std::string why_no_scripts() {
    std::string why_not;
    load_lua(why_not);
    return why_not;
}

}  // namespace shunt::script
