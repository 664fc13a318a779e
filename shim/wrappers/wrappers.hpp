#pragma once
// All functions that generated/wrappers.cpp calls: on_RECIPE for every wrapper_kind of functions.txt.
#include "shim/wrappers/life.hpp"
#include "shim/wrappers/local.hpp"
#include "shim/wrappers/message.hpp"
#include "shim/wrappers/persistent.hpp"
#include "shim/wrappers/probe.hpp"
#include "shim/wrappers/remote.hpp"
#include "shim/wrappers/request_status.hpp"
#include "shim/wrappers/sendrecv.hpp"
#include "shim/wrappers/straight_call.hpp"
#include "shim/wrappers/test_calls.hpp"
