#pragma once
// All that generated/wrappers.cpp calls: on_RECIPE for every recipe of functions.txt.
#include "shim/recipes/collective.hpp"
#include "shim/recipes/completion.hpp"
#include "shim/recipes/life.hpp"
#include "shim/recipes/local.hpp"
#include "shim/recipes/message.hpp"
#include "shim/recipes/persistent.hpp"
#include "shim/recipes/probe.hpp"
#include "shim/recipes/remote.hpp"
#include "shim/recipes/sendrecv.hpp"
