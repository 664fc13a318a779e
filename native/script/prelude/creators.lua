-- ---- creators -----------------------------------------------------------------------------------------------------

local creators = {}  -- by operation: those of all scripts, oldest first
local everyone = {}  -- the ranks of the program under construction
for operation in next, c.operations do creators[operation] = {} end

local function names_of(operations)
  if operations == "any" then return sorted_keys(c.operations) end
  local names = type(operations) == "table" and operations or {operations}
  for _, name in ipairs(names) do
    if not c.operations[name] then fail("no operation '%s' can be made by a script", text(name)) end
  end
  return names
end

local function unit_of(options)
  local unit = options and need(options, "table", "the options").unit
  if unit == "ranks" then return c.ranks end
  if unit ~= nil and (math.type(unit) ~= "integer" or unit < 1) then fail("unit must be 1 or more, or 'ranks'") end
  return unit or 0
end

local function add_creator(operations, make, options, script)
  need(make, "function", "a creator")
  for _, name in ipairs(names_of(operations)) do
    local list = creators[name]
    local inherited = options and options.inherits and #list > 0 and list[#list].unit
    local unit = inherited or unit_of(options)
    list[#list + 1] = {make = make, unit = unit, script = script, line = c.line()}
    c.add(name, unit)
  end
end

-- Calls the creator at that place. Returns its result, and the maker: the innermost creator that has not passed the call on.
local function attempt(list, place, call)
  local creator = list[place]
  local maker = creator.script .. ":" .. creator.line
  local inner_maker
  local function older(other)
    for i = place - 1, 1, -1 do
      local steps, by = attempt(list, i, other or call)
      if steps ~= nil then
        inner_maker = by
        return steps
      end
    end
  end
  local steps = creator.make(call, older)
  if steps ~= nil and type(steps) ~= "function" then
    fail("%s: the creator has returned a %s, not a function of the steps of one rank, nor nil", maker, type(steps))
  end
  return steps, inner_maker or maker
end

local call_fields = {
  __index = function(call, name)
    if name == "bytes" or name == "element_bytes" then
      local bytes = c.element_bytes()
      return name == "bytes" and bytes * call.count or bytes
    end
    fail("a call has no '%s'", text(name))
  end
}

local function environment(script)
  local t = topology()
  return {
    creator = function(operations, make, options) add_creator(operations, make, options, script) end,
    wrapper = function(operations, wrap)
      need(wrap, "function", "a wrapper")
      add_creator(operations, function(call, older)
        local steps = older(call)
        return steps and wrap(steps, call)
      end, {inherits = true}, script)
    end,
    timed = function(name, steps)
      need(name, "string", "the name of what is timed")
      need(steps, "function", "what is timed")
      return function(me)
        if me.rank == 0 then c.timed(name) end
        return steps(me)
      end
    end,
    all = function(steps)
      need(steps, "function", "the steps of all ranks")
      return function(me) if me.rank == 0 then steps(everyone) end end
    end,
    print = function(...)
      local texts = {...}
      for i = 1, select("#", ...) do texts[i] = text(texts[i]) end
      c.print(concat(texts, " "))
    end,
    topology = t, bcast_down = bcast_down, reduce_up = reduce_up,
    binomial = trees.binomial, flat = trees.flat, chain = trees.chain, of_degree = trees.of_degree,
    hierarchy = trees.hierarchy,
    assert = assert, error = error, ipairs = ipairs, pairs = pairs, select = select, tonumber = tonumber,
    tostring = text, type = type,
    math = {abs = math.abs, ceil = math.ceil, floor = math.floor, max = math.max, min = math.min, sqrt = math.sqrt,
            huge = math.huge, tointeger = math.tointeger, type = math.type, floor_log2 = floor_log2, ceil_log2 = ceil_log2},
    string = {byte = byte, char = char, format = safe_format, len = len, lower = lower, rep = safe_rep, reverse = reverse,
              sub = sub, upper = upper},
    table = {concat = safe_concat, insert = insert, pack = table.pack, remove = remove, sort = sort, unpack = safe_unpack}
  }
end

-- Texts have only the methods that scripts have.
c.set_text_methods {__index = environment("").string}

return {
  environment = environment,
  -- Calls the creator at that place; its steps go to the builder. Returns the program's maker; nil: it passes the call on.
  make = function(operation, place, call)
    local steps, maker = attempt(creators[operation], place, setmetatable(call, call_fields))
    if not steps then return nil end
    for rank = 0, c.ranks - 1 do everyone[rank] = c.rank(rank) end
    for rank = 0, c.ranks - 1 do steps(everyone[rank]) end
    return maker
  end,
  -- Removes all creators of an operation except the first `count`.
  keep = function(operation, count)
    local list = creators[operation]
    for place = #list, count + 1, -1 do list[place] = nil end
  end
}
