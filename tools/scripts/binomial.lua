-- Binomial tree: in each round the number of ranks that have the data doubles. Good for short messages.
-- `binomial(members, root)` returns a tree; bcast_down and reduce_up add the steps for it.

creator("bcast", function(call)
  local tree = binomial(topology.all, call.root)
  return function(me) bcast_down(me, tree, me.output) end
end, {unit = 1})

-- Children are combined in order of rank, so a tree from rank 0 is right for operations that do not commute.
-- In that case any other root receives the result from rank 0.
local function reduce(call)
  local top = call.commutative and call.root or 0
  local tree = binomial(topology.all, top)
  return function(me)
    if top == call.root then
      reduce_up(me, tree, me.input, me.output)
      return
    end
    local sum = me.rank == top and me:scratch(me.input.count) or nil
    reduce_up(me, tree, me.input, sum)
    if me.rank == top then me:send(call.root, sum) end
    if me.rank == call.root then me:receive(top, me.output) end
  end
end
creator("reduce", reduce, {unit = 1})

-- Up the tree and down again.
creator("allreduce", function(call)
  local tree = binomial(topology.all, 0)
  return function(me)
    reduce_up(me, tree, me.input, me.output)
    bcast_down(me, tree, me.output)
  end
end, {unit = 1})
