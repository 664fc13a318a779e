#include "native/script/interpreter.hpp"

#include <algorithm>
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace shunt::script {
namespace {

constexpr int kInstructions = 1000;                 ///< between two checks of the limits
constexpr std::uint64_t kBytesPerInstruction = 16;  ///< cost of an allocation
constexpr std::size_t kLongestString = 64u << 10;   ///< so that comparing and copying take negligible time
constexpr const char* kPrelude = "=shunt";          ///< the chunk's name of the prelude

constexpr const char* kMemory = "the script needs too much memory";
constexpr const char* kString = "a string of more than 64 KiB";
constexpr const char* kWork = "the script takes too long: it was stopped after its number of instructions";
constexpr const char* kTime = "the script takes too long: it was stopped after its time";

std::uint64_t processor_time() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

/// Sets the C locale and the default floating point environment as long as it lives. The program may trap floating
/// point exceptions, and its decimal point may be a comma.
class PlainSurroundings {
public:
    explicit PlainSurroundings(locale_t plain) : locale_(::uselocale(plain)) {
        std::fegetenv(&floats_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~PlainSurroundings() {
        std::fesetenv(&floats_);
        ::uselocale(locale_);
    }
    PlainSurroundings(const PlainSurroundings&) = delete;
    PlainSurroundings& operator=(const PlainSurroundings&) = delete;

private:
    locale_t locale_;
    std::fenv_t floats_;
};

/// Whether a message begins with "FILE:LINE: ".
bool names_line(std::string_view message) {
    const std::size_t end = message.find(": ");
    if (end == std::string_view::npos) return false;
    const std::size_t digit = message.find_last_not_of("0123456789", end - (end > 0 ? 1 : 0));
    return digit != std::string_view::npos && digit + 1 < end && message[digit] == ':';
}

Interpreter* interpreter_of(lua_State* state) {
    void* self = nullptr;
    lua().getallocf(state, &self);
    return static_cast<Interpreter*>(self);
}

}  // namespace

Interpreter::Interpreter(const Limits& limits, void* owner) : limits_(limits), owner_(owner) {
    const Lua* const library = load_lua(error_);
    if (library == nullptr) return;
    locale_ = ::newlocale(LC_ALL_MASK, "C", nullptr);
    begin(0);
    const PlainSurroundings plain(locale_);
    state_ = library->newstate(&Interpreter::allocate, this);
    if (state_ == nullptr) error_ = "not enough memory for Lua";
}

Interpreter::~Interpreter() {
    if (state_ != nullptr) lua().close(state_);
    if (locale_ != nullptr) ::freelocale(locale_);
}

void* Interpreter::owner_of(lua_State* state) { return interpreter_of(state)->owner_; }

const char* Interpreter::add_work(lua_State* state, std::uint64_t instructions) {
    Interpreter& me = *interpreter_of(state);
    me.instructions_ += std::min(instructions, 2 * me.most_work_ + 1);
    return me.limit_reached();
}

void Interpreter::begin(int ranks) {
    allocated_ = instructions_ = 0;
    most_work_ = limits_.work + limits_.work_per_rank * static_cast<std::uint64_t>(ranks);
    deadline_ = processor_time() + limits_.milliseconds * 1'000'000;
    refused_ = nullptr;
    last_line_ = 0;
}

std::uint64_t Interpreter::work_done() const { return instructions_ + allocated_ / kBytesPerInstruction; }

bool Interpreter::allows(std::size_t old_bytes, std::size_t new_bytes, bool is_string) {
    if (is_string && new_bytes > kLongestString) refused_ = kString;
    else if (memory_ - old_bytes + new_bytes > limits_.memory) refused_ = kMemory;
    else if (work_done() > 2 * most_work_) refused_ = kWork;
    else return true;
    return false;
}

/// The interface is that of lua_Alloc: for a new block, `old_bytes` is the kind of the object.
void* Interpreter::allocate(void* self, void* block, std::size_t old_bytes, std::size_t new_bytes) {
    Interpreter& me = *static_cast<Interpreter*>(self);
    const bool is_string = block == nullptr && old_bytes == static_cast<std::size_t>(kLuaString);
    if (block == nullptr) old_bytes = 0;
    if (new_bytes == 0) {
        std::free(block);
        me.memory_ -= old_bytes;
        return nullptr;
    }
    if (new_bytes > old_bytes && !me.allows(old_bytes, new_bytes, is_string)) return nullptr;
    void* const moved = std::realloc(block, new_bytes);
    if (moved == nullptr) return new_bytes <= old_bytes ? block : nullptr;
    me.memory_ = me.memory_ - old_bytes + new_bytes;
    if (new_bytes > old_bytes) me.allocated_ += new_bytes;
    return moved;
}

const char* Interpreter::limit_reached() const {
    if (work_done() > most_work_) return kWork;
    return processor_time() > deadline_ ? kTime : nullptr;
}

/// A limit stays exceeded until begin(): code that continues is stopped again.
void Interpreter::count_instructions(lua_State* state, LuaActivation*) {
    Interpreter& me = *interpreter_of(state);
    me.instructions_ += kInstructions;
    const std::uint32_t line = line_at_work(state);
    if (line != 0) me.last_line_ = line;
    const char* const reason = me.limit_reached();
    if (reason == nullptr) return;
    lua().pushlstring(state, reason, std::strlen(reason));
    lua().error(state);
}

std::uint32_t Interpreter::line_at_work(lua_State* state, const char** source) {
    LuaActivation activation;
    for (int level = 0; level < 64 && lua().getstack(state, level, &activation) != 0; ++level) {
        lua().getinfo(state, "Sl", &activation);
        if (activation.source == nullptr || activation.source[0] != '@' || activation.current_line <= 0) continue;
        if (source != nullptr) *source = activation.source + 1;
        return static_cast<std::uint32_t>(activation.current_line);
    }
    return 0;
}

/// Puts "FILE:LINE: " before a message, unless Lua has done so; a position in the prelude is useless to users.
int Interpreter::locate_error(lua_State* state) {
    const Lua& l = lua();
    if (l.type(state, 1) != kLuaString) {
        constexpr std::string_view kNoText = "an error that is not a text";
        l.settop(state, 0);
        l.pushlstring(state, kNoText.data(), kNoText.size());
    }
    const char* source = nullptr;
    const std::uint32_t line = line_at_work(state, &source);
    std::size_t length = 0;
    const char* text = l.tolstring(state, 1, &length);
    char short_source[60] = {};
    LuaActivation activation;
    for (int level = 0; l.getstack(state, level, &activation) != 0 && level < 64; ++level) {
        l.getinfo(state, "S", &activation);
        const std::size_t name = std::strlen(activation.short_source);
        if (length > name && std::strncmp(text, activation.short_source, name) == 0 && text[name] == ':') {
            std::memcpy(short_source, activation.short_source, sizeof short_source);
            break;
        }
    }
    if (line == 0 || (short_source[0] != '\0' && std::strcmp(short_source, kPrelude + 1) != 0)) return 1;
    if (short_source[0] != '\0') {  // "shunt:12: reason"
        const char* const reason = std::strstr(text + std::strlen(short_source) + 1, ": ");
        if (reason != nullptr) text = reason + 2;
    }
    char located[1000];
    const int used = std::snprintf(located, sizeof located, "%s:%u: %s", source, line, text);
    l.pushlstring(state, located, static_cast<std::size_t>(std::clamp(used, 0, int{sizeof located} - 1)));
    return 1;
}

void Interpreter::take_error(int status, std::string_view source) {
    const Lua& l = lua();
    if (status == kLuaMemoryError || l.type(state_, -1) != kLuaString) {
        error_.assign(source);
        if (last_line_ != 0) error_.append(":").append(std::to_string(last_line_));
        error_.append(": ").append(refused_ != nullptr ? refused_ : "not enough memory");
        return;
    }
    std::size_t length = 0;
    const char* const text = l.tolstring(state_, -1, &length);
    error_.assign(text, length);
    if (!names_line(error_)) error_ = std::string(source) + ": " + error_;
}

bool Interpreter::run(LuaFunction body, void* context, int ranks, std::string_view source) {
    if (state_ == nullptr) return false;
    const Lua& l = lua();
    const PlainSurroundings plain(locale_);
    begin(ranks);
    l.settop(state_, 0);
    l.sethook(state_, &Interpreter::count_instructions, kLuaCountMask, kInstructions);
    l.pushcclosure(state_, &Interpreter::locate_error, 0);
    l.pushcclosure(state_, body, 0);
    l.pushlightuserdata(state_, context);
    error_.clear();
    int status = kLuaOk;
    try {
        status = l.pcallk(state_, 1, 0, 1, 0, nullptr);
    } catch (...) {  // its stack is no longer valid: it can only be closed, which begins a new one
        l.close(std::exchange(state_, nullptr));
        error_ = std::string(source) + ": not enough memory";
        return false;
    }
    if (status != kLuaOk) take_error(status, source);
    l.settop(state_, 0);
    return status == kLuaOk;
}

}  // namespace shunt::script
