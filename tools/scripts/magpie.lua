-- Three clusters over slow links, as in CoMPI's experiment and MagPIe: the slow links are crossed once, by all clusters
-- at the same time. Change the patterns to your clusters' addresses; ranks that match none form one more cluster.
-- The clusters may also be given by rank: local clusters = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}

local clusters = topology.by_address {"10.1.*", "10.2.*", "10.3.*"}

-- Within a cluster the leader itself sends short messages to all, because one hop is faster than two. Long messages use
-- a tree: otherwise each would pass the leader's port once for each of the other ranks.
local function within(call) return call.bytes <= 4096 and flat or binomial end

creator("bcast", function(call)
  local tree = hierarchy(clusters, call.root, flat, within(call))   -- the root itself sends to each cluster's leader
  return function(me) bcast_down(me, tree, me.output) end
end)

creator("reduce", function(call, next)
  if not call.commutative then return next(call) end
  local tree = hierarchy(clusters, call.root, flat, within(call))
  return function(me) reduce_up(me, tree, me.input, me.output) end
end)

-- Each leader sends its cluster's sum to all the others and adds up all sums, in the same order on all of them: so all
-- have the same bits, after one crossing instead of two.
local function exchange_sums(me, place, own)
  local sums = {}
  me:together(function()
    for other, cluster in ipairs(clusters) do
      sums[other] = other == place and own or me:scratch(own.count)
      if other ~= place then
        me:send(cluster[1], own)
        me:receive(cluster[1], sums[other])
      end
    end
  end)
  me:copy(sums[1], me.output)
  for other = 2, #clusters do me:combine(sums[other], me.output) end
end

local function meet(me, input, shape)
  for place, cluster in ipairs(clusters) do
    local tree = shape(cluster, cluster[1])
    local own = me.rank == cluster[1] and me:scratch(input.count) or nil
    reduce_up(me, tree, input, own)                             -- ranks of other clusters do nothing here
    if own then exchange_sums(me, place, own) end
    bcast_down(me, tree, me.output)
  end
end

creator("allreduce", function(call, next)
  if not call.commutative then return next(call) end
  return function(me) meet(me, me.input, within(call)) end
end)
