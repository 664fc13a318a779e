#pragma once
#include <csignal>
#include <initializer_list>

namespace shunt {

/// While it lives, signals for the program are delivered to other threads; a thread created meanwhile inherits the
/// mask. Faults are not blocked: a program that protects its pages repairs them in a handler, on any thread, and a
/// blocked fault ends the process.
class WithoutSignals {
public:
    WithoutSignals() {
        sigset_t most;
        sigfillset(&most);
        for (const int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP}) sigdelset(&most, fault);
        pthread_sigmask(SIG_SETMASK, &most, &before_);
    }
    ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    WithoutSignals(const WithoutSignals&) = delete;
    WithoutSignals& operator=(const WithoutSignals&) = delete;

private:
    sigset_t before_{};
};

}  // namespace shunt
