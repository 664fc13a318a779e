#include "native/memory/verbs/caretaker.hpp"

#include <algorithm>
#include <chrono>
#include <system_error>

#include "native/base/one_per_process.hpp"
#include "native/base/signals.hpp"

namespace shunt::memory::verbs {
namespace {

constexpr std::chrono::milliseconds kPause(200);

}  // namespace

std::shared_ptr<Caretaker> Caretaker::of_process() {
    static OnePerProcess<Caretaker> one;
    return one.get([]() -> std::shared_ptr<Caretaker> {
        try {
            return std::shared_ptr<Caretaker>(new Caretaker);
        } catch (const std::system_error&) { return nullptr; }
    });
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
