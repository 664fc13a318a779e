#include "native/memory/verbs/caretaker.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>

#include "native/base/signals.hpp"

namespace shunt::memory::verbs {
namespace {

constexpr std::chrono::milliseconds kPause(200);

}  // namespace

std::shared_ptr<Caretaker> Caretaker::of_process() {
    static std::mutex mutex;
    static std::weak_ptr<Caretaker> known;
    static pid_t owner = 0;  // a forked child has no such thread
    const std::lock_guard<std::mutex> guard(mutex);
    std::shared_ptr<Caretaker> caretaker = owner == getpid() ? known.lock() : nullptr;
    if (caretaker != nullptr) return caretaker;
    try {
        caretaker.reset(new Caretaker);
    } catch (const std::system_error&) { return nullptr; }
    known = caretaker;
    owner = getpid();
    return caretaker;
}

Caretaker::Caretaker() {
    const WithoutSignals blocked;  // inherited by the new thread
    thread_ = std::thread([this] { run(); });
}

Caretaker::~Caretaker() {
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        is_ending_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void Caretaker::add(Cared& cared) {
    const std::lock_guard<std::mutex> guard(mutex_);
    all_.push_back(&cared);
}

void Caretaker::remove(Cared& cared) {
    const std::lock_guard<std::mutex> guard(mutex_);
    std::erase(all_, &cared);
}

void Caretaker::run() {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!is_ending_) {
        for (Cared* const cared : all_) cared->care();
        changed_.wait_for(lock, kPause, [this] { return is_ending_; });
    }
}

}  // namespace shunt::memory::verbs
