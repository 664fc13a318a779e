-- Two levels: within a node first, between the nodes only one rank of each. A message between nodes costs more than
-- one within, so there should be few of them.

local nodes = topology.by_node()              -- {{0, 1, 2, 3}, {4, 5, 6, 7}, ...}

creator("bcast", function(call)
  local tree = hierarchy(nodes, call.root, binomial, flat)    -- between the nodes, within each of them
  return function(me) bcast_down(me, tree, me.output) end
end, {unit = 1})

creator("reduce", function(call, next)
  if not call.commutative then return next(call) end          -- the ranks of a node need not be consecutive
  local tree = hierarchy(nodes, call.root, binomial, flat)
  return function(me) reduce_up(me, tree, me.input, me.output) end
end, {unit = 1})

creator("allreduce", function(call, next)
  if not call.commutative then return next(call) end
  local tree = hierarchy(nodes, 0, binomial, flat)
  return function(me)
    reduce_up(me, tree, me.input, me.output)
    bcast_down(me, tree, me.output)
  end
end, {unit = 1})

creator("barrier", function()
  local tree = hierarchy(nodes, 0, binomial, flat)
  return function(me)
    local nothing = me:scratch(0)
    reduce_up(me, tree, nothing, nothing)                     -- all ranks have entered,
    bcast_down(me, tree, nothing)                             -- and all are notified
  end
end)
