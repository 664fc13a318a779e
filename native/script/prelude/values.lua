-- The part of the scripts' interface that is written in Lua. The files of this folder are one chunk, in the order of
-- native/CMakeLists.txt. It is called with the functions of bindings.cpp and returns those that creators.cpp calls.
-- A script gets only those functions of Lua that environment() gives it.
local c = ...
local next, type, raw_tostring, tonumber, select, setmetatable = next, type, tostring, tonumber, select, setmetatable
local format, unpack, concat, rep = string.format, table.unpack, table.concat, string.rep
local byte, char, sub, upper, lower, reverse, len =
    string.byte, string.char, string.sub, string.upper, string.lower, string.reverse, string.len

-- Interpreter::locate_error puts the line before the message.
local function fail(message, ...) error(format(message, ...), 0) end

-- No addresses: they differ from rank to rank.
local function text(value)
  local kind = type(value)
  if kind == "userdata" then return c.describe(value) end
  if kind == "table" or kind == "function" then return kind end
  return raw_tostring(value)
end

local function need(value, kind, name)
  if type(value) ~= kind then fail("%s must be a %s, not %s", name, kind, type(value)) end
  return value
end

-- ---- tables, strings, numbers: no order by chance, no long work that the limits do not see -------------------------

local function merge(list, from, middle, to, before, into)
  local left, right = from, middle
  for place = from, to - 1 do
    if left < middle and (right >= to or not before(list[right], list[left])) then
      into[place], left = list[left], left + 1
    else
      into[place], right = list[right], right + 1
    end
  end
end

-- Stable: the order of equals does not depend on the algorithm.
local function sort(list, before)
  need(list, "table", "what is sorted")
  before = before or function(a, b) return a < b end
  local count, width, from, into = #list, 1, list, {}
  while width < count do
    for begin = 1, count, 2 * width do
      local middle, ends = begin + width, begin + 2 * width
      if middle > count then middle = count + 1 end
      if ends > count then ends = count + 1 end
      merge(from, begin, middle, ends, before, into)
    end
    from, into, width = into, from, 2 * width
  end
  if from ~= list then for i = 1, count do list[i] = from[i] end end
end

local function sorted_keys(map)
  local of_kind = {boolean = {}, number = {}, string = {}}
  for key in next, map do
    local keys = of_kind[type(key)] or fail("pairs: the keys must be numbers, texts or booleans, not a %s", type(key))
    keys[#keys + 1] = key
  end
  sort(of_kind.number)
  sort(of_kind.string)
  sort(of_kind.boolean, function(a, b) return not a and b end)
  local all = of_kind.boolean
  for _, keys in ipairs {of_kind.number, of_kind.string} do
    for _, key in ipairs(keys) do all[#all + 1] = key end
  end
  return all
end

local function pairs(map)
  local keys, place = sorted_keys(need(map, "table", "what pairs goes through")), 0
  return function()
    repeat place = place + 1 until keys[place] == nil or map[keys[place]] ~= nil
    return keys[place], map[keys[place] == nil and 0 or keys[place]]
  end
end

local function insert(list, place, ...)
  need(list, "table", "the list")
  if select("#", ...) == 0 then
    list[#list + 1] = place
    return
  end
  for i = #list, place, -1 do list[i + 1] = list[i] end
  list[place] = (...)
end

local function remove(list, place)
  local count = #need(list, "table", "the list")
  place = place or count
  local removed = list[place]
  for i = place, count do list[i] = list[i + 1] end
  return removed
end

local function safe_concat(list, separator, first, last)
  need(list, "table", "the list")
  first, last = first or 1, last or #list
  c.work(last - first)
  return concat(list, separator, first, last)
end

local function safe_unpack(list, first, last)
  need(list, "table", "the list")
  first, last = first or 1, last or #list
  c.work(last - first)
  return unpack(list, first, last)
end

local function safe_rep(part, times, separator)
  need(part, "string", "the text")
  need(times, "number", "how often")
  if times > 65536 then fail("string.rep: at most 65536 times") end
  c.work(times)
  return rep(part, times, separator)
end

local flags = {}
for place = 1, 15 do flags[byte("-+ #0123456789.", place)] = true end

local function safe_format(form, ...)
  need(form, "string", "the format")
  local place = 1
  while place <= #form do  -- %p writes an address
    if byte(form, place) == 37 then
      repeat place = place + 1 until not flags[byte(form, place) or 0]
      if byte(form, place) == 112 then fail("string.format: there is no %%p") end
    end
    place = place + 1
  end
  local values = {...}
  for i = 1, select("#", ...) do
    local kind = type(values[i])
    if kind == "table" or kind == "function" or kind == "userdata" then values[i] = text(values[i]) end
  end
  return format(form, unpack(values, 1, select("#", ...)))
end

local function floor_log2(number)
  if type(number) ~= "number" or number < 1 or number >= 2 ^ 62 then fail("the logarithm of %s", text(number)) end
  local power = 0
  while (2 << power) <= number do power = power + 1 end
  return power
end

local function ceil_log2(number)
  local power = floor_log2(number)
  return (1 << power) < number and power + 1 or power
end
