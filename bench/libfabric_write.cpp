// How fast is libfabric's remote write over Ethernet, compared with native/remote's own connections?
// The build needs libfabric's headers, a run its library; no MPI is needed. Two processes on this machine, or one on
// each of two hosts:
//   libfabric_write PROVIDER [ADDRESS]                    both on this machine; PROVIDER: "tcp;ofi_rxm" or "net"
//   libfabric_write PROVIDER OWN_ADDRESS RANK DIRECTORY   rank 0 or 1; the two exchange their addresses by files in a
//                                                         shared directory
// Prints the median microseconds of one direction (half a round trip of a write and a word after it) and GB/s, as
// figures_test.cpp does.
#include <dlfcn.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_rma.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "native/base/clock.hpp"

namespace {

constexpr std::size_t kMost = std::size_t{16} << 20;
constexpr std::size_t kDataAt = 4096;

void need(bool good, const char* what, long code = 0) {
    if (good) return;
    std::fprintf(stderr, "libfabric_write: %s failed (%ld)\n", what, code);
    std::exit(1);
}

/// Data that the members exchange.
struct Told {
    char name[64] = {};
    std::uint64_t name_bytes = 0, key = 0, address = 0;
};

/// Exchanges one file per member. A file is complete when it has its final name.
Told exchange(const std::string& directory, int rank, const Told& mine) {
    const std::string own = directory + "/" + std::to_string(rank), other = directory + "/" + std::to_string(1 - rank);
    FILE* file = std::fopen((own + ".part").c_str(), "wb");
    need(file != nullptr && std::fwrite(&mine, sizeof mine, 1, file) == 1 && std::fclose(file) == 0,
         "telling my address");
    need(std::rename((own + ".part").c_str(), own.c_str()) == 0, "telling my address");
    Told theirs;
    for (int i = 0; i < 20'000; ++i, usleep(1000)) {
        file = std::fopen(other.c_str(), "rb");
        if (file == nullptr) continue;
        need(std::fread(&theirs, sizeof theirs, 1, file) == 1, "hearing the other's address");
        std::fclose(file);
        return theirs;
    }
    need(false, "waiting for the other");
    return theirs;
}

class Member {
public:
    void open(const char* provider, const char* address, const std::string& directory, int rank) {
        void* const library = dlopen("libfabric.so.1", RTLD_NOW | RTLD_LOCAL);
        need(library != nullptr, "loading libfabric.so.1");
        const auto dupinfo = reinterpret_cast<fi_info* (*)(const fi_info*)>(dlsym(library, "fi_dupinfo"));
        const auto getinfo = reinterpret_cast<int (*)(std::uint32_t, const char*, const char*, std::uint64_t,
                                                      const fi_info*, fi_info**)>(dlsym(library, "fi_getinfo"));
        const auto open_fabric =
            reinterpret_cast<int (*)(fi_fabric_attr*, fid_fabric**, void*)>(dlsym(library, "fi_fabric"));
        need(dupinfo != nullptr && getinfo != nullptr && open_fabric != nullptr, "finding libfabric's functions");
        fi_info* const hints = dupinfo(nullptr);
        hints->caps = FI_RMA;
        hints->mode = FI_CONTEXT | FI_CONTEXT2;
        hints->ep_attr->type = FI_EP_RDM;
        hints->addr_format = FI_SOCKADDR_IN;
        hints->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY;
        hints->tx_attr->msg_order = FI_ORDER_WAW;
        hints->fabric_attr->prov_name = strdup(provider);
        fi_info* info = nullptr;
        int code = getinfo(FI_VERSION(1, 14), address, nullptr, FI_SOURCE, hints, &info);
        need(code == 0, "fi_getinfo: no such provider", code);
        code = open_fabric(info->fabric_attr, &fabric_, nullptr);
        need(code == 0, "fi_fabric", code);
        need(fi_domain(fabric_, info, &domain_, nullptr) == 0, "fi_domain");
        fi_cq_attr cq{};
        cq.format = FI_CQ_FORMAT_CONTEXT;
        cq.wait_obj = FI_WAIT_NONE;
        need(fi_cq_open(domain_, &cq, &cq_, nullptr) == 0, "fi_cq_open");
        fi_av_attr av{};
        av.type = FI_AV_TABLE;
        need(fi_av_open(domain_, &av, &av_, nullptr) == 0, "fi_av_open");
        need(fi_endpoint(domain_, info, &endpoint_, nullptr) == 0, "fi_endpoint");
        need(fi_ep_bind(endpoint_, &av_->fid, 0) == 0 && fi_ep_bind(endpoint_, &cq_->fid, FI_TRANSMIT | FI_RECV) == 0,
             "fi_ep_bind");
        need(fi_enable(endpoint_) == 0, "fi_enable");
        window_ = static_cast<std::byte*>(
            mmap(nullptr, kMost + kDataAt, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
        need(fi_mr_reg(domain_, window_, kMost + kDataAt, FI_REMOTE_WRITE, 0, 1, 0, &window_region_, nullptr) == 0,
             "fi_mr_reg");
        need(fi_mr_reg(domain_, data_.data(), data_.size(), FI_WRITE, 0, 2, 0, &data_region_, nullptr) == 0,
             "fi_mr_reg");
        need(fi_mr_reg(domain_, &count_, sizeof count_, FI_WRITE, 0, 3, 0, &count_region_, nullptr) == 0, "fi_mr_reg");
        Told mine;
        std::size_t bytes = sizeof mine.name;
        need(fi_getname(&endpoint_->fid, mine.name, &bytes) == 0, "fi_getname");
        mine.name_bytes = bytes;
        mine.key = fi_mr_key(window_region_);
        mine.address =
            (info->domain_attr->mr_mode & FI_MR_VIRT_ADDR) != 0 ? reinterpret_cast<std::uint64_t>(window_) : 0;
        theirs_ = exchange(directory, rank, mine);
        need(fi_av_insert(av_, theirs_.name, 1, &peer_, 0, nullptr) == 1, "fi_av_insert");
        rank_ = rank;
    }

    double one_way_us(std::size_t bytes, int rounds) {
        std::vector<double> times;
        for (int i = 0; i < rounds; ++i) {
            const std::int64_t start = shunt::monotonic_ns();
            if (rank_ == 1) receive(count_ + 1);
            while (written_ < posted_) drain();  // `count_` must not change before the last word has left
            ++count_;
            if (bytes > 0) write(data_.data(), bytes, fi_mr_desc(data_region_), kDataAt);
            write(&count_, sizeof count_, fi_mr_desc(count_region_), 0);
            if (rank_ == 0) receive(count_);
            times.push_back(static_cast<double>(shunt::monotonic_ns() - start) / 2e3);
        }
        while (written_ < posted_) drain();
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    }

private:
    void write(const void* from, std::size_t bytes, void* description, std::uint64_t offset) {
        ssize_t code = 0;
        do {
            code = fi_write(endpoint_, from, bytes, description, peer_, theirs_.address + offset, theirs_.key,
                            &contexts_[posted_ % 64]);
            if (code == -FI_EAGAIN) drain();
        } while (code == -FI_EAGAIN);
        need(code == 0, "fi_write", code);
        ++posted_;
    }
    void drain() {
        fi_cq_entry entries[16];
        const ssize_t count = fi_cq_read(cq_, entries, 16);
        need(count >= 0 || count == -FI_EAGAIN, "fi_cq_read", count);
        if (count > 0) written_ += static_cast<std::uint64_t>(count);
    }
    void receive(std::uint64_t value) {
        const auto& word = *reinterpret_cast<std::atomic<std::uint64_t>*>(window_);
        while (word.load(std::memory_order_acquire) < value) drain();
    }

    fid_fabric* fabric_ = nullptr;
    fid_domain* domain_ = nullptr;
    fid_cq* cq_ = nullptr;
    fid_av* av_ = nullptr;
    fid_ep* endpoint_ = nullptr;
    fid_mr *window_region_ = nullptr, *data_region_ = nullptr, *count_region_ = nullptr;
    fi_addr_t peer_ = 0;
    fi_context2 contexts_[64]{};
    std::byte* window_ = nullptr;
    std::vector<std::byte> data_ = std::vector<std::byte>(kMost, std::byte{1});
    std::uint64_t count_ = 0, posted_ = 0, written_ = 0;
    Told theirs_;
    int rank_ = 0;
};

/// `slow`: the network is slow, so fewer rounds and sizes are measured.
void play(const char* provider, const char* address, const std::string& directory, int rank, bool slow) {
    static Member member;
    member.open(provider, address, directory, rank);
    const std::size_t most = slow ? std::size_t{1} << 20 : kMost;
    if (!slow) member.one_way_us(most, 2);
    if (rank == 0) std::printf("libfabric %s\n%10s %12s %8s\n", provider, "bytes", "one way us", "GB/s");
    for (std::size_t bytes = 0; bytes <= most; bytes = bytes == 0 ? 64 : bytes * 4) {
        const int rounds = bytes <= 4096 ? 3000 : bytes <= (256 << 10) ? 300 : 30;
        const double us = member.one_way_us(bytes, slow ? 4 + rounds / 100 : rounds);
        if (rank == 0) std::printf("%10zu %12.2f %8.2f\n", bytes, us, static_cast<double>(bytes) / 1e3 / us);
    }
}

}  // namespace

int main(int argc, char** argv) {
    need(argc >= 2, "usage: libfabric_write PROVIDER [ADDRESS [RANK DIRECTORY]]; it");
    const char* const address = argc > 2 ? argv[2] : "127.0.0.1";
    if (argc > 4) {
        play(argv[1], address, argv[4], std::atoi(argv[3]), true);
        return 0;
    }
    char directory[] = "/tmp/libfabric_write.XXXXXX";
    need(mkdtemp(directory) != nullptr, "mkdtemp");
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        play(argv[1], address, directory, 1, false);
        std::fflush(stdout);
        _exit(0);
    }
    alarm(120);
    play(argv[1], address, directory, 0, false);
    int status = 0;
    waitpid(child, &status, 0);
    for (const char* name : {"/0", "/1"}) unlink((std::string(directory) + name).c_str());
    rmdir(directory);
    return status;
}
