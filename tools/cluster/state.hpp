#pragma once
// The existing clusters: one folder each below /run/shunt, with the record and the files for launchers.
#include <string>
#include <vector>

#include "tools/cluster/spec.hpp"

namespace shunt::tools {

inline constexpr const char* kClusterRoot = "/run/shunt";

std::string cluster_folder(const std::string& name);

/// A machine-wide lock: only its holder may make or remove clusters. The end of the object or of the process releases
/// it.
class ClusterLock {
public:
    ClusterLock();  ///< waits for it.   Fails: throws std::runtime_error when /run/shunt cannot be written.
    ~ClusterLock();
    ClusterLock(const ClusterLock&) = delete;
    ClusterLock& operator=(const ClusterLock&) = delete;

private:
    int file_;
};

/// Writes `text` to `path` so that after a crash either the old or the new content is there.   Fails: throws
/// std::runtime_error.
void write_whole(const std::string& path, const std::string& text);

void write_record(const ClusterRecord& record);
/// The record of cluster `name`.   Fails: false; `error` contains the reason and what to do.
bool read_record(const std::string& name, ClusterRecord& record, std::string& error);
/// Names of all clusters that have a record, sorted.
std::vector<std::string> cluster_names();
/// Removes the cluster's folder, and with it its record.
void remove_record(const std::string& name);

/// A number K of networks 10.77.K and 10.1.K to 10.16.K that neither this machine nor another cluster uses: K, or -1.
int free_network();

}  // namespace shunt::tools
