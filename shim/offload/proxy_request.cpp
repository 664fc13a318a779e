#include "shim/offload/proxy_request.hpp"

#include "shim/table/generated/host_mpi.hpp"

namespace shunt {

// Not MPI_Comm_dup: that would call the program's attribute functions.
int CompletionRequests::prepare(int& tag, int tag_upper_bound) {
    if (self_ == MPI_COMM_NULL) {
        const int code = host.MPI_Comm_split(MPI_COMM_SELF, 0, 0, &self_);
        if (code != MPI_SUCCESS) return code;
        host.MPI_Comm_set_errhandler(self_, MPI_ERRORS_RETURN);
    }
    if (!free_tags_.empty()) {
        tag = free_tags_.back();
        free_tags_.pop_back();
        return MPI_SUCCESS;
    }
    if (next_tag_ > tag_upper_bound) return MPI_ERR_NO_MEM;
    free_tags_.reserve(static_cast<std::size_t>(next_tag_) + 1);  // so that giving back cannot fail
    tag = next_tag_++;
    return MPI_SUCCESS;
}

int CompletionRequests::make(int& tag, MPI_Request* request, int tag_upper_bound) {
    int code = prepare(tag, tag_upper_bound);
    if (code != MPI_SUCCESS) return code;
    code = host.MPI_Irecv(nullptr, 0, MPI_BYTE, 0, tag, self_, request);
    if (code != MPI_SUCCESS) give_back(tag);
    return code;
}

int CompletionRequests::make_persistent(int& tag, MPI_Request* request, int tag_upper_bound) {
    int code = prepare(tag, tag_upper_bound);
    if (code != MPI_SUCCESS) return code;
    code = host.MPI_Recv_init(nullptr, 0, MPI_BYTE, 0, tag, self_, request);
    if (code != MPI_SUCCESS) give_back(tag);
    return code;
}

// The receive is posted, so the message is there at once; one too long for it is an error on both hosts.
void CompletionRequests::end(int tag, bool well) {
    const char too_long = 0;
    host.MPI_Send(&too_long, well ? 0 : 1, MPI_BYTE, 0, tag, self_);
}

void CompletionRequests::give_back(int tag) { free_tags_.push_back(tag); }

void CompletionRequests::release() {
    if (self_ != MPI_COMM_NULL) host.MPI_Comm_free(&self_);
}

}  // namespace shunt
